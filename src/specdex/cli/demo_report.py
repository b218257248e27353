"""How a harvest of the demo web is shown."""

from pathlib import Path

from rich.console import Console
from rich.table import Table

from specdex.demo.harvest import Report
from specdex.statistics.metrics import Tally

__all__ = ["print_report"]


def print_report(console: Console, report: Report, run: Path) -> None:
    """Two tables: a row per site, and the whole against the truth."""
    sites = Table(title=f"{report.category}: what each site gave")
    for name in ("site", "template"):
        sites.add_column(name, no_wrap=True)
    for name in ("fetched", "products", "of", "pairs", "P", "R"):
        sites.add_column(name, justify="right")
    for each in report.by_site:
        sites.add_row(
            each.site,
            each.family,
            str(each.fetched),
            str(each.pages.right),
            str(each.pages.right + each.pages.missed),
            str(each.pairs.right),
            *_shares(each.pairs),
        )
    console.print(sites)
    whole = Table(title="against the truth")
    whole.add_column("what")
    for name in ("found", "of", "wrong", "precision", "recall"):
        whole.add_column(name, justify="right")
    for what, tally in (
        ("sites", report.sites),
        ("product pages", report.pages),
        ("specifications", report.specifications),
        ("pairs", report.pairs),
    ):
        whole.add_row(
            what,
            str(tally.right),
            str(tally.right + tally.missed),
            str(tally.wrong),
            *_shares(tally),
        )
    console.print(whole)
    console.print(
        f"{report.products} products joined; the demo web sells {report.known_products}. "
        f"Everything is in {run}: try `specdex show {run}`.",
        soft_wrap=True,
    )


def _shares(tally: Tally) -> tuple[str, str]:
    return f"{tally.precision:.3f}", f"{tally.recall:.3f}"
