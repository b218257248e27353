"""Is a section of a site its products' specification? What all pages say together decides.

Names recur from page to page while values vary; menus do neither, lists of other products repeat
their names on one page, prices and forms betray themselves by their words.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from itertools import repeat

from specdex.html.tags import HEADING_TAGS
from specdex.lexicon import alternatives, phrases
from specdex.money import any_sign
from specdex.wrappers.sections import Row, Section
from specdex.wrappers.spots import Part
from specdex.wrappers.survey import Survey

__all__ = ["Evidence", "Said", "evidence_of", "judge", "prior"]

Said = Mapping[str, Mapping[str, float]]
"""What a page says: for each name its values, and how sure each is."""
Evidence = Mapping[str, float]
"""What a site's pages say about a section: shares of its rows, and some counts, by name."""
RECURRING = 0.08
"""The share of a site's pages that a name is on at least, to recur."""
ALIEN = re.compile(rf"\b(?:{alternatives('specifications.learned_other_labels')})\b", re.IGNORECASE)
"""Words in the labels of carts, reviews, forms, menus and people."""
RATING = re.compile(r"\d\s*(?:out of|of|/)\s*(?:5|10)\b(?!\d)|\d\s*stars?\b", re.IGNORECASE)
"""A value that rates."""
_BEFORE = any_sign(phrases("currencies.learned_before"), behind="")
_BEHIND = any_sign(phrases("currencies.learned_behind"), behind="")
PRICE = re.compile(rf"^\W*{_BEFORE}\s*\d|\d\s*{_BEHIND}\W*$", re.IGNORECASE)
"""A value that is a price."""
PRICE_NAME = re.compile(
    r"price|msrp|invoice|retail|you save|savings?|\btotal|cost|rebate", re.IGNORECASE
)
"""The label of a price."""
BIAS = -4.7
LEAST_SUPPORT, MOST_SUPPORT = 0.02, 0.97
"""The structural reader's confidence counts from here to there: neither its silence on every page
nor its certainty settles the matter alone."""
SILENT = 0.05
"""Its silence on a page, where it speaks on others of the section, still leaves this chance."""
WEIGHTS = {
    "coverage": 1.5,
    "known": 3.0,
    "colon": 1.0,
    "recurring": 0.5,
    "repeated": -7.0,
    "linked": -1.0,
    "clicked": -3.0,
    "alien": -3.5,
    "prose": -2.5,
    "constant": -1.0,
    "chained": -4.0,
    "headed": -3.0,
    "numeric": -3.0,
    "priced": -1.5,
    "holding": -4.0,
    "doubled": -3.0,
    "lost": -3.0,
}
"""What each share adds to the log odds; a few dozen labelled sites are behind them."""
WEIGHT_OF_ROWS, FULL_ROWS = 4.0, 4.0
"""For many rows on a page; fifteen are as good as fifty."""
WEIGHT_OF_CROWD, FULL_CROWD = -3.0, 3.0
"""For many containers on a page: other products."""
WEIGHT_OF_SIBLINGS = -4.0
"""For many containers of one class on a page, wherever they stand."""
WEIGHT_OF_ONLY_NAME = 4.0
"""For a section that prints a single name, or hardly more than one row a page."""
FEW_ROWS = 1.5
WEIGHT_OF_VARIETY = 2.0
"""For names that recur while their values vary."""
WEIGHT_OF_ONLY_PRICES, ONLY_PRICES = 4.0, 0.75
"""For a section with hardly anything but prices."""
WEIGHT_OF_OFFER, OFFER = 4.0, 0.3
"""For a section of which so much speaks of stock, shipping and carts: it sells the product."""
WEIGHT_OF_FIXED, FIXED, FIXED_PAGES = 6.0, 0.9, 10
"""For a section that says the same about every product, in whatever language, on so many pages."""
INNER_ROWS = 2
"""A value with as many labelled lines or cells inside is a heading's content."""
PAIR = 2
NAMES = 4096
"""So many names are judged once: a site prints the same ones on every page."""
LONG = 300
"""A value longer than this is prose."""


