"""The next page of a list: which link leads there, by what was learned from many pagers."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from urllib.parse import urlsplit

import numpy as np

from specdex.crawling.addresses import list_of, page_number
from specdex.crawling.category import fold, plain
from specdex.crawling.links import PageLink
from specdex.crawling.model import learned
from specdex.forest import Floats as Matrix
from specdex.html import Document
from specdex.lexicon import alternatives, phrases, table
from specdex.text import collapse, words
from specdex.urls import canonical

__all__ = ["EVIDENCE", "FEATURES", "NEXT_THRESHOLD", "PagerView", "next_link"]

MAX_ANCHOR = 40
"""Characters; a longer anchor is a sentence, not a step."""
MAX_STEPS = 3_000
"""Links of one page that are looked at."""
MAX_NUMBER = 100_000
FAR = 60
"""Nodes between two links beyond which they do not stand together."""
CLASSES = {
    name: re.compile("|".join(pieces), re.IGNORECASE)
    for name, pieces in table("pagers.class_pieces").items()
}
RIGHT_SIGNS = re.compile(r"(?:[>»›→⟩❯▶►▸⇒⟶➔➜≫❭]|&gt;|&raquo;)+")  # noqa: RUF001 - arrows
LEFT_SIGNS = re.compile(r"(?:[<«‹←⟨❮◀◄◂⇐⟵≪❬]|&lt;|&laquo;)+")  # noqa: RUF001 - arrows
STEMS = tuple(
    re.compile(rf"\b(?:{spaced})|{unspaced}", re.IGNORECASE)
    for spaced, unspaced in (
        (alternatives("pagers.next_stems"), alternatives("pagers.next_unspaced")),
        (alternatives("pagers.previous_stems"), alternatives("pagers.previous_unspaced")),
    )
)
"""How words for the next page and the page before begin, also shortened."""
_DIGITS = re.compile(r"\d+")
_BRACKETS = re.compile(r"^[\[(]?\s*(\d{1,5})\s*[\])]?$")
WORD_LISTS = {
    "next": tuple(word for word in phrases("pagers.next") if "older" not in word),
    "previous": phrases("pagers.previous"),
    "more": phrases("pagers.more"),
    "older": phrases("pagers.older"),
    "newer": phrases("pagers.newer"),
    "last": phrases("pagers.last"),
    "first": phrases("pagers.first"),
}
WORDED = (
    *(f"{name} {how}" for name in WORD_LISTS for how in ("exact", "within")),
    *("next stem", "previous stem"),
)
MARKED = tuple(f"{name} class {where}" for where in ("own", "above", "higher") for name in CLASSES)
FEATURES = (
    *WORDED,
    *("right sign", "right signs", "left sign", "number", "number value", "anchor words"),
    *("no anchor", "label next", "label previous", "rel next", "rel previous", "head next"),
    *MARKED,
    *("address number", "here number", "one more", "one less", "same list", "one number differs"),
    *("difference", "same path", "deeper", "times", "framed", "place", "here"),
    *("run", "run numbers", "run place", "run rest", "run largest", "after number"),
    *("before number", "beyond current", "current beside", "beside next", "beside previous"),
    *("beside right", "beside left", "numbered twin", "for next", "for previous"),
)
"""The columns of a page's matrix."""
FOR_NEXT = tuple(
    FEATURES.index(name)
    for name in (
        *("next within", "next stem", "right sign", "label next", "rel next", "head next"),
        *("next class own", "next class above", "one more", "beyond current", "more exact"),
    )
)
FOR_PREVIOUS = tuple(
    FEATURES.index(name)
    for name in (
        *("previous within", "previous stem", "left sign", "label previous", "rel previous"),
        *("previous class own", "previous class above", "one less"),
    )
)
"""The columns that speak for one direction: how many do is a column of its own."""
NEXT_THRESHOLD = 0.3
"""How sure a link must be to be called the next page; chosen with hosts left out."""
EVIDENCE = FEATURES.index("for next")
"""The column without which a link is not looked at."""


@cache
def _lexicon(name: str) -> tuple[frozenset[str], frozenset[str]]:
    """The phrases of a list, and its single words."""
    phrases = frozenset(map(plain, WORD_LISTS[name]))
    return phrases, frozenset(phrase for phrase in phrases if " " not in phrase)


@lru_cache(maxsize=1 << 12)
def _said(text: str) -> tuple[float, ...]:
    """Whether *text* is, or holds, a phrase of each list."""
    tokens = words(fold(text))
    whole = " ".join(tokens)
    found: list[float] = []
    for name in WORD_LISTS:
        phrases, single = _lexicon(name)
        found += [float(whole in phrases), float(any(token in single for token in tokens))]
    return (*found, *(float(bool(stem.search(text))) for stem in STEMS))


