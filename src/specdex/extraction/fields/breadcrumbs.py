"""The breadcrumbs above the product."""

from collections.abc import Sequence

from specdex.extraction.fields.class_names import TRAIL, mark_of
from specdex.extraction.fields.statements import plain_form
from specdex.extraction.fields.view import View, squashed
from specdex.lexicon import words
from specdex.markup import Fact

__all__ = ["breadcrumbs"]

TRAIL_HOMES = words("trails.homes")
TRAIL_ENDS = ">›»/|\\→-–·• \n\t"  # noqa: RUF001 - a dash
"""What stands between the steps of breadcrumbs."""
MAX_STEPS = 12
MAX_STEP = 80
CONTAINERS = frozenset({"nav", "ol", "ul", "div", "p", "section"})
SEARCHED = 300
"""Nodes before the heading that are searched for breadcrumbs."""


def breadcrumbs(view: View, marked: Sequence[Fact]) -> list[tuple[str, int]]:
    """The steps from markup or else from the page, without home and the product itself."""
    steps = [(fact.value, fact.node) for fact in marked]
    if not steps:
        steps = _visible(view)
    title = plain_form(view.title)
    kept = [(text.strip(TRAIL_ENDS), node) for text, node in steps]
    return [
        (text, node)
        for place, (text, node) in enumerate(kept)
        if text
        and len(text) <= MAX_STEP
        and plain_form(text) != title
        and not (place == 0 and _is_home(text, view.site))
    ]


def _is_home(text: str, site: str) -> bool:
    plain = squashed(text)
    return text.lower() in TRAIL_HOMES or plain in {
        squashed(site),
        squashed(site.split(".", maxsplit=1)[0]),
    }


def _visible(view: View) -> list[tuple[str, int]]:
    """The links of the last element called breadcrumbs before the heading."""
    document = view.document
    last = view.heading if view.heading >= 0 else len(document) - 1
    tags = view.tags
    for node in range(last, max(-1, last - SEARCHED), -1):
        if tags[node] in CONTAINERS and mark_of(view, node) & TRAIL:
            steps = [
                (view.text_of(child), child)
                for child in document.descendants(node)
                if tags[child] == "a" and view.stops[child] > view.starts[child]
            ]
            if steps:
                return steps[:MAX_STEPS]
    return []
