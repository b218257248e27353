"""What do the pages of one product agree on?"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from specdex.fusion.trust import Trust, learn_trust
from specdex.lexicon import phrases, table
from specdex.quantities import Quantity, likeness, read, stated
from specdex.records import Attribute, Claim, Correspondence, Product, SiteOffer, Specification
from specdex.text import collapse, folded
from specdex.urls import host

__all__ = ["fuse"]

IdsOf = Callable[[Sequence[Specification]], tuple[str, ...]]
"""The identifiers of all pages of a product."""

LEAST = 0.0001
UNHEARD = 0.01
"""The confidence below which no reader's pair falls in a vote."""
ID_LENGTH = 12
MEMO = 1 << 17
"""So many values are remembered."""
AMBIGUOUS = frozenset({"status", "norm", "before", "save", "was", "de", "van"})
"""Labels of offers that products may have, too."""
OFFERED = {
    folded(label): field
    for field, labels in (
        ("", table("labels.fields")["old price"]),
        ("availability", ("availability", *table("labels.fields")["availability"])),
        ("price", phrases("labels.prices")),
        ("currency", ("currency", "pricecurrency")),
    )
    for label in labels
    if folded(label) not in AMBIGUOUS
}
"""What belongs to an offer, not to the product, and what offers call it, if they tell it."""
SAME = 0.9
"""Values this alike say the same, rounded or in another unit."""
MAX_COMPARED = 12
"""With so many of the commonest values of an attribute all others are compared."""


class _Vote(NamedTuple):
    """One page's printed value for an attribute."""

    site: str
    url: str
    printed: str
    confidence: float


Votes = Mapping[str, Mapping[str, Sequence[_Vote]]]
"""By attribute and normal value, who prints it."""


def fuse(
    groups: Sequence[Sequence[Specification]],
    correspondences: Iterable[Correspondence] = (),
    attributes: Iterable[Attribute] = (),
    ids: IdsOf | None = None,
) -> tuple[Product, ...]:
    """The product that each group speaks of, with a claim for each attribute.

    Each site has one vote an attribute. It weighs the more the more often the site is right with
    others, and the less the more it shares their errors; the confidence of a claim is how likely
    the votes make it. Every claim names the pages that print it, and every value that lost is kept.
    Values that differ by rounding or unit are one; claims say them in the unit of *attributes*.
    """
    units = {attribute.name: attribute.unit for attribute in attributes}
    polls = _Polls(_attribute_names(correspondences))
    votes = [polls.votes(group) for group in groups]
    trust = learn_trust(
        (attribute, _item(ballots))
        for each in votes
        for attribute, ballots in each.items()
        if len(ballots) > 1
    )
    return tuple(
        _product(group, tuple(_claims(each, trust, units)), ids(group) if ids else ())
        for group, each in zip(groups, votes, strict=True)
    )


def _product(
    group: Sequence[Specification], claims: Sequence[tuple[Claim, bool]], ids: tuple[str, ...]
) -> Product:
    urls = tuple(sorted({specification.url for specification in group}))
    return Product(
        id=hashlib.sha256(urls[0].encode()).hexdigest()[:ID_LENGTH],
        title=_most_common([_name(each) for each in group]),
        category=_most_common([each.category for each in group]),
        ids=ids,
        urls=urls,
        claims=tuple(claim for claim, believed in claims if believed),
        disputed=tuple(claim for claim, believed in claims if not believed),
        offers=tuple(_offers(group)),
    )


def _offers(group: Sequence[Specification]) -> Iterator[SiteOffer]:
    """What each page of *group* asks for the product."""
    for specification in sorted(group, key=lambda each: each.url):
        said: dict[str, str] = {}
        printed = [(each.name, each.value) for each in specification.fields]
        printed += [(each.name, each.value) for each in specification.pairs]
        for name, value in printed:
            meant = OFFERED.get(folded(name))
            if meant:
                said.setdefault(meant, collapse(value))
        if "price" in said or "availability" in said:
            site = specification.site or host(specification.url)
            yield SiteOffer(site, specification.url, **said)


