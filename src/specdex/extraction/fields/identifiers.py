"""Numbers that name the product: sku, mpn, gtin, model; from labels, pairs and the address."""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import unquote, urlsplit

from specdex.extraction.fields.statements import Statement
from specdex.extraction.fields.view import LABELS, View, closed, squashed
from specdex.identifiers import gtin_in
from specdex.lexicon import words
from specdex.records import Pair
from specdex.urls import query

__all__ = ["address_statements", "label_statements", "loose_statements", "pair_statements"]

READER = "page"
PAIRS_READER = "specification"
MEANS: dict[str, tuple[str, ...]] = {
    "sku": ("sku",),
    "mpn": ("mpn",),
    "gtin": ("gtin",),
    "model": ("model",),
    "model number": ("model", "mpn"),
}
"""Kind of label: the fields that its value may be."""
NEAR: dict[str, float] = {"sku": 0.8, "mpn": 0.75, "gtin": 0.9, "model": 0.6}
"""Belief in a labelled number near the heading, …"""
FAR: dict[str, float] = {"sku": 0.45, "mpn": 0.45, "gtin": 0.6, "model": 0.3}
"""… elsewhere on the page, …"""
ONLY: dict[str, float] = {"sku": 0.72, "mpn": 0.7, "gtin": 0.85, "model": 0.45}
"""… elsewhere, but the only one of its kind, …"""
IN_PAIRS: dict[str, float] = {"sku": 0.7, "mpn": 0.75, "gtin": 0.9, "model": 0.75}
"""… and in the specification."""
LOOSE = 0.5
IN_ADDRESS = 0.42
NAMED_IN_ADDRESS = 0.5
URL_ID_NAMES = words("addresses.product_numbers")
MIN_ID, MAX_ID = 3, 40
MIN_ROW = 6
"""A shorter number in an address only counts the rows of a table that nobody sees."""
MAX_BLANKS = 3
"""Blanks in the longest number; more make it a sentence."""
WHOLE_ID = 5
"""A first word with digits as long as this is the number; words behind it are not."""
MAX_MODEL = 60
CLOSERS = " \t.,;:|)]}〉】」>»#*"
OPENERS = " \t.,;:|([{〈【「<«#*"
_AROUND = OPENERS + CLOSERS
_OPEN = _AROUND.replace("(", "").replace(")", "")

_TOKEN = re.compile(r"[^\s|,;<>〈〉【】()\[\]]+")
_ARCHIVED = re.compile(r"^https?://[^/]+/(?:[^/]+/)*?(?=https?:/)")
"""What stands before a page's own address in that of an archived copy."""
_LETTER_P = re.compile(r"^p(?=\d{5})", re.IGNORECASE)
_ADDRESS_ID = re.compile(
    r"(?<![A-Za-z0-9])(?=[A-Za-z0-9]*\d{3})[A-Za-z]{0,4}\d[A-Za-z0-9]{4,20}(?![A-Za-z0-9])"
)


def label_statements(view: View) -> list[Statement]:
    """What stands behind the labels on the page."""
    found: list[tuple[str, str, int]] = []
    kinds: dict[str, set[str]] = {}
    for label in view.labels:
        for name in MEANS.get(label.kind, ()):
            value = clean_id(name, label.value)
            if value:
                found.append((name, value, label.start))
                kinds.setdefault(name, set()).add(value.lower())
    statements: list[Statement] = []
    for name, value, start in found:
        belief = NEAR if view.near(start) else ONLY if len(kinds[name]) == 1 else FAR
        statements.append(Statement(name, value, view.node_at(start), READER, belief[name]))
    return statements


def pair_statements(pairs: Sequence[Pair]) -> Iterator[Statement]:
    """What the pairs of the specification say; one without an address says nothing."""
    for pair in pairs:
        for name in MEANS.get(LABELS.get(squashed(pair.name), ""), ()):
            value = clean_id(name, pair.value)
            if value and pair.xpath:
                yield Statement(name, value, -1, PAIRS_READER, IN_PAIRS[name], pair.xpath)


def clean_id(kind: str, value: str) -> str:
    """The number in *value*; empty where there is none.

    >>> clean_id("sku", "(123-45/A)"), clean_id("sku", "see below"), clean_id("sku", "SKU 123-45")
    ('123-45/A', '', '123-45')
    >>> clean_id("model", "Borea C1 (2024)."), clean_id("model", "Borea C1 (more")
    ('Borea C1 (2024)', 'Borea C1')
    """
    value = closed(value.strip(_OPEN)).strip(_AROUND if value[:1] == "(" else _OPEN)
    head, _, rest = value.partition(" ")
    if len(rest) >= WHOLE_ID and _has_digit(rest) and squashed(head) in LABELS:
        value = rest.strip(_OPEN)  # the label once more
    if kind == "gtin":
        token = value.split(",")[0].strip()
        return gtin_in(token)
    if kind == "model":
        return value if 1 < len(value) <= MAX_MODEL else ""
    if len(value) > MAX_ID or value.count(" ") > MAX_BLANKS:
        match = _TOKEN.match(value)
        value = match.group().strip(CLOSERS) if match else ""
    if not MIN_ID <= len(value) <= MAX_ID or not _has_digit(value):
        return ""
    first, blank, tail = value.partition(" ")
    if blank and len(first) >= WHOLE_ID and _has_digit(first) and not _has_digit(tail):
        value = first
    return value.strip(CLOSERS)


def _has_digit(text: str) -> bool:
    for character in text:  # noqa: SIM110 - a loop compiles well
        if character.isdigit():
            return True
    return False


def loose_statements(view: View) -> Iterator[Statement]:
    """The number of a meta element that stands in no scope, where the page has only one."""
    document = view.document
    found = {
        document.attribute(node, "content").strip(): node
        for node in document.places_of("meta")
        if document.attribute(node, "itemprop") == "sku"
        and not any(document.has(above, "itemscope") for above in document.ancestors(node))
    }
    for value, node in found.items():
        if len(found) == 1 and _has_digit(value) and len(value) <= MAX_ID:
            yield Statement("sku", value, node, "microdata", LOOSE)


def address_statements(view: View) -> Iterator[Statement]:
    """Numbers in the page's address, believed where the page itself shows its address."""
    url = _ARCHIVED.sub("", view.document.page.url)
    node = _own_address(view, url)
    if node < 0:
        return
    for name, value in query(url):
        if name.lower() in URL_ID_NAMES and _is_article(value):
            yield Statement("sku", value, node, "address", NAMED_IN_ADDRESS)
    path = unquote(urlsplit(url).path).rpartition(".")[0] or unquote(urlsplit(url).path)
    tokens = _ADDRESS_ID.findall(path)
    if tokens and _is_article(tokens[-1]):
        yield Statement("sku", _LETTER_P.sub("", tokens[-1]), node, "address", IN_ADDRESS)


def _is_article(value: str) -> bool:
    """Whether *value*, out of an address, may be a number that the shop uses, and not a row's."""
    shortest = MIN_ROW if value.isdigit() else MIN_ID
    return shortest <= len(value) <= MAX_ID and _has_digit(value)


def _own_address(view: View, url: str) -> int:
    """A link or meta element that gives the page's own address; -1 where none does."""
    document = view.document
    for node in document.places_of("link"):
        if document.attribute(node, "rel").lower() == "canonical":
            if "body" in view.tags[:node]:
                break
            path = urlsplit(url).path
            return node if path and path in document.attribute(node, "href") else -1
    return -1
