"""The verb train: labelled pages in, the detection model out; and models that never saw a site."""

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from pathlib import Path

import numpy as np

from benchmarks.data import (
    SPEC_SETS,
    Part,
    gold_pages,
    lines,
    page_of,
    part_of,
    site_group,
    spec_files,
)
from benchmarks.detection import labels as labelling
from benchmarks.detection.calibration import expected_calibration_error
from benchmarks.detection.labels import LabelledPage, LabelledSheet, label, lies_in
from benchmarks.detection.training import DetectionLearner, catalogue_of, folds
from benchmarks.detection.training import train as train_detection
from benchmarks.pages.marks import gold as gold_of
from benchmarks.pages.shells import Pages
from benchmarks.pages.transplants import transplant
from specdex.detection.candidates import candidate_nodes
from specdex.detection.detector import choose
from specdex.detection.model import DetectionModel, default_model
from specdex.detection.sheet import Sheet, describe
from specdex.forest import probability
from specdex.html import Document, Kept, parse
from specdex.pipeline.extract import Extraction, extraction
from specdex.records import Candidate, Page, Specification
from specdex.statistics.page_scores import GoldPage
from specdex.text import letters_and_digits

__all__ = [
    "PageJudge",
    "Sheets",
    "Trained",
    "judges_of_open",
    "judges_without_site",
    "labelled_pages",
    "labelled_sheets",
    "scaled",
    "train",
]

FOLDS = 12
PAGES_A_SITE = {"swde": 14}
"""Of sets with many pages a site, so many are learned from."""
OTHER_PAGES = "pagetypes/wcxb.jsonl.xz"
OTHER_WEIGHT = 0.1
"""How much a site without products counts."""
MAX_OTHER = 1_500_000
"""Characters; larger pages teach nothing that others do not."""
NAME_LISTS = ("dexter/*.jsonl.xz", "alaska/*-specs.jsonl.xz")
MIN_SITES = 3
"""An attribute name counts once so many sites use it."""
MADE_WEIGHT = 0.05
"""How much a generated page counts, …"""
TRANSPLANT_WEIGHT = 0.5
"""… and how much the transplants of a site."""
TRANSPLANTS = 2
"""How often a page is printed anew; …"""
TRANSPLANTED_PAGES = {"swde": 4}
"""… of sets with many pages a site, so many pages are."""
OPEN_FOLDS = 4
Finder = Callable[[str], DetectionModel]


@dataclass(frozen=True, slots=True)
class Sheets:
    """The labelled regions of one page, and the set it is from; empty for other pages."""

    set: str
    sheet: LabelledSheet


@dataclass(frozen=True, slots=True)
class Trained:
    """A model, and how honest it is about what it would read on sites it never saw."""

    model: DetectionModel
    error_before: float
    error_after: float
    """Expected calibration errors."""
    pages: int


def labelled_sheets(data: Path) -> Iterator[Sheets]:
    """The regions of all labelled product pages, and of pages of other kinds."""
    for name in SPEC_SETS:
        seen: Counter[str] = Counter()
        for gold in gold_pages(spec_files(data, name)):
            key = f"{gold.category}-{gold.site}"
            seen[key] += 1
            if seen[key] <= PAGES_A_SITE.get(name, seen[key]):
                yield Sheets(name, label(_labelled(gold, f"{name}-{key}")))
    for line in lines(data / OTHER_PAGES):
        if line["type"] != "product" and len(line["html"]) <= MAX_OTHER:
            page = Page(line.get("url") or "", line["html"].encode("utf-8", "replace"))
            document = parse(replace(page, encoding="utf-8"))
            other = LabelledPage(
                document, site_group(line["site"]), f"other-{line['site']}", weight=OTHER_WEIGHT
            )
            yield Sheets("", label(other))


def made_sheets(data: Path, count: int) -> Iterator[LabelledSheet]:
    """The regions of *count* generated pages."""
    pages = Pages(data)
    for number in range(count):
        page = _labelled(gold_of(pages.line(number)), "generated")
        yield label(replace(page, site=f"generated-{number}", weight=MADE_WEIGHT, made=True))


def transplanted_sheets(data: Path, part: Part | None = None) -> Iterator[LabelledSheet]:
    """The regions of labelled pages, their fragments printed anew; of one *part* or of both."""
    for name in SPEC_SETS:
        seen: Counter[str] = Counter()
        for gold in gold_pages(spec_files(data, name)):
            key = f"{gold.category}-{gold.site}"
            seen[key] += 1
            if part not in {None, part_of(gold.site)}:
                continue
            for seed in range(TRANSPLANTS * (seen[key] <= TRANSPLANTED_PAGES.get(name, seen[key]))):
                if line := transplant(gold, seed):
                    page = _labelled(gold_of(line), f"{name}-{key}-transplants")
                    yield label(replace(page, weight=TRANSPLANT_WEIGHT, made=True))


def judges_of_open(
    data: Path, counts: Sequence[int], *, transplants: bool
) -> Iterator["PageJudge"]:
    """Extraction by detectors that saw open sites and so many generated pages, for each count."""
    labelled = [each.sheet for each in labelled_sheets(data)]
    real = [each for each in labelled if part_of(each.site) is Part.OPEN]
    printed = list(transplanted_sheets(data, Part.OPEN)) if transplants else []
    made = list(made_sheets(data, max(counts)))
    learner = DetectionLearner(catalogue=name_catalogue(data))
    for count in counts:
        # nothing but real pages where the curve begins
        added = [*made[:count], *printed] if count else []
        model, _ = train_detection([*real, *added], learner, OPEN_FOLDS)
        yield PageJudge(lambda _, model=model: model, extraction())  # type: ignore[misc]


