"""Cross-supervised synthesis as its paper has it: crawlers for new sites from known data.

Algorithm 1: known values show containers, containers show rules. ``careful`` answers the paper's
weak spots: classes are compared word by word without the words that tell odd rows from even ones,
and of several places of an attribute in a container the one that most containers have is kept.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from specdex.html import Document
from specdex.synthesis.candidates import MAX_TEXT
from specdex.synthesis.equivalences import BUILT_IN as EQUIVALENCES
from specdex.synthesis.equivalences import Equivalence, Names, guess
from specdex.synthesis.scheme import AttributeRule, Scheme, read_items
from specdex.synthesis.text_nodes import literal
from specdex.synthesis.url_patterns import DELTA, Descriptor, Step, agrees, unify, unify_urls

__all__ = [
    "Container",
    "Instances",
    "Knowledge",
    "LikenessIndex",
    "PaperSynthesizer",
    "best_containers",
    "descriptor_of",
    "items_a_page",
    "xpath_of",
]

ALTERNATING = frozenset({"odd", "even", "alt", "first", "last", "row1", "row2"})
"""Words of a class that tell rows of one list apart, not lists."""
MOST_ROUNDS = 6
Documents = Mapping[str, Sequence[Document]]


class LikenessIndex:
    """Sets of tokens that can be asked for those that are like others, exactly.

    Two sets are alike where they share more than a threshold of all their tokens (Jaccard): for
    two sizes that is a number of tokens to share. A set that shares k of n tokens has one among
    the n - k + 1 rarest, so only those who have one of these are looked at.
    """

    def __init__(self, threshold: float) -> None:
        self.threshold = threshold
        self._sets: dict[frozenset[str], int] = {}
        self._tokens: set[str] = set()
        self._sizes: dict[int, dict[str, set[int]]] = {}
        """For each size, the sets that have a token."""
        self._fewest: dict[tuple[int, int], int] = {}

    def __len__(self) -> int:
        return len(self._sets)

    def has_token(self, token: str) -> bool:
        """Whether any set has *token*."""
        return token in self._tokens

    def add(self, tokens: frozenset[str]) -> bool:
        """Keep a set of tokens; whether it was new."""
        if not tokens or tokens in self._sets:
            return False
        number = self._sets[tokens] = len(self._sets)
        self._tokens |= tokens
        holders = self._sizes.setdefault(len(tokens), {})
        for token in tokens:
            holders.setdefault(token, set()).add(number)
        return True

    def knows(self, asked: frozenset[str]) -> bool:
        """Whether a set is like *asked*."""
        if asked in self._sets:
            return True
        for size, holders in self._sizes.items():
            found = [holders[each] for each in asked if each in holders]
            if _meet(found, self._shared(len(asked), size)):
                return True
        return False

    def _shared(self, one: int, other: int) -> int:
        """The fewest tokens that sets of two sizes share where they are alike."""
        if (one, other) not in self._fewest:
            both = one + other
            enough = (n for n in range(1, both) if n / (both - n) > self.threshold)
            self._fewest[one, other] = next(enough, both)
        return self._fewest[one, other]


def _meet(sets: list[set[int]], fewest: int) -> bool:
    """Whether a number is in at least *fewest* of *sets*, none of them empty."""
    if len(sets) < fewest or fewest == 1:
        return len(sets) >= fewest
    sets = sorted(sets, key=len)
    return any(
        _meet([each for other in sets[at + 1 :] if (each := sets[at] & other)], fewest - 1)
        for at in range(len(sets) - fewest + 1)
    )


class Instances:
    """The known values of one attribute."""

    def __init__(self, equivalence: Equivalence) -> None:
        self.equivalence = equivalence
        self._index = LikenessIndex(equivalence.threshold)

    def __len__(self) -> int:
        return len(self._index)

    def add(self, values: Iterable[str]) -> int:
        """Keep *values*; how many were new."""
        return sum(self._index.add(self.equivalence.tokens(value)) for value in values)

    def known_among(self, values: Iterable[str]) -> frozenset[str]:
        """Those of *values*, such as the texts of a page, that are equivalent to a known one."""
        asked = {value: tokens for value in values if (tokens := self.equivalence.tokens(value))}
        return frozenset(
            value
            for value, tokens in asked.items()
            if self._index.knows(tokens) or self._abbreviated(value)
        )

    def _abbreviated(self, value: str) -> bool:
        """Whether *value* is the acronym of a known name."""
        short = value.strip()
        return (
            isinstance(self.equivalence, Names)
            and short.isupper()
            and short.isalpha()
            and len(short) > 1
            and self._index.has_token(short.lower())
        )


class Knowledge:
    """Instances per attribute; equivalences as given, else by what the values are like."""

    def __init__(self, equivalences: Mapping[str, Equivalence] | None = None) -> None:
        self._given = dict(equivalences or {})
        self._of: dict[str, Instances] = {}

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes with instances."""
        return tuple(self._of)

    def __getitem__(self, attribute: str) -> Instances:
        return self._of[attribute]

    def add(self, attribute: str, values: Iterable[str]) -> int:
        """Keep *values* of *attribute*; how many were new."""
        given = list(values)
        if attribute not in self._of:
            if not given:
                return 0
            chosen = self._given.get(attribute) or EQUIVALENCES[guess(given)]()
            self._of[attribute] = Instances(chosen)
        return self._of[attribute].add(given)


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


