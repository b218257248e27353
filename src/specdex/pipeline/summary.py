"""What a run holds, site by site."""

from dataclasses import dataclass
from typing import Any

from specdex.records import Site
from specdex.runs import Run, queries
from specdex.runs.queries import SiteCounts

__all__ = ["SiteSummary", "summary"]


@dataclass(frozen=True, slots=True)
class SiteSummary:
    """One site of a run."""

    site: Site
    counts: SiteCounts

    def line(self) -> dict[str, Any]:
        """As a JSON line."""
        return {
            "site": self.site.host,
            "status": self.site.status.value,
            "round": self.site.round,
            "pages": self.counts.pages,
            "products": self.counts.products,
            "specifications": self.counts.specifications,
            "pairs": self.counts.pairs,
            "failures": self.counts.failures,
            "reason": self.site.reason,
        }


def summary(run: Run) -> list[SiteSummary]:
    """Every site that *run* knows, in the order it came to know them."""
    counts = queries.site_counts(run.store)
    return [SiteSummary(site, counts.get(site.host, SiteCounts())) for site in run.sites()]
