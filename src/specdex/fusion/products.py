"""What do the pages of one product agree on?"""

import hashlib
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from specdex.fusion.trust import Trust, learn_trust
from specdex.lexicon import phrases
from specdex.records import Claim, Correspondence, Product, Specification
from specdex.text import collapse, folded
from specdex.urls import host

__all__ = ["Normalise", "fuse", "normal_value"]

Normalise = Callable[[str], str]
"""Gives equal texts for values that mean the same."""
IdsOf = Callable[[Sequence[Specification]], tuple[str, ...]]
"""The identifiers of all pages of a product."""

PLACEHOLDERS = frozenset(map(folded, phrases("values.placeholders")))
"""What stands where a value should, and says nothing."""
LEAST = 0.0001
UNHEARD = 0.01
"""The confidence below which no reader's pair falls in a vote."""
ID_LENGTH = 12
NO_ATTRIBUTES = frozenset({"price", "pricecurrency", "availability"})
"""What belongs to an offer, not to the product."""
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


Votes = Mapping[str, Mapping[str, Sequence[_Vote]]]
"""By attribute and normal value, who prints it."""


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


def fuse(
    groups: Sequence[Sequence[Specification]],
    correspondences: Iterable[Correspondence] = (),
    normalise: Normalise = normal_value,
    ids: IdsOf | None = None,
) -> tuple[Product, ...]:
    """The product that each group speaks of, with a claim for each attribute.

    Each site has one vote an attribute. It weighs the more the more often the site is right with
    others, and the less the more it shares their errors; the confidence of a claim is how likely
    the votes make it. Every claim names the pages that print it, and every value that lost is kept.
    """
    names = _attribute_names(correspondences)
    votes = [_votes(group, names, normalise) for group in groups]
    trust = learn_trust(
        _item(ballots) for each in votes for ballots in each.values() if len(ballots) > 1
    )
    return tuple(
        _product(group, each, trust, ids(group) if ids else ())
        for group, each in zip(groups, votes, strict=True)
    )


def _product(
    group: Sequence[Specification], votes: Votes, trust: Trust, ids: tuple[str, ...]
) -> Product:
    claims: list[Claim] = []
    disputed: list[Claim] = []
    for attribute, ballots in sorted(votes.items()):
        shares = trust.shares(_item(ballots)) if len(ballots) > 1 else dict.fromkeys(ballots, 1.0)
        believed, *lost = sorted(
            ballots, key=lambda value: (-round(shares[value], 9), -len(ballots[value]), value)
        )
        claims.append(_claim(attribute, ballots[believed], shares[believed]))
        disputed += [_claim(attribute, ballots[value], shares[value]) for value in lost]
    urls = tuple(sorted({specification.url for specification in group}))
    return Product(
        id=hashlib.sha256(urls[0].encode()).hexdigest()[:ID_LENGTH],
        title=_most_common(specification.title for specification in group),
        category=_most_common(specification.category for specification in group),
        ids=ids,
        urls=urls,
        claims=tuple(claims),
        disputed=tuple(disputed),
    )


def _item(ballots: Mapping[str, Sequence[_Vote]]) -> dict[str, list[str]]:
    """Who says which value; a site that says several has its surest counted."""
    surest: dict[str, tuple[float, str]] = {}
    for value, votes in sorted(ballots.items()):
        said: defaultdict[str, float] = defaultdict(float)
        for vote in votes:
            said[vote.site] += max(vote.confidence, UNHEARD)
        for site, confidence in said.items():
            if confidence > surest.get(site, (0.0, ""))[0]:
                surest[site] = confidence, value
    item: dict[str, list[str]] = {value: [] for value in ballots}
    for site, (_, value) in surest.items():
        item[value].append(site)
    return item


def _attribute_names(correspondences: Iterable[Correspondence]) -> dict[tuple[str, str], str]:
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
        site = specification.site or host(specification.url)
        for pair in specification.pairs:
            value = normalise(pair.value)
            plain = folded(pair.name)
            if not plain or plain in NO_ATTRIBUTES or _says_nothing(value):
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


def _claim(attribute: str, votes: Sequence[_Vote], share: float) -> Claim:
    return Claim(
        attribute=attribute,
        value=_most_common(vote.printed for vote in votes),
        urls=tuple(sorted({vote.url for vote in votes})),
        confidence=max(round(share, 4), LEAST),
    )


def _most_common(texts: Iterable[str]) -> str:
    """The most common of *texts* that is not empty; of equal ones the shortest."""
    counts = Counter(collapse(text) for text in texts if text.strip())
    return min(counts, key=lambda text: (-counts[text], len(text), text), default="")
