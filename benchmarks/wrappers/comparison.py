"""Read labelled sites by every method, site by site.

What is learned about a site is learned without it: its words are left out of the dictionaries, and
the caller's structural reader was trained on other sites.
"""

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
from lxml import etree

from benchmarks.data import lines, page_of, spec_files
from benchmarks.wrappers.product_ids import ProductIdLearner, canonical_id
from benchmarks.wrappers.score import (
    NoisePoint,
    SiteComparison,
    annotation_tally,
    compare,
    draw_labels,
    ids_tally,
    noise_sweep,
)
from specdex.errors import InputError
from specdex.forest import Trees
from specdex.html import Document, parse
from specdex.papers.dexter import DexterDetector
from specdex.papers.dexter_structure import StructurePaperReader
from specdex.pipeline.extract import composed
from specdex.pipeline.learn import Application
from specdex.records import Candidate, Fragment, FragmentKind, Page, Pair, Specification, Wrapper
from specdex.statistics.metrics import Tally
from specdex.statistics.page_scores import GoldFragment, GoldPage
from specdex.text import letters_and_digits
from specdex.wrappers.annotators import Labels, by_knowledge, by_pairs, by_pattern
from specdex.wrappers.apply import Applier
from specdex.wrappers.induction import induce_pairs
from specdex.wrappers.knowledge import NOTHING, Knowledge
from specdex.wrappers.learner import Method, WrapperLearner
from specdex.wrappers.rules import rules_of, sections_from
from specdex.wrappers.survey import Survey

__all__ = [
    "COLUMNS",
    "HOUSE",
    "Bench",
    "LabelledSite",
    "Speed",
    "Structural",
    "Structures",
    "noise_of",
    "speed_of",
]

PERFECT = "-perfect"
"""Behind a method: on a perfect detection, the paper's SD*."""
ANNOTATORS = "annotators"
PAPER = "structure-paper"
"""The paper's own reading by structure, without a wrapper: its SE."""
HOUSE = ("structure", "together", "both")
"""The methods of the house, which rest on its own detector."""
COLUMNS = (
    PAPER,
    f"{PAPER}{PERFECT}",
    "induced",
    ANNOTATORS,
    f"induced{PERFECT}",
    f"{ANNOTATORS}{PERFECT}",
    "induced-paper",
    *HOUSE,
)
"""The columns of DEXTER's table 6, and the methods of the house."""
SET = "swde"
REPEATS = 4
Structural = Callable[[Document], Specification]
"""Reads a page by its structure."""


@dataclass(frozen=True, slots=True)
class Structures:
    """Who reads pages by their structure."""

    house: Structural
    paper: Structural
    """DEXTER's SE | SD."""

    @classmethod
    def of(cls, house: Structural, judge: Callable[[str], Trees] | None = None) -> "Structures":
        """The *house*'s own, and the paper's with the *judge* of each site, or that which ships."""

        def read(document: Document) -> Specification:
            detector = DexterDetector(judge=judge(document.page.site) if judge else None)
            return composed(detector, (StructurePaperReader(),)).extractor.extract(document)

        return cls(house, read)

    def of_column(self, column: str) -> Structural:
        """Whose reading a column of the table rests on."""
        return self.paper if column in {PAPER, Method.INDUCED_PAPER} else self.house


@dataclass(frozen=True, slots=True)
class LabelledSite:
    """The labelled pages of one site."""

    name: str
    site: str
    golds: tuple[GoldPage, ...]
    documents: tuple[Document, ...]
    ids: tuple[Mapping[str, str], ...]


@dataclass(frozen=True, slots=True)
class Speed:
    """What a site's pages cost, in seconds of the processor."""

    parse: float
    """Parsing them with lxml alone."""
    apply: float
    """Parsing and reading them with the site's wrapper."""
    learn: float
    """Learning the wrapper."""


