"""Where the seeds stand on a page, and what brackets all of them: the nodes of a Patricia trie."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from os.path import commonprefix
from typing import NamedTuple

from specdex.groups import by_key
from specdex.html import Document
from specdex.html.tags import CELL_TAGS
from specdex.papers.patterns.pattern import (
    ROW_ENDS,
    Pattern,
    generalise,
    is_plausible,
    normalise,
)
from specdex.papers.patterns.source import Source, clean
from specdex.text import collapse

__all__ = [
    "Instance",
    "Seed",
    "brackets",
    "discover",
    "instances",
    "longest",
    "patterns_of",
    "ranked",
]

ENCLOSURES = frozenset({"table", "ul", "ol", "dl", "menu"})
"""Tags that hold rows of one kind."""
MAX_MIDDLE = 400
"""A value further behind its name than this belongs to another name."""
MAX_INSTANCES = 60
"""Of one seed; a page that repeats it more often teaches nothing new."""
MAX_PLACES = 500
"""Of a seed's name on a page; where it stands more often it is no name."""
MAX_GROUP = 200
"""Instances that a pattern is learned from."""
MAX_PATTERNS = 20
"""Of one page, those with most seeds."""
MAX_CONTEXT = 1_000
"""Characters of context on either side that can make a pattern longer."""
MIN_SEEDS = 2
"""Seeds that make a pattern."""


def longest(contexts: Sequence[str], seeds: Sequence[int], among: int) -> list[tuple[str, int]]:
    """The maximally long beginnings that a context of every seed has, and who has them.

    These are the lowest nodes of a Patricia trie of *contexts* that instances of all seeds reach.
    *seeds* has a bit mask of contexts for every seed; only contexts *among* these count.

    >>> longest(["<td>a", "<td>b"], [0b01, 0b10], 0b11)
    [('<td>', 3)]
    """
    found: list[tuple[str, int]] = []
    waiting = [among] if _all(seeds, among) else []
    while waiting:
        mine = waiting.pop()
        members = [place for place in range(len(contexts)) if mine >> place & 1]
        shared = commonprefix([contexts[place] for place in members])  # noqa: RUF071 - of characters
        below: dict[str, int] = {}
        for place in members:
            if following := contexts[place][len(shared) : len(shared) + 1]:
                below[following] = below.get(following, 0) | 1 << place
        further = [who for who in reversed(below.values()) if _all(seeds, who)]
        if not further:
            found.append((shared, mine))
        waiting += further
    return found


def brackets(
    lefts: Sequence[str], rights: Sequence[str], seeds: Sequence[int]
) -> list[tuple[str, str, int]]:
    """The maximally long pairs of contexts that bracket an instance of every seed.

    *lefts* are read away from the instance, as *rights* are; a left context comes back in that
    order. This is the construction of unary wrappers in SEAL: the longest left contexts, the
    longest right ones among their instances, the left ones made longer where that allows it, and
    the same the other way round.
    """
    everyone = (1 << len(lefts)) - 1
    found: dict[tuple[str, str], int] = {}
    for _, some in longest(lefts, seeds, everyone):
        for after, fewer in longest(rights, seeds, some):
            for before, same in longest(lefts, seeds, fewer):
                found[before, after] = same
    for _, some in longest(rights, seeds, everyone):
        for before, fewer in longest(lefts, seeds, some):
            for after, same in longest(rights, seeds, fewer):
                found[before, after] = same
    return [(before, after, who) for (before, after), who in found.items()]


def _all(seeds: Sequence[int], instances: int) -> bool:
    return all(seed & instances for seed in seeds)


class Seed(NamedTuple):
    """A name and a value that are known to belong together."""

    name: str
    value: str


class Instance(NamedTuple):
    """Where a seed stands in a clean source document."""

    seed: Seed
    start: int
    name_stop: int
    value_start: int
    stop: int


def instances(source: Source, seed: Seed) -> list[Instance]:
    """Every place where the seed's name stands, with its value close behind."""
    name, value = collapse(seed.name), collapse(seed.value)
    if not name or not value:
        return []
    text = source.line
    found: dict[int, Instance] = {}
    for start, name_stop, place in _stretches(source, name, 0, len(text)):
        reach = min(len(text), place + len(name) + MAX_MIDDLE + len(value))
        behind = _stretches(source, value, place + len(name), reach)
        value_start, stop, at = next(behind, (-1, -1, -1))
        instance = Instance(seed, start, name_stop, value_start, stop)
        if value_start > name_stop and _belong_together(
            source, instance, text[place + len(name) : at]
        ):
            # of two names before one value, the nearer counts
            found[at] = instance
        if len(found) >= MAX_INSTANCES:
            break
    return list(found.values())


def _belong_together(source: Source, instance: Instance, between: str) -> bool:
    """Whether the value follows its name directly, and the two are no entries of a menu."""
    if instance.value_start - instance.name_stop > MAX_MIDDLE or any(map(str.isalnum, between)):
        return False
    return not (source.is_linked(instance.start) and source.is_linked(instance.stop - 1))


