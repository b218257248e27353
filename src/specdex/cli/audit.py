"""The commands audit and audit report: offers against a register."""

import csv
from pathlib import Path

import click

from specdex.cli.logs import warn
from specdex.cli.options import FOLDER
from specdex.cli.output import print_lines, tell
from specdex.cli.progress import counted
from specdex.cli.rows import print_rows
from specdex.errors import InputError
from specdex.pipeline.audit import (
    audit_run,
    auditor,
    findings_of,
    load_domain,
    load_rules,
    shipped_domain_text,
    shipped_rules_text,
    write_report,
)
from specdex.runs import RunFolder

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
@click.option(
    "--domain",
    default="drugs",
    show_default=True,
    help="The roles of what is offered: a shipped domain or a TOML file.",
)
@click.option(
    "--rules", default="drugs", show_default=True, help="Shipped rules, or a TOML file of rules."
)
@click.option(
    "--least",
    type=click.FloatRange(0.0, 1.0),
    default=0.5,
    show_default=True,
    help="Leave out what is less probable.",
)
@click.option(
    "--column",
    "columns",
    multiple=True,
    metavar="NAME=COLUMN",
    help="What the register calls a column that the rules ask for: code=licence_no.",
)
def offers(
    run: Path, register: str, domain: str, rules: str, least: float, columns: tuple[str, ...]
) -> int:
    """Judge the offers of a run; this is what ``specdex audit RUN`` does.

    Prints a line per finding: page, practice, rule, the bounds of its probability, a sentence
    that explains it, and the evidence on the page and in the register. The run keeps them.

    Example:

        specdex audit offers pharmacy-run --register approved.db::drugs --least 0.8
    """
    roles = load_domain(domain)
    called = _columns(columns)
    judge = auditor(roles, load_rules(rules), register, least, called)
    with RunFolder(run, create=False) as folder, counted("auditing") as step:
        audited = audit_run(folder, roles, judge, step)
    tell(audited.failures)
    print_rows(audited.findings)
    if not audited.adverts:
        warn("no offers found in this run")
    return 0 if audited.adverts and not audited.failures else 1


def _columns(given: tuple[str, ...]) -> dict[str, str]:
    called = {}
    for each in given:
        name, _, column = each.partition("=")
        if not name or not column:
            raise click.UsageError(f"--column {each}: say NAME=COLUMN.")
        called[column] = name
    return called


@audit.command()
@click.argument("name", default="drugs")
@click.option("--domain", is_flag=True, help="The domain, with its roles, in place of the rules.")
def rules(name: str, *, domain: bool) -> int:
    """Print shipped rules, to be changed and given to --rules.

    Example:

        specdex audit rules drugs > mine.toml
    """
    click.echo((shipped_domain_text if domain else shipped_rules_text)(name), nl=False)
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
    help="A CSV file with a host and its IP in every row.",
)
@click.option(
    "--to",
    "folder",
    type=FOLDER,
    help="Where to write; else into the first run's exports.",
)
def report(runs: tuple[Path, ...], addresses: Path | None, folder: Path | None) -> int:
    """Write what audits found as a web page and a CSV file.

    Sites by practice: how many offers, host and IP where known, first and last seen, and the trend
    by the week over all harvests that were audited.

    Example:

        specdex audit report pharmacy-run
    """
    found = findings_of(runs)
    page, table = write_report(found, folder or runs[0] / "exports", _addresses(addresses))
    print_lines([str(page), str(table)])
    return 0 if found else 1


def _addresses(path: Path | None) -> dict[str, str]:
    if path is None:
        return {}
    known: dict[str, str] = {}
    with path.open(encoding="utf-8-sig", newline="") as stream:
        for number, row in enumerate(csv.reader(stream), 1):
            if len(row) != len(("host", "ip")):
                raise InputError(f"{path}, line {number}: expected a host and its IP")
            known[row[0].strip().lower()] = row[1].strip()
    return known
