"""Pages read with patterns that their own seeds show; a corpus again, with what it taught."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from typing import Self

from specdex.html import Document
from specdex.papers.patterns.dictionary import EXTRA_TOKENS, TOKEN_LIMIT, Dictionary
from specdex.papers.patterns.matches import Match, read
from specdex.papers.patterns.pattern import Pattern
from specdex.papers.patterns.seeds import BAG_OF_WORDS, BOTH, NGRAM, SeedLearner
from specdex.papers.patterns.source import clean
from specdex.papers.patterns.trie import ENCLOSURES, MIN_SEEDS, Seed, discover
from specdex.records import Candidate, Failure, FragmentKind, Pair

__all__ = [
    "DEFAULT_STRATEGY",
    "STRATEGIES",
    "PageReading",
    "Pass",
    "PatternDetector",
    "PatternReader",
    "Reading",
    "SelfTraining",
    "Strategy",
    "assemble",
    "common_dictionary",
    "page_reading",
    "read_with",
]


@dataclass(frozen=True, slots=True)
class Reading:
    """What patterns read from one page."""

    seeds: tuple[Seed, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    matches: tuple[Match, ...] = ()


def read_with(document: Document, seeds: Iterable[Seed], *, min_names: int = MIN_SEEDS) -> Reading:
    """What the patterns that *seeds* with at least *min_names* names show read from *document*."""
    given = tuple(seeds)
    patterns = discover(document, given, min_names=min_names)
    return Reading(given, patterns, tuple(read(document, patterns)))


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass over a corpus."""

    features: str = BOTH
    limit: int = TOKEN_LIMIT
    only_failed: bool = False
    """Read only pages that have given nothing so far."""
    learn: bool = True
    """Add what is read to the dictionary, …"""
    recount: bool = True
    """… also what it has already."""


EXTRA = Pass(BAG_OF_WORDS, TOKEN_LIMIT + EXTRA_TOKENS, only_failed=True)


@dataclass(frozen=True, slots=True)
class Strategy:
    """How a corpus is processed: from how many training pages, in which passes."""

    name: str
    passes: tuple[Pass, ...]
    training_pages: int = 10
    fullest: bool = False
    """Whether the pages with most pairs teach; else pages of all sites in turn."""


STRATEGIES = (
    Strategy("one iteration", (Pass(), EXTRA)),
    Strategy("one, 20 pages", (Pass(), EXTRA), 20, fullest=True),
    Strategy("two iterations", (Pass(), Pass(recount=False), EXTRA)),
    Strategy(
        "three n-gram",
        (
            Pass(NGRAM),
            Pass(NGRAM, recount=False),
            Pass(BAG_OF_WORDS, only_failed=True, learn=False),
            EXTRA,
        ),
    ),
)
"""The paper's four corpus strategies, in its order."""
DEFAULT_STRATEGY = STRATEGIES[2]


@dataclass(slots=True)
class SelfTraining:
    """Reads a corpus and grows a dictionary with what it reads."""

    dictionary: Dictionary
    strategy: Strategy = DEFAULT_STRATEGY
    learner: Callable[[Dictionary], SeedLearner] = SeedLearner
    reads: Callable[[Document, Sequence[Seed]], Reading] = read_with
    dictionary_: Dictionary = field(default_factory=Dictionary)
    readings_: list[Reading] = field(default_factory=list)

    def fit(self, documents: Sequence[Document]) -> Self:
        """Read all *documents*; the dictionary that was handed in stays as it is."""
        self.dictionary_ = self.dictionary.copy()
        self.readings_ = [Reading()] * len(documents)
        learner = self.learner(self.dictionary_)
        for step in self.strategy.passes:
            for place, document in enumerate(documents):
                if step.only_failed and self.readings_[place].matches:
                    continue
                seeds = learner.learn(clean(document), features=step.features, limit=step.limit)
                reading = self.reads(document, seeds)
                if reading.matches or not self.readings_[place].matches:
                    self.readings_[place] = reading
                pairs = [(match.name, match.value) for match in reading.matches if step.learn]
                if self.dictionary_.learn(pairs, limit=step.limit, recount=step.recount):
                    learner.forget()
        return self


def assemble(
    documents: Iterable[Document], seeds: Iterable[Seed], dictionary: Dictionary
) -> list[Reading]:
    """Grow *dictionary* with the short pairs of a few pages, from seeds that a user gives.

    A page is read with the given seeds that stand on it and with those that the pages before it
    have taught. What was read comes back, to be looked at.
    """
    given, readings = tuple(seeds), list[Reading]()
    for document in documents:
        learned = SeedLearner(dictionary).learn(clean(document), features=NGRAM)
        reading = read_with(document, (*given, *learned))
        dictionary.learn((match.name, match.value) for match in reading.matches)
        readings.append(reading)
    return readings


