"""What do the pages of one product agree on?"""

import hashlib
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from specdex.lexicon import phrases
from specdex.linkage.identifiers import comparable, product_ids, short_gtin, site_of
from specdex.records import Claim, Correspondence, Product, ProductId, Specification
from specdex.text import collapse, folded

__all__ = ["Normalise", "attribute_names", "fuse", "normal_value", "trust"]

Normalise = Callable[[str], str]
"""Gives equal texts for values that mean the same."""

PLACEHOLDERS = frozenset(map(folded, phrases("values.placeholders")))
"""What stands where a value should, and says nothing."""
PRIOR_RIGHT, PRIOR_ALL = 4, 5
"""A site is trusted as if it had been right this often before."""
UNTESTED = PRIOR_RIGHT / PRIOR_ALL
"""The trust in a site that no other site could contradict yet."""
LEAST = 0.01
"""The confidence below which no reader's pair falls in a vote."""
ID_LENGTH = 12
MAX_PLACEHOLDER = 40
EMPTY = " -\u2013\u2014.?/"

_THOUSANDS = re.compile(r"(?<![\d.,])(\d{1,3})((?:,\d{3})+)(?![\d,])")
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")
_TRAILING_ZEROS = re.compile(r"(?<=\d)(?:\.0+|(\.\d*?[1-9])0+)(?!\d)")
_SPACES = re.compile(r"(?<=\d)\s+(?=[^\W\d])|\s+(?=[\"\u201d\u2033'\u2032%°])")


@dataclass(frozen=True, slots=True)
class _Vote:
    """One site's printed value for an attribute."""

    site: str
    url: str
    printed: str
    confidence: float


def normal_value(printed: str) -> str:
    """*printed* with case, blanks and the writing of numbers made one.

    >>> normal_value("2,50 KG") == normal_value("2.5kg")
    True
    """
    text = collapse(unicodedata.normalize("NFKC", printed).casefold())
    text = _THOUSANDS.sub(lambda match: match.group(1) + match.group(2).replace(",", ""), text)
    text = _DECIMAL_COMMA.sub(".", text)
    text = _TRAILING_ZEROS.sub(lambda match: match.group(1) or "", text)
    return _SPACES.sub("", text).strip(" .,;:")


def trust(
    groups: Iterable[Sequence[Specification]],
    correspondences: Mapping[tuple[str, str], str],
    normalise: Normalise = normal_value,
) -> dict[str, float]:
    """How often each site agrees with the most of the others, smoothed, from 0 to 1."""
    right: Counter[str] = Counter()
    voted: Counter[str] = Counter()
    for group in groups:
        for votes in _votes(group, correspondences, normalise).values():
            sites = {site for ballots in votes.values() for site in _sites(ballots)}
            if len(sites) > 1:
                winner = _ranked(votes, {})[0]
                right.update(_sites(votes[winner]))
                voted.update(sites)
    return {site: (right[site] + PRIOR_RIGHT) / (voted[site] + PRIOR_ALL) for site in sorted(voted)}


def fuse(
    group: Sequence[Specification],
    correspondences: Mapping[tuple[str, str], str],
    trusted: Mapping[str, float] | None = None,
    normalise: Normalise = normal_value,
) -> Product:
    """The product that *group* speaks of, with a claim for each attribute.

    Each site has one vote an attribute, weighted by how far it is trusted; the confidence of a
    claim is its share of the votes. Every claim names the pages that print it.
    """
    claims: list[Claim] = []
    disputed: list[Claim] = []
    weights = trusted or {}
    for attribute, votes in sorted(_votes(group, correspondences, normalise).items()):
        believed, *lost = _ranked(votes, weights)
        shares = _shares(votes, weights)
        claims.append(_claim(attribute, votes[believed], shares[believed]))
        disputed += [_claim(attribute, votes[value], shares[value]) for value in lost]
    urls = tuple(sorted({specification.url for specification in group}))
    return Product(
        id=hashlib.sha256(urls[0].encode()).hexdigest()[:ID_LENGTH],
        title=_most_common(specification.title for specification in group),
        category=_most_common(specification.category for specification in group),
        ids=_ids(group),
        urls=urls,
        claims=tuple(claims),
        disputed=tuple(disputed),
    )