@lru_cache(maxsize=1 << 12)
def _signs(text: str) -> tuple[float, float, float]:
    """An arrow to the right, how many, and an arrow to the left."""
    right = RIGHT_SIGNS.findall(text)
    return (float(bool(right)), float(sum(map(len, right))), float(bool(LEFT_SIGNS.search(text))))


@lru_cache(maxsize=1 << 12)
def _class_marks(label: str) -> tuple[float, ...]:
    return tuple(float(bool(pattern.search(label))) for pattern in CLASSES.values())


@lru_cache(maxsize=1 << 12)
def _difference(url: str, here: str) -> tuple[float, float, float, float]:
    """How the address *url* differs from *here*: one number only, by how much; path; depth."""
    there, mine = urlsplit(url), urlsplit(here)
    target, own = f"{there.path}?{there.query}", f"{mine.path}?{mine.query}"
    alone, step = 0.0, 0.0
    if _DIGITS.sub("#", target) == _DIGITS.sub("#", own):
        pairs = zip(_DIGITS.findall(target), _DIGITS.findall(own), strict=True)
        changed = [(new, old) for new, old in pairs if new != old]
        if len(changed) == 1:
            alone, step = 1.0, float(int(changed[0][0][:9]) - int(changed[0][1][:9]))
    path = mine.path.rstrip("/")
    return (
        alone,
        max(-100.0, min(100.0, step)),
        float(there.path == mine.path),
        float(len(there.path) > len(path) and there.path.startswith(path)),
    )


@dataclass(frozen=True, slots=True)
class _Run:
    """A row of pager links that stand together."""

    first: int
    last: int
    numbers: tuple[int, ...]
    current: int
    """The number that is missing in the row: the page one is on; 0 where none is."""


