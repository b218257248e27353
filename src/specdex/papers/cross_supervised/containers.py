"""Containers: the smallest elements that hold one item, found from nodes with known values."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from specdex.html import Document
from specdex.synthesis.text_nodes import literal
from specdex.synthesis.unification import Descriptor, Step

__all__ = ["Container", "best_containers", "descriptor_of", "xpath_of"]

ALTERNATING = frozenset({"odd", "even", "alt", "first", "last", "row1", "row2"})
"""Words of a class that tell rows of one list apart, not lists."""


@dataclass(frozen=True, slots=True)
class Container:
    """A candidate container on one page."""

    node: int
    attributes: frozenset[str]
    support: int
    """The attribute nodes below it."""


def best_containers(document: Document, found: Mapping[str, Iterable[int]]) -> list[Container]:
    """The elements below which every attribute found on the page stands, none inside another."""
    below: list[set[str]] = [set() for _ in range(len(document))]
    support = [0] * len(document)
    for attribute, nodes in found.items():
        for node in nodes:
            for each in (node, *document.ancestors(node)):
                below[each].add(attribute)
                support[each] += 1
    wanted = {attribute for attribute, nodes in found.items() if nodes}
    full = [bool(wanted) and names == wanted for names in below]
    outer = {document.parent[node] for node, is_full in enumerate(full) if is_full}
    return [
        Container(node, frozenset(wanted), support[node])
        for node, is_full in enumerate(full)
        if is_full and node not in outer
    ]


def descriptor_of(
    document: Document, node: int, above: int = -1, *, split: bool = False
) -> Descriptor:
    """The steps from below *above* down to *node*, by tag, class and id.

    With *split* each word of a class is a feature of its own, and words that only tell odd rows
    from even ones are left out: the paper's answer is too concrete there.
    """
    steps: list[Step] = []
    for each in (node, *document.ancestors(node)):
        if each == above:
            break
        steps.append(_step(document, each, split=split))
    return tuple(reversed(steps))


def _step(document: Document, node: int, *, split: bool) -> Step:
    features = {("tag", document.tag[node])}
    look, name = document.attribute(node, "class"), document.attribute(node, "id")
    if split:
        features |= {("word", word) for word in look.split() if word.lower() not in ALTERNATING}
    elif look:
        features.add(("class", look))
    if name:
        features.add(("id", name))
    return frozenset(features)


def xpath_of(descriptor: Sequence[Step], start: str = "") -> str:
    """A unified descriptor as a sequential XPath below *start*."""
    return start + "".join(f"/{_spelled(dict(_first(step)), step)}" for step in descriptor)


def _first(step: Step) -> list[tuple[str, str]]:
    return [(name, value) for name, value in sorted(step) if name != "word"]


def _spelled(plain: Mapping[str, str], step: Step) -> str:
    tag = plain.get("tag", "*")
    marks = [f"[@{name}={literal(plain[name])}]" for name in ("class", "id") if name in plain]
    marks += [
        f"[contains(concat(' ', normalize-space(@class), ' '), {literal(f' {word} ')})]"
        for name, word in sorted(step)
        if name == "word"
    ]
    return tag + "".join(marks)