def descriptor_of(
    document: Document, node: int, above: int = -1, *, split: bool = False
) -> Descriptor:
    """The steps from below *above* down to *node*, by tag, class and id.

    With *split* each word of a class is a feature of its own, and words that only tell odd rows
    from even ones are left out: the paper's answer is too concrete there.
    """
    steps: list[Step] = []
    for each in (node, *document.ancestors(node)):
        if each == above:
            break
        steps.append(_step(document, each, split=split))
    return tuple(reversed(steps))


def _step(document: Document, node: int, *, split: bool) -> Step:
    features = {("tag", document.tag[node])}
    look, name = document.attribute(node, "class"), document.attribute(node, "id")
    if split:
        features |= {("word", word) for word in look.split() if word.lower() not in ALTERNATING}
    elif look:
        features.add(("class", look))
    if name:
        features.add(("id", name))
    return frozenset(features)


def xpath_of(descriptor: Sequence[Step], start: str = "") -> str:
    """A unified descriptor as a sequential XPath below *start*."""
    return start + "".join(f"/{_spelled(step)}" for step in descriptor)


def _spelled(step: Step) -> str:
    plain = dict(each for each in step if each[0] != "word")
    marks = [f"[@{name}={literal(plain[name])}]" for name in ("class", "id") if name in plain]
    marks += [
        f"[contains(concat(' ', normalize-space(@class), ' '), {literal(f' {word} ')})]"
        for name, word in sorted(step)
        if name == "word"
    ]
    return plain.get("tag", "*") + "".join(marks)


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
        delta: float = DELTA,
        careful: bool = False,
        equivalences: Mapping[str, Equivalence] | None = None,
    ) -> None:
        self.delta = delta
        self.careful = careful
        self.equivalences = equivalences

    def synthesize(self, sites: Documents, seeds: Mapping[str, Scheme]) -> dict[str, Scheme]:
        """A scheme for each of *sites*, those of *seeds* as given."""
        knowledge = Knowledge(self.equivalences)
        names = sorted({name for scheme in seeds.values() for name in scheme.names})
        schemes = dict(seeds)
        crawled: dict[str, Scheme] = {}
        for _ in range(MOST_ROUNDS):
            new = 0
            for site, scheme in schemes.items():
                if crawled.get(site) != scheme:
                    crawled[site] = scheme
                    new += _extend(knowledge, scheme, sites.get(site, ()))
            if not new:
                break
            for site, documents in sites.items():
                known = schemes.get(site)
                if site not in seeds and (known is None or len(known.names) < len(names)):
                    found = self.scheme(site, documents, knowledge)
                    if found is not None:
                        schemes[site] = found
        return schemes

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
