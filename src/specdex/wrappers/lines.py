"""Text on lxml's tree as a person sees it: lines, and the label that opens a line.

Learning and applying both read through this module, so a wrapper says on its page exactly what it
said when it was learned.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from lxml import etree

from specdex.html.tags import BLOCKS, HIDDEN
from specdex.labels import COLONS, clean_name, clean_value, is_label, is_parted, parting

__all__ = ["Line", "couples_in", "text_of"]

BREAK = None
PAIR = 2
ENTRIES = frozenset({"li", "dd"})
"""Elements that are one row, whatever blocks they hold."""
MANY = 1 << 30
MAX_ENTRY = 1_500
"""A longer entry is a chapter; only its first line is read."""
MAX_DEPTH = 60
"""Text nested deeper than this in one element is not read."""
NO_LABEL = BLOCKS | HIDDEN
UNSEEN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
BETWEEN = " \t,;|/\u2022\u00b7\u2013\u2014-"
"""What parts a value from the next label of its line."""
LABEL_TAGS = frozenset({"b", "strong", "label", "th", "dt", "em", "u", "h3", "h4", "h5", "h6"})
"""A line that opens with one of them opens with a label."""


class Mark(NamedTuple):
    """An inline element on a line: where its text lies."""

    start: int
    stop: int
    label: bool
    """Whether its tag is one of labels."""
    look: str
    """Its tag and class."""


class Line(NamedTuple):
    """One line of an element's own text."""

    text: str
    marks: tuple[Mark, ...] = ()
    bold: bool = False
    """Whether all of it stands in an element of labels."""


def text_of(element: etree._Element, most: int = MANY) -> str:
    """The visible text of *element* in one line, cut off after about *most* pieces."""
    if not len(element):
        return " ".join(element.text.split()) if element.text else ""
    parts: list[str] = []
    _gather(element, parts, 0, most)
    return " ".join("".join(parts).split())


def _shown(element: etree._Element) -> bool:
    """Whether a browser shows *element*, as far as it says itself."""
    if element.tag in HIDDEN:
        return False
    style = element.get("style")
    return style is None or UNSEEN.search(style) is None


def _gather(element: etree._Element, parts: list[str], depth: int, most: int) -> None:
    """Append the texts below *element* to *parts*, at most about *most* of them."""
    if element.text:
        parts.append(element.text)
    for child in element:
        if len(parts) > most:
            return
        tag = child.tag
        if isinstance(tag, str) and depth < MAX_DEPTH and _shown(child):
            apart = tag in BLOCKS
            if apart:
                parts.append("\n")
            _gather(child, parts, depth + 1, most)
            if apart:
                parts.append("\n")
        if child.tail:
            parts.append(child.tail)


class _Run(NamedTuple):
    text: str
    trail: tuple[etree._Element, ...]
    """The inline elements the text stands in, outermost first."""


def _runs(element: etree._Element, trail: tuple[etree._Element, ...] = ()) -> Iterator[_Run | None]:
    """The texts that belong to *element* itself, None at every line break."""
    if element.text:
        yield _Run(element.text, trail)
    for child in element:
        tag = child.tag
        if not isinstance(tag, str) or not _shown(child):
            pass
        elif tag in BLOCKS:
            yield BREAK
        elif len(trail) < MAX_DEPTH:
            yield from _runs(child, (*trail, child))
        if child.tail:
            yield _Run(child.tail, trail)


def lines_of(element: etree._Element) -> list[Line]:
    """The lines of *element*'s own text: not those of block elements inside it."""
    simple = _simple(element)
    if simple is not None:
        return simple
    lines: list[Line] = []
    runs: list[_Run] = []
    for run in _runs(element):
        if run is not BREAK:
            runs.append(run)
        elif runs:
            _close(runs, lines)
            runs = []
    if runs:
        _close(runs, lines)
    return lines


def _simple(element: etree._Element) -> list[Line] | None:
    """The only line of an element with text alone, or of a label and text; None for any other."""
    if not len(element):
        text = " ".join(element.text.split()) if element.text else ""
        return [Line(text)] if text else []
    child = element[0]
    if len(element) > 1 or len(child) or not child.text or child.tag in NO_LABEL:
        return None
    if (element.text and not element.text.isspace()) or child.get("style") or not child.tail:
        return None
    label, rest = " ".join(child.text.split()), " ".join(child.tail.split())
    if not label or not rest:
        return None
    gap = " " if child.text[-1].isspace() or child.tail[0].isspace() else ""
    mark = Mark(0, len(label), child.tag in LABEL_TAGS, _look(child))
    return [Line(f"{label}{gap}{rest}", (mark,))]


def _close(runs: list[_Run], lines: list[Line]) -> None:
    inked = [run for run in runs if not run.text.isspace()]
    if not inked:
        return
    depth = _shared(inked)
    if all(len(run.trail) == depth for run in inked):
        bold = any(element.tag in LABEL_TAGS for element in inked[0].trail)
        lines.append(Line(" ".join("".join(run.text for run in runs).split()), bold=bold))
        return
    lines.append(_marked(runs, depth))


