"""Running a wrapper over a page: a few compiled XPaths on lxml's tree, nothing else."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lxml import etree

from specdex.records import Failure, Fragment, FragmentKind, Page, Pair, Specification
from specdex.text import letters_and_digits
from specdex.wrappers.lines import (
    clean_label,
    clean_value,
    couples_in,
    is_label,
    text_of,
)
from specdex.wrappers.steps import Step
from specdex.wrappers.vocabulary import CONTAINERS, MAX_LABEL, MAX_VALUE
from specdex.wrappers.wrapper import Layout, PairRule, Wrapper

__all__ = ["Applier", "apply"]

READER = "wrapper"
KINDS = {
    "table": FragmentKind.TABLE,
    "ul": FragmentKind.LIST,
    "ol": FragmentKind.LIST,
    "dl": FragmentKind.DL,
}
ROW_TAGS = frozenset({"tr", "tbody", "thead", "tfoot", "td", "th", "li", "dt", "dd"})
"""Elements that stand between a container and what it holds."""
SHORT = 8
"""The children of so few are quicker counted again than remembered."""
LABEL_PIECES = 24
"""A text of more pieces than this is no label, …"""
VALUE_PIECES = 600
"""… and no value, but a part of the page's frame."""
EDGES = " |,;([{-\u2013\u2014\u00bb\u203a>"
"""What is left at a value's end when the link behind it is trimmed."""


class _Read(NamedTuple):
    """A pair as read, with the elements it came from."""

    name: str
    value: str
    holder: etree._Element
    container: etree._Element


def apply(wrapper: Wrapper, root: etree._Element, page: Page) -> Specification:
    """What *wrapper* reads from the page whose tree is *root*.

    For many pages build one :class:`Applier`; it compiles the XPaths once.
    """
    return Applier(wrapper).apply(root, page)