def _claims(votes: Votes, trust: Trust, units: Mapping[str, str]) -> Iterator[tuple[Claim, bool]]:
    """The claims for each attribute, the believed one first; whether it is."""
    for attribute, ballots in sorted(votes.items()):
        shares = trust.confidences(_item(ballots), attribute)
        ordered = list(ballots)
        if len(ordered) > 1:
            ordered.sort(key=lambda value: (-round(shares[value], 9), -len(ballots[value]), value))
        for value in ordered:
            claim = _claim(attribute, ballots[value], shares[value], units.get(attribute, ""))
            yield claim, value == ordered[0]


def _name(specification: Specification) -> str:
    """What a page calls its product; the page's title where that was not found."""
    names = [field for field in specification.fields if field.name == "name" and field.value]
    return max(names, key=lambda each: each.confidence).value if names else specification.title


def _item(ballots: Mapping[str, Sequence[_Vote]]) -> dict[str, list[str]]:
    """Who says which value; a site that says several has its surest counted."""
    if len(ballots) == 1:
        return {value: [vote.site for vote in votes] for value, votes in ballots.items()}
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


class _Polls:
    """Who prints what of a product; each name and value is understood once."""

    def __init__(self, correspondences: Mapping[tuple[str, str], str]) -> None:
        self._correspondences = correspondences
        self._names: dict[tuple[str, str], tuple[str, str]] = {}
        self._values: dict[str, tuple[str, str]] = {}

    def votes(self, group: Sequence[Specification]) -> dict[str, Mapping[str, list[_Vote]]]:
        """By attribute and normal value, who prints it."""
        names: dict[str, list[str]] = defaultdict(list)
        found: dict[str, dict[str, list[_Vote]]] = defaultdict(lambda: defaultdict(list))
        for specification in group:
            site = specification.site or host(specification.url)
            for pair in specification.pairs:
                meant = self._names.get((site, pair.name)) or self._name(site, pair.name)
                value = self._values.get(pair.value) or self._value(pair.value)
                if not meant[0] or not value[0]:
                    continue
                names[meant[0]].append(meant[1])
                found[meant[0]][value[0]].append(
                    _Vote(site, specification.url, value[1], pair.confidence)
                )
        return {_most_common(names[plain]): _merged(votes) for plain, votes in found.items()}

    def _name(self, site: str, name: str) -> tuple[str, str]:
        """What a site's name means, for comparing and for people; nothing if it is of an offer."""
        plain = folded(name)
        meant = ""
        if plain and plain not in OFFERED:
            meant = self._correspondences.get((site, plain)) or collapse(name)
        self._names[site, name] = found = folded(meant) or meant, meant
        return found

    def _value(self, printed: str) -> tuple[str, str]:
        """The normal value, and the printed one; nothing if it says nothing."""
        self._values[printed] = found = read(printed).text, collapse(printed)
        return found


def _merged(ballots: Mapping[str, list[_Vote]]) -> Mapping[str, list[_Vote]]:
    """*ballots* with those as one whose values are the same but for rounding or unit."""
    if len(ballots) == 1:
        return ballots
    kept: list[tuple[Quantity, list[_Vote]]] = []
    merged: dict[str, list[_Vote]] = {}
    for text, votes in sorted(ballots.items(), key=lambda each: (-len(each[1]), each[0])):
        value = read(votes[0].printed)
        same = next((votes for known, votes in kept if likeness(known, value) >= SAME), None)
        if same is not None:
            same += votes
            continue
        merged[text] = list(votes)
        if len(kept) < MAX_COMPARED:
            kept.append((value, merged[text]))
    return merged


def _claim(attribute: str, votes: Sequence[_Vote], share: float, unit: str) -> Claim:
    printed = _most_common([vote.printed for vote in votes])
    normal, unit = _stated(printed, unit)
    return Claim(
        attribute=attribute,
        value=printed,
        urls=tuple(sorted({vote.url for vote in votes})),
        confidence=max(round(share, 4), LEAST),
        normal=normal,
        unit=unit,
    )


@lru_cache(maxsize=MEMO)
def _stated(printed: str, unit: str) -> tuple[str, str]:
    return stated(read(printed), unit)


def _most_common(texts: Sequence[str]) -> str:
    """The most common of *texts* that is not empty; of equal ones the shortest."""
    if len(texts) == 1 or (texts and texts.count(texts[0]) == len(texts)):
        return collapse(texts[0])
    counts = Counter(collapse(text) for text in texts if text.strip())
    return min(counts, key=lambda text: (-counts[text], len(text), text), default="")
