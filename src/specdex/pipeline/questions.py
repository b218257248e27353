"""What is most worth asking a person: what is least sure and would change most."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import combinations
from math import log2

from rapidfuzz import fuzz

from specdex.groups import by_key
from specdex.pipeline.decide import SAME
from specdex.pipeline.decisions import Book, of_category
from specdex.quantities import likeness, read
from specdex.records import (
    Claim,
    Correspondence,
    Decision,
    DecisionKind,
    Match,
    Product,
    Specification,
)
from specdex.runs import SqliteStore, queries
from specdex.text import collapse, folded, words
from specdex.urls import host

__all__ = ["Question", "questions", "unanswered"]

SURE = 0.98
"""What is at least so sure is not asked."""
RARE = 12
"""A word in the titles of more products than this proposes nothing."""
ALIKE = 0.6
"""Titles of products that may be one are at least so much alike."""
APART = 0.5
"""How far it counts that products are alike which were found to be two."""
NUMBER = re.compile(r"\d")
EXAMPLES = 3
CUT = 60
"""Signs of a title or value that a question shows."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a person may decide, and what speaks for either answer."""

    decision: Decision
    """What a yes would mean."""
    text: str
    """In one line, with what both sides say."""
    value: float
    """How unsure it is, times how much would change."""
    confidence: float
    otherwise: Decision | None = None
    """What a no would mean, if it can be said."""


def questions(store: SqliteStore, category: str, number: int) -> list[Question]:
    """The *number* most valuable questions about what was joined of *category*.

    Whether two pages or products are one, what a name means, which of two values is wrong; nothing
    that was decided, or follows from what was.
    """
    answered = _Answered(of_category(store.read(Decision), category))
    products = list(store.read(Product, category=category))
    found = (
        *_joined(store, category, products, answered),
        *_apart(products, answered),
        *_names(store, category, answered),
        *_values(products, answered),
    )
    best = nlargest(number, found, key=lambda each: (each.value, each.text))
    asked = [each.decision for each in best if each.decision.kind is DecisionKind.MEANS]
    said = _examples(store, category, asked) if asked else {}
    return [
        replace(
            each,
            decision=replace(each.decision, category=category),
            text=_about_name(each, said) if each.decision in asked else each.text,
            otherwise=each.otherwise and replace(each.otherwise, category=category),
        )
        for each in best
    ]


class _Answered:
    """What was decided."""

    def __init__(self, decisions: Iterable[Decision]) -> None:
        self.book = Book()
        self._means: set[tuple[str, str]] = set()
        self._wrong: dict[str, list[str]] = defaultdict(list)
        for each in decisions:
            self.book.add(each)
            if each.kind is DecisionKind.MEANS:
                self._means.add((each.one, folded(each.other)))
            elif each.kind is DecisionKind.WRONG:
                self._wrong[each.one].append(each.value)

    def pair(self, one: str, other: str) -> bool:
        """Whether two pages were said to be the same, or not."""
        mine, theirs = self.book.leader(one), self.book.leader(other)
        return mine == theirs or theirs in self.book.apart.get(mine, ())

    def name(self, site: str, name: str) -> bool:
        """Whether it was said what *name* means."""
        return not self._means.isdisjoint({(site, folded(name)), ("", folded(name))})

    def value(self, claim: Claim) -> bool:
        """Whether a page's value was said to be wrong."""
        said = [value for url in claim.urls for value in self._wrong.get(url, ())]
        return any(likeness(read(value), read(claim.value)) >= SAME for value in said)


def unanswered(store: SqliteStore, category: str, asked: Iterable[Question]) -> Iterator[Question]:
    """Those of *asked*, in their order, that no decision has answered since."""
    answered = _Answered(of_category(store.read(Decision), category))
    for each in asked:
        said = each.decision
        if said.kind is DecisionKind.MEANS:
            known = answered.name(said.one, said.other)
        elif said.kind is DecisionKind.WRONG:
            known = any(_is_wrong(store, side, answered) for side in (said, each.otherwise))
        else:
            known = answered.pair(said.one, said.other)
        if not known:
            yield each


def _is_wrong(store: SqliteStore, side: Decision | None, answered: _Answered) -> bool:
    """Whether a value of a product was said to be wrong."""
    urls = [url for found in store.read(Product, id=side.one) for url in found.urls] if side else []
    return side is not None and answered.value(Claim(side.other, side.value, tuple(urls)))


