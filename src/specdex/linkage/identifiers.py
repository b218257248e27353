"""Which identifiers does a specification give?"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache

from specdex.identifiers import gtin14, made_up
from specdex.lexicon import phrases, table, words
from specdex.money import MAIN_SIGNS
from specdex.records import ProductId, Specification
from specdex.text import collapse, folded, letters_and_digits
from specdex.urls import host

__all__ = ["comparable", "ids_of", "kind_of_name", "product_ids", "short_gtin", "site_of"]

ID_NAMES = {kind: frozenset(map(folded, names)) for kind, names in table("labels.ids").items()}
"""What pairs and fields that give an identifier are called, by the kind of identifier."""
RANKS = {kind: place for place, kind in enumerate(ID_NAMES)}
"""Which kind tells most."""
JUNK = frozenset(map(folded, phrases("values.placeholders", "values.junk")))
"""What stands where an identifier or a brand should, and is none."""
UNIT_WORDS = words("titles.units")
"""What stands behind a number that measures rather than names."""
MAX_CODE = 40
"""A code longer than this is a sentence."""
MAX_CODE_WORDS = 5
MAX_PRINTED = 1_000
"""So much of a printed value is looked at."""
NAMES = 1 << 16
"""So many names are remembered."""
MIN_CODE = {"mpn": 3, "model": 2, "sku": 2}
MIN_BARE_NUMBER = {"mpn": 4, "model": 3, "sku": 2}
"""How many digits a code without letters needs, by kind."""
PAIR_CONFIDENCE = {"gtin": 1.0, "mpn": 0.9, "model": 0.8, "sku": 0.8}
"""How far a pair whose name says so is believed; a field comes with its own confidence."""

_DIGITS = re.compile(r"(?<![\w.,-])\d(?:[ -]?\d){6,12}[ -]?[\dXx](?![\w]|[.,-]\w)")
_BETWEEN_CODES = re.compile(r"\s*[,;|\n]\s*|\s+/\s+")
_MEASURE = re.compile(rf"^[\d.,]+\s*(?:([^\W\d_]+)\b.*|[\"\u201d\u2033'\u2032%°{MAIN_SIGNS}].*)$")
_SIZE = re.compile(r"^\d+\s*[x\u00d7]\s*\d+")
_DATE = re.compile(
    r"^(?:19[89]\d|20[0-4]\d)(?:[-/.]\d{1,2}){0,2}$|^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}$"
)
_ADDRESS = re.compile(r"://|^www\.|@\w+\.\w")


def site_of(specification: Specification) -> str:
    """The site that *specification* comes from, by its record or its URL."""
    return specification.site or host(specification.url)


@lru_cache(maxsize=NAMES)
def kind_of_name(name: str) -> str:
    """The kind of identifier that *name* announces; empty where it announces none.

    >>> kind_of_name("Hersteller-Nr.:"), kind_of_name("Code EAN"), kind_of_name("Weight")
    ('mpn', 'gtin', '')
    """
    plain = folded(name)
    return next((kind for kind, names in ID_NAMES.items() if plain in names), "")


def short_gtin(digits: str) -> str:
    """The 13 digits that people print for a GTIN of 14, where its first is 0."""
    return digits.removeprefix("0")


def comparable(identifier: ProductId) -> str:
    """The form in which identifiers of different sites are compared.

    >>> comparable(ProductId("DSC-W830/B", "mpn", "a.example"))
    'dscw830b'
    """
    return _comparable(identifier.kind, identifier.value)


@lru_cache(maxsize=NAMES)
def _comparable(kind: str, value: str) -> str:
    return gtin14(value) if kind == "gtin" else letters_and_digits(value)


def product_ids(specification: Specification) -> tuple[ProductId, ...]:
    """The identifiers that *specification* gives, the surest first, each once.

    They come from its fields and from pairs whose names say so in any of many languages. A GTIN
    has a right check digit; a model or part number holds a digit; a placeholder is no identifier.
    """
    best: dict[tuple[str, str], ProductId] = {}
    for found in _announced(specification):
        place = found.kind, comparable(found)
        if place not in best or _rank(found) < _rank(best[place]):
            best[place] = found
    return tuple(sorted(best.values(), key=_rank)) if best else ()


def ids_of(group: Iterable[Specification]) -> tuple[str, ...]:
    """The identifiers of all pages as ``kind:value``, each once however it is printed."""
    printed: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for specification in group:
        for found in product_ids(specification):
            plain = comparable(found)
            text = short_gtin(plain) if found.kind == "gtin" else collapse(found.value)
            printed[found.kind, plain][text] += 1
    return tuple(
        sorted(
            f"{kind}:{min(forms, key=lambda text: (-forms[text], len(text), text))}"
            for (kind, _), forms in printed.items()
        )
    )


def _rank(identifier: ProductId) -> tuple[int, float, str]:
    return RANKS[identifier.kind], -identifier.confidence, identifier.value


def _announced(specification: Specification) -> Iterator[ProductId]:
    site, url, category = site_of(specification), specification.url, specification.category
    for field in specification.fields:
        kind = kind_of_name(field.name)
        for value in _codes(kind, field.value[:MAX_PRINTED]):
            yield ProductId(value, kind, site, url, field.confidence, category)
    for pair in specification.pairs:
        kind = kind_of_name(pair.name)
        for value in _codes(kind, pair.value[:MAX_PRINTED]) if kind else ():
            confidence = round(pair.confidence * PAIR_CONFIDENCE[kind], 4)
            yield ProductId(value, kind, site, url, confidence, category)


@lru_cache(maxsize=NAMES)
def _codes(kind: str, printed: str) -> tuple[str, ...]:
    """The identifiers of *kind* in a printed value, tidied but not yet made comparable."""
    if not kind:
        return ()
    text = unicodedata.normalize("NFKC", printed).strip()
    if kind == "gtin":
        found = (each.replace("-", "").replace(" ", "").upper() for each in _DIGITS.findall(text))
        return tuple(filter(gtin14, found))
    parts = (collapse(part).strip(" .,:;#()[]\"'") for part in _BETWEEN_CODES.split(text))
    return tuple(code for code in parts if _names_a_product(kind, code))


def _names_a_product(kind: str, code: str) -> bool:
    plain = letters_and_digits(code)
    if not MIN_CODE[kind] <= len(plain) <= MAX_CODE or plain in JUNK or made_up(plain):
        return False
    if len(code.split()) > MAX_CODE_WORDS or not any(sign.isdigit() for sign in plain):
        return False
    if plain.isdigit() and len(plain) < MIN_BARE_NUMBER[kind]:
        return False
    return not (_DATE.match(code) or _ADDRESS.search(code) or _measures(code))


def _measures(code: str) -> bool:
    match = _MEASURE.match(code)
    measured = match is not None and (
        match.group(1) is None or match.group(1).lower() in UNIT_WORDS
    )
    return measured or _SIZE.match(code) is not None
