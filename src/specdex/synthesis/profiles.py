"""What the values of a candidate look like, as numbers that compare across sites."""

import math
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from os.path import commonprefix

import numpy as np

from specdex.synthesis.candidates import MAX_TEXT, Candidate, template_texts
from specdex.synthesis.linked_pages import Indices, Matrix, page_keys
from specdex.synthesis.text_nodes import CONSTANT, FEWEST_PAGES, PageTable
from specdex.text import letters_and_digits

__all__ = ["OWN", "VIEWS", "Matrix", "SiteProfile", "name_words", "profile_site"]

SIZE = 2048
"""Features are hashed into vectors of this length."""
VIEWS = ("words", "grams", "shapes", "labels", "marks")
"""The vectors of a candidate: words and characters of values, labels, classes and ids."""
STATISTICS = 7
OWN = (
    *("coverage", "distinct", "in_title", "title_words", "in_url", "repeated", "position", "rank"),
    *("heading", "link", "bold", "top_share", "siblings", "from_heading", "same_label"),
    *("same_path", "spread", "up", "down"),
)
"""What a candidate is by itself."""
HEADINGS = frozenset({"h1", "h2", "h3"})
BOLD = frozenset({"b", "strong"})
NEAREST_LABELS = 2
LABEL_WORDS = 8
MOST_REPEATS = 3
GRAM, SHAPE_GRAMS, LONGEST, SHAPE_LONGEST = 3, (2, 4), 80, 60
OPENING = 4
"""Characters with which values of one kind begin alike."""
INNER_SHARE = 0.9
"""A word in this share of the values is a label printed inside them."""
LABEL_SHARE = 0.1
PATH_STEPS = 4
SHORT_WORD = 2

_WORD = re.compile(r"[^\W\d_]+|\d+")
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_MARK = re.compile(r"@(?:class|id)=(['\"])(.*?)\1")
_NUMBER = re.compile(r"\W*\d[\d.,/\- ]*\W*")
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class SiteProfile:
    """All candidates of a site, described; no page is needed any more."""

    site: str
    pages: int
    candidates: tuple[Candidate, ...]
    values: tuple[dict[int, str], ...]
    """The values as they are compared, by page."""
    labels: tuple[dict[str, float], ...]
    marks: tuple[dict[str, float], ...]
    views: dict[str, Matrix]
    statistics: Matrix
    own: Matrix
    keys: tuple[frozenset[str], ...]
    """For each page what tells its item from others."""


@lru_cache(maxsize=200_000)
def name_words(name: str) -> tuple[str, ...]:
    """The words of an attribute's name, of a label or of a value.

    >>> name_words("isbn_13")
    ('isbn', '13')
    """
    return tuple(_WORD.findall(name.lower()))


def _place(feature: str) -> int:
    return zlib.crc32(feature.encode("utf-8", "replace")) % SIZE


def _hashed(features: set[str]) -> Indices:
    return np.array(sorted({_place(each) for each in features}), dtype=np.int64)


@lru_cache(maxsize=200_000)
def _word_places(text: str) -> Indices:
    return _hashed(set(name_words(text)))


@lru_cache(maxsize=200_000)
def _gram_places(text: str) -> Indices:
    raw = text.lower()[:LONGEST]
    plain = f" {_DIGIT.sub('0', raw)} "
    grams = {plain[at : at + GRAM] for at in range(max(1, len(plain) - GRAM + 1))}
    return _hashed(grams | {f"^{raw[:size]}" for size in (GRAM, OPENING)})


@lru_cache(maxsize=200_000)
def _shape_places(text: str) -> Indices:
    runs = groupby(map(_kind, text[:SHAPE_LONGEST]))
    # ``$1,299.00`` is ``$0,0.0``
    classes = (kind if kind in "aA0 " else "".join(run) for kind, run in runs)
    shape = f"^{''.join(classes)}$"
    return _hashed(
        {
            shape[at : at + size]
            for size in SHAPE_GRAMS
            for at in range(max(1, len(shape) - size + 1))
        }
    )


def _kind(character: str) -> str:
    if character.isdigit():
        return "0"
    if character.isalpha():
        return "A" if character.isupper() else "a"
    return " " if character.isspace() else character