NAME = "patterns"
MAX_NODES = 12_000
"""Elements of a page that are read: as many take a second in Python."""
PASSES = (Pass(), EXTRA)
"""How a single page is asked for seeds: short texts first, then words of longer ones."""
MIN_HALVES = 3
"""Known names that must be printed alike where none of their values is known."""
NO_SEEDS = "no seeds: no two known names with known values stand on the page"
NO_PATTERN = "no pattern: its seeds are not printed alike"


@dataclass(frozen=True, slots=True)
class PageReading:
    """What patterns say about one page, and how they came to it."""

    pairs: tuple[Pair, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    seeds: tuple[Seed, ...] = ()
    failures: tuple[Failure, ...] = ()


@cache
def common_dictionary() -> Dictionary:
    """The dictionary that comes with specdex: common names and values of many languages."""
    text = files(__package__).joinpath("common.json").read_text(encoding="utf-8")
    return Dictionary.from_json(text)


@dataclass(frozen=True, eq=False)
class PatternReader:
    """Reads pages with patterns from seeds that a dictionary recognises. Picklable."""

    dictionary: Dictionary = field(default_factory=common_dictionary)
    name: str = NAME
    max_nodes: int = MAX_NODES

    def read(self, document: Document, candidate: Candidate) -> Sequence[Pair]:
        """The pairs in the candidate's element, not in what it is ``without``, in order."""
        if not 0 <= candidate.node < len(document):
            return ()
        inside = range(candidate.node, document.end[candidate.node])
        outside = [range(node, document.end[node]) for node in candidate.without or ()]
        return tuple(
            _pair(document, match, self.name)
            for match in self.matches(document)
            if match.node in inside and not any(match.node in each for each in outside)
        )

    def matches(self, document: Document) -> Sequence[Match]:
        """What the patterns that learned seeds show read from the page, without XPaths."""
        return _learned(document, self).matches

    def read_page(self, document: Document, seeds: Iterable[Seed] = ()) -> PageReading:
        """The pairs of the whole page, from *seeds* if any are given, else from learned ones."""
        given = tuple(seeds)
        reading = read_with(document, given) if given else _learned(document, self)
        return page_reading(document, reading, self.name)


def page_reading(document: Document, reading: Reading, reader: str = NAME) -> PageReading:
    """A Reading as records: pairs with their places, or a Failure that says why there are none."""
    failures = []
    if document.failure is not None:
        failures.append(document.failure)
    if not reading.matches:
        reason = NO_PATTERN if reading.seeds else NO_SEEDS
        failures.append(Failure(document.page.url, "extract", reason))
    pairs = tuple(_pair(document, match, reader) for match in reading.matches)
    return PageReading(pairs, reading.patterns, reading.seeds, tuple(failures))


def _pair(document: Document, match: Match, reader: str) -> Pair:
    return Pair(
        name=match.name,
        value=match.value,
        xpath=document.xpath(match.node),
        reader=reader,
        confidence=match.pattern.confidence,
    )


@lru_cache(maxsize=1)
def _learned(document: Document, reader: PatternReader) -> Reading:
    """What *reader* makes of the page; the last one is kept, for candidates of one page."""
    learner = SeedLearner(reader.dictionary)
    reading = Reading()
    for step in PASSES:
        seeds = learner.learn(clean(document), features=step.features, limit=step.limit)
        reading = read_with(document, seeds)
        if reading.matches:
            return reading
    halves = learner.half_seeds(clean(document))
    return read_with(document, halves, min_names=MIN_HALVES) if halves else reading


@dataclass(frozen=True)
class PatternDetector:
    """Believes in the elements around pairs that patterns read."""

    reader: PatternReader = field(default_factory=PatternReader)
    max_nodes: int = MAX_NODES

    def detect(self, document: Document) -> Sequence[Candidate]:
        """The elements that hold the page's pairs, in page order, none inside another."""
        found: dict[int, float] = {}
        for match in self.reader.matches(document):
            node = _around(document, match)
            found[node] = max(found.get(node, 0.0), match.pattern.confidence)
        kept: list[Candidate] = []
        for node in sorted(found):
            if not kept or node >= document.end[kept[-1].node]:
                kind = FragmentKind.of(document.tag[node].replace("menu", "ul"))
                kept.append(Candidate(node, kind, found[node]))
        return tuple(kept)


def _around(document: Document, match: Match) -> int:
    """The table or list that holds *match* as one of its rows, else the element around the row."""
    row = match.node
    while document.start[row] > match.start and document.parent[row] >= 0:
        row = document.parent[row]
    for node in (row, *document.ancestors(row)):
        if document.tag[node] in ENCLOSURES:
            return node
        if document.tag[node] in {"div", "section", "article", "body"} and node != row:
            return node
    return row
