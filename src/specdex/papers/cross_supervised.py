"""Cross-supervised synthesis as its paper has it: crawlers for new sites from known data.

Algorithm 1: known values show containers, containers show rules. ``careful`` answers the paper's
weak spots: classes are compared word by word without the words that tell odd rows from even ones,
and of several places of an attribute in a container the one that most containers have is kept.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from specdex.groups import by_key
from specdex.html import Document
from specdex.synthesis.candidates import MAX_TEXT
from specdex.synthesis.descriptors import descriptor_of, nodes_at, without_ids, xpath_of
from specdex.synthesis.equivalences import Equivalence, Knowledge
from specdex.synthesis.scheme import AttributeRule, Scheme, read_items
from specdex.synthesis.url_patterns import (
    Descriptor,
    accepts,
    agrees,
    unify,
    unify_urls,
)
from specdex.text import collapse

__all__ = ["Container", "PaperSynthesizer", "best_containers", "items_a_page"]

MOST_ROUNDS = 6
Documents = Mapping[str, Sequence[Document]]


@dataclass(frozen=True, slots=True)
class Container:
    """A candidate container on one page."""

    node: int
    attributes: frozenset[str]
    support: int
    """The attribute nodes below it."""


def best_containers(document: Document, found: Mapping[str, Iterable[int]]) -> list[Container]:
    """The elements below which every attribute found on the page stands, none inside another."""
    below: list[set[str]] = [set() for _ in range(len(document))]
    support = [0] * len(document)
    for attribute, nodes in found.items():
        for node in nodes:
            for each in (node, *document.ancestors(node)):
                below[each].add(attribute)
                support[each] += 1
    wanted = {attribute for attribute, nodes in found.items() if nodes}
    full = [bool(wanted) and names == wanted for names in below]
    outer = {document.parent[node] for node, is_full in enumerate(full) if is_full}
    return [
        Container(node, frozenset(wanted), support[node])
        for node, is_full in enumerate(full)
        if is_full and node not in outer
    ]


@dataclass(frozen=True, slots=True)
class _Sight:
    """One page with its candidate containers and attribute nodes."""

    document: Document
    nodes: Mapping[str, tuple[int, ...]]
    containers: tuple[Container, ...]


class PaperSynthesizer:
    """Schemes for new sites from the data of known ones."""

    def __init__(
        self,
        *,
        careful: bool = False,
        equivalences: Mapping[str, Equivalence] | None = None,
    ) -> None:
        self.careful = careful
        self.equivalences = equivalences

    def synthesize(self, sites: Documents, seeds: Mapping[str, Scheme]) -> dict[str, Scheme]:
        """A scheme for each of *sites*; those of *seeds* are kept, and completed where partial."""
        knowledge = Knowledge(self.equivalences)
        names = {name for scheme in seeds.values() for name in scheme.names}
        schemes = dict(seeds)
        crawled: dict[str, Scheme] = {}
        for _ in range(MOST_ROUNDS):
            pages = {site: _conforming(schemes.get(site), found) for site, found in sites.items()}
            fresh = {site: each for site, each in schemes.items() if crawled.get(site) != each}
            crawled |= fresh
            # all of them, whichever gives something new
            new = [_extend(knowledge, each, pages.get(site, ())) for site, each in fresh.items()]
            if not any(new):
                break
            for site, documents in pages.items():
                known = schemes.get(site)
                if known is None or not names <= set(known.names):
                    found = self.scheme(site, documents, knowledge, seeds.get(site))
                    if found is not None:
                        schemes[site] = found
        return schemes

    def scheme(
        self,
        site: str,
        documents: Sequence[Document],
        knowledge: Knowledge,
        given: Scheme | None = None,
    ) -> Scheme | None:
        """The scheme of one site; None where no known value stands on its pages.

        Where a partial scheme is *given*, its container and its rules stay; what is missing is
        added.
        """
        sights = _sights(documents, knowledge)
        container = self._container(sights)
        if container is None and given is None:
            return None
        places: dict[str, Counter[Descriptor]] = defaultdict(Counter)
        urls = []
        for sight in sights:
            roots = self._roots(sight, container or (), given)
            if roots:
                urls.append(sight.document.page.url)
            for root in roots:
                self._collect(sight, root, places)
        rules = {name: self._rule(name, found) for name, found in places.items() if found}
        if given is not None:
            rules |= {rule.name: rule for rule in given.attributes}
        if not rules:
            return None
        attributes = tuple(sorted(rules.values(), key=lambda rule: rule.name))
        if given is not None:
            return replace(given, attributes=attributes)
        return Scheme(
            site=site,
            container=xpath_of(container or ()),
            attributes=attributes,
            url_pattern=unify_urls(urls),
            method="specdex" if self.careful else "paper",
        )

    def _container(self, sights: Sequence[_Sight]) -> Descriptor | None:
        support: Counter[Descriptor] = Counter()
        for sight in sights:
            for each in sight.containers:
                place = descriptor_of(sight.document, each.node, split=self.careful)
                support[place] += each.support
        return unify(support) if support else None

    def _roots(self, sight: _Sight, container: Descriptor, given: Scheme | None) -> list[int]:
        """The elements of the page that the container means, or the one of a *given* scheme."""
        if given is not None:
            return nodes_at(sight.document, given.container) if given.container else [0]
        roots = []
        for each in sight.containers:
            node, document = each.node, sight.document
            if agrees(descriptor_of(document, node, split=self.careful), container):
                path = [node, *document.ancestors(node)][::-1]
                roots.append(path[len(container) - 1])
        return sorted(set(roots))

    def _collect(self, sight: _Sight, root: int, places: Mapping[str, Counter[Descriptor]]) -> None:
        for name, nodes in sight.nodes.items():
            inside = [node for node in nodes if root <= node < sight.document.end[root]]
            found = [
                descriptor_of(sight.document, node, root, split=self.careful) for node in inside
            ]
            places[name].update(set(found) if self.careful else found)

    def _rule(self, name: str, places: Counter[Descriptor]) -> AttributeRule:
        """How an attribute is read; it is believed for the share of its places that are meant."""
        if self.careful:
            merged: Counter[Descriptor] = Counter()
            for place, count in places.items():
                merged[tuple(without_ids(step) for step in place)] += count
            rule = max(merged, key=lambda place: (merged[place], -len(place), xpath_of(place)))
        else:
            rule = unify(places)
        meant = sum(
            count
            for place, count in places.items()
            if len(place) == len(rule) and agrees(place, rule)
        )
        support = round(meant / places.total(), 4)
        return AttributeRule(name=name, xpaths=(xpath_of(rule, "."),), confidence=support)


def _extend(knowledge: Knowledge, scheme: Scheme, documents: Sequence[Document]) -> int:
    """Add what *scheme* reads on *documents*; how many values were new."""
    items = (
        item for page in documents if len(page) for item in read_items(scheme, page.element(0))
    )
    read = (found for item in items for found in item.items())
    values = by_key((name, each.value) for name, found in read for each in found)
    return sum(knowledge.add(name, found) for name, found in sorted(values.items()))


def _conforming(scheme: Scheme | None, documents: Sequence[Document]) -> Sequence[Document]:
    """P(s): the pages whose URLs conform with U(s); all of them while no pattern is known."""
    if scheme is None or not scheme.url_pattern:
        return documents
    return [each for each in documents if accepts(scheme.url_pattern, each.page.url)] or documents


def _sights(documents: Sequence[Document], knowledge: Knowledge) -> list[_Sight]:
    pages = [[_value(page, node) for node in range(len(page))] for page in documents if len(page)]
    texts = {text for page in pages for text in page if text}
    known = {name: knowledge[name].known_among(texts) for name in knowledge.attributes}
    sights = []
    for document, page in zip(filter(len, documents), pages, strict=True):
        nodes = {name: _innermost(document, page, found) for name, found in known.items()}
        sights.append(_Sight(document, nodes, tuple(best_containers(document, nodes))))
    return sights


def _value(document: Document, node: int) -> str:
    """The text of a whole element where it may be a value: ``$`` and ``153.00`` are one price."""
    if document.stop[node] - document.start[node] > MAX_TEXT:
        return ""
    return collapse(document.text_of(node))


def _innermost(document: Document, page: Sequence[str], known: Iterable[str]) -> tuple[int, ...]:
    """The elements that say a known value, those around another such one left out."""
    found = [node for node, text in enumerate(page) if text in known]
    around = {above for node in found for above in document.ancestors(node)}
    return tuple(node for node in found if node not in around)


def items_a_page(scheme: Scheme, documents: Sequence[Document]) -> float:
    """How many items *scheme* finds on a page that has any, on average."""
    counts = [len(read_items(scheme, each.element(0))) for each in documents if len(each)]
    found = [count for count in counts if count]
    return sum(found) / len(found) if found else 0.0
