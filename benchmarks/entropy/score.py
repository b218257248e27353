"""The experiments on entropy: how well records are located and read as Hd varies.

A page of a site is only read with synonyms that other sites print. What reads pages is handed in
as an Approach. Counted are the pairs whose name is, by the whole domain, the name of a role that
belongs to the product (price boxes and stock are not labelled); comparisons are those of ``specs``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Protocol, Self

from specdex.html import Document
from specdex.statistics.metrics import Tally, f1
from specdex.statistics.page_scores import (
    GoldFragment,
    GoldPage,
    PageScore,
    Prediction,
    SpecsScore,
    score_page,
    summarise,
)
from specdex.urls import registrable_domain

__all__ = [
    "SWEEP",
    "Approach",
    "Line",
    "Said",
    "collect",
    "entropy_sweep",
    "false_alarms",
    "leave_one_site_out",
    "of_others",
    "of_roles",
]

SWEEP = (1.00, 1.25, 1.50, 1.75, 2.00, 2.25, 2.50, 2.75)
"""The values of Hd in the paper's table 1."""

Parse = Callable[[GoldPage], Document]
Synonyms = Mapping[str, AbstractSet[str]]
"""The synonyms that a site prints, by role."""


class Said(Protocol):
    """What was read from one record."""

    @property
    def xpath(self) -> str:
        """Where the record stands."""
        ...

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Its names and values."""
        ...


class Approach(Protocol):
    """Reads pages with the roles of a domain."""

    def role_of(self, label: str) -> str:
        """The role that a label names, if it is one of the product's; else empty."""
        ...

    def printed(self, document: Document) -> Synonyms:
        """The synonyms of the domain that stand as labels on a page, by role."""
        ...

    def knowing(self, synonyms: Synonyms) -> Self:
        """The same approach with no more synonyms than those."""
        ...

    def read(self, document: Document, data_rich: float | None) -> Sequence[Said]:
        """What the page's records say; *data_rich* is the paper's Hd.

        Without it, the approach is free to do better than the paper.
        """
        ...


@dataclass(frozen=True, slots=True)
class Line:
    """The scores of one site, or of all, at one Hd."""

    data_rich: float | None
    score: SpecsScore
    right_records: int = 0
    wrong_records: int = 0
    """Records of all pages that were located, and what was taken for one."""

    @property
    def pooled_pairs(self) -> Tally:
        """The pairs of all pages."""
        return self.score.pooled

    @property
    def records_f1(self) -> float:
        """How well records were located: of precision and recall averaged over sites."""
        return f1(self.score.fragment_precision, self.score.fragment_recall)


def of_roles(gold: GoldPage, role_of: Callable[[str], str]) -> GoldPage:
    """*gold* with only those pairs whose name is a role's."""
    return replace(gold, fragments=tuple(_of_roles(each, role_of) for each in gold.fragments))


def _of_roles(fragment: GoldFragment, role_of: Callable[[str], str]) -> GoldFragment:
    return replace(fragment, pairs=tuple(pair for pair in fragment.pairs if role_of(pair[0])))


def collect(
    pages: Iterable[tuple[str, Document]], approach: Approach
) -> dict[str, dict[str, set[str]]]:
    """The synonyms that each site prints, by role, from its pages (site, document)."""
    collected: dict[str, dict[str, set[str]]] = {}
    for site, document in pages:
        mine = collected.setdefault(site, {})
        for role, synonyms in approach.printed(document).items():
            mine.setdefault(role, set()).update(synonyms)
    return collected


def of_others(collected: Mapping[str, Synonyms], site: str) -> dict[str, set[str]]:
    """The synonyms that other sites print; one firm's sites in several countries are one site."""
    known: dict[str, set[str]] = {}
    mine = _firm(site)
    for other, synonyms in collected.items():
        if _firm(other) != mine:
            for role, words in synonyms.items():
                known.setdefault(role, set()).update(words)
    return known


def _firm(site: str) -> str:
    """What the sites of one firm have in common: ``shop`` of ``www.shop.co.uk``."""
    return registrable_domain(site.lower()).partition(".")[0]


def leave_one_site_out(
    golds: Iterable[GoldPage],
    parse: Parse,
    approach: Approach,
    collected: Mapping[str, Synonyms],
    data_rich: float | None = None,
) -> Iterator[PageScore]:
    """Each page, read with the synonyms of the other sites in *collected*, and scored."""
    knowing: dict[str, Approach] = {}
    for gold in golds:
        if gold.site not in knowing:
            knowing[gold.site] = approach.knowing(of_others(collected, gold.site))
        document = parse(gold)
        read = knowing[gold.site].read(document, data_rich)
        said = [Prediction(each.xpath, each.pairs) for each in read]
        yield score_page(of_roles(gold, approach.role_of), document, said)


def false_alarms(
    empty: Iterable[Document], approach: Approach, data_rich: float | None = None
) -> tuple[int, int]:
    """On how many *empty* pages, which hold no record, one is found; and how many in all."""
    found = [len(approach.read(document, data_rich)) for document in empty]
    return sum(map(bool, found)), sum(found)


def entropy_sweep(
    golds: Sequence[GoldPage],
    parse: Parse,
    approach: Approach,
    collected: Mapping[str, Synonyms],
    values: Sequence[float | None] = SWEEP,
) -> Iterator[Line]:
    """The paper's table 1: a line for each Hd, sites apart in its score."""
    for value in values:
        scores = list(leave_one_site_out(golds, parse, approach, collected, value))
        right = sum(each.right_fragments for each in scores)
        wrong = sum(each.wrong_fragments for each in scores)
        yield Line(value, summarise(scores), right, wrong)
