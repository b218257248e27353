"""The default feature set ``specdex``: what a candidate's pairs, place and surroundings say."""

from array import array
from dataclasses import dataclass

from specdex.detection.features import Survey
from specdex.detection.groups import ALIKE, groups_of, of_groups
from specdex.detection.matrix import Cells
from specdex.detection.regions import Region, carve
from specdex.detection.word_weights import Clues
from specdex.html import Document

__all__ = ["FEATURES", "Sheet", "describe"]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The regions of a page, with the features of each."""

    regions: tuple[Region, ...]
    clues: tuple[Clues, ...]
    features: "array[float]"
    """The rows of all regions, one behind the other."""
    groups: tuple[int, ...] = ()
    """Which regions look alike."""
    names: tuple[frozenset[str], ...] = ()
    """The names of each in lower case."""


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
    "name_field",
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
    "value_score",
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


def describe(document: Document, nodes: list[int]) -> Sheet:
    """The regions among candidates' *nodes* that hold pairs, with features and words to weigh."""
    regions = carve(document, nodes)
    if not regions:
        return Sheet((), (), array("d"))
    page = Survey(document, regions)
    names = [sample.distinct for sample in page.samples]
    groups = groups_of(document, regions)
    cells = Cells(len(regions) * len(FEATURES))
    clues = page.fill(cells, of_groups(groups, regions, names))
    return Sheet(tuple(regions), tuple(clues), cells.array, groups, tuple(names))
