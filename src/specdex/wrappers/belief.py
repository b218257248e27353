"""Is a section of a site its products' specification? What all pages say together decides.

Names recur from page to page while values vary; menus do neither, lists of other products repeat
their names on one page, prices and forms betray themselves by their words.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from specdex.lexicon import alternatives, phrases
from specdex.money import any_sign
from specdex.wrappers.sections import Row, Section
from specdex.wrappers.spots import Part
from specdex.wrappers.survey import Survey

__all__ = ["Evidence", "Said", "evidence_of", "judge", "prior"]

Said = Mapping[str, Mapping[str, float]]
"""What a page says: for each name its values, and how sure each is."""
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
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "caption", "legend"})
NAMES = 4096
"""So many names are judged once: a site prints the same ones on every page."""
LONG = 300
"""A value longer than this is prose."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a site's pages say about a section, each as a share from 0 to 1 unless said."""

    coverage: float
    """Pages that have it."""
    rows: float
    """Rows on a page, on average; a count."""
    names: int
    """Different names; a count."""
    recurring: float
    """Rows whose name is on several pages."""
    varying: float
    """Different values of a recurring name, by the pages it is on."""
    crowd: float
    """Containers on a page, on average; a count."""
    repeated: float
    """Rows whose name another container of their page has with another value."""
    linked: float
    """Rows whose value is nothing but a link."""
    clicked: float
    """Rows whose name is a link."""
    known: float
    """Rows whose name is known from other sites, prices and the like left out."""
    priced: float
    """Rows that state a price."""
    alien: float
    """Rows whose name speaks of carts, reviews or forms."""
    agreed: float
    """Rows that the structural reader gave, too."""
    support: float
    """How sure the structural reader is of a row on average; nought where it is silent."""
    pages: int
    """Pages that have it; a count."""
    colon: float
    """Rows whose name ends with a colon, or is marked up as a label."""
    prose: float
    """Rows with a very long value."""
    constant: float
    """Rows that say the same on nearly all pages."""
    chained: float
    """Rows whose value is the name of the next row."""
    headed: float
    """Rows whose name is a heading."""
    numeric: float
    """Rows whose name is mostly a number."""
    siblings: float
    """Containers of the same class on a page, on average; a count."""
    holding: float
    """Rows whose value holds rows of its own."""
    lost: float
    """Texts of the containers that are neither name nor value."""
    doubled: float
    """Rows whose name their container has already printed."""


def evidence_of(
    survey: Survey,
    section: Section,
    known: Callable[[str], bool],
    said: Sequence[Said],
) -> Evidence:
    """The evidence about *section*: *known* names, and what is *said* on each page how surely."""
    rows = section.rows
    total = len(survey.documents)
    pages: defaultdict[str, set[int]] = defaultdict(set)
    values: defaultdict[str, set[str]] = defaultdict(set)
    for row in rows:
        pages[row.name].add(row.page)
        values[row.name].add(row.value)
    often = max(2, math.ceil(RECURRING * total))
    recurring = {name for name, where in pages.items() if len(where) >= often}
    twice = _contradicting(rows)
    look = _Look(survey)
    names = {row.couple.name for row in rows}
    sure = [_sure(said[row.page].get(row.name, {}), row.value) for row in rows]

    def share(test: Callable[[Row], bool]) -> float:
        return sum(map(test, rows)) / len(rows)

    return Evidence(
        coverage=len(section.pages) / total,
        rows=len(rows) / len(section.pages),
        names=len(pages),
        recurring=share(lambda row: row.name in recurring),
        varying=_varying(recurring, pages, values),
        crowd=len({(row.page, row.container) for row in rows}) / len(section.pages),
        repeated=share(lambda row: (row.page, row.name) in twice or look.contradicted(row)),
        linked=share(lambda row: look.linked(row.couple.value)),
        clicked=share(lambda row: look.linked(row.couple.name)),
        known=share(lambda row: known(row.name) and not (look.priced(row) or look.alien(row))),
        priced=share(look.priced),
        alien=share(look.alien),
        agreed=sum(each > 0 for each in sure) / len(rows),
        support=_support(sure),
        pages=len(section.pages),
        colon=share(lambda row: look.label(row.couple.name)),
        prose=share(lambda row: len(survey.spots[row.couple.value].text) > LONG),
        constant=share(
            lambda row: (
                row.name in recurring
                and len(pages[row.name]) > often
                and len(values[row.name]) == 1
            )
        ),
        chained=share(lambda row: row.couple.value in names),
        headed=share(lambda row: look.heading(row.couple.name)),
        numeric=share(lambda row: sum(map(str.isdigit, row.name)) * 2 > len(row.name)),
        siblings=look.siblings(rows),
        holding=share(lambda row: look.holds_rows(row.couple.value)),
        lost=look.lost(rows),
        doubled=1 - len({(row.page, row.container, row.name) for row in rows}) / len(rows),
    )


def _varying(
    recurring: set[str], pages: Mapping[str, set[int]], values: Mapping[str, set[str]]
) -> float:
    if not recurring:
        return 0.0
    return sum(min(1.0, len(values[name]) / len(pages[name])) for name in recurring) / len(
        recurring
    )


def _sure(values: Mapping[str, float], value: str) -> float:
    """How sure it is that one of *values* is *value*, or that one holds the other."""
    return max((sure for each, sure in values.items() if value in each or each in value), default=0)


def _support(sure: Sequence[float]) -> float:
    """The mean of the confidences in rows, nought where all are silent."""
    return sum(each or SILENT for each in sure) / len(sure) if any(sure) else 0.0


