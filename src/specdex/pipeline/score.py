"""Scores of detection and extraction against hand-labelled pages.

Text is compared on lower-case letters and digits (NFKC). A page's pairs are a set. What the
annotator marked as doubtful, alternative or to be ignored counts neither for nor against. A
predicted fragment is right when at least half of its text lies in gold fragments, a gold fragment
is found when at least half of its text lies in predicted ones. Averages over sites lead.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from specdex.html import Document
from specdex.pipeline.spans import Span, covered, spans
from specdex.statistics.metrics import Tally, f1, mean
from specdex.text import letters_and_digits

__all__ = [
    "GoldFragment",
    "GoldPage",
    "Mistake",
    "PageScore",
    "Prediction",
    "SiteScore",
    "SpecsScore",
    "Trust",
    "score_page",
    "summarise",
]

Names = tuple[str, str]
NOTHING = Tally()


@dataclass(frozen=True, slots=True)
class GoldFragment:
    """A hand-labelled fragment."""

    xpath: str
    pairs: tuple[tuple[str, str], ...] = ()
    doubtful: bool | str = False
    pairs_doubtful: bool = False
    alt: tuple[tuple[str, ...], ...] = ()
    copies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ignored:
    """A part of the page that counts neither for nor against."""

    xpath: str


@dataclass(frozen=True, slots=True)
class GoldPage:
    """A hand-labelled page."""

    id: str
    site: str
    category: str
    html: str
    url: str = ""
    fragments: tuple[GoldFragment, ...] = ()
    ignore: tuple[Ignored, ...] = ()


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


def score_page(gold: GoldPage, document: Document, predicted: Sequence[Prediction]) -> PageScore:
    """How *predicted* compares with the labels of *gold*, whose parsed page is *document*."""
    where = spans(document.element(0)) if len(document) else {}

    def span_of(xpath: str) -> Span | None:
        element = document.select(xpath) if xpath else None
        return where.get(element) if element is not None else None

    site = f"{gold.category}-{gold.site}"
    pairs, mistakes = _pairs(gold, predicted, span_of)
    right, wrong, found, total = _fragments(gold, predicted, span_of)
    trusts = _pair_trust(gold, predicted, span_of), _fragment_trust(gold, predicted, span_of)
    return PageScore(site, pairs, right, wrong, found, total, mistakes, *trusts)


def summarise(scores: Iterable[PageScore]) -> SpecsScore:
    """The scores of all pages, pooled by site and averaged over sites."""
    by_site: dict[str, list[PageScore]] = {}
    pages = list(scores)
    for score in pages:
        by_site.setdefault(score.site, []).append(score)
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
    gold: GoldPage, predicted: Sequence[Prediction], span_of: Callable[[str], Span | None]
) -> tuple[Tally, tuple[Mistake, ...]]:
    firm, free, alternatives = _truth(gold)
    said, uncounted = _said(gold, predicted, span_of)
    said |= uncounted
    covered_by_alternative = {
        pair
        for pair in firm - said
        if any(_stands_for(other, pair) for other in alternatives & said)
    }
    invented = said - firm - free - uncounted
    missed = firm - said - covered_by_alternative
    mistakes = [
        Mistake(gold.site, gold.id, kind, name, value)
        for kind, pairs in (("invented", invented), ("missed", missed))
        for name, value in sorted(pairs)
    ]
    return Tally(len(firm & said), len(invented), len(missed)), tuple(mistakes)


def _truth(gold: GoldPage) -> tuple[set[Names], set[Names], set[Names]]:
    """The pairs that count, those that count neither way, and the alternatives among them."""
    firm: set[Names] = set()
    free: set[Names] = set()
    alternatives: set[Names] = set()
    for fragment in gold.fragments:
        (free if fragment.doubtful or fragment.pairs_doubtful else firm).update(
            _folded(fragment.pairs)
        )
        alternatives |= _folded(fragment.alt)
    return firm, (free | alternatives) - firm, alternatives


def _pair_trust(
    gold: GoldPage, predicted: Sequence[Prediction], span_of: Callable[[str], Span | None]
) -> tuple[Trust, ...]:
    """How sure each pair that counts was said to be, and whether it is right."""
    firm, free, _ = _truth(gold)
    _, uncounted = _said(gold, predicted, span_of)
    found = []
    for fragment in predicted:
        for pair, said in zip(fragment.pairs, fragment.confidences, strict=False):
            folded = _folded([pair])
            if folded and not folded & (free | uncounted):
                found.append(Trust(said, bool(folded & firm)))
    return tuple(found)


def _stands_for(alternative: Names, pair: Names) -> bool:
    name, value = pair
    return value in alternative[1] and (name in alternative[0] or name in alternative[1])


def _said(
    gold: GoldPage, predicted: Sequence[Prediction], span_of: Callable[[str], Span | None]
) -> tuple[set[Names], set[Names]]:
    """The predicted pairs, those from parts of the page that do not count apart."""
    doubted = [f.xpath for f in gold.fragments if f.doubtful or f.pairs_doubtful]
    skip = _known(span_of, [*(each.xpath for each in gold.ignore), *doubted])
    said: set[Names] = set()
    uncounted: set[Names] = set()
    for fragment in predicted:
        span = span_of(fragment.xpath)
        out = span is not None and span[1] > span[0] and _half(span, skip)
        (uncounted if out else said).update(_folded(fragment.pairs))
    return said, uncounted


def _known(span_of: Callable[[str], Span | None], xpaths: Iterable[str]) -> list[Span]:
    found = (span_of(xpath) for xpath in xpaths)
    return [span for span in found if span is not None]


def _half(span: Span, others: Sequence[Span]) -> bool:
    return covered(span, others) * 2 >= span[1] - span[0]


@dataclass(frozen=True, slots=True)
class _Places:
    """Where fragments stand: those that count, with their copies, and what counts neither way."""

    groups: tuple[tuple[Span, ...], ...]
    good: tuple[Span, ...]
    free: tuple[Span, ...]


def _places(gold: GoldPage, span_of: Callable[[str], Span | None]) -> _Places:
    good: list[Span] = []
    free = _known(span_of, (each.xpath for each in gold.ignore))
    groups: list[tuple[Span, ...]] = []
    for fragment in gold.fragments:
        group = [
            span
            for span in _known(span_of, [fragment.xpath, *fragment.copies])
            if span[1] > span[0]
        ]
        (free if fragment.doubtful else good).extend(group)
        if group and not fragment.doubtful:
            groups.append(tuple(group))
    return _Places(tuple(groups), tuple(good), tuple(free))


def _fragments(
    gold: GoldPage, predicted: Sequence[Prediction], span_of: Callable[[str], Span | None]
) -> tuple[int, int, int, int]:
    """Predicted fragments right and wrong; gold fragments found, and how many there are."""
    places = _places(gold, span_of)
    said = [
        span for span in _known(span_of, (each.xpath for each in predicted)) if span[1] > span[0]
    ]
    right = sum(_half(span, places.good) for span in said)
    wrong = sum(not _half(span, places.good + places.free) for span in said)
    found = sum(any(_half(span, said) for span in group) for group in places.groups)
    return right, wrong, found, len(places.groups)


def _fragment_trust(
    gold: GoldPage, predicted: Sequence[Prediction], span_of: Callable[[str], Span | None]
) -> tuple[Trust, ...]:
    """How sure each fragment that counts was said to be, and whether it is right."""
    places = _places(gold, span_of)
    found = []
    for each in predicted:
        span = span_of(each.xpath)
        if span is None or span[1] <= span[0]:
            continue
        right = _half(span, places.good)
        if right or not _half(span, places.good + places.free):
            found.append(Trust(each.confidence, right))
    return tuple(found)