def evidence_of(
    survey: Survey, section: Section, known: Callable[[str], bool], said: Sequence[Said]
) -> Evidence:
    """The evidence about *section*: *known* names, and what is *said* on each page how surely."""
    rows, pages = section.rows, len(section.pages)
    view = _View(survey, rows)
    counts = Counter(row.name for row in rows)
    sure = [_sure(said[row.page].get(row.name, {}), row.value) for row in rows]
    containers = {(row.page, row.container) for row in rows}
    alien, priced = list(map(view.alien, rows)), list(map(view.priced, rows))
    familiar = {name for name in counts if known(name)}
    counted = {
        **{test: sum(map(is_so, repeat(view), rows)) for test, is_so in TESTS.items()},
        **{
            test: sum(count for name, count in counts.items() if is_so(view, name))
            for test, is_so in NAME_TESTS.items()
        },
        "alien": sum(alien),
        "priced": sum(priced),
        "known": sum(
            row.name in familiar and not (price or other)
            for row, price, other in zip(rows, priced, alien, strict=True)
        ),
    }
    return {
        **{test: count / len(rows) for test, count in counted.items()},
        "pages": pages,
        "coverage": pages / len(survey.documents),
        "rows": len(rows) / pages,
        "names": len(view.pages),
        "varying": view.varying(),
        "crowd": len(containers) / pages,
        "siblings": view.siblings(containers),
        "agreed": sum(each > 0 for each in sure) / len(rows),
        "support": (sum(each or SILENT for each in sure) / len(sure) if any(sure) else 0.0),
        "lost": view.lost(rows),
        "doubled": 1 - len({(row.page, row.container, row.name) for row in rows}) / len(rows),
    }


def _sure(values: Mapping[str, float], value: str) -> float:
    """How sure it is that one of *values* is *value*, or that one holds the other."""
    return max((sure for each, sure in values.items() if value in each or each in value), default=0)


def prior(support: float) -> float:
    """The log odds that the structural reader gives a section it is on average so sure of."""
    share = min(MOST_SUPPORT, max(LEAST_SUPPORT, support))
    return math.log(share / (1 - share))


def judge(evidence: Evidence, *, structural: bool = False) -> float:
    """How much the evidence speaks for a specification, as log odds.

    Where there is a *structural* reader its confidence over all pages of the section comes first.
    """
    total = BIAS + (prior(evidence["support"]) if structural else 0.0)
    for name, weight in WEIGHTS.items():
        total += weight * evidence[name]
    total += WEIGHT_OF_ROWS * min(1.0, math.log2(1 + evidence["rows"]) / FULL_ROWS)
    total += WEIGHT_OF_CROWD * min(1.0, math.log2(max(1.0, evidence["crowd"])) / FULL_CROWD)
    total += WEIGHT_OF_VARIETY * evidence["recurring"] * min(1.0, evidence["varying"] * 2)
    total += WEIGHT_OF_SIBLINGS * min(1.0, math.log2(max(1.0, evidence["siblings"])) / FULL_CROWD)
    if evidence["names"] == 1 or evidence["rows"] < FEW_ROWS:
        total -= WEIGHT_OF_ONLY_NAME
    if evidence["priced"] >= ONLY_PRICES:
        total -= WEIGHT_OF_ONLY_PRICES
    if evidence["alien"] >= OFFER:
        total -= WEIGHT_OF_OFFER
    if evidence["constant"] >= FIXED and evidence["pages"] >= FIXED_PAGES:
        total -= WEIGHT_OF_FIXED
    return total


@lru_cache(maxsize=NAMES)
def _is_alien(name: str) -> bool:
    return ALIEN.search(name) is not None


@lru_cache(maxsize=NAMES)
def _is_price(name: str) -> bool:
    return PRICE_NAME.search(name) is not None


