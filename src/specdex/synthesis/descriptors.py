"""Elements by the path that leads to them: tag, class and id of every step, written as XPath."""

from collections.abc import Sequence

from lxml import etree

from specdex.html import Document
from specdex.synthesis.text_nodes import literal
from specdex.synthesis.url_patterns import Descriptor, Step

__all__ = ["descriptor_of", "nodes_at", "step_of", "without_ids", "xpath_of"]

ALTERNATING = frozenset({"odd", "even", "alt", "first", "last", "row1", "row2"})
"""Words of a class that tell rows of one list apart, not lists."""


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
        steps.append(step_of(document, each, split=split))
    return tuple(reversed(steps))


def step_of(document: Document, node: int, *, split: bool = False) -> Step:
    """The features of one element."""
    features = {("tag", document.tag[node])}
    look, name = document.attribute(node, "class"), document.attribute(node, "id")
    if split:
        features |= {("word", word) for word in look.split() if word.lower() not in ALTERNATING}
    elif look:
        features.add(("class", look))
    if name:
        features.add(("id", name))
    return frozenset(features)


def nodes_at(document: Document, xpath: str) -> list[int]:
    """The nodes of the elements that *xpath* finds, in document order."""
    try:
        found = document.element(0).xpath(xpath)
    except etree.XPathError:
        return []
    wanted = set(found) if isinstance(found, list) else set()
    return [node for node in range(len(document)) if document.element(node) in wanted]


def xpath_of(descriptor: Sequence[Step], start: str = "") -> str:
    """A unified descriptor as a sequential XPath below *start*."""
    return start + "".join(f"/{_spelled(step)}" for step in descriptor)


def _spelled(step: Step) -> str:
    plain = dict(step)
    marks = [f"[@{name}={literal(plain[name])}]" for name in ("class", "id") if name in plain]
    marks += [
        f"[contains(concat(' ', normalize-space(@class), ' '), {literal(f' {word} ')})]"
        for name, word in sorted(step)
        if name == "word"
    ]
    return plain.get("tag", "*") + "".join(marks)


def without_ids(step: frozenset[tuple[str, str]]) -> frozenset[tuple[str, str]]:
    """A step without an id that carries a number: it names one item."""
    return frozenset(
        (name, value)
        for name, value in step
        if name != "id" or not any(each.isdigit() for each in value)
    )
