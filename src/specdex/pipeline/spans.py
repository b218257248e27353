"""Where an element's letters and digits lie in the text of its page."""

from collections.abc import Iterator, Sequence

from lxml import etree

from specdex.text import letters_and_digits

__all__ = ["Span", "covered", "spans"]

Span = tuple[int, int]
SILENT = frozenset({"script", "style", "noscript", "template"})


def spans(root: etree._Element) -> dict[etree._Element, Span]:
    """The [start, stop) of every element, counted in letters and digits outside scripts."""
    found: dict[etree._Element, Span] = {}
    starts: list[int] = []
    position = silent = 0
    for event, element in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
        if event == "start":
            starts.append(position)
            silent += element.tag in SILENT
            written = element.text
        else:
            if event == "end":
                found[element] = (starts.pop(), position)
                silent -= element.tag in SILENT
            written = element.tail
        if written and not silent:
            position += len(letters_and_digits(written))
    return found


def covered(span: Span, others: Sequence[Span]) -> int:
    """How many characters of *span* lie in the union of *others*."""
    return sum(stop - start for start, stop in _clipped(span, others))


def _clipped(span: Span, others: Sequence[Span]) -> Iterator[Span]:
    reached = span[0]
    for start, stop in sorted(others):
        begin, end = max(start, reached), min(stop, span[1])
        if end > begin:
            yield begin, end
            reached = end
