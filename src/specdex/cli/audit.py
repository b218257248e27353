"""The commands audit and audit report: offers against a register."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from specdex.audit.findings import Finding
from specdex.cli.logs import warn
from specdex.cli.options import FOLDER, assigned, preset, shown, written
from specdex.cli.output import Destination, file_options, print_lines, tell
from specdex.cli.progress import counted
from specdex.cli.rows import give
from specdex.clock import now
from specdex.errors import InputError

__all__ = ["audit"]

DEFAULT = "offers"
"""The command that is meant where none is named."""


class _WithDefault(click.Group):
    """A group that takes ``audit RUN`` for ``audit offers RUN``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = {*self.commands, *ctx.help_option_names}
        if args and args[0] not in known:
            args = [DEFAULT, *args]
        return super().parse_args(ctx, args)


@click.group(cls=_WithDefault)
def audit() -> None:
    """Hold what a run's pages claim against a register of authorised products.

    Example:

        specdex audit pharmacy-run --register approved.csv
    """


@audit.command()
@click.argument("run", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--register",
    required=True,
    help="A CSV, Parquet or SQLite file or postgresql:// address; a table behind '::'.",
)
@preset(
    "--domain",
    default="drugs",
    help="The roles of what is offered: a shipped domain or a TOML file.",
)
@preset("--rules", default="drugs", help="Shipped rules, or a TOML file of rules.")
@preset(
    "--min-confidence",
    "--least",
    "least",
    type=click.FloatRange(0.0, 1.0),
    default=0.5,
    help="Leave out findings that are less probable, which may be said as --least, too.",
)
@click.option(
    "--column",
    "columns",
    multiple=True,
    metavar="NAME=COLUMN",
    help="What the register calls a column that the rules ask for: code=licence_no.",
)
@file_options
@written("run")
def offers(
    run: Path,
    register: str,
    domain: str,
    rules: str,
    least: float,
    columns: tuple[str, ...],
    target: Destination,
) -> int:
    """Judge the offers of a run; this is what ``specdex audit RUN`` does.

    Prints a line per finding: page, practice, rule, the bounds of its probability, a sentence
    that explains it, and the evidence on the page and in the register. The run keeps them.

    Example:

        specdex audit offers pharmacy-run --register approved.db::drugs --least 0.8
    """
    from specdex.audit.report import Note
    from specdex.pipeline.audit import audit_run, auditor, load_domain, load_rules, note_audit
    from specdex.runs import RunFolder

    roles = load_domain(domain)
    called = {column: name for name, column in assigned("--column", "NAME=COLUMN", columns)}
    judge = auditor(roles, load_rules(rules), register, least, called)
    with RunFolder(run, create=False) as folder, counted("auditing") as step:
        audited = audit_run(folder, roles, judge, step)
        counts = audited.adverts, len(audited.findings)
        note_audit(folder, Note(now(), shown(run), register, domain, rules, least, *counts))
    tell(audited.failures)
    give("findings", audited.findings, target, _row)
    if not audited.adverts:
        warn("no offers found in this run")
    return 0 if audited.adverts and not audited.failures else 1


COLUMNS = (
    *("site", "url", "title", "practice", "rule", "low", "high", "sentence", "evidence", "seen"),
    *("register", "ip", "conflict"),
)


def _row(finding: Finding) -> Iterator[dict[str, Any]]:
    """A finding as a row: what it rests on stands behind it."""
    told = [f"{e.origin.value}: {e.attribute} = {e.value} {e.place}" for e in finding.evidence]
    lists = {"evidence": told, "conflict": list(finding.conflict)}
    yield {name: lists.get(name, getattr(finding, name)) for name in COLUMNS}


@audit.command()
@click.argument("name", default="drugs")
@click.option("--domain", is_flag=True, help="The domain, with its roles, in place of the rules.")
def rules(name: str, *, domain: bool) -> int:
    """Print shipped rules, to be changed and given to --rules.

    Example:

        specdex audit rules drugs > mine.toml
    """
    from specdex.pipeline.audit import shipped_text

    click.echo(shipped_text(name, domain=domain), nl=False)
    return 0


@audit.command()
@click.argument(
    "runs",
    nargs=-1,
    required=True,
    metavar="RUN...",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
)
@click.option(
    "--addresses",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A CSV file with a host, its IP and perhaps its place in every row.",
)
@click.option(
    "--to", "folder", type=FOLDER, help="Where to write; else into the first run's exports."
)
def report(runs: tuple[Path, ...], addresses: Path | None, folder: Path | None) -> int:
    """Write what audits found as a web page to hand over, and a CSV file.

    The date, the register, rules and filters, sites by practice (how many offers, host and IP where
    known, first and last seen), charts, the trend by the week over all harvests that were audited,
    the market beside it (all offers and sites that were seen in a week, and which sites were new),
    and every finding with its evidence and a link. It prints well, and loads nothing.

    Example:

        specdex audit report pharmacy-run
    """
    from specdex.pipeline.audit import findings_of, notes_of, offers_seen, write_report

    found = findings_of(runs)
    target = folder or runs[0] / "exports"
    told = (_addresses(addresses), notes_of(runs), offers_seen(runs))
    page, table = write_report(found, target, *told)
    print_lines([str(page), str(table)])
    return 0 if found else 1


def _addresses(path: Path | None) -> dict[str, str]:
    if path is None:
        return {}
    known: dict[str, str] = {}
    with path.open(encoding="utf-8-sig", newline="") as stream:
        for number, row in enumerate(csv.reader(stream), 1):
            if len(row) not in {2, 3}:
                raise InputError(
                    f"{path}, line {number}: expected a host and its IP, or also a place"
                )
            site, ip, *place = (cell.strip() for cell in row)
            known[site.lower()] = f"{ip} ({place[0]})" if any(place) else ip
    return known
