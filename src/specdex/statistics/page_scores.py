"""Scores of detection and extraction against hand-labelled pages.

Text is compared on lower-case letters and digits (NFKC). A page's pairs are a set. What the
annotator marked as doubtful, alternative or to be ignored counts neither for nor against. A
predicted fragment is right when at least half of its text lies in gold fragments, a gold fragment
is found when at least half of its text lies in predicted ones. Averages over sites lead.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

from specdex.groups import by_key
from specdex.html import Document
from specdex.records import Specification
from specdex.statistics.metrics import Tally, f1, mean
from specdex.text import letters_and_digits

__all__ = [
    "GoldFragment",
    "GoldPage",
    "Ignored",
    "Mistake",
    "PageScore",
    "Prediction",
    "SiteScore",
    "SpecsScore",
    "Trust",
    "covered",
    "predictions",
    "score_page",
    "summarise",
]

Names = tuple[str, str]
Span = tuple[int, int]
"""Where an element's letters and digits begin and end in the text of its page."""
SpanOf = Callable[[str], Span | None]
NOTHING = Tally()
SILENT = frozenset({"script", "style", "noscript", "template"})


@dataclass(frozen=True, slots=True)
class GoldFragment:
    """A hand-labelled fragment."""

    xpath: str
    pairs: tuple[tuple[str, str], ...] = ()
    doubtful: bool | str = False
    """Whether it is a specification can be argued about; it counts neither for nor against."""
    pairs_doubtful: bool = False
    alt: tuple[tuple[str, ...], ...] = ()
    """Pairs that are accepted, too."""
    copies: tuple[str, ...] = ()
    """Where the page shows the same fragment again."""


@dataclass(frozen=True, slots=True)
class Ignored:
    """A part of the page that counts neither for nor against."""

    xpath: str


@dataclass(frozen=True, slots=True)
class GoldPage:
    """A hand-labelled page."""

    id: str = ""
    site: str = ""
    category: str = ""
    html: str = ""
    url: str = ""
    fragments: tuple[GoldFragment, ...] = ()
    ignore: tuple[Ignored, ...] = ()
    fields: Mapping[str, tuple[Any, ...] | None] | None = field(default=None, hash=False)
    """The accepted values of each field of the main product; None where fields are not labelled."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """A predicted fragment: where, and which names and values."""

    xpath: str
    pairs: tuple[tuple[str, str], ...]
    confidence: float = 1.0
    confidences: tuple[float, ...] = ()
    """Of each pair, where they are known."""


@dataclass(frozen=True, slots=True)
class Trust:
    """Something said with a confidence, and whether it was right."""

    said: float
    right: bool


@dataclass(frozen=True, slots=True)
class Mistake:
    """A pair that was invented or missed."""

    site: str
    page: str
    kind: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class PageScore:
    """What was right and wrong on one page."""

    site: str
    pairs: Tally = NOTHING
    right_fragments: int = 0
    wrong_fragments: int = 0
    found_fragments: int = 0
    gold_fragments: int = 0
    mistakes: tuple[Mistake, ...] = ()
    pair_trust: tuple[Trust, ...] = ()
    fragment_trust: tuple[Trust, ...] = ()


@dataclass(frozen=True, slots=True)
class SiteScore:
    """A site's pages, pooled."""

    site: str
    pairs: Tally
    fragment_precision: float
    fragment_recall: float


@dataclass(frozen=True, slots=True)
class SpecsScore:
    """The averages over sites, and the pooled counts."""

    sites: tuple[SiteScore, ...]
    pair_precision: float
    pair_recall: float
    fragment_precision: float
    fragment_recall: float
    pooled: Tally
    pair_trust: tuple[Trust, ...] = ()
    fragment_trust: tuple[Trust, ...] = ()

    @property
    def pair_f1(self) -> float:
        """Of the averages over sites."""
        return f1(self.pair_precision, self.pair_recall)

    @property
    def fragment_f1(self) -> float:
        """Of the averages over sites."""
        return f1(self.fragment_precision, self.fragment_recall)


def predictions(specification: Specification) -> list[Prediction]:
    """What a specification says, as the scorer takes it."""
    return [
        Prediction(
            fragment.xpath,
            tuple((pair.name, pair.value) for pair in fragment.pairs),
            fragment.confidence,
            tuple(pair.confidence for pair in fragment.pairs),
        )
        for fragment in specification.fragments
    ]


def score_page(gold: GoldPage, document: Document, predicted: Sequence[Prediction]) -> PageScore:
    """How *predicted* compares with the labels of *gold*, whose parsed page is *document*."""
    where = _spans(document.element(0)) if len(document) else {}

    def span_of(xpath: str) -> Span | None:
        element = document.select(xpath) if xpath else None
        span = where.get(element) if element is not None else None
        return span if span is not None and span[1] > span[0] else None

    pairs, mistakes, pair_trust = _pairs(gold, predicted, span_of)
    found, total, fragment_trust = _fragments(gold, predicted, span_of)
    right = sum(trust.right for trust in fragment_trust)
    return PageScore(
        site=f"{gold.category}-{gold.site}" if gold.category else gold.site,
        pairs=pairs,
        right_fragments=right,
        wrong_fragments=len(fragment_trust) - right,
        found_fragments=found,
        gold_fragments=total,
        mistakes=mistakes,
        pair_trust=pair_trust,
        fragment_trust=fragment_trust,
    )


