"""What do the pages of one product agree on?"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from specdex.fusion.trust import Item, Trust, learn_trust
from specdex.fusion.wordings import Meaning, Told, Wordings, heard, learn_wordings, meaning
from specdex.groups import by_key
from specdex.lexicon import phrases, table
from specdex.quantities import Quantity, likeness, read, stated
from specdex.records import (
    Attribute,
    Claim,
    Correspondence,
    Field,
    Pair,
    Product,
    SiteOffer,
    Specification,
)
from specdex.text import collapse, folded
from specdex.urls import host

__all__ = ["Fusion", "Polls", "believed", "fuse", "id_of", "offers_of"]

Ask = Callable[..., Iterable[Any]]
"""Asks all parts of a collection, one after the other: what they do, and what that takes."""
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


Vote = tuple[str, str, str, float]
"""One page's value for an attribute: its site and URL, what it prints, and how surely."""
Ballots = Mapping[str, list[Vote]]
"""By normal value, who prints it."""


class _Said(NamedTuple):
    """What is left of the votes for a value: how most print it, on which pages."""

    printed: str
    urls: tuple[str, ...]
    votes: int


class _Poll(NamedTuple):
    """What all pages of a product say of an attribute."""

    attribute: str
    said: Mapping[str, _Said]
    """By normal value."""
    item: Item
    """The sites of each value, each with its surest alone."""

    def votes(self, value: str) -> tuple[int, str]:
        """How many print *value*, and what it is: the more, the greater."""
        return self.said[value].votes, value


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
    return Fusion(groups, correspondences).products(attributes, ids)


class Fusion:
    """The votes of the pages of each group, and how far each site is trusted."""

    def __init__(
        self,
        groups: Sequence[Sequence[Specification]],
        correspondences: Iterable[Correspondence] = (),
        trust: Trust | None = None,
    ) -> None:
        """Trust, and what words mean the same, is learned from the votes, unless it is known."""
        self._polls = Polls(groups, correspondences)
        self.trust = trust or believed(lambda asked, *given: [getattr(self._polls, asked)(*given)])

    def products(
        self, attributes: Iterable[Attribute] = (), ids: IdsOf | None = None
    ) -> tuple[Product, ...]:
        """The product of each group, its claims in the units of *attributes*."""
        return self._polls.products(self.trust, attributes, ids)


def believed(ask: Ask) -> Trust:
    """How far sites are trusted, and what words mean the same, as all parts that are asked teach.

    Parts are ``Polls`` that follow on each other; whatever they are, it comes out the same.
    """
    counts = list(ask("counted"))
    wordings = learn_wordings(chain.from_iterable(ask("spoken", counts)))
    return replace(learn_trust(chain.from_iterable(ask("disputed", wordings))), wordings=wordings)


class Polls:
    """What the pages of some groups say: all of them, or part *number* of all."""

    def __init__(
        self,
        groups: Sequence[Sequence[Specification]],
        correspondences: Iterable[Correspondence] = (),
        number: int = 0,
    ) -> None:
        votes = _Votes(_attribute_names(correspondences))
        self._groups, self._number = groups, number
        self._polls = [votes.polls(group) for group in groups]
        self._wordings: Wordings | None = None

    def counted(self) -> dict[str, int]:
        """Of how many groups each attribute is told."""
        return dict(Counter([poll.attribute for each in self._polls for poll in each]))

    def spoken(self, counts: Sequence[Mapping[str, int]]) -> list[tuple[str, Told]]:
        """What is said of attributes; nothing is made of what is not heard among all *counts*."""
        of_attribute = by_key([(poll.attribute, poll) for each in self._polls for poll in each])
        told: list[tuple[str, Told]] = []
        for attribute, each in of_attribute.items():
            told_of = [count.get(attribute, 0) for count in counts]
            for poll in heard(each, sum(told_of[: self._number]), sum(told_of)):
                spoken = {meaning(poll.said[text].printed): poll.item[text] for text in poll.item}
                told.append((attribute, spoken))
        return told

    def disputed(self, wordings: Wordings) -> list[tuple[str, Item]]:
        """Of what more than one value is told, where values that mean the same are one."""
        self._reword(wordings)
        items = [(poll.attribute, poll.item) for each in self._polls for poll in each]
        return [told for told in items if len(told[1]) > 1]

    def products(
        self, trust: Trust, attributes: Iterable[Attribute] = (), ids: IdsOf | None = None
    ) -> tuple[Product, ...]:
        """The product of each group, by *trust*, its claims in the units of *attributes*."""
        self._reword(trust.wordings)
        units = {attribute.name: attribute.unit for attribute in attributes}
        return tuple(
            [
                _product(group, tuple(_claims(each, trust, units)), ids(group) if ids else ())
                for group, each in zip(self._groups, self._polls, strict=True)
            ]
        )

    def _reword(self, wordings: Wordings) -> None:
        if self._wordings is None:
            self._wordings = wordings
            self._polls = [
                [_reworded(poll, wordings) if len(poll.said) > 1 else poll for poll in each]
                for each in self._polls
            ]


