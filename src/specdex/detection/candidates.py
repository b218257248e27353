"""Elements that may hold a specification, cheaply and with high recall."""

from collections.abc import Sequence

import numpy as np

from specdex.detection.shapes import MAX_LABEL, Booleans, Integers, Shapes, shapes
from specdex.detection.vocabulary import CONTAINER_TAGS, GROUP_CODES, KINDS
from specdex.html import Document
from specdex.records import Candidate, FragmentKind

__all__ = ["find_candidates", "kind_of", "look_of"]

MAX_ROW_RUNS = 12
"""A row holds no more runs of text than this."""
MAX_COUPLE_RUNS = 4
"""Nor more than this where nothing but its place makes a label."""
MAX_ROW_SIZE = 600
"""Nor more text."""
MAX_SIZE = 60_000
"""A larger element is a page, not a fragment."""
CODES = np.arange(len(GROUP_CODES) + 1)
LISTED = np.isin(CODES, [GROUP_CODES[group] for group in ("table", "list", "dl")])
"""Which codes are the markup of rows."""
SURE = np.isin(CODES, [GROUP_CODES[group] for group in ("table", "dl")])
"""Which markup alone makes labels."""
MAX_LINKED = 0.8
"""More of the text in links makes a menu."""
MIN_ROWS = 2
"""Rows that make an element without list markup a candidate."""
MAX_ALIKE = 12
"""More elements of one look are cards of a list."""
MAX_CANDIDATES = 600
"""Only the first so many are looked at: a page of more is made of them."""


def kind_of(tag: str) -> FragmentKind:
    """The kind of fragment that an element with *tag* makes."""
    return KINDS.get(tag, FragmentKind.DIV)


def find_candidates(document: Document) -> Sequence[Candidate]:
    """The elements of *document* that may hold a specification, in page order."""
    if not len(document) or not document.nodes.run_start:
        return ()
    page = shapes(document)
    rows = _count(page, np.flatnonzero(_row_like(page)))
    listed = LISTED[page.codes]
    containers = _containers(page, rows) & ~listed
    wanted = (listed & (page.runs >= MIN_ROWS)) | containers
    wanted[_look_alikes(page, np.flatnonzero(containers))] = True
    wanted &= (page.size <= MAX_SIZE) & _promising(page, rows)
    nodes = np.flatnonzero(wanted)[:MAX_CANDIDATES]
    return tuple(Candidate(int(node), kind_of(document.tag[node])) for node in nodes)


def _promising(page: Shapes, rows: Integers) -> Booleans:
    """The nodes that are not made of links, and hold a label or rows of two parts."""
    linked = page.link_sum[page.last] - page.link_sum[page.first]
    labels = np.concatenate(([0], np.cumsum(page.labels)))
    labelled = labels[page.last] - labels[page.first]
    found: Booleans = (linked <= MAX_LINKED * page.size) & ((labelled > 0) | (rows >= MIN_ROWS))
    found |= SURE[page.codes]
    return found


def _containers(page: Shapes, rows: Integers) -> Booleans:
    """The elements with enough rows of their own."""
    tags = page.document.tag
    labelled = _count_runs(page)
    enough = np.flatnonzero((rows >= MIN_ROWS) | (labelled >= MIN_ROWS))
    chosen = np.zeros(len(tags), dtype=np.bool_)
    chosen[[node for node in enough if tags[node] in CONTAINER_TAGS]] = True
    return chosen


def _look_alikes(page: Shapes, containers: Integers) -> list[int]:
    """The elements with one row that look and lie like a container of several."""
    document = page.document
    looks = {look for node in containers.tolist() if (look := look_of(document, node))[2]}
    depths = np.isin(page.depth, [depth for depth, _, _ in looks])
    few = depths & (page.runs > 1) & (page.runs <= MAX_ROW_RUNS)
    found: dict[tuple[int, str, str], list[int]] = {}
    places = {(depth, tag) for depth, tag, _ in looks}
    tags, deep = document.tag, document.depth
    for node in np.flatnonzero(few).tolist():
        tag = tags[node]
        if tag != "table" and (deep[node], tag) not in places:
            continue
        look = look_of(document, node)
        if look in looks:
            found.setdefault(look, []).append(node)
    return [node for nodes in found.values() if len(nodes) <= MAX_ALIKE for node in nodes]


def look_of(document: Document, node: int) -> tuple[int, str, str]:
    """How deep an element lies and how it is marked up."""
    tag, classes = document.tag[node], document.attribute(node, "class")
    return 0 if tag == "table" and classes else document.depth[node], tag, classes


def _row_like(page: Shapes) -> Booleans:
    """The nodes that may be a row: little text, and a short or coloned run first."""
    few = page.kept & (page.runs <= MAX_ROW_RUNS) & (page.size <= MAX_ROW_SIZE)
    first = np.minimum(page.first, len(page.run_start) - 1)
    short = (page.run_stop[first] - page.run_start[first]) <= MAX_LABEL
    brief = (page.runs > 1) & (page.runs <= MAX_COUPLE_RUNS) & short
    found: Booleans = few & (brief | page.labels[first])
    return found


def _count(page: Shapes, nodes: Integers) -> Integers:
    """How many of *nodes* each node is the parent of."""
    counts: Integers = np.bincount(page.parent[nodes], minlength=len(page.parent))
    return counts


def _count_runs(page: Shapes) -> Integers:
    """How many labels stand in each node directly, or in an element with no other text."""
    tops = []
    parent, kept = page.document.parent, page.kept.tolist()
    runs = page.runs.tolist()
    for node in page.run_node[page.labels].tolist():
        # a run of its own belongs to its element; a wrapped one to what the wrapper stands in
        top = node
        if runs[node] == 1:
            while not kept[top] and parent[top] >= 0:
                top = parent[top]
            top = parent[top]
        tops.append(top)
    counts: Integers = np.bincount(
        np.maximum(np.array(tops, dtype=np.int64), 0), minlength=len(parent)
    )
    return counts