class PagerView:
    """The short links of a page, and what each looks like as a step through a list."""

    def __init__(self, document: Document, links: Sequence[PageLink]) -> None:
        self.document = document
        texts = [(link, document.text_of(link.node)) for link in links]
        short = [(link, text) for link, text in texts if len(text) <= MAX_ANCHOR][:MAX_STEPS]
        self.links = [link for link, _ in short]
        self.texts = [text for _, text in short]
        """What is written on each; what only its title or picture says is its label."""
        self.here = document.page.url
        self.times = Counter(link.key for link in self.links)
        numbered = [_BRACKETS.match(collapse(text)) for text in self.texts]
        self.numbers = [int(each[1]) if each else None for each in numbered]
        self.worded = [_said(text) for text in self.texts]
        self.signs = [_signs(text) for text in self.texts]
        self.targets = [page_number(link.url) for link in self.links]

    @cached_property
    def head(self) -> frozenset[str]:
        """What the head calls the next page, by canonical address."""
        return frozenset(
            canonical(self.document.attribute(node, "href"))
            for node in self.document.nodes_of("link")
            if "next" in self.document.attribute(node, "rel").lower().split()
        )

    @cached_property
    def twins(self) -> dict[str, int]:
        """The number under which each address stands on the page, if it does."""
        return {
            link.key: number
            for link, number in zip(self.links, self.numbers, strict=True)
            if number is not None
        }

    @cached_property
    def runs(self) -> list[_Run | None]:
        """For each link the row of pager links it stands in."""
        found: list[_Run | None] = [None] * len(self.links)
        first = 0
        while first < len(self.links):
            last = first
            if self._steps(first):
                while (
                    last + 1 < len(self.links)
                    and self._steps(last + 1)
                    and self.links[last + 1].node - self.links[last].node < FAR
                ):
                    last += 1
                run = self._run(first, last)
                found[first : last + 1] = [run] * (last + 1 - first)
            first = last + 1
        return found

    def _steps(self, place: int) -> bool:
        """Whether a link may be part of a pager by what is written on it."""
        if self.numbers[place] is not None or self.signs[place][0] or self.signs[place][2]:
            return True
        return any(self.worded[place]) or (
            not self.texts[place] and self.targets[place] is not None
        )

    def _run(self, first: int, last: int) -> _Run:
        numbers = tuple(each for each in self.numbers[first : last + 1] if each is not None)
        current = 0
        if numbers and min(numbers) > 1 and 2 in numbers:  # noqa: PLR2004 - the second page
            current = 1
        for low, high in pairwise(numbers):
            if high - low == 2:  # noqa: PLR2004 - one is missing between them
                current = low + 1
                break
        return _Run(first, last, numbers, current)

    @cached_property
    def rows(self) -> Matrix:
        """The features of each link, a row a link."""
        if not self.links:
            return np.zeros((0, len(FEATURES)))
        here = page_number(self.here)
        mine = list_of(self.here)
        own = canonical(self.here)
        found = []
        for place in range(len(self.links)):
            worded, marked = self._wording(place), self._marks(place)
            address, company = self._address(place, here, mine, own), self._company(place)
            found.append((*worded, *marked, *address, *company))
        rows = np.array(found, dtype=np.float64)
        sums = [rows[:, list(columns)].sum(axis=1) for columns in (FOR_NEXT, FOR_PREVIOUS)]
        return np.column_stack((rows, *sums))

    def _wording(self, place: int) -> tuple[float, ...]:
        link, number = self.links[place], self.numbers[place]
        label = _said(self._label(link))
        rel = link.rel.split()
        return (
            *self.worded[place],
            *self.signs[place],
            float(number is not None),
            float(number or 0),
            float(len(words(self.texts[place]))),
            float(not self.texts[place]),
            max(label[1], label[-2]),
            max(label[3], label[-1]),
            float("next" in rel),
            float("prev" in rel or "previous" in rel),
            float(link.key in self.head),
        )

    def _label(self, link: PageLink) -> str:
        document = self.document
        inside = range(link.node, min(document.end[link.node], link.node + 6))
        return " ".join(
            document.attribute(node, name)
            for node in inside
            for name in ("title", "aria-label", "alt")
        )

    def _marks(self, place: int) -> tuple[float, ...]:
        """What the classes of the link, of the element above it, and of those higher up say."""
        document, node = self.document, self.links[place].node
        below = range(node, min(document.end[node], node + 4))
        above = [*document.ancestors(node)][:4]
        own = " ".join(self._class_of(each) for each in below)
        return (
            *_class_marks(own),
            *_class_marks(self._class_of(above[0]) if above else ""),
            *_class_marks(" ".join(map(self._class_of, above[1:]))),
        )

    def _class_of(self, node: int) -> str:
        document = self.document
        label = f"{document.attribute(node, 'class')} {document.attribute(node, 'id')}"
        if document.tag[node] == "img":
            label += " " + document.attribute(node, "src").rpartition("/")[2]
        return label

    def _address(self, place: int, here: int | None, mine: str, own: str) -> tuple[float, ...]:
        link, number = self.links[place], self.targets[place]
        base = 1 if here is None else here
        return (
            float(-1 if number is None else min(number, MAX_NUMBER)),
            float(-1 if here is None else min(here, MAX_NUMBER)),
            float(number is not None and number == base + 1),
            float(number is not None and number == base - 1),
            float(list_of(link.url) == mine),
            *_difference(link.url, self.here),
            float(self.times[link.key]),
            float(link.framed),
            link.node / len(self.document),
            float(link.key == own),
        )

    def _company(self, place: int) -> tuple[float, ...]:
        """The links beside it, and the row of steps it stands in."""
        run, sizes = self.runs[place], [0] * 5
        if run:
            size, largest = run.last - run.first + 1, max(run.numbers, default=0)
            sizes = [size, len(run.numbers), place - run.first, run.last - place, largest]
        before, after = self._beside(place - 1, place), self._beside(place + 1, place)
        twin = self.twins.get(self.links[place].key, 0)
        current = run.current if run else 0
        beyond = current and (self.numbers[place] or twin) == current + 1
        return (
            *map(float, sizes),
            float(before is not None and self.numbers[before] is not None),
            float(after is not None and self.numbers[after] is not None),
            float(bool(beyond)),
            float(current),
            *(self._next_to((before, after), name) for name in ("next", "previous")),
            float(any(each is not None and self.signs[each][0] for each in (before, after))),
            float(any(each is not None and self.signs[each][2] for each in (before, after))),
            float(twin),
        )

    def _beside(self, other: int, place: int) -> int | None:
        """The link at *other*, where it stands close to the one at *place*."""
        if not 0 <= other < len(self.links):
            return None
        near = abs(self.links[other].node - self.links[place].node) < FAR
        return other if near else None

    def _next_to(self, places: Sequence[int | None], name: str) -> float:
        at = WORDED.index(f"{name} within")
        return float(any(each is not None and self.worded[each][at] for each in places))


def next_link(document: Document, links: Sequence[PageLink]) -> PageLink | None:
    """The link of *document* to the next page of what it shows, if it has one."""
    view = PagerView(document, links)
    rows = view.rows
    places = rows[:, EVIDENCE].nonzero()[0]
    if not len(places):
        return None
    said = learned().pager.probability(rows[places])
    best = int(said.argmax())
    return view.links[int(places[best])] if said[best] >= NEXT_THRESHOLD else None