def _reworded(poll: _Poll, wordings: Wordings) -> _Poll:
    """*poll* with those values as one that mean the same in other words."""
    alike: dict[Meaning, list[str]] = {}
    for value in sorted(poll.said, key=poll.votes, reverse=True):
        wording, numbers = meaning(poll.said[value].printed)
        chief = wordings.get((poll.attribute, wording), wording)
        alike.setdefault((chief, numbers), []).append(value)
    if len(alike) == len(poll.said):
        return poll
    said: dict[str, _Said] = {}
    item: dict[str, frozenset[str]] = {}
    for values in alike.values():
        first = values[0]
        urls = [url for value in values for url in poll.said[value].urls]
        votes = sum([poll.said[value].votes for value in values])
        said[first] = _Said(poll.said[first].printed, tuple(sorted(set(urls))), votes)
        item[first] = frozenset([site for value in values for site in poll.item[value]])
    return _Poll(poll.attribute, said, item)


def _product(
    group: Sequence[Specification], claims: Sequence[tuple[Claim, bool]], ids: tuple[str, ...]
) -> Product:
    urls = tuple(sorted({specification.url for specification in group}))
    return Product(
        id=id_of(urls),
        title=_most_common([collapse(_name(each)) for each in group]),
        category=_most_common([collapse(each.category) for each in group]),
        ids=ids,
        urls=urls,
        claims=tuple(claim for claim, believed in claims if believed),
        disputed=tuple(claim for claim, believed in claims if not believed),
        offers=tuple(offers_of(group)),
    )


def id_of(urls: Sequence[str]) -> str:
    """The id of a product with the pages *urls*, the least first, if it is new."""
    return hashlib.sha256(urls[0].encode()).hexdigest()[:ID_LENGTH]


def offers_of(group: Sequence[Specification]) -> Iterator[SiteOffer]:
    """What each page of *group* asks for the product."""
    for specification in sorted(group, key=lambda each: each.url):
        said: dict[str, str] = {}
        printings: Iterable[Field | Pair] = chain(specification.fields, specification.pairs)
        for printed in printings:
            meant = OFFERED.get(folded(printed.name))
            if meant:
                said.setdefault(meant, collapse(printed.value))
        if "price" in said or "availability" in said:
            site = specification.site or host(specification.url)
            yield SiteOffer(site, specification.url, **said)


def _claims(
    polls: Iterable[_Poll], trust: Trust, units: Mapping[str, str]
) -> list[tuple[Claim, bool]]:
    """The claims for each attribute, the believed one first; whether it is."""
    found: list[tuple[Claim, bool]] = []
    for attribute, said, item in sorted(polls, key=itemgetter(0)):
        unit = units.get(attribute, "")
        shares = trust.confidences(item, attribute)
        values = list(said)
        if len(values) > 1:
            ranks = [(-round(shares[value], 9), -said[value].votes, value) for value in values]
            values = [value for _, _, value in sorted(ranks)]
        for value in values:
            claim = _claim(attribute, said[value], shares[value], unit)
            found.append((claim, value == values[0]))
    return found


def _name(specification: Specification) -> str:
    """What a page calls its product; the page's title where that was not found."""
    names = [field for field in specification.fields if field.name == "name" and field.value]
    return max(names, key=lambda each: each.confidence).value if names else specification.title


def _item(ballots: Ballots) -> dict[str, frozenset[str]]:
    """Who says which value; a site that says several has its surest counted."""
    surest: dict[str, tuple[float, str]] = {}
    for value, votes in sorted(ballots.items()):
        said: dict[str, float] = {}
        for site, _, _, confidence in votes:
            said[site] = said.get(site, 0.0) + max(confidence, UNHEARD)
        for site, total in said.items():
            if site not in surest or total > surest[site][0]:
                surest[site] = total, value
    item: dict[str, list[str]] = {value: [] for value in ballots}
    for site, (_, value) in surest.items():
        item[value].append(site)
    return {value: frozenset(sites) for value, sites in item.items()}