def _joined(
    store: SqliteStore, category: str, products: Sequence[Product], answered: _Answered
) -> Iterator[Question]:
    """Of each product the least sure match that holds it together, with what it would split."""
    titles = queries.titles(store, category)
    place = {url: number for number, each in enumerate(products) for url in each.urls}
    inside: dict[int, list[Match]] = defaultdict(list)
    for match in store.read(Match, category=category):
        number = place.get(match.one)
        if number is not None and number == place.get(match.other):
            inside[number].append(match)
    for number, found in inside.items():
        held = _weakest(products[number].urls, found, answered)
        if held is not None and held[0].confidence < SURE:
            match, size, rest = held
            yield _one_product(
                (match.one, titles.get(match.one, ""), size),
                (match.other, titles.get(match.other, ""), rest),
                match.confidence,
                f"joined, for {match.evidence}" if match.evidence else "joined",
            )


def _weakest(
    urls: Sequence[str], matches: Iterable[Match], answered: _Answered
) -> tuple[Match, int, int] | None:
    """The last match that is needed to hold *urls* together, and how many it joins to how many."""
    leader = {url: answered.book.leader(url) for url in urls}
    size = Counter(leader.values())

    def first(url: str) -> str:
        while leader.get(url, url) != url:
            url = leader[url]
        return url

    last = None
    for match in sorted(matches, key=lambda each: (-each.confidence, each.one, each.other)):
        one, other = first(match.one), first(match.other)
        if one != other:
            last = match, size[one], size[other]
            size[one] += size.pop(other)
            leader[other] = one
    return last


def _apart(products: Sequence[Product], answered: _Answered) -> Iterator[Question]:
    """Products that are called alike and agree on most, and were found to be two."""
    titles = [" ".join(sorted(set(words(each.title)))) for each in products]
    bearing = by_key((word, at) for at, title in enumerate(titles) for word in title.split())
    blocks = (found for found in bearing.values() if len(found) <= RARE)
    for one, other in sorted({pair for found in blocks for pair in combinations(found, 2)}):
        alike = fuzz.ratio(titles[one], titles[other]) / 100
        mine, theirs = products[one], products[other]
        if alike < ALIKE or _vetoed(mine, theirs) or _numbered(titles[one], titles[other]):
            continue
        if answered.pair(mine.urls[0], theirs.urls[0]):
            continue
        likely = APART * alike * _agreement(mine, theirs)
        yield _one_product(
            (mine.urls[0], mine.title, len(mine.urls)),
            (theirs.urls[0], theirs.title, len(theirs.urls)),
            likely,
            "apart so far",
        )


def _vetoed(one: Product, other: Product) -> bool:
    """Whether GTINs say that two products are two, or a shop that sells both."""
    if not {host(url) for url in one.urls}.isdisjoint(map(host, other.urls)):
        return True
    gtins = [{each for each in both.ids if each.startswith("gtin:")} for both in (one, other)]
    return all(gtins) and gtins[0].isdisjoint(gtins[1])


def _numbered(one: str, other: str) -> bool:
    """Whether either title has a number that the other lacks, as models are told apart."""
    mine, theirs = (
        {each for each in title.split() if NUMBER.search(each)} for title in (one, other)
    )
    return bool(mine - theirs) and bool(theirs - mine)


def _agreement(one: Product, other: Product) -> float:
    """The share of attributes on which two products agree; a half where they share none."""
    said = {claim.attribute: claim for claim in one.claims}
    both = [(said[each.attribute], each) for each in other.claims if each.attribute in said]
    agree = sum((mine.normal or mine.value) == (each.normal or each.value) for mine, each in both)
    return (agree + 1) / (len(both) + 2)


def _one_product(
    one: tuple[str, str, int], other: tuple[str, str, int], confidence: float, state: str
) -> Question:
    sides = " and ".join(
        f"{_cut(title)!r} at {host(url)} ({_counted(pages)})" for url, title, pages in (one, other)
    )
    decisions = [
        Decision(kind, one[0], other[0]) for kind in (DecisionKind.SAME, DecisionKind.DIFFERENT)
    ]
    doubt = 1 - confidence if state.startswith("joined") else confidence
    return Question(
        decisions[0],
        f"Are these one product: {sides}? {state}, {confidence:.2f} sure",
        doubt * log2(1 + one[2] + other[2]),
        confidence,
        decisions[1],
    )


