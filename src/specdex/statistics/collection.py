"""What a collection of specifications holds: attributes, how widely they are used, its overlap.

Two names are one attribute where they are spelled alike but for case, blanks and signs. To leave
out mistakes, an attribute counts on a site where at least two of its specifications have it, and
in a category where at least two sites do.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from math import ceil
from typing import Any

from specdex.statistics.metrics import mean
from specdex.text import letters_and_digits

__all__ = ["ALL", "CategoryStatistics", "Described", "Overlap", "Survey", "histogram", "overlaps"]

MIN_SPECIFICATIONS = 2
"""Of a site that have an attribute."""
MIN_SITES = 2
"""That have an attribute."""
BINS = 10
ALL = "all"
"""What the sum over all categories is called."""


@dataclass(frozen=True, slots=True)
class Described:
    """What a specification counts for."""

    site: str
    category: str
    names: tuple[str, ...]
    """Of its pairs, as printed."""
    ids: frozenset[str] = frozenset()
    """Of its product, as they are compared."""


@dataclass(frozen=True, slots=True)
class CategoryStatistics:
    """One category of a collection."""

    category: str
    sites: int
    specifications: int
    pairs: int
    names: int
    """Different names, mistakes included."""
    attributes: int
    products: int
    """Specifications with an id, each id once."""
    intra_site: tuple[float, ...]
    """By site: the average share of its specifications that have one of its attributes."""
    inter_site: tuple[float, ...]
    """By attribute: the share of the sites that have it."""

    def line(self) -> dict[str, Any]:
        """As a JSON line."""
        return {
            "category": self.category,
            "sites": self.sites,
            "specifications": self.specifications,
            "pairs": self.pairs,
            "pairs_a_specification": round(self.pairs / max(1, self.specifications), 2),
            "names": self.names,
            "attributes": self.attributes,
            "ids": self.products,
            "intra_site": _spread(self.intra_site),
            "inter_site": _spread(self.inter_site),
        }


@dataclass(frozen=True, slots=True)
class Overlap:
    """How much of a list of ids a collection covers."""

    category: str
    wanted: int
    covered: int
    attributes: float
    """Different attributes of a covered product's fullest specification, on average."""

    def line(self) -> dict[str, Any]:
        """As a part of a JSON line."""
        return {
            "ids": self.wanted,
            "covered": self.covered,
            "share": round(self.covered / self.wanted, 4) if self.wanted else None,
            "attributes": None if self.covered == 0 else round(self.attributes, 2),
        }


@dataclass
class _SiteCounts:
    """What was seen of one site in one category."""

    specifications: int = 0
    names: Counter[str] = field(default_factory=Counter)

    def attributes(self) -> list[str]:
        """The names that are not seen once only."""
        return [name for name, count in self.names.items() if count >= MIN_SPECIFICATIONS]


class Survey:
    """Counts specifications as they come; keeps counts, not specifications.

    >>> survey = Survey()
    >>> for site in ("a.example", "a.example", "b.example", "b.example"):
    ...     survey.add(Described(site, "kettle", ("Power:", "Colour")))
    >>> [(each.attributes, each.intra_site, each.inter_site) for each in survey.categories()]
    [(2, (1.0, 1.0), (1.0, 1.0))]
    """

    def __init__(self) -> None:
        self._sites: dict[str, dict[str, _SiteCounts]] = {}
        self._pairs: Counter[str] = Counter()
        self.fullest: dict[str, dict[str, int]] = {}
        """By category and id: how many attributes its fullest specification has."""

    def add(self, described: Described) -> None:
        """Count a specification; one without pairs is none."""
        names = {plain for name in described.names if (plain := letters_and_digits(name))}
        if not names:
            return
        counts = self._sites.setdefault(described.category, {}).setdefault(
            described.site, _SiteCounts()
        )
        counts.specifications += 1
        counts.names.update(names)
        self._pairs[described.category] += len(described.names)
        fullest = self.fullest.setdefault(described.category, {})
        for each in described.ids:
            fullest[each] = max(fullest.get(each, 0), len(names))

    def categories(self) -> list[CategoryStatistics]:
        """The statistics of each category, by name; of all of them first, where there are more."""
        each = [self._category(name) for name in sorted(self._sites)]
        return [self._all(each), *each] if len(each) > 1 else each

    def _category(self, category: str) -> CategoryStatistics:
        sites = self._sites[category]
        published = Counter(name for counts in sites.values() for name in counts.attributes())
        kept = {name for name, count in published.items() if count >= MIN_SITES}
        covered = (_coverage(counts, kept) for counts in sites.values())
        return CategoryStatistics(
            category,
            len(sites),
            sum(counts.specifications for counts in sites.values()),
            self._pairs[category],
            len({name for counts in sites.values() for name in counts.names}),
            len(kept),
            len(self.fullest.get(category, ())),
            tuple(sorted(share for share in covered if share is not None)),
            tuple(sorted(published[name] / len(sites) for name in kept)),
        )

    def _all(self, each: Collection[CategoryStatistics]) -> CategoryStatistics:
        """Sites and ids of several categories count once, attributes once a category."""
        return CategoryStatistics(
            ALL,
            len({site for sites in self._sites.values() for site in sites}),
            sum(one.specifications for one in each),
            sum(one.pairs for one in each),
            sum(one.names for one in each),
            sum(one.attributes for one in each),
            len({id_ for ids in self.fullest.values() for id_ in ids}),
            tuple(sorted(share for one in each for share in one.intra_site)),
            tuple(sorted(share for one in each for share in one.inter_site)),
        )


def _coverage(counts: _SiteCounts, kept: Collection[str]) -> float | None:
    """The average share of a site's specifications that have one of its *kept* attributes."""
    shares = [
        counts.names[name] / counts.specifications for name in counts.attributes() if name in kept
    ]
    return mean(shares) if shares else None


def histogram(shares: Iterable[float]) -> list[int]:
    """How many *shares* lie in (0, 0.1], (0.1, 0.2] … (0.9, 1].

    >>> histogram([0.1, 0.11, 1.0])
    [1, 1, 0, 0, 0, 0, 0, 0, 0, 1]
    """
    counts = [0] * BINS
    for share in shares:
        # rounded first: three of ten are not more than 0.3
        counts[min(BINS, max(1, ceil(round(share * BINS, 9)))) - 1] += 1
    return counts


def overlaps(survey: Survey, wanted: Mapping[str, Collection[str]]) -> list[Overlap]:
    """How much of the *wanted* ids by category is covered; those under ``all`` by any category."""
    found, fullest = [], survey.fullest
    for category, given in wanted.items():
        places = list(fullest.values()) if category == ALL else [fullest.get(category, {})]
        ids = sorted(frozenset(given))
        known = [[place[id_] for place in places if id_ in place] for id_ in ids]
        sizes = [max(each) for each in known if each]
        found.append(Overlap(category, len(ids), len(sizes), mean(sizes) if sizes else 0.0))
    return found


def _spread(shares: Collection[float]) -> dict[str, Any]:
    return {
        "mean": round(mean(shares), 4) if shares else None,
        "max": round(max(shares), 4) if shares else None,
        "histogram": histogram(shares),
    }