@lru_cache(maxsize=200_000)
def _statistics(text: str) -> Matrix:
    size = max(1, len(text))
    digits = sum(each.isdigit() for each in text)
    return np.array(
        [
            math.log1p(len(text)),
            math.log1p(len(name_words(text))),
            digits / size,
            sum(each.isupper() for each in text) / size,
            sum(not each.isalnum() and not each.isspace() for each in text) / size,
            float(digits > 0),
            float(_NUMBER.fullmatch(text) is not None),
        ],
        dtype=np.float32,
    )


def profile_site(
    site: str, tables: Sequence[PageTable], candidates: Sequence[Candidate]
) -> SiteProfile:
    """Every candidate of a site as numbers."""
    pages = _Pages(tables)
    each = [pages.describe(candidate) for candidate in candidates]
    views = {name: np.zeros((len(candidates), SIZE), np.float32) for name in VIEWS}
    statistics = np.zeros((len(candidates), STATISTICS), np.float32)
    for row, (texts, _, labels, marks, _) in enumerate(each):
        for name, places in PLACES.items():
            for text, count in Counter(texts).items():
                views[name][row, places(text)] += count / len(texts)
        for name, weights in (("labels", labels), ("marks", marks)):
            for word, weight in weights.items():
                views[name][row, _place(word)] += weight
        statistics[row] = np.mean([_statistics(text) for text in texts], axis=0)
    return SiteProfile(
        site,
        len(tables),
        tuple(candidates),
        tuple(values for _, values, *_ in each),
        tuple(labels for _, _, labels, *_ in each),
        tuple(marks for *_, marks, _ in each),
        views,
        statistics,
        np.array([own for *_, own in each], np.float32).reshape(-1, len(OWN)),
        pages.keys(),
    )


_Described = tuple[list[str], dict[int, str], dict[str, float], dict[str, float], list[float]]
"""One candidate before hashing: texts, values, labels, marks, and what it is by itself."""
PLACES: dict[str, Callable[[str], Indices]] = {
    "words": _word_places,
    "grams": _gram_places,
    "shapes": _shape_places,
}