def _shared(runs: list[_Run]) -> int:
    """How many inline elements hold the whole line."""
    depth = 0
    shortest = min(len(run.trail) for run in runs)
    while depth < shortest and all(run.trail[depth] is runs[0].trail[depth] for run in runs):
        depth += 1
    return depth


def _marked(runs: list[_Run], depth: int) -> Line:
    """The line of *runs*, its elements at *depth* marked."""
    text, marks = "", list[Mark]()
    last: etree._Element | None = None
    for run in runs:
        words = " ".join(run.text.split())
        if not words:
            text += " " if text and not text.endswith(" ") else ""
            continue
        if text and run.text[0].isspace() and not text.endswith(" "):
            text += " "
        start = len(text)
        text += words
        holder = _holder(run, depth)
        if holder is not None:
            opened = marks.pop().start if holder is last else start
            marks.append(Mark(opened, len(text), holder.tag in LABEL_TAGS, _look(holder)))
        last = holder
        text += " " if run.text[-1].isspace() else ""
    return Line(text.rstrip(), tuple(marks))


def _holder(run: _Run, depth: int) -> etree._Element | None:
    """The element at *depth* that holds *run*, or the label further in that does."""
    inner = run.trail[depth:]
    labels = (element for element in inner if element.tag in LABEL_TAGS)
    return next(labels, inner[0] if inner else None)


def _look(element: etree._Element) -> str:
    return f"{element.tag} {element.get('class') or ''}"


def labelled(line: Line) -> list[tuple[str, str]]:
    """The labels on *line*, each with the value behind it.

    >>> labelled(Line("Pages: 96"))
    [('Pages', '96')]
    >>> labelled(Line("Pages 96", (Mark(0, 5, True, "b "),)))
    [('Pages', '96')]
    >>> labelled(Line("SKU: 7 | EAN: 9", (Mark(0, 4, True, "b "), Mark(9, 13, True, "b "))))
    [('SKU', '7'), ('EAN', '9')]
    >>> labelled(Line("Ratio 16:9"))
    []
    """
    text = line.text
    heads = [mark for mark in line.marks if _says_label(text, mark)]
    if heads and (heads[0].start == 0 or not is_parted(text[: heads[0].start], ending=True)):
        ends = [mark.start for mark in heads[1:]] + [len(text)]
        couples = (
            _couple(text[mark.start : mark.stop], text[mark.stop : end].rstrip(BETWEEN))
            if end < len(text)
            else _couple(text[mark.start : mark.stop], text[mark.stop :])
            for mark, end in zip(heads, ends, strict=True)
        )
        return [couple for couple in couples if couple is not None]
    couple = _opened(line)
    return [couple] if couple is not None else []


def _says_label(text: str, mark: Mark) -> bool:
    """Whether a colon ends *mark*, or follows it, and none stands inside."""
    words = text[mark.start : mark.stop]
    ends = words.endswith(COLONS) or text[mark.stop :].lstrip().startswith(COLONS)
    return ends and not is_parted(words.rstrip(": "), ending=True)


def _opened(line: Line) -> tuple[str, str] | None:
    """The couple of a line whose label is told by a colon, by its tag or by its look."""
    text = line.text
    begin, end = parting(text, ending=True)
    first = line.marks[0] if line.marks and line.marks[0].start == 0 else None
    if begin >= 0 and not (first and first.label and first.stop < begin):
        return _couple(text[:begin], text[end:])
    if first is None:
        return None
    return _couple(text[: first.stop], text[first.stop :]) if _apart(line, first) else None


def _apart(line: Line, first: Mark) -> bool:
    """Whether the element that opens *line* is a label by its tag, or one of two unlike ones."""
    if first.label:
        return True
    return len(line.marks) == PAIR and (
        line.marks[1].look != first.look
        and line.marks[1].stop == len(line.text)
        and not line.text[first.stop : line.marks[1].start].strip()
    )


def _couple(label: str, value: str) -> tuple[str, str] | None:
    name, worth = clean_name(label), clean_value(value)
    return (name, worth) if worth and is_label(name) else None


def couples_in(element: etree._Element) -> list[tuple[str, str]]:
    """The labels on the lines of *element*, each with the value behind it.

    The value of a list entry's only label goes on to the entry's end.
    """
    lines = lines_of(element)
    couples = [couple for line in lines for couple in labelled(line)]
    if not couples:
        return _over(lines)
    if len(couples) == 1 and element.tag in ENTRIES and any(map(_holds_text, element)):
        whole = text_of(element)
        if len(lines) and whole.startswith(lines[0].text) and len(whole) > len(lines[0].text):
            return _extended(lines[0], whole)
    return couples


def _over(lines: list[Line]) -> list[tuple[str, str]]:
    """The couples of bold lines over plain ones."""
    couples = (
        _couple(label.text, value.text)
        for label, value in pairwise(lines)
        if label.bold and not value.bold
    )
    return [couple for couple in couples if couple is not None]


def _holds_text(child: etree._Element) -> bool:
    return child.tag in BLOCKS and bool(len(child) or (child.text and child.text.strip()))


def _extended(line: Line, whole: str) -> list[tuple[str, str]]:
    couples = labelled(line)
    if len(couples) != 1 or len(whole) > MAX_ENTRY:
        return couples
    name, value = couples[0]
    return [(name, f"{value}{whole[len(line.text) :]}")]
