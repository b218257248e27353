"""What each data-rich node says, with its title; a detector and a reader that answer with it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from specdex.groups import by_key
from specdex.html import Document
from specdex.lexicon import phrases
from specdex.papers.entropy.leaves import Leaves, block_of, for_page, leaves
from specdex.papers.entropy.nodes import Kind, Thresholds, locate
from specdex.papers.entropy.roles import Domain
from specdex.papers.entropy.values import value_of
from specdex.records import Candidate, FragmentKind, Pair
from specdex.text import collapse, letters_and_digits, words

__all__ = ["EntropyDetector", "EntropyReader", "Record", "is_title", "product_title", "records"]

READER = "entropy"
MAX_NODES = 40_000
"""Elements of a page that are read."""
LABEL_END = " :\uff1a"
HEADINGS = ("h1", "h2")
MAX_HEADINGS = 12
"""Headings of each rank that are looked at."""
MAX_TITLE = 200
"""A longer text is a chapter, no title."""
LIKE_ENOUGH = 0.35
"""Share of words that a heading of the second rank has in common with the page's title."""


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a page."""

    node: int
    entropy: float
    title: str
    """The page's heading where it is its only record, else its first leaf or the one before it."""
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
    if not limits.literal:
        kept = _without_scraps(kept, domain, limits.scrap)
    # the only record of a page is what the page is about
    alone = product_title(document) if len(kept) == 1 else ""
    return tuple(replace(each, title=alone) for each in kept) if alone else tuple(kept)


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
            # a label right before another one may be the heading of those that follow; not so
            # one whose value is empty
            if not _is_empty_row(found, place):
                group, group_stop = name, _reach(found, place)
            continue
        if label.start >= group_stop:
            group = ""
        pair = Pair(name, said.value, group, document.xpath(said.node), READER, said.confidence)
        read.append((found.domain.roles[label.role].name, pair))
    return read


def _is_empty_row(found: Leaves, place: int) -> bool:
    """Whether an element for the value stands behind the label at *place*, and is empty."""
    document = found.document
    node = block_of(document, found.node_at(found.labels[place].start))
    above = document.parent[node] if node >= 0 else -1
    if above < 0:
        return False
    behind = [child for child in document.children(above) if child > node]
    return bool(behind) and not document.text_of(behind[0]).strip()


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
    first = start + found.text.startswith("\n", start)
    end = found.text.find("\n", first)
    here = first, len(found.text) if end < 0 else end
    for begin, stop in (here, (found.text.rfind("\n", 0, start) + 1, start)):
        text = found.text[begin:stop].strip()
        if is_title(text) and not found.within(begin, stop):
            return text
    return ""


def product_title(document: Document) -> str:
    """The heading most like the page's title, of equals the highest and first; else empty."""
    called = frozenset(words(document.title))
    best, found = -1.0, ""
    for rank, tag in enumerate(HEADINGS):
        for node in document.places_of(tag)[:MAX_HEADINGS]:
            text = collapse(document.text_of(node))
            said = frozenset(words(text))
            like = 2 * len(said & called) / (len(said) + len(called)) if said else 0.0
            if is_title(text) and like > best and (not rank or like >= LIKE_ENOUGH):
                best, found = like, text
    return found


def is_title(text: str) -> bool:
    """Whether *text* may be a title: not too long, a word at least, and no button's."""
    said = words(text)
    return (
        bool(said)
        and len(text) <= MAX_TITLE
        and any(map(str.isalpha, text))
        and " ".join(said) not in _buttons()
    )


@cache
def _buttons() -> frozenset[str]:
    """What buttons that buy say."""
    lists = ("buying.add_to_cart", "buying.add_to_cart_in_lists", "buying.baskets")
    return frozenset(" ".join(words(phrase)) for phrase in phrases(*lists))


def _without_echoes(read: Sequence[Record]) -> list[Record]:
    """*read* without records that say no more than another: link offers of one element."""
    prints = [record.print() for record in read]
    holders = by_key((said, place) for place, mine in enumerate(prints) for said in mine)
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
    """Finds nodes of a *kind* by the roles of *domain*, or of a shipped one that fits the page."""

    domain: Domain | None = None
    thresholds: Thresholds = field(default_factory=Thresholds)
    kind: Kind = Kind.DATA_RICH
    max_nodes: int = MAX_NODES

    def detect(self, document: Document) -> Sequence[Candidate]:
        """The candidates believed in, in page order."""
        domain = self.domain or for_page(document)
        if self.kind is Kind.DATA_RICH:
            found = records(document, domain, self.thresholds)
            measured = [(each.node, each.entropy) for each in found]
        else:
            located = locate(leaves(document, domain), self.thresholds)
            measured = [(node, located.entropies.of(node)) for node in located.of(self.kind)]
        sure = max(self.thresholds.data_rich, 1e-9)
        return [
            Candidate(
                node,
                FragmentKind.of(document.tag[node].replace("tbody", "table")),
                min(1.0, entropy / sure),
            )
            for node, entropy in measured
        ]


@dataclass(frozen=True)
class EntropyReader:
    """Reads pairs whose names are roles of *domain*, or of a shipped one that fits the page."""

    domain: Domain | None = None
    name: str = READER
    max_nodes: int = MAX_NODES

    def read(self, document: Document, candidate: Candidate) -> Sequence[Pair]:
        """The pairs that the candidate's element holds, in page order."""
        if not 0 <= candidate.node < len(document):
            return ()
        domain = self.domain or for_page(document)
        return tuple(pair for _, pair in _pairs(leaves(document, domain), candidate.node))
