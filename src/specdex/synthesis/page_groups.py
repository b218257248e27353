"""Pages of a site grouped by template, so that lists, articles and items are told apart."""

from collections import Counter
from collections.abc import Sequence

from specdex.html import Document

__all__ = ["page_groups"]

ALIKE = 0.6
"""Pages that share this much of their places are of one template."""
LEAST_PAGES = 3
LEAST_SHARE = 0.05
"""A group of fewer pages than this teaches nothing."""
COMMON = 0.02
"""A place on fewer of the pages than this belongs to a page, not to a template."""


def page_groups(documents: Sequence[Document]) -> list[list[int]]:
    """The places of the pages of each template, the largest group first.

    A page joins the first group whose common places are most of its own.
    """
    looks = [_look(document) for document in documents]
    counts = Counter(place for look in looks for place in look)
    least = max(2.0, COMMON * len(looks))
    groups: list[list[int]] = []
    shared: list[set[str]] = []
    for page, look in enumerate(looks):
        mine = {place for place in look if counts[place] >= least}
        likeness = [_likeness(mine, each) for each in shared]
        best = max(range(len(shared)), key=likeness.__getitem__, default=-1)
        if best >= 0 and likeness[best] >= ALIKE:
            groups[best].append(page)
        else:
            groups.append([page])
            shared.append(mine)
    wanted = max(LEAST_PAGES, LEAST_SHARE * len(looks))
    kept = [group for group in groups if len(group) >= wanted]
    return sorted(kept or [list(range(len(looks)))], key=len, reverse=True)


def _look(document: Document) -> set[str]:
    """The places of a page: tag, class and id of elements with their parents' tags."""
    marks = [f"{tag}.{document.attribute(node, 'class')}" for node, tag in enumerate(document.tag)]
    return {
        f"{marks[parent] if parent >= 0 else ''}>{mark}"
        for mark, parent in zip(marks, document.parent, strict=True)
    }


def _likeness(one: set[str], other: set[str]) -> float:
    return len(one & other) / max(1, len(one | other))