class Bench:
    """The labelled sites of a folder, and what each teaches the others."""

    def __init__(self, data: Path, names: Collection[str] = ()) -> None:
        self.paths = {path.name.partition(".")[0]: path for path in spec_files(data, SET)}
        unknown = sorted(set(names) - self.paths.keys())
        if unknown:
            raise InputError(f"no site {unknown[0]!r}; there are: {', '.join(self.paths)}")
        self.names = [name for name in self.paths if not names or name in names]
        self.taught: list[Specification] = []
        self.ids: dict[str, dict[str, str]] = {}
        for path in self.paths.values():
            for line in lines(path):
                gold = msgspec.convert(line, GoldPage)
                self.taught.append(_specification(gold))
                known = self.ids.setdefault(gold.site, {})
                known |= {letters_and_digits(value): kind for kind, value in _ids(line).items()}

    def sites(self) -> Iterator[LabelledSite]:
        """The sites asked for, one at a time."""
        for name in self.names:
            labelled = list(lines(self.paths[name]))
            golds = tuple(msgspec.convert(line, GoldPage) for line in labelled)
            documents = tuple(parse(page_of(gold)) for gold in golds)
            ids = tuple(_ids(line) for line in labelled)
            yield LabelledSite(name, golds[0].site, golds, documents, ids)

    def knowledge(self, site: LabelledSite) -> Knowledge:
        """What the other sites print."""
        return Knowledge.of(self.taught, without=site.site)

    def compare(
        self,
        site: LabelledSite,
        columns: Collection[str],
        structures: Structures,
        learn_from: int | None = None,
    ) -> SiteComparison:
        """How good each of *columns* is on *site*, learned from its first pages, or from all."""
        knowledge = self.knowledge(site)
        answers: dict[str, Sequence[Specification]] = {}
        read: dict[bool, list[Specification]] = {}
        for column in columns:
            if column in {*Method, PAPER}:
                method = Method.STRUCTURE if column == PAPER else Method(column)
                learner = WrapperLearner(method=method, knowledge=knowledge)
                said: Sequence[Specification | None] = [None] * len(site.documents)
                if method is not Method.INDUCED:
                    how = structures.of_column(column)
                    papers = how is structures.paper
                    if papers not in read:
                        read[papers] = list(map(how, site.documents))
                    said = read[papers]
                learner.fit(
                    site.documents[:learn_from], [each for each in said if each][:learn_from]
                )
                answers[column] = [
                    learner.read(document, each)
                    for document, each in zip(site.documents, said, strict=True)
                ]
        if f"{PAPER}{PERFECT}" in columns:
            answers[f"{PAPER}{PERFECT}"] = [_perfect(*each) for each in _pages(site)]
        compared = compare(site.golds, site.documents, answers)
        more = _annotated(site, knowledge, columns) | _pruned(site, knowledge, columns)
        return SiteComparison(site.name, {**compared.methods, **more})

    def ids_of(self, site: LabelledSite) -> Tally:
        """The ids found on pages whose labels name some; other sites' ids are known."""
        known = {
            value: kind
            for other, values in self.ids.items()
            if other != site.site
            for value, kind in values.items()
        }
        learner = ProductIdLearner(known=known).fit(site.documents)
        total = Tally()
        for document, wanted in zip(site.documents, site.ids, strict=True):
            if wanted:
                total += ids_tally(wanted, learner.read(document), canonical_id)
        return total


def _ids(line: Mapping[str, Any]) -> Mapping[str, str]:
    """The ids that a labelled page names, by kind."""
    return line.get("ids") or {}


def _pages(site: LabelledSite) -> Iterator[tuple[GoldPage, Document]]:
    return zip(site.golds, site.documents, strict=True)


def _firm(gold: GoldPage) -> list[GoldFragment]:
    return [each for each in gold.fragments if not each.doubtful]


def _specification(gold: GoldPage) -> Specification:
    """What a page's labels say."""
    fragments = tuple(
        Fragment(each.xpath, FragmentKind.TABLE, tuple(Pair(*pair) for pair in each.pairs))
        for each in _firm(gold)
    )
    return Specification(gold.url or gold.id, site=gold.site, fragments=fragments)


def _perfect(gold: GoldPage, document: Document) -> Specification:
    """What the structural reader says about the fragments that a person found: SE | SD*."""
    reader = StructurePaperReader()
    fragments = []
    for each in _firm(gold):
        node = document.find(each.xpath)
        if node is not None:
            candidate = Candidate(node, FragmentKind.TABLE)
            pairs = tuple(reader.read(document, candidate))
            fragments.append(Fragment(each.xpath, FragmentKind.TABLE, pairs))
    return Specification(document.page.url, fragments=tuple(fragments))