class _View:
    """The rows of a section, and how their names and values are printed."""

    def __init__(self, survey: Survey, rows: Sequence[Row]) -> None:
        self.survey = survey
        self.pages: defaultdict[str, set[int]] = defaultdict(set)
        self.values: defaultdict[str, set[str]] = defaultdict(set)
        homes: defaultdict[tuple[int, str], dict[int, str]] = defaultdict(dict)
        for row in rows:
            self.pages[row.name].add(row.page)
            self.values[row.name].add(row.value)
            homes[row.page, row.name].setdefault(row.container, row.value)
        self.often = max(2, math.ceil(RECURRING * len(survey.documents)))
        self.twice = {key for key, values in homes.items() if len(set(values.values())) > 1}
        """The pages and names that several containers give different values."""
        self.spots = {row.couple.name for row in rows}

    def text(self, number: int) -> str:
        """What a spot prints."""
        return self.survey.spots[number].text

    def recurring(self, name: str) -> bool:
        """Whether the name is on several pages."""
        return len(self.pages[name]) >= self.often

    def constant(self, name: str) -> bool:
        """Whether rows of the name say the same on nearly all pages."""
        return len(self.pages[name]) > self.often and len(self.values[name]) == 1

    def repeated(self, row: Row) -> bool:
        """Whether another container of the page, or of its class, gives the name another value."""
        if (row.page, row.name) in self.twice:
            return True
        look = self.survey.documents[row.page].attribute(row.container, "class")
        return bool(look) and len(self.survey.by_look[row.page].get((look, row.name), ())) > 1

    def alien(self, row: Row) -> bool:
        """Whether a row speaks of carts, reviews or forms, or rates something."""
        return _is_alien(self.text(row.couple.name)) or bool(
            RATING.search(self.text(row.couple.value))
        )

    def priced(self, row: Row) -> bool:
        """Whether a row states a price."""
        return _is_price(self.text(row.couple.name)) or bool(
            PRICE.search(self.text(row.couple.value))
        )

    def linked(self, number: int) -> bool:
        """Whether a spot is nothing but a link."""
        spot = self.survey.spots[number]
        document = self.survey.documents[spot.page]
        inked = 0
        for node in range(spot.node, document.end[spot.node]):
            if document.tag[node] == "a":
                inked = max(inked, document.stop[node] - document.start[node])
        return inked > 0 and inked >= len(spot.text) - 2

    def headed(self, row: Row) -> bool:
        """Whether the name is a heading, or opens with one."""
        spot = self.survey.spots[row.couple.name]
        document = self.survey.documents[spot.page]
        first = document.tag[spot.node : min(spot.node + 2, document.end[spot.node])]
        return not HEADING_TAGS.isdisjoint(first)

    def colon(self, row: Row) -> bool:
        """Whether the name says by colon or tag that it is a label."""
        spot = self.survey.spots[row.couple.name]
        if spot.part is Part.LABEL or spot.text.endswith((":", "\uff1a")):
            return True
        return self.survey.documents[spot.page].tag[spot.node] in {"th", "dt"}

    def holding(self, row: Row) -> bool:
        """Whether the value holds rows of its own."""
        spot = self.survey.spots[row.couple.value]
        if spot.part is not Part.WHOLE:
            return False
        end = self.survey.documents[spot.page].end[spot.node]
        return self.survey.couples_between(spot.page, spot.node, end) >= INNER_ROWS

    def varying(self) -> float:
        """Different values of a recurring name, by the pages it is on."""
        shares = [
            min(1.0, len(self.values[name]) / len(where))
            for name, where in self.pages.items()
            if len(where) >= self.often
        ]
        return sum(shares) / len(shares) if shares else 0.0

    def lost(self, rows: Sequence[Row]) -> float:
        """The share of texts beside the names and values of rows that share a parent."""
        used: Counter[tuple[int, int]] = Counter()
        for row in rows:
            spot = self.survey.spots[row.couple.name]
            if spot.part is Part.WHOLE:
                used[row.page, self.survey.documents[row.page].parent[spot.node]] += PAIR
        texts = sum(self._texts(page, parent) for page, parent in used)
        return max(0.0, 1 - used.total() / texts) if texts else 0.0

    def _texts(self, page: int, parent: int) -> int:
        document = self.survey.documents[page]
        start, stop = document.start, document.stop
        return len([each for each in document.children(parent) if stop[each] > start[each]])

    def siblings(self, containers: Collection[tuple[int, int]]) -> float:
        """How many elements of a page have the class of one of *containers*, on average."""
        total = 0
        for page, container in containers:
            look = self.survey.documents[page].attribute(container, "class")
            total += self.survey.container_looks[page][look] if look else 1
        return total / len(containers)


TESTS: Mapping[str, Callable[[_View, Row], bool]] = {
    "repeated": _View.repeated,
    "headed": _View.headed,
    "colon": _View.colon,
    "holding": _View.holding,
    "linked": lambda view, row: view.linked(row.couple.value),
    "clicked": lambda view, row: view.linked(row.couple.name),
    "chained": lambda view, row: row.couple.value in view.spots,
    "prose": lambda view, row: len(view.text(row.couple.value)) > LONG,
}
"""What each row is asked; the share of those that say yes is evidence."""
NAME_TESTS: Mapping[str, Callable[[_View, str], bool]] = {
    "recurring": _View.recurring,
    "constant": _View.constant,
    "numeric": lambda _, name: sum(map(str.isdigit, name)) * 2 > len(name),
}
"""The same of what only the name of a row decides."""