def _names(store: SqliteStore, category: str, answered: _Answered) -> Iterator[Question]:
    """Wordings of which it is unsure that they mean an attribute of another name."""
    pages = {(site, name): count for _, site, name, count in queries.names(store, category)}
    sites: dict[tuple[str, str], list[Correspondence]] = defaultdict(list)
    for each in store.read(Correspondence, category=category):
        named = folded(each.name) == folded(each.attribute)
        if each.confidence < SURE and not named and not answered.name(each.site, each.name):
            sites[folded(each.name), each.attribute].append(each)
    for (_, attribute), found in sites.items():
        confidence = min(each.confidence for each in found)
        bearing = sum(pages.get((each.site, each.name), 0) for each in found)
        where = found[0].site if len(found) == 1 else ""
        yield Question(
            Decision(DecisionKind.MEANS, where, found[0].name, attribute),
            f"{confidence:.2f} sure, {_counted(bearing)} of {_listed(e.site for e in found)}",
            (1 - confidence) * log2(1 + bearing),
            confidence,
            Decision(DecisionKind.MEANS, where, found[0].name, found[0].name),
        )


def _values(products: Sequence[Product], answered: _Answered) -> Iterator[Question]:
    """Values of an attribute that are believed nearly as much as each other."""
    bearing = Counter(claim.attribute for each in products for claim in each.claims)
    for product in products:
        believed = {claim.attribute: claim for claim in product.claims}
        rivals: dict[str, Claim] = {}
        for lost in product.disputed:
            rivals.setdefault(lost.attribute, lost)
        for attribute, rival in rivals.items():
            claim = believed.get(attribute)
            if claim is None or answered.value(claim) or answered.value(rival):
                continue
            sides = " or ".join(
                f"{_cut(each.value)!r} ({_listed(map(host, each.urls))}, {each.confidence:.2f})"
                for each in (claim, rival)
            )
            decisions = [
                Decision(DecisionKind.WRONG, product.id, attribute, each.value)
                for each in (rival, claim)
            ]
            unsure = min(1.0, rival.confidence / (claim.confidence or 1.0))
            covered = bearing[attribute] / len(products)
            yield Question(
                decisions[0],
                f"Which {attribute!r} of {_cut(product.title)!r} is wrong: {sides}?",
                unsure * covered * log2(1 + len(claim.urls) + len(rival.urls)),
                claim.confidence,
                decisions[1],
            )


def _about_name(question: Question, said: Mapping[str, Sequence[str]]) -> str:
    name, attribute = question.decision.other, question.decision.value
    sides = (said.get(f"={folded(name)}", ()), said.get(attribute, ()))
    mine, theirs = (", ".join(repr(_cut(each)) for each in side) or "nothing" for side in sides)
    return f"Does {name!r} ({mine}) mean {attribute!r} ({theirs})? {question.text}"


def _examples(store: SqliteStore, category: str, asked: Iterable[Decision]) -> dict[str, list[str]]:
    """Some values of the names that are *asked* for, and of their attributes elsewhere."""
    names = {folded(each.other) for each in asked}
    attributes = {each.value for each in asked}
    means = {
        (each.site, folded(each.name)): each.attribute
        for each in store.read(Correspondence, category=category)
        if each.attribute in attributes and folded(each.name) not in names
    }
    found: dict[str, list[str]] = defaultdict(list)
    for page in store.read(Specification, category=category):
        for pair in page.pairs:
            name = folded(pair.name)
            kept = f"={name}" if name in names else means.get((page.site, name))
            value = collapse(pair.value)
            if kept and len(found[kept]) < EXAMPLES and value not in found[kept]:
                found[kept].append(value)
    return found


def _cut(text: str) -> str:
    return text if len(text) <= CUT else f"{text[: CUT - 1]}…"


def _counted(pages: int) -> str:
    return f"{pages} page" if pages == 1 else f"{pages} pages"


def _listed(sites: Iterable[str]) -> str:
    """Some of *sites*, and how many more there are."""
    known = sorted(set(sites))
    more = f" and {len(known) - EXAMPLES} more" if len(known) > EXAMPLES else ""
    return ", ".join(known[:EXAMPLES]) + more
