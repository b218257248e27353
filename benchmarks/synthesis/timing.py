"""What making the scheme of one more site costs."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.synthesis.trials import labelled_sites, readings, verticals
from specdex.html import parse
from specdex.synthesis.learner import SchemeLearner, scheme_for, survey

__all__ = ["PAGES", "SiteTime", "time_sites"]

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
