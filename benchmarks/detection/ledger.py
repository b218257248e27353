"""On how many sites a name, heading or class went with specifications.

Words are kept as hashes with one weight each, so that a model carries no list of anybody's words.
"""

from collections import defaultdict
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from math import log

from specdex.detection.weighing import Clues, hash_of

__all__ = ["Ledger"]

SMOOTHING = 0.5
MIN_SITES = 2
"""A word of fewer sites is a site's own."""
NOBODY: frozenset[str] = frozenset()


def _terms(clues: Clues) -> Iterable[int]:
    """The hashes of all that *clues* hold."""
    names, heading, classes = clues
    for name in set(names):
        yield hash_of("name", name)
        for word in name.split():
            yield hash_of("word", word)
    for word in set(heading):
        yield hash_of("heading", word)
    for word in set(classes):
        yield hash_of("class", word)


@dataclass
class Ledger:
    """Counts, by site, what words stood in specifications and what elsewhere."""

    good: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    bad: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    good_sites: set[str] = field(default_factory=set)
    bad_sites: set[str] = field(default_factory=set)

    def note(self, clues: Clues, site: str, *, good: bool) -> None:
        """Remember that a region of *site* was, or was not, a specification."""
        side, sites = (self.good, self.good_sites) if good else (self.bad, self.bad_sites)
        sites.add(site)
        for term in _terms(clues):
            side[term].add(site)

    def weights(self, *, without: AbstractSet[str] = frozenset()) -> dict[int, float]:
        """The log-odds of each word that enough sites show, *without* some of them."""
        ratio = len(self.good_sites - without) / max(1, len(self.bad_sites - without))
        found: dict[int, float] = {}
        for term in sorted(self.good.keys() | self.bad.keys()):
            good = len(self.good.get(term, NOBODY) - without)
            bad = len(self.bad.get(term, NOBODY) - without)
            if good + bad >= MIN_SITES:
                found[term] = log((good + SMOOTHING) / (bad * ratio + SMOOTHING))
        return found
