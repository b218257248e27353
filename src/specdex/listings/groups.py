"""Groups of elements alike: where records may be, at every level of the tree."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from specdex.listings.spans import Span, spans
from specdex.listings.view import View

__all__ = ["Group", "groups", "one_in_each"]

MIN_MEMBERS = 2
FEW, MANY = 3, 9
"""So few elements that repeat inside one of so many are parts of it."""
FULL, NARROW = 0.6, 2
"""Parents are rows of one grid where this share of them is full, but for a banner where there are
more rows than this, of more elements; the last one holds what is left."""
WHOLE = frozenset({"html", "head", "body"})
STRIPES = 2
"""Lists are striped in two colours."""
SHARED = 0.5
"""A class token is a group's own when at least this share of its members carry it."""

Tokens = frozenset[str]


@dataclass(slots=True)
class Group:
    """Elements of one tag path that look alike and stand under one roof."""

    roof: int
    """An element that holds them all: their parent, or the parent of their rows."""
    members: list[int]
    path: int
    """Which tag path they share; the same number on one page means the same path."""
    tokens: Tokens
    """The class tokens most of them carry."""
    spans: list[Span] = field(default_factory=list)
    """The members with the siblings that belong to each."""


def groups(view: View) -> list[Group]:
    """All groups of at least two promising elements; of nested ones that pair off, the outer."""
    found: list[Group] = []
    for path, families in enumerate(_families(view)):
        if len(families) > 1 or any(len(nodes) >= MIN_MEMBERS for nodes in families.values()):
            for roof, nodes in _sets(view.document.parent, families):
                found += _alike(view, roof, path, nodes)
    kept = _outermost(view, found)
    for group in kept:
        group.spans = spans(view, group.members)
        group.members = [span[0] for span in group.spans]
    return kept


def one_in_each(outer: list[int], inner: list[int], end: list[int]) -> int:
    """How many of *inner* lie each in its own of the *outer* nodes; both in document order."""
    place = pairs = 0
    for node in outer:
        while place < len(inner) and inner[place] <= node:
            place += 1
        first = place
        while place < len(inner) and inner[place] < end[node]:
            place += 1
        pairs += place - first == 1
    return pairs


def _families(view: View) -> list[dict[int, list[int]]]:
    """For every tag path its promising nodes by parent."""
    parent, tag = view.document.parent, view.document.tag
    paths: dict[tuple[int, str], int] = {}
    path_of: dict[int, int] = {-1: -1}
    found: list[dict[int, list[int]]] = []
    for node in view.promising:
        above = parent[node]
        step = (path_of[above], tag[node])
        path = paths.get(step)
        if path is None:
            path = paths[step] = len(found)
            found.append({})
        path_of[node] = path
        if tag[node] not in WHOLE:
            found[path].setdefault(above, []).append(node)
    return found


def _sets(parent: list[int], families: dict[int, list[int]]) -> Iterator[tuple[int, list[int]]]:
    """The nodes of one tag path under one roof: siblings, joined where their parents are rows."""
    if len(families) == 1:
        yield from families.items()
        return
    rows: dict[int, list[int]] = {}
    for above in families:
        rows.setdefault(parent[above], []).append(above)
    for over, parents in rows.items():
        counts = [len(families[above]) for above in parents]
        if len(parents) > 1 and _are_rows(counts):
            yield over, [node for above in parents for node in families[above]]
        else:
            for above, count in zip(parents, counts, strict=True):
                if count >= MIN_MEMBERS:
                    yield above, families[above]


def _are_rows(counts: list[int]) -> bool:
    """Whether parents that hold so many elements are rows of one grid."""
    most = max(counts)
    least = most - (min(most, len(counts)) > NARROW)
    return sum(count >= least for count in counts[:-1]) >= FULL * (len(counts) - 1)


def _alike(view: View, roof: int, path: int, nodes: list[int]) -> list[Group]:
    """*nodes* parted by their class tokens: those that share their commonest one stay together."""
    attribute = view.document.attribute
    written = [attribute(node, "class") for node in nodes]
    if written.count(written[0]) == len(written):
        return [Group(roof, nodes, path, frozenset(written[0].split()))]
    classes = [frozenset(each.split()) for each in written]
    counts = _counted(classes)
    parts: dict[str, list[int]] = {}
    for place, tokens in enumerate(classes):
        best = max(tokens, key=lambda token: (counts[token], token), default="")
        parts.setdefault(best if counts.get(best, 0) >= MIN_MEMBERS else "", []).append(place)
    found = []
    for places in _unstriped(view, nodes, list(parts.values())):
        if len(places) >= MIN_MEMBERS:
            own = _counted([classes[place] for place in places])
            tokens = frozenset(each for each, n in own.items() if n >= SHARED * len(places))
            found.append(Group(roof, [nodes[place] for place in places], path, tokens))
    return found


def _unstriped(view: View, nodes: list[int], parts: list[list[int]]) -> list[list[int]]:
    """*parts* joined where they are stripes: two that take turns, by rows, and show the same."""
    if len(parts) != STRIPES:
        return parts
    shown = [{view.kinds[nodes[place]] for place in part} for part in parts]
    if shown[0] != shown[1]:
        return parts
    parent = view.document.parent
    side = dict.fromkeys(parts[0], 0) | dict.fromkeys(parts[1], 1)
    if len({parent[node] for node in nodes}) == 1:
        turns = [side[place] for place in range(len(nodes))]
    else:
        rows: dict[int, set[int]] = {}
        for place, node in enumerate(nodes):
            rows.setdefault(parent[node], set()).add(side[place])
        if max(map(len, rows.values())) > 1:
            return parts
        turns = [row.pop() for row in rows.values()]
    take_turns = {*turns[::2]}.isdisjoint(turns[1::2])
    return [list(range(len(nodes)))] if take_turns else parts


def _counted(classes: list[Tokens]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for tokens in classes:
        for token in tokens:
            counts[token] = counts.get(token, 0) + 1
    return counts


def _outermost(view: View, found: list[Group]) -> list[Group]:
    """*found* without groups that a wider one makes needless.

    That is where members lie each in its own member of the wider group, and where a few elements
    repeat inside one member of a far larger group.
    """
    document = view.document
    holder = {node: group for group in found for node in group.members}
    return [
        group
        for group in found
        if not _pairs_off(view, holder, group)
        and not (
            len(group.members) <= FEW
            and any(
                node in holder and len(holder[node].members) >= MANY
                for node in (group.roof, *document.ancestors(group.roof))
            )
        )
    ]


def _pairs_off(view: View, holder: dict[int, Group], group: Group) -> bool:
    parent, end = view.document.parent, view.document.end
    size, node = len(group.members), parent[group.members[0]]
    while node > group.roof:
        wider = holder.get(node)
        if (
            wider is not None
            and len(wider.members) == size
            and one_in_each(wider.members, group.members, end) == size
        ):
            return True
        node = parent[node]
    return False