def summarise(scores: Iterable[PageScore]) -> SpecsScore:
    """The scores of all pages, pooled by site and averaged over sites."""
    pages = list(scores)
    by_site = by_key((score.site, score) for score in pages)
    sites = tuple(_site(name, pages) for name, pages in sorted(by_site.items()))
    return SpecsScore(
        sites=sites,
        pair_precision=mean(site.pairs.precision for site in sites),
        pair_recall=mean(site.pairs.recall for site in sites),
        fragment_precision=mean(site.fragment_precision for site in sites),
        fragment_recall=mean(site.fragment_recall for site in sites),
        pooled=sum((site.pairs for site in sites), Tally()),
        pair_trust=tuple(trust for page in pages for trust in page.pair_trust),
        fragment_trust=tuple(trust for page in pages for trust in page.fragment_trust),
    )


def _site(name: str, pages: Sequence[PageScore]) -> SiteScore:
    right = sum(page.right_fragments for page in pages)
    wrong = sum(page.wrong_fragments for page in pages)
    found = sum(page.found_fragments for page in pages)
    total = sum(page.gold_fragments for page in pages)
    return SiteScore(
        site=name,
        pairs=sum((page.pairs for page in pages), Tally()),
        fragment_precision=Tally(right, wrong, 0).precision,
        fragment_recall=Tally(found, 0, total - found).recall,
    )


def _folded(pairs: Iterable[Sequence[str]]) -> set[Names]:
    """*pairs* as they are compared, those without a name or a value left out."""
    folded = {(letters_and_digits(pair[0]), letters_and_digits(pair[1])) for pair in pairs}
    return {(name, value) for name, value in folded if name and value}


def _pairs(
    gold: GoldPage, predicted: Sequence[Prediction], span_of: SpanOf
) -> tuple[Tally, tuple[Mistake, ...], tuple[Trust, ...]]:
    firm, free, alternatives = _truth(gold)
    uncounted = _uncounted(gold, predicted, span_of)
    said = _folded(pair for each in predicted for pair in each.pairs)
    accepted = alternatives & said
    excused = {
        (name, value)
        for name, value in firm - said
        if any(value in also and (name in other or name in also) for other, also in accepted)
    }
    invented = said - firm - free - uncounted
    missed = firm - said - excused
    mistakes = tuple(
        Mistake(gold.site, gold.id, kind, name, value)
        for kind, pairs in (("invented", invented), ("missed", missed))
        for name, value in sorted(pairs)
    )
    trust = tuple(
        Trust(confidence, bool(folded & firm))
        for each in predicted
        for pair, confidence in zip(each.pairs, each.confidences, strict=False)
        if (folded := _folded([pair])) and not folded & (free | uncounted)
    )
    return Tally(len(firm & said), len(invented), len(missed)), mistakes, trust


def _truth(gold: GoldPage) -> tuple[set[Names], set[Names], set[Names]]:
    """The pairs that count, those that count neither way, and the alternatives among them."""
    firm: set[Names] = set()
    free: set[Names] = set()
    alternatives: set[Names] = set()
    for fragment in gold.fragments:
        doubted = fragment.doubtful or fragment.pairs_doubtful
        (free if doubted else firm).update(_folded(fragment.pairs))
        alternatives |= _folded(fragment.alt)
    return firm, (free | alternatives) - firm, alternatives


def _uncounted(gold: GoldPage, predicted: Sequence[Prediction], span_of: SpanOf) -> set[Names]:
    """The predicted pairs from parts of the page that do not count."""
    doubted = [f.xpath for f in gold.fragments if f.doubtful or f.pairs_doubtful]
    skip = _known(span_of, [*(each.xpath for each in gold.ignore), *doubted])
    out: set[Names] = set()
    for fragment in predicted:
        span = span_of(fragment.xpath)
        if span is not None and _half(span, skip):
            out |= _folded(fragment.pairs)
    return out


def _fragments(
    gold: GoldPage, predicted: Sequence[Prediction], span_of: SpanOf
) -> tuple[int, int, tuple[Trust, ...]]:
    """Gold fragments found, how many there are, and each predicted fragment that counts."""
    good: list[Span] = []
    free = _known(span_of, (each.xpath for each in gold.ignore))
    groups: list[list[Span]] = []
    for fragment in gold.fragments:
        group = _known(span_of, [fragment.xpath, *fragment.copies])
        (free if fragment.doubtful else good).extend(group)
        if group and not fragment.doubtful:
            groups.append(group)
    said: list[Span] = []
    trust: list[Trust] = []
    for each in predicted:
        span = span_of(each.xpath)
        if span is not None:
            said.append(span)
            right = _half(span, good)
            if right or not _half(span, good + free):
                trust.append(Trust(each.confidence, right))
    found = sum(any(_half(span, said) for span in group) for group in groups)
    return found, len(groups), tuple(trust)


def _known(span_of: SpanOf, xpaths: Iterable[str]) -> list[Span]:
    return [span for span in map(span_of, xpaths) if span is not None]


def _half(span: Span, others: Sequence[Span]) -> bool:
    return covered(span, others) * 2 >= span[1] - span[0]


def _spans(root: etree._Element) -> dict[etree._Element, Span]:
    """The span of every element, counted in letters and digits outside scripts."""
    found: dict[etree._Element, Span] = {}
    starts: list[int] = []
    position = silent = 0
    for event, element in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
        if event == "start":
            starts.append(position)
            silent += element.tag in SILENT
            written = element.text
        else:
            if event == "end":
                found[element] = (starts.pop(), position)
                silent -= element.tag in SILENT
            written = element.tail
        if written and not silent:
            position += len(letters_and_digits(written))
    return found


def covered(span: Span, others: Sequence[Span]) -> int:
    """How many characters of *span* lie in the union of *others*."""
    total, reached = 0, span[0]
    for start, stop in sorted(others):
        begin, end = max(start, reached), min(stop, span[1])
        if end > begin:
            total += end - begin
            reached = end
    return total