class _Pages:
    """The pages of a site, asked about one candidate after another."""

    def __init__(self, tables: Sequence[PageTable]) -> None:
        self._tables = tables
        self._counts = template_texts(tables)
        self._constant = min(len(tables), max(FEWEST_PAGES, CONSTANT * len(tables)))
        self._titles = [letters_and_digits(table.title) for table in tables]
        self._title_words = [frozenset(name_words(table.title)) for table in tables]
        self._urls = [letters_and_digits(table.url) for table in tables]
        self._times = [Counter(table.normal) for table in tables]
        self._paths = [Counter(table.near) for table in tables]
        self._headings = [self._heading(page) for page in range(len(tables))]
        self._standing = Counter(value for table in tables for value in set(table.normal))
        self._steps = [
            table.place[at].split("/") if table.place else []
            for table, at in zip(tables, self._headings, strict=True)
        ]

    def keys(self) -> tuple[frozenset[str], ...]:
        """For each page what tells its item from others."""
        return page_keys([table.normal for table in self._tables], self._title_words)

    def _heading(self, page: int) -> int:
        """The text node that says most of what the title of the page says; the first of several."""
        wanted, best, place = self._title_words[page], 0.0, 0
        for at, text in enumerate(self._tables[page].texts):
            if len(text) <= MAX_TEXT and self._counts[text] < self._constant:
                shared = _overlap(wanted, frozenset(name_words(text)))
                if shared > best:
                    best, place = shared, at
        return place

    def describe(self, candidate: Candidate) -> _Described:
        """What the candidate's values, labels and places are like."""
        picks = sorted(candidate.picks.items())
        texts = [self._tables[page].texts[at] for page, at in picks]
        values = {page: self._tables[page].normal[at] for page, at in picks}
        nearest = [self._label(page, at) for page, at in picks]
        own = [*self._values_own(texts, values), *self._places_own(picks, nearest)]
        return texts, values, _label_weights(nearest, texts), _marks(candidate), own

    def _label(self, page: int, at: int) -> str:
        """The nearest template text before a text node; empty where there is none."""
        texts = self._tables[page].texts
        for place in range(at - 1, max(-1, at - 1 - NEAREST_LABELS), -1):
            if any(each.isalpha() for each in texts[place]):
                return texts[place] if self._counts[texts[place]] >= self._constant else ""
        return ""

    def _values_own(self, texts: list[str], values: dict[int, str]) -> Iterator[float]:
        count = len(values)
        times = Counter(values.values())
        shared = [
            _overlap(self._title_words[page], frozenset(name_words(text)))
            for page, text in zip(values, texts, strict=True)
        ]
        yield count / len(self._tables)
        yield len(times) / count
        yield sum(value in self._titles[page] for page, value in values.items()) / count
        yield sum(shared) / count
        long = (len(value) > SHORT_WORD and value in self._urls[p] for p, value in values.items())
        yield sum(long) / count
        again = (min(MOST_REPEATS, self._times[p][value] - 1) for p, value in values.items())
        yield sum(again) / count

    def _places_own(
        self, picks: Sequence[tuple[int, int]], nearest: Sequence[str]
    ) -> Iterator[float]:
        count = len(picks)
        tables = self._tables
        yield sum(at / len(tables[page].texts) for page, at in picks) / count
        yield sum(math.log1p(at) for _, at in picks) / count
        paths = Counter(tables[page].near[at] for page, at in picks)
        common, times = paths.most_common(1)[0]
        tags = Counter(tables[page].tags[at] for page, at in picks)
        tag = tags.most_common(1)[0][0]
        yield float(tag in HEADINGS or "/h1" in common)
        yield float(tag == "a")
        yield float(tag in BOLD)
        values = Counter(tables[page].normal[at] for page, at in picks)
        yield values.most_common(1)[0][1] / count
        alike = (self._paths[page][tables[page].near[at]] for page, at in picks)
        yield sum(map(math.log, alike)) / count
        away = (math.log1p(abs(at - self._headings[page])) for page, at in picks)
        yield sum(away) / count
        yield Counter(nearest).most_common(1)[0][1] / count
        yield times / count
        yield sum(math.log(self._standing[value] / n) * n for value, n in values.items()) / count
        yield from self._from_heading(picks)

    def _from_heading(self, picks: Sequence[tuple[int, int]]) -> Iterator[float]:
        """Steps down to a value, and to the page's heading, from what holds both."""
        up = down = 0.0
        for page, at in picks:
            mine, heading = self._tables[page].place[at].split("/"), self._steps[page]
            shared = len(commonprefix([mine, heading]))  # noqa: RUF071 - of steps
            up += math.log1p(len(mine) - shared)
            down += math.log1p(len(heading) - shared)
        yield up / len(picks)
        yield down / len(picks)


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(1, len(one | other))


def _label_weights(nearest: Sequence[str], texts: Sequence[str]) -> dict[str, float]:
    """The words of labels before the values and inside them, by the share of values."""
    weights: Counter[str] = Counter()
    for label, count in Counter(nearest).items():
        for word in name_words(label)[:LABEL_WORDS]:
            weights[word] += count
    inner = Counter(word for text in texts for word in dict.fromkeys(name_words(text)[:4]))
    for word, count in inner.items():
        if count >= INNER_SHARE * len(texts) and not word.isdigit():
            weights[word] += count
    return {
        word: count / len(texts)
        for word, count in weights.items()
        if count >= LABEL_SHARE * len(texts)
    }


def _marks(candidate: Candidate) -> dict[str, float]:
    """The words of classes and ids near the values; the nearer the heavier."""
    weights: dict[str, float] = {}
    for rule in (candidate.rule, *candidate.others):
        steps = rule.path.rsplit("/", PATH_STEPS)[-PATH_STEPS:]
        for distance, step in enumerate(reversed(steps)):
            for _, mark in _MARK.findall(step):
                for part in _PART.findall(mark):
                    if len(part) > SHORT_WORD:
                        word = part.lower()
                        weights[word] = max(weights.get(word, 0.0), 1 / (1 + distance))
    return weights