def _annotated(
    site: LabelledSite, knowledge: Knowledge, columns: Collection[str]
) -> dict[str, Tally]:
    """How good the annotators are that teach WI: the labels of values, as in the paper."""
    if ANNOTATORS not in columns:
        return {}
    return {ANNOTATORS: _annotators(site.golds, site.documents, knowledge)}


def _annotators(
    golds: Sequence[GoldPage], documents: Sequence[Document], knowledge: Knowledge
) -> Tally:
    survey = Survey(documents)
    labels = by_knowledge(survey, knowledge) | by_pattern(survey)
    right = by_pairs(survey, [_specification(gold).pairs for gold in golds])
    return annotation_tally(labels.values, right.values)


def _pruned(site: LabelledSite, knowledge: Knowledge, columns: Collection[str]) -> dict[str, Tally]:
    """WI and its annotators on pages of which only the fragments a person found are left."""
    if f"induced{PERFECT}" not in columns and f"{ANNOTATORS}{PERFECT}" not in columns:
        return {}
    golds = [replace(gold, fragments=tuple(_firm(gold)), ignore=()) for gold in site.golds]
    documents = [_only(gold, document) for gold, document in _pages(site)]
    learner = WrapperLearner(method=Method.INDUCED, knowledge=knowledge).fit(documents)
    read = [learner.read(document) for document in documents]
    found = {
        f"induced{PERFECT}": compare(golds, documents, {"induced": read}).methods["induced"],
        f"{ANNOTATORS}{PERFECT}": _annotators(golds, documents, knowledge),
    }
    return {column: tally for column, tally in found.items() if column in columns}


def _only(gold: GoldPage, document: Document) -> Document:
    """The page with nothing left of it but its fragments."""
    elements = [document.select(each.xpath) for each in _firm(gold)]
    kept = [each for each in elements if each is not None]
    outer = [each for each in kept if not any(above in kept for above in each.iterancestors())]
    body = b"".join(etree.tostring(each, encoding="utf-8", with_tail=False) for each in outer)
    page = Page(
        document.page.url,
        b"<html><body>" + body + b"</body></html>",
        site=gold.site,
        encoding="utf-8",
    )
    return parse(page)


def noise_of(
    site: LabelledSite, qualities: Sequence[tuple[float, float]], draws: int, *, likely: bool
) -> list[NoisePoint]:
    """What induction makes of labels drawn with each of *qualities*.

    Wrong labels are drawn from all spots, or first from *likely* ones: those that look like the
    name, or the value, of a pair.
    """
    survey = Survey(site.documents)
    right = by_pairs(survey, [_specification(gold).pairs for gold in site.golds])
    couples = [couple for couples in survey.couples for couple in couples] if likely else []
    names, values = [each.name for each in couples], [each.value for each in couples]
    total = len(survey.spots)

    def learn(precision: float, recall: float, seed: int) -> list[Tally]:
        quality = (precision, recall)
        labels = Labels(
            draw_labels(right.names, total, quality, 2 * seed, names),
            draw_labels(right.values, total, quality, 2 * seed + 1, values),
        )
        rules = rules_of(survey, sections_from(survey, induce_pairs(survey, labels)))
        applier = Applier(Wrapper(site.site, rules))
        read = [applier.apply(each.element(0), each.page) for each in site.documents]
        return [compare(site.golds, site.documents, {"induced": read}).methods["induced"]]

    return noise_sweep(qualities, learn, draws=draws)


def speed_of(
    site: LabelledSite, said: Sequence[Specification], knowledge: Knowledge = NOTHING
) -> Speed:
    """What parsing, applying and learning cost; the first two in turns, the best of several."""
    begun = time.process_time()
    learner = WrapperLearner(knowledge=knowledge).fit(site.documents, said)
    learned = time.process_time() - begun
    pages = [document.page for document in site.documents]
    application = Application(learner.wrappers_)
    parsing, applying = [], []
    for _ in range(REPEATS):
        begun = time.process_time()
        for page in pages:
            etree.fromstring(page.body, etree.HTMLParser(encoding="utf-8", huge_tree=True))
        parsed = time.process_time()
        for page in pages:
            application(page)
        applying.append(time.process_time() - parsed)
        parsing.append(parsed - begun)
    return Speed(min(parsing), min(applying) if learner.wrappers_ else float("nan"), learned)