def labelled_pages(data: Path, most: int) -> Iterator[LabelledPage]:
    """At most *most* labelled product pages of each site, their category as labelled."""
    for name in SPEC_SETS:
        seen: Counter[str] = Counter()
        for gold in gold_pages(spec_files(data, name)):
            key = f"{gold.category}-{gold.site}"
            seen[key] += 1
            if seen[key] <= most:
                yield _labelled(gold, gold.category)


def _labelled(gold: GoldPage, key: str) -> LabelledPage:
    fragments = tuple(
        labelling.GoldFragment(
            each.xpath,
            each.pairs,
            doubtful=bool(each.doubtful or each.pairs_doubtful),
            alternatives=tuple((pair[0], pair[1]) for pair in each.alt),
            copies=each.copies,
        )
        for each in gold.fragments
    )
    ignored = tuple(each.xpath for each in gold.ignore)
    return LabelledPage(parse(page_of(gold)), site_group(gold.site), key, fragments, ignored)


def name_catalogue(data: Path) -> dict[int, float]:
    """How many sites of published collections use an attribute name, by hash."""
    sites: dict[str, set[str]] = defaultdict(set)
    for pattern in NAME_LISTS:
        for path in sorted(data.glob(pattern)):
            for line in lines(path):
                for name in line["attributes"]:
                    sites[letters_and_digits(name)].add(line["site"])
    return catalogue_of(
        {name: len(users) for name, users in sites.items() if len(users) >= MIN_SITES}
    )


def scaled(fitted: DetectionModel) -> DetectionModel:
    """*fitted* with the scale of the model that ships."""
    shipped = default_model()
    scale = {name: getattr(shipped, name) for name in ("slope", "offset", "evidence", "threshold")}
    return replace(fitted, **scale)


@dataclass
class PageJudge:
    """Extraction by a model for each site; remembers what was thought of the page read last."""

    find: Finder
    mapped: Extraction
    last: tuple[Document, Sheet, list[float]] | None = field(default=None, repr=False)

    def __call__(self, document: Document) -> Specification:
        """What the page says, read as ``mapped`` does it but for the detector."""
        self.last = None
        extractor = replace(self.mapped.extractor, detector=self)  # type: ignore[type-var]
        specification: Specification = extractor.extract(document)
        return specification

    def detect(self, document: Document) -> Sequence[Candidate]:
        """The regions that the site's model believes in."""
        sheet = _sheet(document)
        model = self.find(document.page.site)
        odds = model.odds(sheet) if sheet.regions else array("d")
        self.last = document, sheet, probability(np.asarray(odds)).tolist()
        return choose(sheet, model.calibrated(odds, sheet), model.threshold)

    def scores(self, gold: GoldPage) -> list[float]:
        """Of each labelled fragment of the last page, the best score of a region in it.

        Scores are what the forest says, before scaling.
        """
        if self.last is None:
            return []
        document, sheet, said = self.last
        found = []
        for fragment in gold.fragments:
            nodes = map(document.find, (fragment.xpath, *fragment.copies))
            spans = [(document.start[at], document.stop[at]) for at in nodes if at is not None]
            if spans and not fragment.doubtful:
                inside = (lies_in(document, each, spans) for each in sheet.regions)
                found.append(max(compress(said, inside), default=0.0))
        return found


def _described(document: Document) -> Sheet:
    return describe(document, candidate_nodes(document))


_sheet = Kept(_described).__call__
"""The sheet of a Document, made once for all who judge it."""


def judges_without_site(
    data: Path, mapped: Extraction, seeds: Sequence[int] = (0,)
) -> tuple[PageJudge, ...]:
    """Extraction as *mapped* does it, but each page by a detector that never saw its site.

    There is one for each of *seeds*, which learned from the same features.
    """
    sheets = [each.sheet for each in labelled_sheets(data)]
    learner = DetectionLearner(catalogue=default_model().catalogue)
    by_site: dict[str, tuple[DetectionModel, ...]] = {}
    for learned, judged in folds(sheets, FOLDS):
        models = tuple(map(scaled, learner.models([sheets[at] for at in learned], seeds)))
        by_site.update((sheets[at].site, models) for at in judged)

    def judge(at: int) -> PageJudge:
        return PageJudge(lambda site: by_site[site_group(site)][at], mapped)

    return tuple(map(judge, range(len(seeds))))


def train(data: Path) -> Trained:
    """The detection model of all labelled pages, calibrated on sites left out."""
    labelled = list(labelled_sheets(data))
    learner = DetectionLearner(catalogue=name_catalogue(data))
    model, said = train_detection([each.sheet for each in labelled], learner, FOLDS)
    before, after, truth = [], [], []
    for found, each in zip(said, labelled, strict=True):
        if each.set and len(found):
            sheet = each.sheet
            odds = array("d", np.log(found / (1 - found)))
            honest = np.asarray(model.calibrated(odds, sheet.sheet))
            read = (honest >= model.threshold) & (sheet.weight > 0)
            before += found[read].tolist()
            after += honest[read].tolist()
            truth += sheet.share[read].tolist()
    return Trained(
        model,
        error_before=expected_calibration_error(before, truth),
        error_after=expected_calibration_error(after, truth),
        pages=len(labelled),
    )