@dataclass
class Applier:
    """A wrapper made ready to run. Picklable; it compiles where it is used."""

    wrapper: Wrapper
    _compiled: list["_Compiled"] = field(default_factory=list, init=False, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        return {"wrapper": self.wrapper, "_compiled": []}

    def apply(self, root: etree._Element, page: Page) -> Specification:
        """What the wrapper reads from the page whose tree is *root*."""
        if not self._compiled:
            self._compiled = [_Compiled(rule) for rule in self.wrapper.rules]
        fragments: list[Fragment] = []
        places = _Places()
        said: set[tuple[str, str]] = set()
        failures: list[Failure] = []
        for compiled in self._compiled:
            try:
                fragments += _fragments(compiled, root, places, said)
            except etree.XPathError as error:
                failures.append(Failure(page.url, "apply", f"{compiled.rule.names}: {error}"))
        return Specification(
            url=page.url,
            id=page.id,
            site=page.site,
            category=page.category,
            title=_title(root),
            fragments=tuple(fragments),
            failures=tuple(failures),
        )


def _title(root: etree._Element) -> str:
    title = root.find("head/title")
    return " ".join((title.text or "").split()) if title is not None else ""


def _fragments(
    compiled: "_Compiled", root: etree._Element, places: "_Places", said: set[tuple[str, str]]
) -> list[Fragment]:
    """The fragments of one rule, one for each container, pairs said before left out."""
    found: dict[etree._Element, list[Pair]] = {}
    for read in compiled.read(root):
        if (read.name, read.value) in said:
            continue
        said.add((read.name, read.value))
        found.setdefault(read.container, []).append(
            Pair(
                read.name,
                read.value,
                "",
                places.path(read.holder, read.container),
                READER,
                compiled.rule.score,
            )
        )
    return [
        Fragment(
            places.path(container, container),
            KINDS.get(container.tag, FragmentKind.DIV),
            tuple(pairs),
            compiled.rule.score,
        )
        for container, pairs in found.items()
    ]


def _select(xpath: etree.XPath, root: etree._Element) -> list[etree._Element]:
    """The elements that *xpath* means; a person may have edited it to mean something else."""
    found = xpath(root)
    if not isinstance(found, list):
        return []
    return [each for each in found if etree.iselement(each)]


class _Compiled:
    """A pair rule with its XPaths compiled."""

    def __init__(self, rule: PairRule) -> None:
        self.rule = rule
        self.refused = frozenset(rule.refused)
        self.names = etree.XPath(rule.names, smart_strings=False)
        self.values = etree.XPath(rule.values, smart_strings=False) if rule.values else None
        self.step = Step.of(rule.values)

    def read(self, root: etree._Element) -> Iterator[_Read]:
        """The pairs of one page, in page order."""
        found = self._lines(root) if self.rule.layout is Layout.LINES else self._cells(root)
        for read in found:
            if self.refused and letters_and_digits(read.name) in self.refused:
                continue
            value = self._trimmed(read.value)
            if value and is_label(read.name) and len(value) <= MAX_VALUE:
                yield read if value == read.value else read._replace(value=value)

    def _trimmed(self, value: str) -> str:
        for trim in self.rule.trims:
            rest = value.rstrip(")]}. ")
            if rest.endswith(trim) and len(rest) > len(trim):
                return rest[: -len(trim)].rstrip(EDGES)
        return value

    def _lines(self, root: etree._Element) -> Iterator[_Read]:
        for host in _select(self.names, root):
            couples = couples_in(host)
            container = host if len(couples) > 1 else _container(host)
            for name, value in couples:
                yield _Read(name, value, host, container)

    def _cells(self, root: etree._Element) -> Iterator[_Read]:
        names = _select(self.names, root)
        starts = frozenset(names)
        values = self._values(root)
        waiting: _Read | None = None
        for name in names:
            label = clean_label(text_of(name, LABEL_PIECES))
            if len(label) > MAX_LABEL:
                continue
            if not label:
                if waiting is not None and _neighbours(name, waiting.holder):
                    texts, _ = _following(name, starts, values)
                    waiting = waiting._replace(value=" ".join((waiting.value, *texts)))
                continue
            if waiting is not None:
                yield waiting
            waiting = None
            texts, holder = _following(name, starts, values)
            if holder is not None:
                texts += _rows_behind(name, starts) if self.rule.continued else []
                value = clean_value(" ".join(texts))
                waiting = _Read(label, value, holder, _container(name.getparent()))
        if waiting is not None:
            yield waiting

    def _values(self, root: etree._Element) -> Callable[[Sequence[etree._Element]], Sequence[bool]]:
        """The test that tells values from their siblings."""
        if self.step is not None:
            return self.step.among
        found = frozenset(_select(self.values, root) if self.values else ())
        return lambda siblings: [each in found for each in siblings]


def _neighbours(name: etree._Element, value: etree._Element) -> bool:
    """Whether the rows of both stand in one container."""
    row, other = name.getparent(), value.getparent()
    return row is not None and other is not None and row.getparent() is other.getparent()


def _following(
    name: etree._Element,
    starts: frozenset[etree._Element],
    are_values: Callable[[Sequence[etree._Element]], Sequence[bool]],
) -> tuple[list[str], etree._Element | None]:
    """The texts of the values up to the next name, and the first value's element."""
    texts: list[str] = []
    first: etree._Element | None = None
    row = name.getparent()
    siblings = [each for each in row if isinstance(each.tag, str)] if row is not None else []
    behind = False
    for sibling, is_value in zip(siblings, are_values(siblings), strict=True):
        if behind and sibling in starts:
            break
        if behind and is_value:
            text = text_of(sibling, VALUE_PIECES)
            if text:
                texts.append(text)
                first = sibling if first is None else first
        behind = behind or sibling is name
    return texts, first


def _rows_behind(name: etree._Element, starts: frozenset[etree._Element]) -> list[str]:
    """The texts of the rows of a single cell that follow the row of *name*."""
    texts: list[str] = []
    row = name.getparent()
    following = row.getnext() if row is not None else None
    while following is not None and following.tag == (row.tag if row is not None else ""):
        if any(cell in starts and text_of(cell, LABEL_PIECES) for cell in following):
            break
        cells = [text for cell in following if (text := text_of(cell, VALUE_PIECES))]
        if len(cells) > 1:
            break
        texts += cells
        following = following.getnext()
    return texts


def _container(row: etree._Element | None) -> etree._Element:
    """The element that holds *row* and its neighbours."""
    assert row is not None  # noqa: S101 - the root is never a row: rules name its descendants
    if row.tag in CONTAINERS:
        return row
    above = row.getparent()
    while above is not None and above.tag in ROW_TAGS:
        above = above.getparent()
    return row if above is None else above


class _Places:
    """Absolute XPaths of elements, as lxml's ``getpath`` gives them.

    Counting the siblings of every row again would cost more than reading the page: below a
    container the children of an element are numbered once.
    """

    def __init__(self) -> None:
        self.paths: dict[etree._Element, str] = {}
        self.steps: dict[etree._Element, dict[etree._Element, str]] = {}

    def path(self, element: etree._Element, top: etree._Element) -> str:
        """The absolute XPath of *element*, which stands at or below *top*."""
        steps: list[str] = []
        at = element
        while at is not top and at not in self.paths:
            parent = at.getparent()
            if parent is None:
                break
            steps.append(self._step(parent, at))
            at = parent
        known = self.paths.get(at)
        if known is None:
            known = self.paths[at] = at.getroottree().getpath(at)
        return "/".join((known, *reversed(steps)))

    def _step(self, parent: etree._Element, element: etree._Element) -> str:
        if len(parent) <= SHORT:
            return _only_step(parent, element)
        steps = self.steps.get(parent)
        if steps is None:
            steps = self.steps[parent] = _numbered(parent)
        return steps[element]


def _only_step(parent: etree._Element, element: etree._Element) -> str:
    """The last step of the XPath of one child of *parent*."""
    same = [child for child in parent if child.tag == element.tag]
    return element.tag if len(same) == 1 else f"{element.tag}[{same.index(element) + 1}]"


def _numbered(parent: etree._Element) -> dict[etree._Element, str]:
    """The last step of the XPath of each child of *parent*."""
    totals: dict[str, int] = {}
    order: list[tuple[etree._Element, str, int]] = []
    for child in parent:
        tag = child.tag
        if isinstance(tag, str):
            totals[tag] = place = totals.get(tag, 0) + 1
            order.append((child, tag, place))
    return {child: tag if totals[tag] == 1 else f"{tag}[{place}]" for child, tag, place in order}
