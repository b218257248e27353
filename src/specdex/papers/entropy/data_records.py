"""What each data-rich node says, with its title; a detector and a reader that answer with it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from specdex.html import Document
from specdex.papers.entropy.leaves import Leaves, leaves
from specdex.papers.entropy.nodes import Kind, Thresholds, locate
from specdex.papers.entropy.roles import Domain, for_category
from specdex.papers.entropy.values import value_of
from specdex.records import Candidate, FragmentKind, Pair
from specdex.text import letters_and_digits

__all__ = ["READER", "EntropyDetector", "EntropyReader", "Record", "records"]

READER = "entropy"
MAX_NODES = 60_000
"""Elements of a page that are read."""
LABEL_END = " :\uff1a"
MAX_TITLE = 200
"""A longer first leaf is a text, no title."""


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a page."""

    node: int
    entropy: float
    title: str
    """As printed in the record's first leaf or the one before it; empty where neither will do."""
    pairs: tuple[Pair, ...]
    roles: tuple[str, ...]
    """The role of each pair."""

    def print(self) -> frozenset[tuple[str, str]]:
        """What the record says, as it is compared with others."""
        return frozenset(
            (role, letters_and_digits(pair.value))
            for role, pair in zip(self.roles, self.pairs, strict=True)
        )


def records(
    document: Document, domain: Domain, thresholds: Thresholds | None = None
) -> tuple[Record, ...]:
    """The records of a page, in page order; one that only repeats a part of another is left out."""
    if not len(document):
        return ()
    found = leaves(document, domain)
    located = locate(found, thresholds, lists=False)
    read = [_record(found, node, located.entropies.of(node)) for node in located.of(Kind.DATA_RICH)]
    kept = _without_echoes([record for record in read if record.pairs])
    limits = thresholds or Thresholds()
    return tuple(kept if limits.literal else _without_scraps(kept, domain, limits.scrap))


def _record(found: Leaves, node: int, entropy: float) -> Record:
    read = _pairs(found, node)
    title = _title(found, node)
    return Record(node, entropy, title, tuple(p for _, p in read), tuple(r for r, _ in read))


def _pairs(found: Leaves, node: int) -> list[tuple[str, Pair]]:
    document = found.document
    read: list[tuple[str, Pair]] = []
    group, group_stop = "", -1
    for place in found.of(node):
        label = found.labels[place]
        name = found.text[label.start : label.value].strip(LABEL_END)
        said = value_of(found, place, document.stop[node])
        if said is None:
            # a label right before another one may be the heading of those that follow
            group, group_stop = name, _reach(found, place)
            continue
        if label.start >= group_stop:
            group = ""
        pair = Pair(name, said.value, group, document.xpath(said.node), READER, said.confidence)
        read.append((found.domain.roles[label.role].name, pair))
    return read


def _reach(found: Leaves, place: int) -> int:
    """Where the nested attributes under the empty label at *place* end."""
    document, label = found.document, found.labels[place]
    if place + 1 == len(found.labels):
        return -1
    follower = found.labels[place + 1].start
    node = found.node_at(label.start)
    while node >= 0 and not document.start[node] <= follower < document.stop[node]:
        node = document.parent[node]
    return document.stop[node] if node >= 0 else -1


def _title(found: Leaves, node: int) -> str:
    """The first leaf of *node*, or the one before it where that one is a label."""
    start = found.document.start[node]
    for line in (_line(found.text, start), _line_before(found.text, start)):
        begin, stop = line
        text = found.text[begin:stop].strip()
        if text and len(text) <= MAX_TITLE and not found.within(begin, stop):
            return text
    return ""


def _line(text: str, start: int) -> tuple[int, int]:
    begin = start + (start < len(text) and text[start] == "\n")
    stop = text.find("\n", begin)
    return begin, len(text) if stop < 0 else stop


def _line_before(text: str, start: int) -> tuple[int, int]:
    stop = max(0, start)
    return text.rfind("\n", 0, stop) + 1, stop


def _without_echoes(read: Sequence[Record]) -> list[Record]:
    """*read* without records that say no more than another: link offers of one element."""
    prints = [record.print() for record in read]
    holders: dict[tuple[str, str], list[int]] = {}
    for place, mine in enumerate(prints):
        for said in mine:
            holders.setdefault(said, []).append(place)
    kept: list[Record] = []
    for place, mine in enumerate(prints):
        # whoever says all that it says is among those that say the rarest of it
        rarest = min((holders[said] for said in mine), key=len, default=[])
        echo = any(
            mine < prints[other] or (mine == prints[other] and other < place) for other in rarest
        )
        if not echo:
            kept.append(read[place])
    return kept


def _without_scraps(read: Sequence[Record], domain: Domain, scrap: float) -> list[Record]:
    """*read* without records that say far less of a product than the best of the page does."""
    offered = {role.name for role in domain.roles if role.offer}
    sizes = [len(set(record.roles) - offered) for record in read]
    least = scrap * max(sizes, default=0)
    return [record for record, size in zip(read, sizes, strict=True) if size > least]


@dataclass(frozen=True)
class EntropyDetector:
    """Finds the data-rich nodes of a page by the roles of *domain*.

    Without a domain, the shipped one that names the page's category is taken.
    """

    domain: Domain | None = None
    thresholds: Thresholds = field(default_factory=Thresholds)
    max_nodes: int = MAX_NODES

    def detect(self, document: Document) -> Sequence[Candidate]:
        """The candidates believed in, in page order."""
        domain = self.domain or for_category(document.page.category)
        return [
            Candidate(each.node, _kind(document, each.node), self._confidence(each))
            for each in records(document, domain, self.thresholds)
        ]

    def _confidence(self, record: Record) -> float:
        """Sure from Hd on, less below it."""
        return min(1.0, max(0.0, record.entropy) / max(self.thresholds.data_rich, 1e-9))


def _kind(document: Document, node: int) -> FragmentKind:
    return FragmentKind.of(document.tag[node].replace("tbody", "table"))


@dataclass(frozen=True)
class EntropyReader:
    """Reads the pairs whose names are roles of *domain*.

    Without a domain, the shipped one that names the page's category is taken.
    """

    domain: Domain | None = None
    name: str = READER
    max_nodes: int = MAX_NODES

    def read(self, document: Document, candidate: Candidate) -> Sequence[Pair]:
        """The pairs that the candidate's element holds, in page order."""
        if not 0 <= candidate.node < len(document):
            return ()
        domain = self.domain or for_category(document.page.category)
        return tuple(pair for _, pair in _pairs(leaves(document, domain), candidate.node))
