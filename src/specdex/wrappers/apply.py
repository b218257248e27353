"""Running a wrapper over a page: a few compiled XPaths on lxml's tree, nothing else."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from lxml import etree

from specdex.html import Document
from specdex.html.tags import HEADING_TAGS
from specdex.labels import MAX_NAME, MAX_VALUE, clean_name, clean_value, is_label
from specdex.records import Failure, Fragment, FragmentKind, Page, Pair, Specification
from specdex.records.wrappers import Layout, PairRule, Wrapper
from specdex.text import letters_and_digits
from specdex.wrappers.cells import PIECES, Rows, Step, steps_of
from specdex.wrappers.lines import couples_in, text_of

__all__ = ["READER", "Applier"]

READER = "wrapper"
"""Who read a pair."""
CONTAINERS = frozenset({"table", "ul", "ol", "dl"})
"""What holds the rows of a fragment."""
ROW_TAGS = frozenset({"tr", "tbody", "thead", "tfoot", "td", "th", "li", "dt", "dd"})
"""Elements that stand between a container and what it holds."""
ID_CALL = re.compile(r"^id\(('[^']*'|\"[^\"]*\")\)")
ANYWHERE = re.compile(r"//(?=(?:\w+|\*)(?:\[(?:@|count\(|contains\()[^]]*\])+(?:/|\Z))")
"""What looks for elements that no place among others tells."""
MAX_VERDICTS = 10_000
"""So many names are remembered between pages."""
LABEL_PIECES = 24
"""A text of more pieces than this is no label."""
EDGES = " |,;([{-\u2013\u2014\u00bb\u203a>"
"""What is left at a value's end when the link behind it is trimmed."""
ROWS = frozenset({"tr", "thead"})
HEADING_PIECES = 8
"""A text of more pieces than this is no heading."""


class _Read(NamedTuple):
    """A pair as read, with the elements it came from."""

    name: str
    value: str
    row: etree._Element
    """The element that holds the value, or the cell of the value."""
    container: etree._Element
    group: str = ""
    step: str = ""
    """From the row to the cell."""