def _attribute_names(correspondences: Iterable[Correspondence]) -> dict[tuple[str, str], str]:
    """The attribute of each site's name, ready to look up; the surest where two disagree."""
    ordered = sorted(correspondences, key=lambda found: (found.confidence, found.attribute))
    return {(found.site, folded(found.name)): found.attribute for found in ordered}


class _Votes:
    """Who prints what of a product; each name and value is understood once."""

    def __init__(self, correspondences: Mapping[tuple[str, str], str]) -> None:
        self._correspondences = correspondences
        self._names: dict[str, dict[str, tuple[str, str]]] = defaultdict(dict)
        self._values: dict[str, tuple[str, str]] = {}

    def polls(self, group: Sequence[Specification]) -> list[_Poll]:
        """What the pages of *group* say of each attribute."""
        found: dict[str, tuple[list[str], dict[str, list[Vote]]]] = {}
        for specification in group:
            site, url = specification.site or host(specification.url), specification.url
            known = self._names[site]
            for pair in specification.pairs:
                plain, name = known.get(pair.name) or self._name(site, pair.name)
                normal, printed = self._values.get(pair.value) or self._value(pair.value)
                if plain and normal:
                    said = found.get(plain)
                    if said is None:
                        said = found[plain] = [], {}
                    said[0].append(name)
                    vote = site, url, printed, pair.confidence
                    votes = said[1].get(normal)
                    if votes is None:
                        said[1][normal] = [vote]
                    else:
                        votes.append(vote)
        polls = {_most_common(names): ballots for names, ballots in found.values()}
        return [_Poll(name, *_counted(ballots)) for name, ballots in polls.items()]

    def _name(self, site: str, name: str) -> tuple[str, str]:
        """What a site's name means, for comparing and for people; nothing if it is of an offer."""
        plain = folded(name)
        meant = ""
        if plain and plain not in OFFERED:
            meant = self._correspondences.get((site, plain)) or collapse(name)
        self._names[site][name] = found = folded(meant) or meant, collapse(meant)
        return found

    def _value(self, printed: str) -> tuple[str, str]:
        """The normal value, and the printed one; nothing if it says nothing."""
        self._values[printed] = found = read(printed).text, collapse(printed)
        return found


def _counted(ballots: Ballots) -> tuple[dict[str, _Said], dict[str, frozenset[str]]]:
    """What *ballots* come to: how each value is printed, and who says it."""
    merged = _merged(ballots) if len(ballots) > 1 else ballots
    if len(merged) > 1:
        item = _item(merged)
    else:
        item = {value: frozenset([vote[0] for vote in votes]) for value, votes in merged.items()}
    return {value: _said(votes) for value, votes in merged.items()}, item


def _said(votes: Sequence[Vote]) -> _Said:
    if len(votes) == 1:
        return _Said(votes[0][2], (votes[0][1],), 1)
    urls = tuple(sorted({vote[1] for vote in votes}))
    return _Said(_most_common([vote[2] for vote in votes]), urls, len(votes))


def _merged(ballots: Ballots) -> Ballots:
    """*ballots* with those as one whose values are the same but for rounding or unit."""
    kept: list[tuple[Quantity, list[Vote]]] = []
    merged: dict[str, list[Vote]] = {}
    ranks = sorted([(-len(votes), text) for text, votes in ballots.items()])
    for _, text in ranks:
        votes = ballots[text]
        value = read(votes[0][2])
        same = None
        for known, others in kept:
            if likeness(known, value) >= SAME:
                same = others
                break
        if same is not None:
            same += votes
            continue
        merged[text] = list(votes)
        if len(kept) < MAX_COMPARED:
            kept.append((value, merged[text]))
    return merged


def _claim(attribute: str, said: _Said, share: float, unit: str) -> Claim:
    normal, meant = _stated(said.printed, unit)
    sure = max(round(share, 4), LEAST)
    return Claim(attribute, said.printed, said.urls, sure, normal, meant)


@lru_cache(maxsize=MEMO)
def _stated(printed: str, unit: str) -> tuple[str, str]:
    return stated(read(printed), unit)


def _most_common(texts: Sequence[str]) -> str:
    """The most common of *texts* that is not empty; of equal ones the shortest."""
    if not texts or texts.count(texts[0]) == len(texts):
        return texts[0] if texts else ""
    counts: dict[str, int] = {}
    for text in texts:
        if text:
            counts[text] = counts.get(text, 0) + 1
    return min([(-times, len(text), text) for text, times in counts.items()])[2]