def attribute_names(correspondences: Iterable[Correspondence]) -> dict[tuple[str, str], str]:
    """The attribute of each site's name, ready to look up; the surest where two disagree."""
    ordered = sorted(correspondences, key=lambda found: (found.confidence, found.attribute))
    return {(found.site, folded(found.name)): found.attribute for found in ordered}


def _votes(
    group: Sequence[Specification],
    correspondences: Mapping[tuple[str, str], str],
    normalise: Normalise,
) -> dict[str, dict[str, list[_Vote]]]:
    """By attribute and normal value, who prints it."""
    names: dict[str, list[str]] = defaultdict(list)
    found: dict[str, dict[str, list[_Vote]]] = defaultdict(lambda: defaultdict(list))
    for specification in group:
        site = site_of(specification)
        for pair in specification.pairs:
            value = normalise(pair.value)
            if not folded(pair.name) or _says_nothing(value):
                continue
            name = correspondences.get((site, folded(pair.name))) or collapse(pair.name)
            names[folded(name)].append(name)
            found[folded(name)][value].append(
                _Vote(site, specification.url, collapse(pair.value), pair.confidence)
            )
    return {_most_common(names[plain]): votes for plain, votes in found.items()}


def _says_nothing(value: str) -> bool:
    return not value.strip(EMPTY) or (
        len(value) <= MAX_PLACEHOLDER and folded(value) in PLACEHOLDERS
    )


def _sites(votes: Iterable[_Vote]) -> set[str]:
    return {vote.site for vote in votes}


def _shares(votes: Mapping[str, Sequence[_Vote]], weights: Mapping[str, float]) -> dict[str, float]:
    """The share of the weight that each value has; a site divides its own among its values."""
    said: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for value, ballots in sorted(votes.items()):
        for vote in sorted(ballots, key=lambda vote: (vote.site, vote.url, vote.confidence)):
            said[vote.site][value] += max(vote.confidence, LEAST)
    shares = dict.fromkeys(sorted(votes), 0.0)
    for site in sorted(said):
        whole = sum(said[site].values())
        for value, part in said[site].items():
            shares[value] += weights.get(site, UNTESTED) * part / whole
    total = sum(shares.values())
    return {value: share / total for value, share in shares.items()}


def _ranked(votes: Mapping[str, Sequence[_Vote]], weights: Mapping[str, float]) -> list[str]:
    """The values, the one to believe first; of equal ones the one on more pages."""
    shares = _shares(votes, weights)
    return sorted(votes, key=lambda value: (-round(shares[value], 9), -len(votes[value]), value))


def _claim(attribute: str, votes: Sequence[_Vote], share: float) -> Claim:
    return Claim(
        attribute=attribute,
        value=_most_common(vote.printed for vote in votes),
        urls=tuple(sorted({vote.url for vote in votes})),
        confidence=round(share, 4),
    )


def _ids(group: Sequence[Specification]) -> tuple[str, ...]:
    """The identifiers of all pages as ``kind:value``, each once however it is printed."""
    printed: dict[tuple[str, str], list[str]] = defaultdict(list)
    for specification in group:
        for found in product_ids(specification):
            printed[found.kind, comparable(found)].append(_printed(found))
    return tuple(sorted(f"{kind}:{_most_common(forms)}" for (kind, _), forms in printed.items()))


def _printed(identifier: ProductId) -> str:
    if identifier.kind == "gtin":
        return short_gtin(comparable(identifier))
    return identifier.value


def _most_common(texts: Iterable[str]) -> str:
    """The most common of *texts* that is not empty; of equal ones the shortest."""
    counts = Counter(collapse(text) for text in texts if text.strip())
    return min(counts, key=lambda text: (-counts[text], len(text), text), default="")