def _stretches(source: Source, wanted: str, begin: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Where *wanted* stands as words of their own: here, and in the Document's text."""
    line, text = source.line, source.text
    at = line.find(wanted, begin, end)
    for _ in range(MAX_PLACES):
        if at < 0:
            return
        start, stop = source.position(at), source.position(at + len(wanted) - 1) + 1
        if 0 <= start < stop:
            apart = not (text[max(0, start - 1) : start].isalnum() and wanted[0].isalnum())
            if apart and not (text[stop : stop + 1].isalnum() and wanted[-1].isalnum()):
                yield start, stop, at
        at = line.find(wanted, at + 1, end)


def discover(
    document: Document, seeds: Iterable[Seed], *, min_names: int = MIN_SEEDS
) -> tuple[Pattern, ...]:
    """The patterns that bracket *seeds* with at least *min_names* names, those with most first.

    The paper groups instances by what stands between name and value, and asks a pattern to bracket
    every seed of the group. Here the tags beside them tell groups apart, too (a seed that happens
    to stand elsewhere as well then spoils nothing), and tags bare of attributes, confined to the
    element around their seeds, are tried for seeds that no pattern brackets.
    """
    found, wanted = _search(clean(document), dict.fromkeys(seeds), min_names)
    unexplained = set(wanted) - {each.seed for group in found.values() for each in group}
    if unexplained:
        bare, _ = _search(clean(document, bare=True), wanted, min_names, bare=True)
        found |= {
            pattern: group
            for pattern, group in bare.items()
            if any(each.seed in unexplained for each in group)
        }
    return ranked(found)


def ranked(found: Mapping[Pattern, Sequence[Instance]]) -> tuple[Pattern, ...]:
    """The patterns of a page with how many seeds show each, those with most first."""
    counted = [
        replace(pattern, seeds=len({each.seed for each in group}))
        for pattern, group in found.items()
    ]
    counted.sort(key=lambda pattern: (pattern.bare, -pattern.seeds, str(pattern)))
    return tuple(counted[:MAX_PATTERNS])


def _search(
    source: Source, seeds: Iterable[Seed], min_names: int, *, bare: bool = False
) -> tuple[dict[Pattern, list[Instance]], list[Seed]]:
    """The patterns with the instances behind them, and the seeds that showed nothing else."""
    everywhere = [
        each
        for seed in seeds
        for each in instances(source, seed)
        if source.text.startswith("<", each.stop)
    ]
    found: dict[Pattern, list[Instance]] = {}
    refused: set[Seed] = set()
    for group in _groups(source, everywhere, bare=bare):
        # one name again and again is a list of products
        if len({each.seed.name for each in group}) < min_names:
            continue
        for pattern in patterns_of(source, group):
            alone = _row_end(source, group)
            kept = generalise(replace(pattern, bare=bare), row_end=alone)
            leads = alone and all(source.is_first(_cell(source, each.start)) for each in group)
            kept = replace(kept, leads=leads)
            kept = replace(kept, within=_home(source, group) if kept.is_plain else 0)
            if is_plausible(kept):
                found.setdefault(kept, []).extend(group)
            else:
                refused.update(each.seed for each in group)
    standing = dict.fromkeys(each.seed for each in everywhere)
    return found, [seed for seed in standing if seed not in refused]


def _groups(source: Source, found: Sequence[Instance], *, bare: bool) -> Iterable[list[Instance]]:
    """The instances with the same text between them and the same tags beside them."""
    text = source.text

    def sides(each: Instance) -> tuple[str, str, str, int]:
        begin = max(text.rfind("<", 0, each.start), each.start - MAX_CONTEXT, 0)
        end = text.find(">", each.stop, each.stop + MAX_CONTEXT) + 1
        middle = text[each.name_stop : each.value_start].strip()
        within = _enclosure(source, each) if bare else 0
        return middle, text[begin : each.start], text[each.stop : end], within

    return by_key((sides(each), each) for each in found).values()


def _home(source: Source, group: Sequence[Instance]) -> int:
    """The node around all rows that the instances of the group are some of."""
    document = source.document
    nodes = [_enclosure(source, each) for each in group]
    first, last = min(nodes), max(nodes)
    while last >= document.end[first]:
        first = document.parent[first]
    return first


def _enclosure(source: Source, instance: Instance) -> int:
    """The node around the rows that *instance* is one of."""
    document = source.document
    node = source.node_of(instance.start, instance.stop)
    for above in document.ancestors(node):
        if document.tag[above] in ENCLOSURES:
            return above
    return max(0, document.parent[node])


def _row_end(source: Source, group: Sequence[Instance]) -> bool:
    """Whether every value of the group stands in the last cell of its row."""
    return all(
        source.text.startswith(ROW_ENDS, source.closed.get(_cell(source, each.stop - 1), 0))
        for each in group
    )


def _cell(source: Source, position: int) -> int:
    """The table cell that *position* lies in; -1 where it lies in none."""
    document, node = source.document, source.container_at(position)
    while node >= 0 and document.tag[node] not in CELL_TAGS:
        node = document.parent[node]
    return node


def patterns_of(source: Source, group: Sequence[Instance]) -> list[Pattern]:
    """The patterns with maximally long contexts that bracket every seed of the group."""
    text = source.text
    group = group[:MAX_GROUP]
    lefts = [text[max(0, each.start - MAX_CONTEXT) : each.start][::-1] for each in group]
    rights = [text[each.stop : each.stop + MAX_CONTEXT] for each in group]
    masks: dict[Seed, int] = {}
    for place, each in enumerate(group):
        masks[each.seed] = masks.get(each.seed, 0) | 1 << place
    middle = text[group[0].name_stop : group[0].value_start]
    made = (
        normalise(left[::-1], middle, right)
        for left, right, _ in brackets(lefts, rights, tuple(masks.values()))
    )
    return [pattern for pattern in made if pattern is not None]