@dataclass
class Applier:
    """A wrapper made ready to run. Picklable; it compiles where it is used."""

    wrapper: Wrapper
    _compiled: list["_Compiled"] = field(default_factory=list, init=False, repr=False)
    _known: "WeakKeyDictionary[Document, Specification]" = field(
        default_factory=WeakKeyDictionary, init=False, repr=False, compare=False
    )

    def __getstate__(self) -> dict[str, Any]:
        return {"wrapper": self.wrapper}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]

    def read(self, document: Document) -> Specification:
        """What the wrapper reads from *document*, which is read once as long as it is about."""
        known = self._known.get(document)
        if known is None:
            known = self._known[document] = self.apply(document.element(0), document.page)
        return known

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
                fragments += _fragments(compiled, compiled.read(root), places, said)
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
    compiled: "_Compiled", read: Iterator[_Read], places: "_Places", said: set[tuple[str, str]]
) -> list[Fragment]:
    """The fragments of one rule, one for each container, pairs said before left out."""
    found: dict[etree._Element, list[Pair]] = {}
    score = compiled.rule.score
    for name, value, row, container, group, step in read:
        if (name, value) in said:
            continue
        said.add((name, value))
        path = places.path(row, container)
        path = f"{path}/{step}" if step else path
        found.setdefault(container, []).append(Pair(name, value, group, path, READER, score))
    return [
        Fragment(
            places.path(container, container),
            FragmentKind.of(container.tag),
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


def _portable(xpath: str) -> str:
    """An XPath without ``id()``, which means nothing where the parser collects no ids.

    Descendants are asked for as such: what is found is the same, and a third sooner.

    >>> _portable("id('specs')/tr/td[1]"), _portable("//table//tr[1]")
    ("/descendant::*[@id='specs']/tr/td[1]", '//table//tr[1]')
    """
    return ANYWHERE.sub("/descendant::", ID_CALL.sub(r"//*[@id=\1]", xpath))


class _Compiled:
    """A pair rule with its XPaths compiled."""

    def __init__(self, rule: PairRule) -> None:
        self.rule = rule
        self.refused = frozenset(rule.refused)
        self.verdicts: dict[str, bool] = {}
        self.names = etree.XPath(_portable(rule.names), smart_strings=False)
        self.values = (
            etree.XPath(_portable(rule.values), smart_strings=False) if rule.values else None
        )
        self.step = Step.of(rule.values)

    def read(self, root: etree._Element) -> Iterator[_Read]:
        """The pairs of one page, in page order."""
        names = _select(self.names, root)
        lines = self.rule.layout is Layout.LINES
        for read in self._lines(names) if lines else self._cells(names, root):
            if not self._wanted(read.name):
                continue
            value = self._trimmed(read.value) if self.rule.trims else read.value
            if value and len(value) <= MAX_VALUE:
                yield read if value is read.value else read._replace(value=value)

    def _wanted(self, name: str) -> bool:
        """Whether *name* is a label that is not refused; a site prints the same ones again."""
        known = self.verdicts.get(name)
        if known is None:
            if len(self.verdicts) >= MAX_VERDICTS:
                self.verdicts.clear()
            known = is_label(name) and letters_and_digits(name) not in self.refused
            self.verdicts[name] = known
        return known

    def _trimmed(self, value: str) -> str:
        for trim in self.rule.trims:
            rest = value.rstrip(")]}. ")
            if rest.endswith(trim) and len(rest) > len(trim):
                return rest[: -len(trim)].rstrip(EDGES)
        return value

    def _lines(self, hosts: Sequence[etree._Element]) -> Iterator[_Read]:
        headings = Headings()
        for host in hosts:
            couples = couples_in(host)
            if not couples:
                continue
            container = host if len(couples) > 1 else _container(host)
            group = headings.over(host, container)
            for name, value in couples:
                yield _Read(name, value, host, container, group)

    def _cells(self, names: Sequence[etree._Element], root: etree._Element) -> Iterator[_Read]:
        starts = frozenset(names)
        rows = Rows(starts, self.step, lambda: self._values(root))
        headings = Headings()
        waiting: _Read | None = None
        for name in names:
            label = clean_name(text_of(name, LABEL_PIECES))
            if len(label) > MAX_NAME:
                continue
            if not label:
                if waiting is not None and _neighbours(name, waiting.row):
                    texts, _ = rows.behind(name)
                    waiting = waiting._replace(value=" ".join((waiting.value, *texts)))
                continue
            if waiting is not None:
                yield waiting
            waiting = None
            texts, step = rows.behind(name)
            row = rows.row
            if step and row is not None:
                texts = texts + _rows_behind(name, starts) if self.rule.continued else texts
                container = _container(row)
                value = clean_value(" ".join(texts))
                group = headings.over(row, container)
                waiting = _Read(label, value, row, container, group, step)
        if waiting is not None:
            yield waiting

    def _values(self, root: etree._Element) -> frozenset[etree._Element]:
        """The elements that the rule for values means."""
        return frozenset(_select(self.values, root) if self.values else ())


def _neighbours(name: etree._Element, other: etree._Element) -> bool:
    """Whether the row of *name* and another row stand in one container."""
    row = name.getparent()
    return row is not None and row.getparent() is other.getparent()


def _rows_behind(name: etree._Element, starts: frozenset[etree._Element]) -> list[str]:
    """The texts of the rows of a single cell that follow the row of *name*."""
    texts: list[str] = []
    row = name.getparent()
    following = row.getnext() if row is not None else None
    while following is not None and following.tag == (row.tag if row is not None else ""):
        if any(cell in starts and text_of(cell, LABEL_PIECES) for cell in following):
            break
        cells = [text for cell in following if (text := text_of(cell, PIECES))]
        if len(cells) > 1:
            break
        texts += cells
        following = following.getnext()
    return texts


def _container(row: etree._Element) -> etree._Element:
    """The element that holds *row* and its neighbours."""
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
        steps = self.steps.get(parent)
        if steps is None:
            cells = [child for child in parent if isinstance(child.tag, str)]
            numbered = steps_of(tuple([child.tag for child in cells]))
            steps = self.steps[parent] = dict(zip(cells, numbered, strict=True))
        return steps[element]


class Headings:
    """The headings over one page's rows, asked for in page order."""

    def __init__(self) -> None:
        self.container: etree._Element | None = None
        self.row: etree._Element | None = None
        self.group = ""

    def over(self, row: etree._Element, container: etree._Element) -> str:
        """The heading over *row*: a row of one cell, or what stands right before *container*."""
        if row is self.row:
            return self.group
        if container is not self.container:
            self.container = container
            self.group = _before(container)
        above = row.getprevious()
        if above is not None and above is not self.row:
            self.group = _heading(above) or self.group
        self.row = row
        return self.group


def _before(container: etree._Element) -> str:
    """The caption of *container*, or the heading that ends right before it."""
    first = container[0] if len(container) else None
    if first is not None and first.tag == "caption":
        return _heading(first)
    above = container.getprevious()
    return _heading(above) if above is not None and above.tag in HEADING_TAGS else ""


def _heading(element: etree._Element) -> str:
    """What *element* says, if it is a heading: by its tag, or as a row with a single text."""
    tag = element.tag
    if tag in HEADING_TAGS:
        text = clean_name(text_of(element, HEADING_PIECES))
        return text if is_label(text) else ""
    if tag not in ROWS:
        return ""
    texts = [
        text
        for cell in element
        if isinstance(cell.tag, str) and (text := text_of(cell, HEADING_PIECES))
    ]
    label = clean_name(texts[0]) if len(texts) == 1 else ""
    return label if is_label(label) else ""
