"""What speaks for two names meaning the same: their wording, and their values on one product."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from specdex.alignment.fingerprints import Fingerprint, compatible, fingerprint, overlap
from specdex.alignment.names import name_words, normal_name, opposed, similarity
from specdex.quantities import normal_value
from specdex.records import Specification
from specdex.text import collapse

__all__ = ["Evidence", "Name"]

LIKE_NAMES = 0.5
"""Names this alike are the same if their values say so, too."""
SAME_NAME = 0.9
SAME_NAME_FEW_VALUES = 0.8
LIKE_NAME = 0.8
OTHER_NAME = 0.6
"""The confidence in names that only their values join; agreement adds to it."""
AGREEMENT_ADDS = 0.2

LIKE_AGREEMENT, LIKE_PRODUCTS = 0.3, 2
LIKE_OVERLAP = 0.2
VALUE_AGREEMENT, VALUE_PRODUCTS, VALUE_KINDS = 0.4, 3, 2
"""How often, on how many products and with how many different values strangers must agree."""
CONTRADICTION, CONTRADICTED_PRODUCTS = 0.03, 5
"""Names of one wording whose values agree more rarely, on so many products, are not the same."""

HUBS = 20
LIKE_HUBS = 5
"""With how many names of one wording the others are compared."""
MAX_NAMES_A_WORD = 150
"""A word in more wordings than this does not bring names together."""
MAX_NAMES_A_VALUE = 12
"""A value that more names share on one product says nothing of them."""
UNINFORMATIVE = frozenset({"yes", "no", "0", "1", "2"})


@dataclass(frozen=True, slots=True, order=True)
class Name:
    """A name as one site prints it."""

    site: str
    printed: str


class Evidence:
    """All that specifications say of their names, indexed; asks and answers are per two names."""

    def __init__(
        self,
        specifications: Sequence[Specification],
        sites: Sequence[str],
        groups: Sequence[Sequence[int]],
    ) -> None:
        self.pages: dict[Name, set[int]] = defaultdict(set)
        self._values: dict[Name, dict[int, set[str]]] = defaultdict(dict)
        printed: dict[Name, list[str]] = defaultdict(list)
        for place, (specification, site) in enumerate(zip(specifications, sites, strict=True)):
            for pair in specification.pairs:
                name = Name(site, collapse(pair.name))
                if normal_name(name.printed):
                    self.pages[name].add(place)
                    printed[name].append(pair.value)
                    self._values[name].setdefault(place, set()).add(normal_value(pair.value))
        self.prints: dict[Name, Fingerprint] = {
            name: fingerprint(values) for name, values in printed.items()
        }
        self._names_on: dict[int, list[Name]] = defaultdict(list)
        for name in sorted(self.pages):
            for place in self.pages[name]:
                self._names_on[place].append(name)
        self._on_products: dict[Name, dict[int, set[str]]] = defaultdict(dict)
        self._agreeing = self._read_groups(groups)

    def pairs(self) -> Iterator[tuple[Name, Name]]:
        """The pairs of names worth a look; some may come twice."""
        wordings: dict[str, list[Name]] = defaultdict(list)
        for name in sorted(self.pages, key=lambda name: (-len(self.pages[name]), name)):
            wordings[normal_name(name.printed)].append(name)
        for names in wordings.values():
            for hub in names[:HUBS]:
                yield from ((hub, name) for name in names if name != hub)
        for one, other in _like_wordings(sorted(wordings)):
            for hub in wordings[one][:LIKE_HUBS]:
                yield from ((hub, name) for name in wordings[other][:LIKE_HUBS])
        yield from sorted(self._agreeing)

    def score(self, one: Name, other: Name) -> float:
        """How sure it is that two names mean the same; 0 where it is not."""
        mine, theirs = self.prints[one], self.prints[other]
        if not compatible(mine.kind, theirs.kind):
            return 0.0
        wordings = normal_name(one.printed), normal_name(other.printed)
        likeness = similarity(*wordings)
        products, agreement = self._agreement(one, other)
        if likeness == 1.0:
            contradicted = products >= CONTRADICTED_PRODUCTS and agreement < CONTRADICTION
            known = mine.kind and theirs.kind
            return 0.0 if contradicted else SAME_NAME if known else SAME_NAME_FEW_VALUES
        if likeness >= LIKE_NAMES and (
            (products >= LIKE_PRODUCTS and agreement >= LIKE_AGREEMENT)
            or (products < LIKE_PRODUCTS and overlap(mine, theirs) >= LIKE_OVERLAP)
        ):
            return LIKE_NAME * likeness
        if (
            products >= VALUE_PRODUCTS
            and agreement >= VALUE_AGREEMENT
            and self._agreeing.get((one, other), 0) >= VALUE_KINDS
            and not opposed(*wordings)
        ):
            return OTHER_NAME + AGREEMENT_ADDS * agreement * likeness
        return 0.0

    def meet(self, one: Name, other: Name) -> bool:
        """Whether two names of one site stand on one page."""
        return one.site == other.site and not self.pages[one].isdisjoint(self.pages[other])

    def _agreement(self, one: Name, other: Name) -> tuple[int, float]:
        """On how many products both names have values, and the share of those that agree."""
        mine, theirs = self._on_products[one], self._on_products[other]
        if len(mine) > len(theirs):
            mine, theirs = theirs, mine
        shared = [product for product in mine if product in theirs]
        agreeing = sum(not mine[product].isdisjoint(theirs[product]) for product in shared)
        return len(shared), agreeing / len(shared) if shared else 0.0

    def _read_groups(self, groups: Sequence[Sequence[int]]) -> dict[tuple[Name, Name], int]:
        """Fill in the values on each product; how many different values two names agree on."""
        shared: dict[tuple[Name, Name], set[str]] = defaultdict(set)
        for product, places in enumerate(groups):
            for value, names in self._read_product(product, places).items():
                if 1 < len(names) <= MAX_NAMES_A_VALUE:
                    for pair in combinations(sorted(names), 2):
                        shared[pair].add(value)
        return {
            (one, other): len(values)
            for (one, other), values in shared.items()
            if len(values) >= VALUE_KINDS and one.site != other.site
        }

    def _read_product(self, product: int, places: Sequence[int]) -> dict[str, set[Name]]:
        """Fill in the values on one product; the names that share each telling value."""
        names_of: dict[str, set[Name]] = defaultdict(set)
        for place in places:
            for name in self._names_on[place]:
                values = self._values[name][place] - {""}
                if values:
                    self._on_products[name].setdefault(product, set()).update(values)
                for value in values - UNINFORMATIVE:
                    names_of[value].add(name)
        return names_of


def _like_wordings(wordings: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Pairs of different wordings that are alike and share a word that is not everywhere."""
    counts = Counter(word for wording in wordings for word in name_words(wording))
    by_word: dict[str, list[str]] = defaultdict(list)
    for wording in wordings:
        for word in sorted(name_words(wording)):
            if counts[word] <= MAX_NAMES_A_WORD:
                by_word[word].append(wording)
        by_word[f"={wording.replace(' ', '')[:4]}"].append(wording)
    seen: set[tuple[str, str]] = set()
    for word in sorted(by_word):
        for pair in combinations(by_word[word][:MAX_NAMES_A_WORD], 2):
            if pair not in seen and similarity(*pair) >= LIKE_NAMES:
                seen.add(pair)
                yield pair
