"""Which names of which sites mean the same attribute?"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from specdex import models
from specdex.alignment.clustering import NEVER, Groups
from specdex.alignment.evidence import FEATURES, Evidence, Floats
from specdex.alignment.names import normal_name
from specdex.alignment.nodes import Nodes, decided_meaning, nodes
from specdex.alignment.sheet import Integers, Name, Sheet, sheet
from specdex.arrays import Bools
from specdex.groups import by_key
from specdex.quantities import measure
from specdex.records import Correspondence, Decision, Specification
from specdex.text import collapse, letters_and_digits
from specdex.urls import host

__all__ = ["Aligner", "PairScore", "align_late", "groups_by_code"]

MODEL = "alignment.json"
THRESHOLD = 0.08
"""The average score from which on two groups of names mean one attribute."""
ACCIDENT = 0.05
"""Of twenty pages of a name one may also show another name of its attribute."""
MAX_NODES = 12_000
"""So many wordings, those of most pages, are compared; all others mean themselves."""
DECIDED = 1.0
"""The confidence in what a person said, and in a name that means nothing but itself."""
LEAST_SURE, MOST_SURE = 0.6, 0.95
"""The confidence in names that are joined, from the lowest score to the highest."""

MIN_CODE, MAX_CODE = 5, 25
LONG_NUMBER = 12
"""Digits alone are a code from this length on: a GTIN."""
MAX_PAGES_A_SITE = 2
"""A code on more pages of one site does not stand for a product."""
MAX_PAGES = 60
MAX_WORDS = 3
MAX_PRINTED = 2 * MAX_CODE

_DIGIT = re.compile(r"\d")
_PRINTED = re.compile(r"[^\s,;|()]+")

PairScore = Mapping[str, float]
"""What each feature adds to the log-odds that a pair of names means the same."""


def align_late(
    specifications: Iterable[Specification],
    known: Iterable[Correspondence],
    decisions: Iterable[Decision] = (),
) -> tuple[Correspondence, ...]:
    """The attributes of names that came late, by their wording alone, or as *decisions* say."""
    decided = decided_meaning(decisions)
    printed: set[Name] = set()
    meant: dict[str, Counter[str]] = defaultdict(Counter)
    for each in known:
        printed.add((each.site, each.name))
        meant[normal_name(each.name)][each.attribute] += 1
    late: dict[str, Counter[str]] = defaultdict(Counter)
    found: set[Name] = set()
    for specification in specifications:
        site = specification.site or host(specification.url)
        for pair in specification.pairs:
            name = collapse(pair.name)
            if (site, name) not in printed and (wording := normal_name(name)):
                found.add((site, name))
                late[wording][name] += 1

    def worded(name: str) -> str:
        wording = normal_name(name)
        texts = meant.get(wording) or late[wording]
        return min(texts, key=lambda text: (-texts[text], len(text), text))

    return tuple(
        Correspondence(site, name, said, DECIDED)
        if (said := decided(site, name))
        else Correspondence(site, name, worded(name), LEAST_SURE)
        for site, name in sorted(found)
    )


@lru_cache(maxsize=1)
def read_score() -> PairScore:
    """The score that ships."""
    found: PairScore = models.read(MODEL)
    return found


class Examples(NamedTuple):
    """Pairs of nodes, what is told of each, and which must not be one."""

    nodes: Nodes
    one: Integers
    other: Integers
    features: Floats
    apart: Bools


class Aligner:
    """A collection read once, to be aligned again when more is known of its products.

    Names of one wording are one unless their values object; others are joined by what their words
    mean and how far their values agree on pages that speak of one product. Two names that stand
    together on pages of one site are never joined. What *decisions* say a name means, it means.
    """

    def __init__(
        self,
        specifications: Sequence[Specification],
        decisions: Iterable[Decision] = (),
        score: PairScore | None = None,
    ) -> None:
        self._ordered = sorted(
            specifications, key=lambda found: (found.url, found.site, found.title)
        )
        self.told = sheet(self._ordered)
        self._decisions = tuple(decisions)
        self._score = score
        self._pages = self.told.pages_of()

    def correspondences(self, groups: Sequence[Sequence[str]] = ()) -> tuple[Correspondence, ...]:
        """The attribute of every name of every site, with a confidence; sorted by site and name.

        *groups* are URLs of one product; where there are none, pages that share a rare code are
        taken for such.
        """
        products = self._products(groups)
        found = nodes(self.told, products, self._decisions)
        return _Attributes(self.told, found, self._pages).of(self._grouped(found, products))

    def examples(self, groups: Sequence[Sequence[str]] = ()) -> Examples:
        """The pairs of names that are scored, with what is told of each."""
        products = self._products(groups)
        return self._examples(nodes(self.told, products, self._decisions), products)

    def _examples(self, found: Nodes, products: Integers) -> Examples:
        kept, rows = _compared(self.told, found)
        evidence = Evidence(self.told, rows, [found.wordings[node] for node in kept.tolist()])
        one, other, features = evidence.features(products)
        forbidden = evidence.forbidden(one, other)
        one, other = kept[one], kept[other]
        wordings = np.unique(np.array([*found.wordings, ""]), return_inverse=True)[1]
        apart = forbidden | (wordings[one] == wordings[other])
        decided = np.unique(np.array([*found.attributes, ""]), return_inverse=True)[1]
        apart |= (decided[one] * decided[other] > 0) & (decided[one] != decided[other])
        return Examples(found, one, other, features, apart)

    def _products(self, groups: Sequence[Sequence[str]]) -> Integers:
        """For each page the number of its product, those of most sites first; -1 for none."""
        sites = self.told.sites
        places = by_key((each.url, place) for place, each in enumerate(self._ordered))
        linked: Iterable[Sequence[int]] = (
            [place for url in dict.fromkeys(group) for place in places.get(url, ())]
            for group in groups
        )
        if not groups:
            linked = groups_by_code(self._ordered, sites)
        ranked = sorted(
            (-len({sites[place] for place in each}), sorted(each)) for each in linked if each
        )
        found = np.full(len(sites), -1, dtype=np.int64)
        for number, (spread, each) in enumerate(ranked):
            if spread < -1:
                found[each] = number
        return found

    def _grouped(self, found: Nodes, products: Integers) -> list[tuple[list[int], float]]:
        """Nodes that mean one attribute, and how sure that is."""
        groups = Groups(_weights(self.told, found))
        first: dict[str, int] = {}
        for node, attribute in enumerate(found.attributes):
            if attribute:
                groups.together(first.setdefault(attribute, node), node)
        seen = self._examples(found, products)
        score = scores(seen.features, self._score or read_score())
        score[seen.apart] = NEVER
        sure = np.zeros(len(found.wordings))
        for mine, theirs, degree in zip(
            seen.one.tolist(), seen.other.tolist(), score.tolist(), strict=True
        ):
            groups.expect(mine, theirs, degree)
        np.maximum.at(sure, seen.one, score)
        np.maximum.at(sure, seen.other, score)
        groups.join(THRESHOLD)
        return [
            (members, float(sure[members].min()) if len(members) > 1 else 1.0)
            for members in groups.members
            if members
        ]


def scores(features: Floats, score: PairScore) -> Floats:
    """How likely each pair of names means the same."""
    weights = np.array([score[name] for name in FEATURES])
    return np.asarray(1 / (1 + np.exp(-(features @ weights + score["start"]))))


def _weights(told: Sheet, found: Nodes) -> list[float]:
    """How many sites print each node."""
    sites: dict[int, set[str]] = defaultdict(set)
    for (site, _), node in zip(told.printed, found.of_names.tolist(), strict=True):
        sites[node].add(site)
    return [float(len(sites[node])) for node in range(len(found.wordings))]


def _compared(told: Sheet, found: Nodes) -> tuple[Integers, Integers]:
    """The nodes of most pages, in order, and for each row the place of its node there, or -1."""
    node = found.of_names[told.names]
    times = np.bincount(node, minlength=len(found.wordings))
    kept = np.sort(np.argsort(-times, kind="stable")[:MAX_NODES])
    place = np.full(len(times), -1, dtype=np.int64)
    place[kept] = np.arange(len(kept))
    return kept, place[node]


class _Attributes:
    """Turns groups of nodes into attributes with names."""

    def __init__(self, told: Sheet, found: Nodes, pages: Sequence[Integers]) -> None:
        self._told = told
        self._nodes = found
        self._pages = pages
        self._names = by_key((node, name) for name, node in enumerate(found.of_names.tolist()))

    def of(self, groups: Iterable[tuple[Sequence[int], float]]) -> tuple[Correspondence, ...]:
        """One correspondence for each name of each site."""
        attributes: list[tuple[list[int], float, str]] = []
        for members, sure in groups:
            names = [name for node in members for name in self._names[node]]
            decided = next((a for node in members if (a := self._nodes.attributes[node])), "")
            kept, left = (names, []) if decided else self._apart(names)
            joined = LEAST_SURE + (MOST_SURE - LEAST_SURE) * max(0.0, sure)
            confidence = DECIDED if decided or len(kept) == 1 else joined
            attributes.append((kept, confidence, decided))
            attributes += [([name], DECIDED, "") for name in left]
        return self._named(attributes)

    def _apart(self, names: Iterable[int]) -> tuple[list[int], list[int]]:
        """*names* without those that stand on a page with another of the site, and those."""
        taken: dict[str, set[int]] = defaultdict(set)
        kept: list[int] = []
        left: list[int] = []
        for name in sorted(names, key=lambda name: (-len(self._pages[name]), name)):
            pages = self._pages[name].tolist()
            site = taken[self._told.printed[name][0]]
            if len(site.intersection(pages)) <= ACCIDENT * len(pages):
                site.update(pages)
                kept.append(name)
            else:
                left.append(name)
        return kept, left

    def _named(
        self, attributes: Iterable[tuple[Sequence[int], float, str]]
    ) -> tuple[Correspondence, ...]:
        taken: Counter[str] = Counter()
        found: list[Correspondence] = []
        for names, sure, decided in sorted(
            attributes, key=lambda each: (not each[2], *self._size(each[0]))
        ):
            attribute = decided or self._title(names)
            taken[attribute.casefold()] += 1
            times = taken[attribute.casefold()]
            attribute = attribute if times == 1 else f"{attribute} ({times})"
            found += [
                Correspondence(*self._told.printed[name], attribute, round(sure, 4))
                for name in names
            ]
        return tuple(sorted(found, key=lambda known: (known.site, known.name)))

    def _size(self, names: Sequence[int]) -> tuple[int, int, tuple[str, str]]:
        printed = [self._told.printed[name] for name in names]
        sites = {site for site, _ in printed}
        return -len(sites), -sum(len(self._pages[name]) for name in names), min(printed)

    def _title(self, names: Iterable[int]) -> str:
        """The wording that most sites use, as most pages print it."""
        sites: Counter[str] = Counter()
        spellings: Counter[str] = Counter()
        pages: Counter[str] = Counter()
        wordings: dict[str, str] = {}
        for name in names:
            printed, wording = self._told.printed[name][1], self._told.wordings[name]
            wordings[printed] = wording
            sites[wording] += 1
            spellings[printed] += 1
            pages[printed] += len(self._pages[name])
        return min(
            wordings,
            key=lambda text: (
                *(-sites[wordings[text]], -spellings[text], -pages[text]),
                *(len(text), text),
            ),
        )


def groups_by_code(
    specifications: Sequence[Specification], sites: Sequence[str]
) -> tuple[tuple[int, ...], ...]:
    """The places of specifications, on two sites or more, that share a code rare on each site.

    A code is a word of letters and digits in a title or for a value: a model or part number, or a
    GTIN. Which name it has does not matter, so no language does.
    """
    places: dict[str, set[int]] = defaultdict(set)
    codes: dict[str, str] = {}
    for place, specification in enumerate(specifications):
        for printed in _printed(specification):
            code = codes.get(printed)
            if code is None:
                code = codes[printed] = _code(printed)
            if code:
                places[code].add(place)
    kept = {tuple(sorted(found)) for found in places.values() if _telling(found, sites)}
    return tuple(sorted(kept))


def _telling(places: set[int], sites: Sequence[str]) -> bool:
    if not 1 < len(places) <= MAX_PAGES:
        return False
    pages = Counter(sites[place] for place in places)
    return len(pages) > 1 and max(pages.values()) <= MAX_PAGES_A_SITE


def _printed(specification: Specification) -> Iterator[str]:
    """What may be a code."""
    yield from (field.value for field in specification.fields)
    yield from (pair.value for pair in specification.pairs)
    yield from _PRINTED.findall(specification.title)


def _code(printed: str) -> str:
    """The code that *printed* is, or nothing."""
    if not MIN_CODE <= len(printed) <= MAX_PRINTED or _DIGIT.search(printed) is None:
        return ""
    code = letters_and_digits(printed) if len(printed.split()) <= MAX_WORDS else ""
    least = LONG_NUMBER if code.isdigit() else MIN_CODE
    return code if least <= len(code) <= MAX_CODE and measure(printed) is None else ""