def _contradicting(rows: Sequence[Row]) -> set[tuple[int, str]]:
    """The pages and names that several containers give different values."""
    homes: defaultdict[tuple[int, str], dict[int, str]] = defaultdict(dict)
    for row in rows:
        homes[row.page, row.name].setdefault(row.container, row.value)
    return {key for key, values in homes.items() if len(set(values.values())) > 1}


def prior(support: float) -> float:
    """The log odds that the structural reader gives a section it is on average so sure of."""
    share = min(MOST_SUPPORT, max(LEAST_SUPPORT, support))
    return math.log(share / (1 - share))


def judge(evidence: Evidence, *, structural: bool = False) -> float:
    """How much the evidence speaks for a specification, as log odds.

    Where there is a *structural* reader its confidence over all pages of the section comes first.
    """
    total = BIAS + (prior(evidence.support) if structural else 0.0)
    for name, weight in WEIGHTS.items():
        total += weight * getattr(evidence, name)
    total += WEIGHT_OF_ROWS * min(1.0, math.log2(1 + evidence.rows) / FULL_ROWS)
    total += WEIGHT_OF_CROWD * min(1.0, math.log2(max(1.0, evidence.crowd)) / FULL_CROWD)
    total += WEIGHT_OF_VARIETY * evidence.recurring * min(1.0, evidence.varying * 2)
    total += WEIGHT_OF_SIBLINGS * min(1.0, math.log2(max(1.0, evidence.siblings)) / FULL_CROWD)
    if evidence.names == 1 or evidence.rows < FEW_ROWS:
        total -= WEIGHT_OF_ONLY_NAME
    if evidence.priced >= ONLY_PRICES:
        total -= WEIGHT_OF_ONLY_PRICES
    if evidence.alien >= OFFER:
        total -= WEIGHT_OF_OFFER
    if evidence.constant >= FIXED and evidence.pages >= FIXED_PAGES:
        total -= WEIGHT_OF_FIXED
    return total


@lru_cache(maxsize=NAMES)
def _is_alien(name: str) -> bool:
    return ALIEN.search(name) is not None


@lru_cache(maxsize=NAMES)
def _is_price(name: str) -> bool:
    return PRICE_NAME.search(name) is not None


class _Look:
    """How the spots of a survey are printed."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey

    def linked(self, number: int) -> bool:
        """Whether a spot is nothing but a link."""
        spot = self.survey.spots[number]
        document = self.survey.documents[spot.page]
        inked = 0
        for node in range(spot.node, document.end[spot.node]):
            if document.tag[node] == "a":
                inked = max(inked, document.stop[node] - document.start[node])
        return inked > 0 and inked >= len(spot.text) - 2

    def alien(self, row: Row) -> bool:
        """Whether a row speaks of carts, reviews or forms, or rates something."""
        name = self.survey.spots[row.couple.name].text
        return _is_alien(name) or bool(RATING.search(self.survey.spots[row.couple.value].text))

    def priced(self, row: Row) -> bool:
        """Whether a row states a price."""
        name = self.survey.spots[row.couple.name].text
        value = self.survey.spots[row.couple.value].text
        return _is_price(name) or bool(PRICE.search(value))

    def heading(self, number: int) -> bool:
        """Whether a spot is a heading, or opens with one."""
        spot = self.survey.spots[number]
        document = self.survey.documents[spot.page]
        first = range(spot.node, min(spot.node + 2, document.end[spot.node]))
        return any(document.tag[node] in HEADINGS for node in first)

    def contradicted(self, row: Row) -> bool:
        """Whether a container of the same class gives the name another value on the page."""
        look = self.survey.documents[row.page].attribute(row.container, "class")
        if not look:
            return False
        return len(self.survey.by_look[row.page].get((look, row.name), ())) > 1

    def holds_rows(self, number: int) -> bool:
        """Whether couples stand inside a spot."""
        spot = self.survey.spots[number]
        if spot.part is not Part.WHOLE:
            return False
        end = self.survey.documents[spot.page].end[spot.node]
        return self.survey.couples_between(spot.page, spot.node, end) >= INNER_ROWS

    def lost(self, rows: Sequence[Row]) -> float:
        """The share of texts beside the names and values of rows that share a parent."""
        spots = self.survey.spots
        rows = [row for row in rows if spots[row.couple.name].part is Part.WHOLE]
        used: Counter[tuple[int, int]] = Counter()
        for row in rows:
            parent = self.survey.documents[row.page].parent[spots[row.couple.name].node]
            used[row.page, parent] += PAIR
        texts = sum(self._texts(page, parent) for page, parent in used)
        return max(0.0, 1 - used.total() / texts) if texts else 0.0

    def _texts(self, page: int, parent: int) -> int:
        document = self.survey.documents[page]
        return sum(document.stop[each] > document.start[each] for each in document.children(parent))

    def siblings(self, rows: Sequence[Row]) -> float:
        """How many containers of a page have the class of the rows' containers."""
        places = {(row.page, row.container) for row in rows}
        total = 0
        for page, container in places:
            look = self.survey.documents[page].attribute(container, "class")
            total += self.survey.container_looks[page][look] if look else 1
        return total / len(places)

    def label(self, number: int) -> bool:
        """Whether a spot says by colon or tag that it is a label."""
        spot = self.survey.spots[number]
        if spot.part is Part.LABEL or spot.text.endswith((":", "\uff1a")):
            return True
        return self.survey.documents[spot.page].tag[spot.node] in {"th", "dt"}
