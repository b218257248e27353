"""What one more site costs, and looking up its values among a million known ones."""

import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.synthesis.trials import labelled_sites, readings, verticals
from specdex.html import parse
from specdex.synthesis.equivalences import Instances, Words
from specdex.synthesis.learner import SchemeLearner, scheme_for, survey

__all__ = ["INSTANCES", "NODES", "PAGES", "Lookup", "SiteTime", "time_lookup", "time_sites"]

PAGES = 250
"""Of a site; most crawls of one category bring fewer."""


@dataclass(frozen=True, slots=True)
class SiteTime:
    """How long one site took, its seed aside."""

    kind: str
    site: str
    pages: int
    rules: int
    seconds: float
    """Of processor time: parsing, surveying, choosing, and proving XPaths."""


def time_sites(data: Path, pages: int = PAGES) -> Iterator[SiteTime]:
    """The second site of each kind, from the scheme of the first."""
    for kind in verticals(data):
        first, second = labelled_sites(data, kind)[:2]
        rows = first.rows(pages)
        seed = survey(first.site, [parse(page) for page, _ in rows])
        given = [page for page, _ in second.rows(pages)]
        began = time.process_time()
        documents = [parse(page) for page in given]
        profile = survey(second.site, documents)
        learner = SchemeLearner().fit([seed, profile], {first.site: readings(rows)})
        scheme, _ = scheme_for(profile, learner.choices_[second.site], documents)
        seconds = time.process_time() - began
        yield SiteTime(kind, second.site, len(given), len(scheme.names) if scheme else 0, seconds)


INSTANCES, NODES, PAGES = 1_000_000, 1_000, 20
WORDS, SLOPE, SPREAD = 3_000_000, 0.45, 20
"""Words of values: few are very common, most are rare."""
SHORTEST, LONGEST = 2, 9
KNOWN, STRANGE = 0.1, 0.3
"""Of a page's texts so many are a known value, changed a little; so many have a strange word."""
SEED = 7
DRAWS = 1.08
"""Times as many values as are wanted: some are drawn twice."""
KILOBYTE = 1024


@dataclass(frozen=True, slots=True)
class Lookup:
    """What looking up costs."""

    instances: int
    milliseconds: float
    """Of processor time a page, the median."""
    found: float
    """Texts a page that are known."""
    megabytes: float
    """What the index takes."""
    seconds: float
    """To build it."""


class _Texts:
    """Values and pages, drawn from the same words."""

    def __init__(self, seed: int = SEED) -> None:
        self._chance = np.random.default_rng(seed)

    def _words(self, count: int) -> list[str]:
        draws = (self._chance.pareto(SLOPE, count) * SPREAD).astype(np.int64) % WORDS
        return [f"w{each}" for each in draws.tolist()]

    def values(self, count: int) -> Iterator[str]:
        for size in self._chance.integers(SHORTEST, LONGEST, count).tolist():
            yield " ".join(self._words(size))

    def page(self, known: list[str], nodes: int) -> list[str]:
        """Texts of a page."""
        texts = []
        for chance in self._chance.random(nodes).tolist():
            if chance < KNOWN:
                value = known[int(self._chance.integers(len(known)))]
                texts.append(f"{value} {self._words(1)[0]}")
            else:
                words = self._words(int(self._chance.integers(1, LONGEST)))
                strange = [f"menu{len(texts)}"] if chance < KNOWN + STRANGE else []
                texts.append(" ".join([*words, *strange]))
        return texts


def time_lookup(instances: int = INSTANCES, nodes: int = NODES) -> Lookup:
    """Look pages of *nodes* texts up among so many *instances*."""
    texts = _Texts()
    values = list(texts.values(int(DRAWS * instances)))
    pages = [texts.page(values, nodes) for _ in range(PAGES)]
    known = Instances(Words())
    before, started = _megabytes(), time.process_time()
    known.add(values)
    known.known_among(pages[0])
    built = time.process_time() - started
    found, laps = 0, []
    for page in pages:
        started = time.process_time()
        found += len(known.known_among(page))
        laps.append(time.process_time() - started)
    return Lookup(
        len(known), 1000 * sorted(laps)[PAGES // 2], found / PAGES, _megabytes() - before, built
    )


def _megabytes() -> float:
    """The most memory this process has taken so far."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / KILOBYTE / (KILOBYTE if sys.platform == "darwin" else 1)
