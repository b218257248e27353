"""The commands demo and demo web: everything on a small synthetic web, offline."""

from __future__ import annotations

import json
import shutil
import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specdex.cli.harvest import harvest_watched
from specdex.cli.options import FILE, FOLDER, preset
from specdex.cli.rows import print_grid
from specdex.cli.serve import serve_runs
from specdex.errors import InputError
from specdex.statistics.metrics import Tally

if TYPE_CHECKING:
    from specdex.demo.harvest import Report, SiteReport

__all__ = ["demo"]

RUN, AUDIT_RUN = Path("demo-run"), Path("demo-audit-run")


@click.group(invoke_without_command=True)
@preset("-c", "--category", default="camera", help="What to harvest.")
@preset("--run", type=FOLDER, default=RUN, help="The run folder; it is made anew.")
@click.option("--serve", "served", is_flag=True, help="Show the run in the browser at the end.")
@click.pass_context
def demo(context: click.Context, category: str, run: Path, *, served: bool) -> int | None:
    """Harvest a small synthetic web end to end and compare what is found with what is there.

    Starts shops, other sites, hubs, a search engine and a backlink service on loopback, harvests a
    category from two seed shops, prints what was found, and leaves a run folder.

    Example:

        specdex demo --category monitor
    """
    from specdex.demo import DemoServer, build
    from specdex.demo.harvest import compare, demo_settings
    from specdex.runs import RunFolder

    if context.invoked_subcommand is not None:
        return None
    web = build()
    truth = web.truth()
    if category not in truth["seeds"]:
        raise InputError(f"no {category!r} in the demo web; there are: {', '.join(truth['seeds'])}")
    _make_way(run)
    with DemoServer(web) as server:
        harvest_watched(demo_settings(truth, category, server.url), run)
    with RunFolder(run) as folder:
        report = compare(folder, truth, category)
    _print_report(report, run)
    if served:
        serve_runs([run])
    return 0 if report.specifications.right else 1


@demo.command()
@preset("--port", type=click.IntRange(0, 65535), default=8765, help="0 takes any free port.")
@click.option("--truth", type=FILE, help="Write the ground truth to this file as JSON.")
def web(port: int, truth: Path | None) -> None:
    """Serve the demo web on loopback until Ctrl-C.

    It is an HTTP proxy that knows hosts such as lumenshop.example, search.example and
    links.example: point any client at it with http_proxy.

    Example:

        specdex demo web --port 8765 --truth truth.json
    """
    from specdex.demo import DemoServer, build

    made = build()
    if truth is not None:
        truth.write_text(json.dumps(made.truth(), ensure_ascii=False, indent=1), encoding="utf-8")
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    try:
        with DemoServer(made, port) as server:
            click.echo(f"serving {len(made.hosts)} sites; set http_proxy={server.url}")
            stop.wait()
    except OSError as error:
        raise InputError(f"cannot listen on port {port}: {error.strerror}") from error


@demo.command()
@preset("--run", type=FOLDER, default=AUDIT_RUN, help="The run folder; it is made anew.")
def audit(run: Path) -> int:
    """Audit the demo web's pharmacies against a register, and compare with the truth.

    Crawls honest and rogue pharmacies, holds their offers against a register of authorised drugs by
    the shipped rules, and prints which practices were found.

    Example:

        specdex demo audit
    """
    from specdex.demo.audit import audit_pharmacies

    _make_way(run)
    result = audit_pharmacies(run)
    click.echo("rogue offers by practice")
    counted = ({"practice": each, **_counts(tally)} for each, tally in result.practices.items())
    print_grid([{**row, "blameless accused": row.pop("wrong")} for row in counted])
    ranked = sorted(result.findings, key=lambda each: each.low)
    for finding in {each.practice: each for each in ranked}.values():
        click.echo(f"{finding.site}: {finding.sentence}")
    click.echo(
        f"Read {result.offers} of {result.known_offers} offers. Honest pharmacies accused: "
        f"{', '.join(result.accused) or 'none'}. "
        f"The report is {result.report[0]}; look at it with `specdex serve {run}`."
    )
    return 0 if result.flawless else 1


def _make_way(run: Path) -> None:
    """Remove an earlier run at *run*; an InputError where something else is there."""
    from specdex.runs import RunFolder

    if run.exists():
        if not RunFolder.is_one(run) and any(run.iterdir()):
            raise InputError(f"{run} is not a run folder; name another with --run")
        shutil.rmtree(run)


def _print_report(report: Report, run: Path) -> None:
    """Two tables: a row per site, and the whole against the truth."""
    click.echo(f"{report.category}: what each site gave")
    print_grid([_site_row(each) for each in report.by_site])
    click.echo("\nagainst the truth")
    whole = {
        "sites": report.sites,
        "product pages": report.pages,
        "specifications": report.specifications,
        "pairs": report.pairs,
        "pages of one product": report.together,
    }
    print_grid(
        [{"what": what, **_counts(tally), **_shares(tally)} for what, tally in whole.items()]
    )
    claims = report.claims
    click.echo(
        f"\n{report.products} products joined; the demo web sells {report.known_products}. "
        f"Pages of one product are together with F1 {report.together.f1:.3f}; {claims.right} of "
        f"{claims.right + claims.wrong} claims are right ({claims.precision:.3f}); "
        f"{report.alien} pages are of another category. "
        f"Everything is in {run}: look at it with `specdex serve {run}`."
    )


def _site_row(each: SiteReport) -> dict[str, Any]:
    found = {"fetched": each.fetched, "products": each.pages.right}
    of = {"of": each.pages.right + each.pages.missed, "pairs": each.pairs.right}
    return {"site": each.site, "template": each.family, **found, **of, **_shares(each.pairs)}


def _counts(tally: Tally) -> dict[str, int]:
    return {"found": tally.right, "of": tally.right + tally.missed, "wrong": tally.wrong}


def _shares(tally: Tally) -> dict[str, float]:
    return {"precision": round(tally.precision, 3), "recall": round(tally.recall, 3)}
