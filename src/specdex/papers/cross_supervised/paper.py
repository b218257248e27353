"""The paper's synthesizer, algorithm 1: known values show containers, containers show rules.

``careful`` answers the paper's weak spots: classes are compared word by word without the words
that tell odd rows from even ones, and of several places of an attribute in a container the one
that most containers have is kept.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from specdex.html import Document
from specdex.papers.cross_supervised.containers import (
    Container,
    best_containers,
    descriptor_of,
    xpath_of,
)
from specdex.papers.cross_supervised.knowledge import Knowledge
from specdex.synthesis.candidates import MAX_TEXT
from specdex.synthesis.equivalences import Equivalence
from specdex.synthesis.scheme import AttributeRule, Scheme, read_items
from specdex.synthesis.unification import DELTA, Descriptor, agrees, unify
from specdex.synthesis.url_patterns import unify_urls

__all__ = ["Outcome", "PaperSynthesizer", "items_a_page"]

MOST_ROUNDS = 6
Documents = Mapping[str, Sequence[Document]]


@dataclass(frozen=True, slots=True)
class _Sight:
    """One page with its candidate containers and attribute nodes."""

    document: Document
    nodes: Mapping[str, tuple[int, ...]]
    containers: tuple[Container, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Schemes by site, and how many rounds it took until nothing changed."""

    schemes: dict[str, Scheme]
    rounds: int


class PaperSynthesizer:
    """Schemes for new sites from the data of known ones."""

    def __init__(
        self,
        *,
        delta: float = DELTA,
        careful: bool = False,
        equivalences: Mapping[str, Equivalence] | None = None,
    ) -> None:
        self.delta = delta
        self.careful = careful
        self.equivalences = equivalences

    def synthesize(self, sites: Documents, seeds: Mapping[str, Scheme]) -> Outcome:
        """A scheme for each of *sites*, those of *seeds* as given."""
        knowledge = Knowledge(self.equivalences)
        names = sorted({name for scheme in seeds.values() for name in scheme.names})
        schemes = dict(seeds)
        crawled: dict[str, Scheme] = {}
        for turn in range(1, MOST_ROUNDS + 1):
            new = 0
            for site, scheme in schemes.items():
                if crawled.get(site) != scheme:
                    crawled[site] = scheme
                    new += _extend(knowledge, scheme, sites.get(site, ()))
            if not new:
                return Outcome(schemes, turn)
            for site, documents in sites.items():
                known = schemes.get(site)
                if site not in seeds and (known is None or len(known.names) < len(names)):
                    found = self.scheme(site, documents, knowledge)
                    if found is not None:
                        schemes[site] = found
        return Outcome(schemes, MOST_ROUNDS)

    def scheme(
        self, site: str, documents: Sequence[Document], knowledge: Knowledge
    ) -> Scheme | None:
        """The scheme of one site; None where no known value stands on its pages."""
        sights = _sights(documents, knowledge)
        container = self._container(sights)
        if container is None:
            return None
        places: dict[str, Counter[Descriptor]] = defaultdict(Counter)
        urls = []
        for sight in sights:
            roots = self._roots(sight, container)
            if roots:
                urls.append(sight.document.page.url)
            for root in roots:
                self._collect(sight, root, places)
        rules = [
            AttributeRule(name=name, xpaths=(self._rule(found),))
            for name, found in places.items()
            if found
        ]
        if not rules:
            return None
        return Scheme(
            site=site,
            container=xpath_of(container),
            attributes=tuple(sorted(rules, key=lambda rule: rule.name)),
            url_pattern=unify_urls(urls),
            method="specdex" if self.careful else "paper",
        )

    def _container(self, sights: Sequence[_Sight]) -> Descriptor | None:
        support: Counter[Descriptor] = Counter()
        for sight in sights:
            for each in sight.containers:
                place = descriptor_of(sight.document, each.node, split=self.careful)
                support[place] += each.support
        return unify(support, self.delta) if support else None

    def _roots(self, sight: _Sight, container: Descriptor) -> list[int]:
        """The elements of the page that the container's descriptor means."""
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

    def _rule(self, places: Counter[Descriptor]) -> str:
        if self.careful:
            merged: Counter[Descriptor] = Counter()
            for place, count in places.items():
                merged[tuple(_without_ids(step) for step in place)] += count
            best = max(merged, key=lambda place: (merged[place], -len(place), xpath_of(place)))
            return xpath_of(best, ".")
        return xpath_of(unify(places, self.delta), ".")


def _without_ids(step: frozenset[tuple[str, str]]) -> frozenset[tuple[str, str]]:
    """A step without an id that carries a number: it names one item."""
    return frozenset(
        (name, value)
        for name, value in step
        if name != "id" or not any(each.isdigit() for each in value)
    )


def _extend(knowledge: Knowledge, scheme: Scheme, documents: Sequence[Document]) -> int:
    """Add what *scheme* reads on *documents*; how many values were new."""
    values: dict[str, list[str]] = defaultdict(list)
    for document in documents:
        if len(document):
            for item in read_items(scheme, document.element(0)):
                for name, found in item.items():
                    values[name] += [each.value for each in found]
    return sum(knowledge.add(name, found) for name, found in sorted(values.items()))


def _sights(documents: Sequence[Document], knowledge: Knowledge) -> list[_Sight]:
    runs = [list(document.runs_of(0)) for document in documents if len(document)]
    texts = {text for page in runs for _, text in page if len(text) <= MAX_TEXT}
    known = {name: knowledge[name].known_among(texts) for name in knowledge.attributes}
    sights = []
    for document, page in zip(filter(len, documents), runs, strict=True):
        nodes = {
            name: tuple(dict.fromkeys(node for node, text in page if text in found))
            for name, found in known.items()
        }
        sights.append(_Sight(document, nodes, tuple(best_containers(document, nodes))))
    return sights


def items_a_page(scheme: Scheme, documents: Sequence[Document]) -> float:
    """How many items *scheme* finds on a page that has any, on average."""
    counts = [len(read_items(scheme, each.element(0))) for each in documents if len(each)]
    found = [count for count in counts if count]
    return sum(found) / len(found) if found else 0.0
