"""The default feature set ``specdex``: what a candidate's pairs, place and surroundings say."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

import numpy as np
import numpy.typing as npt

from specdex.detection import rows
from specdex.detection.alike import ALIKE
from specdex.detection.knowledge import Clues, clues_of
from specdex.detection.regions import PairFinder, Region
from specdex.html import Document
from specdex.records import Candidate

try:
    from specdex.detection.alike_compiled import groups_of, of_groups
    from specdex.detection.carving_compiled import carve
except ImportError:  # built without a C compiler
    from specdex.detection.alike import groups_of, of_groups
    from specdex.detection.carving import carve

__all__ = ["COMPILED", "FEATURES", "IN_PYTHON", "Sheet", "describe"]

Floats = npt.NDArray[np.float64]


def _compiled() -> type[rows.Survey] | None:
    """The same class compiled, from the same source; None where there was no C compiler."""
    try:
        survey: type[rows.Survey] = import_module("specdex.detection.rows_compiled").Survey
    except ImportError:
        return None
    return survey


IN_PYTHON = rows.Survey
COMPILED = _compiled()
"""None where nothing was compiled."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The regions of a page, with the features of each."""

    regions: tuple[Region, ...]
    clues: tuple[Clues, ...]
    features: Floats
    groups: tuple[int, ...] = ()
    """Which regions look alike."""


FEATURES = (
    "table",
    "list",
    "dl",
    "div",
    "pairs",
    "pairs_per_line",
    "covered",
    "lines",
    "size",
    "carved",
    "in_value",
    "around",
    "name_length",
    "name_words",
    "name_capital",
    "name_digit",
    "name_distinct",
    "name_alien",
    "by_place",
    "by_dash",
    "by_bold",
    "by_colon",
    "by_markup",
    "value_length",
    "value_digit",
    "value_unit",
    "value_price",
    "value_short",
    "value_long",
    "value_distinct",
    "value_yes",
    "value_sentence",
    "value_spread",
    "linked",
    "links_per_pair",
    "images_per_pair",
    "forms",
    "heading_spec",
    "heading_alien",
    "class_spec",
    "class_alien",
    "own_spec",
    "own_alien",
    "chrome",
    "position",
    "after_heading",
    "depth",
    "shared_names",
    "pairs_share",
    "most_pairs",
    "title_share",
    "title_seen",
    "nested",
    "children_per_pair",
    "headings",
    "page_candidates",
    "tagged_rows",
    "alike_place",
    "alike_look",
    "alike_name",
    "name_repeats",
    "pair_repeats",
    "repeats_alone",
    "hidden",
    *ALIKE,
)
"""The names of the columns, in order."""


def describe(
    document: Document,
    candidates: Sequence[Candidate],
    finder: PairFinder,
    survey: type[rows.Survey] = COMPILED or IN_PYTHON,
) -> Sheet:
    """The regions that hold pairs, with their features and the words that knowledge weighs."""
    regions = carve(document, candidates, finder)
    if not regions:
        return Sheet((), (), np.zeros((0, len(FEATURES))))
    page = survey(document, regions)
    groups = groups_of(document, regions)
    table, clues = [], []
    alikes = of_groups(groups, regions)
    for region, sample, alike in zip(regions, page.samples, alikes, strict=True):
        chain = page.chain(region.candidate.node)
        above = page.above(region.candidate.node)
        table.append(page.row(region, sample, chain, above) + alike)
        clues.append(
            clues_of(sample.names, above.words, [word for said in chain for word in said.words])
        )
    return Sheet(tuple(regions), tuple(clues), np.array(table), groups)
