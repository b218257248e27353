"""Which group of a page is its main list of products, and whether there is one at all."""

from dataclasses import dataclass

import numpy as np

from specdex.listings.features import NAMES, Matrix, features
from specdex.listings.groups import Group, groups, one_in_each
from specdex.listings.model import ListingModel
from specdex.listings.page_facts import PAGE_NAMES, PageFacts
from specdex.listings.view import View

__all__ = ["JUDGED", "SURE", "Choice", "best_group", "choose", "further", "page_row"]

OUTER = 0.3
"""An element around each member is preferred when its group scores at least this share."""
PAIRED = 0.8
HOPELESS = 0.03
"""A page whose best group scores less is not looked at further."""
SURE = 0.7
"""A list that is surer may stand beside whatever the page sells."""
HALF = 0.5
FEW = 2.8
"""Below this logarithm a group has few members: sixteen."""
JUDGED = (
    *NAMES,
    *PAGE_NAMES,
    *("score", "second", "details", "few_details", "complete", "paged_members", "cover"),
)
"""What a page is judged by; details are signs that the page is about one product."""
SAME_TOKENS = 0.6
"""The share of class tokens that groups of one list have in common."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The best group of a page, all others, and how sure we are that the page is its listing."""

    group: Group
    others: tuple[Group, ...]
    confidence: float
    is_beside: bool = False
    """Whether the page sells one thing of its own beside the group, of which we are not sure."""


def choose(view: View, model: ListingModel) -> Choice | None:
    """The best group; None where nothing on the page repeats."""
    found = groups(view)
    if not found:
        return None
    rows = features(view, found)
    scores = model.records(rows)
    best = best_group(found, scores, view.document.end)
    if scores[best] < HOPELESS:
        return Choice(found[best], (), float(scores[best]))
    facts = PageFacts(view)
    row = page_row(found, rows, scores, facts.seen_from(found[best]), best)
    others = tuple(group for group in found if group is not found[best])
    confidence = model.page(row)
    is_beside = confidence < SURE and facts.has_offer(found[best])
    return Choice(found[best], others, confidence, is_beside)


def page_row(
    found: list[Group], rows: Matrix, scores: Matrix, around: list[float], best: int
) -> Matrix:
    """What the page is judged by: its best group, the page around it, the next best group."""
    chosen = found[best]
    first, last = chosen.members[0], chosen.members[-1]
    rest = [
        float(score)
        for group, score in zip(found, scores, strict=True)
        if group.members[0] > last or group.members[-1] < first
    ]
    row = [*rows[best], *around, scores[best], max(rest, default=0.0)]
    return np.array([*row, *_combined(dict(zip(JUDGED, row, strict=False)))])


def _combined(seen: dict[str, float]) -> tuple[float, ...]:
    """What several signs mean together."""
    details = (
        seen["og_product"]
        + (seen["ld_product"] == 1)
        + seen["quantity"]
        + (seen["heading_prices"] > 0)
        + (seen["same_folder"] > HALF)
    )
    return (
        details,
        details * (seen["members"] < FEW),
        seen["priced"] * seen["pictured"] * seen["score"],
        seen["members"] * seen["paged"],
        seen["text_cover"] + seen["price_cover"] + seen["picture_cover"],
    )


def further(view: View, choice: Choice) -> list[Group]:
    """The other groups that continue the chosen one: same classes, same path or under its roof."""
    chosen, end = choice.group, view.document.end
    return [
        group
        for group in choice.others
        if (group.path == chosen.path or chosen.roof <= group.roof < end[chosen.roof])
        and len(group.tokens & chosen.tokens) >= SAME_TOKENS * len(group.tokens | chosen.tokens)
    ]


def best_group(found: list[Group], scores: Matrix, end: list[int]) -> int:
    """The best group, or the outermost of those that hold each of its members apart."""
    top = int(scores.argmax())
    best, inner = top, found[top].members
    for place, group in enumerate(found):
        outer = group.members
        if (
            scores[place] >= OUTER * scores[top]
            and outer[0] < found[best].members[0]
            and len(outer) >= PAIRED * len(inner)
            and one_in_each(outer, inner, end) >= PAIRED * min(len(inner), len(outer))
        ):
            best = place
    return best
