"""The verb audit: what a run's pages say, held against a register; and the reports on it."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path

from specdex.audit import (
    Advert,
    Auditor,
    Finding,
    Register,
    RegisterRow,
    RuleBook,
    Statement,
    html_report,
    parse_rules,
    report,
    report_rows,
    shipped_rules,
)
from specdex.errors import InputError
from specdex.exporters.output import open_output
from specdex.html import Document, parse
from specdex.page_sources.registers import read_register
from specdex.papers.entropy import (
    Domain,
    Record,
    Suggestion,
    parse_domain,
    records,
    shipped,
    suggest,
)
from specdex.pipeline.extract import product_pages
from specdex.records import Failure, Pair, Specification, StoredPage, from_json, to_json
from specdex.runs import RunFolder
from specdex.urls import host

__all__ = [
    "Audited",
    "adverts",
    "audit_run",
    "auditor",
    "findings_of",
    "load_domain",
    "load_rules",
    "shipped_domain_text",
    "shipped_rules_text",
    "suggest_synonyms",
    "was_audited",
    "write_report",
]

FINDINGS = "findings.jsonl"
"""Where a run keeps its findings, in its exports."""
REPORT_PAGE, REPORT_TABLE = "audit.html", "audit.csv"
TOML = ".toml"


@dataclass(frozen=True, slots=True)
class Audited:
    """What an audit of a run came to."""

    adverts: int
    findings: tuple[Finding, ...]
    failures: tuple[Failure, ...] = field(default=())


def load_domain(name: str, below: tuple[str, ...] = ()) -> Domain:
    """The shipped domain called *name*, or that of a TOML file; parents may lie beside it."""
    if not name.endswith(TOML):
        return shipped(name)
    folder = Path(name).parent

    def parent(wanted: str) -> Domain:
        beside = str(folder / f"{wanted}{TOML}")
        if beside in (*below, name):
            raise InputError(f"{wanted!r} is its own ancestor")
        return load_domain(beside, (*below, name)) if Path(beside).is_file() else shipped(wanted)

    return parse_domain(_text(name), name, parent)


def load_rules(name: str) -> RuleBook:
    """The shipped rules called *name*, or those of a TOML file."""
    return parse_rules(_text(name), name) if name.endswith(TOML) else shipped_rules(name)


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise InputError(f"{path}, line {line}: not UTF-8 text") from error
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error


def shipped_rules_text(name: str) -> str:
    """The shipped rules called *name* as they are written; an InputError where there are none."""
    shipped_rules(name)
    return (files("specdex.audit") / "rulebooks" / f"{name}{TOML}").read_text(encoding="utf-8")


def shipped_domain_text(name: str) -> str:
    """The same for a domain."""
    shipped(name)
    folder = files("specdex.papers.entropy") / "domains"
    return (folder / f"{name}{TOML}").read_text(encoding="utf-8")


def auditor(
    domain: Domain,
    rules: RuleBook,
    register: str,
    least: float,
    called: Mapping[str, str] | None = None,
) -> Auditor:
    """An Auditor with the register at the location *register*; all three fit each other.

    *called* says what its columns are called by the rules, where they have other names.
    """
    table = read_register(register)
    names = called or {}
    unknown = sorted(set(names) - set(table.columns))
    if unknown:
        known = ", ".join(table.columns)
        raise InputError(f"{table.name} has no column {unknown[0]!r}; it has: {known}")
    columns = tuple(names.get(each, each) for each in table.columns)
    table = replace(table, columns=columns)
    rows = tuple(RegisterRow(number, values) for number, values in table.rows)
    roles = {role.name for role in domain.roles}
    return Auditor(rules, Register(table.name, table.columns, rows), roles, least)


def audit_run(
    run: RunFolder,
    domain: Domain,
    judge: Auditor,
    advance: Callable[[], None] = lambda: None,
) -> Audited:
    """Judge every product page of *run*, and keep the findings beside those of earlier audits."""
    known = {each.url: each for each in run.store.read(Specification)}
    fetched = {each.url: each.fetched for each in run.store.read(StoredPage)}
    found: list[Finding] = []
    failures: list[Failure] = []
    count = 0
    for page in product_pages(run):
        advance()
        if isinstance(page, Failure):
            failures.append(page)
            continue
        document = parse(page)
        for advert in adverts(document, domain, known.get(page.url)):
            count += 1
            found += judge.judge(replace(advert, seen=page.fetched or fetched.get(page.url, "")))
    _keep(run.exports / FINDINGS, found)
    return Audited(count, tuple(found), tuple(failures))


def adverts(
    document: Document, domain: Domain, specification: Specification | None = None
) -> Iterator[Advert]:
    """What a page offers: an advert for each of its records.

    Where it has one record, or none, what its *specification* says besides is said too.
    """
    page = document.page
    found = records(document, domain)
    if len(found) > 1:
        yield from (_advert(document, domain, each, ()) for each in found)
        return
    pairs = specification.pairs if specification else ()
    blank = Record(0, 0.0, "", (), ())
    made = _advert(document, domain, found[0] if found else blank, pairs)
    if specification is not None and not made.title:
        made = replace(made, title=specification.title)
    if made.statements:
        yield replace(made, site=page.site or host(page.url))


def _advert(document: Document, domain: Domain, record: Record, more: Sequence[Pair]) -> Advert:
    page = document.page
    said = [
        *zip(record.roles, record.pairs, strict=True),
        *((domain.role_of(pair.name), pair) for pair in more),
    ]
    statements: dict[str, Statement] = {}
    for role, pair in said:
        if role and role not in statements:
            statements[role] = Statement(role, pair.value, pair.name, pair.xpath, pair.confidence)
    for role_ in domain.roles:
        if role_.title and record.title and role_.name not in statements:
            xpath = document.xpath(record.node)
            statements[role_.name] = Statement(role_.name, record.title, "", xpath, TITLE)
    return Advert(
        url=page.url,
        site=page.site or host(page.url),
        title=record.title or document.title,
        statements=tuple(statements.values()),
        seen=page.fetched,
    )


TITLE = 0.6
"""How often a record's title is the name that no label gives."""


def _keep(path: Path, findings: Iterable[Finding]) -> None:
    """Write *findings* and those of other days that *path* has already."""
    kept = {_place(each): each for each in _read(path)} if path.is_file() else {}
    kept |= {_place(each): each for each in findings}
    with open_output(path, append=False, binary=False) as stream:
        for each in kept.values():
            stream.write(json.dumps(to_json(each), ensure_ascii=False) + "\n")


def _place(finding: Finding) -> tuple[str, str, str, str]:
    return finding.url, finding.title, finding.rule, finding.seen[:10]


def _read(path: Path) -> Iterator[Finding]:
    for number, line in enumerate(_text(str(path)).splitlines(), 1):
        try:
            yield from_json(Finding, json.loads(line))
        except (ValueError, InputError) as error:
            raise InputError(f"{path}, line {number}: {error}") from error


def was_audited(run: Path) -> bool:
    """Whether *run* keeps findings."""
    return (run / "exports" / FINDINGS).is_file()


def findings_of(runs: Iterable[Path]) -> list[Finding]:
    """The findings that *runs* keep; an InputError where one was never audited."""
    found: list[Finding] = []
    for run in runs:
        if not was_audited(run):
            raise InputError(f"{run} was never audited: specdex audit {run} --register REGISTER")
        found += _read(run / "exports" / FINDINGS)
    return found


def write_report(
    findings: Iterable[Finding], folder: Path, addresses: Mapping[str, str] | None = None
) -> tuple[Path, Path]:
    """Write the report as a web page and as a table into *folder*; where they are."""
    made = report(findings, addresses)
    folder.mkdir(parents=True, exist_ok=True)
    page, table = folder / REPORT_PAGE, folder / REPORT_TABLE
    with open_output(page, append=False, binary=False) as stream:
        stream.write(html_report(made, "Audit"))
    with open_output(table, append=False, binary=False) as stream:
        csv.writer(stream, lineterminator="\n").writerows(report_rows(made))
    return page, table


def suggest_synonyms(
    specifications: Iterable[Specification], domain: Domain
) -> tuple[Suggestion, ...]:
    """Synonyms for the roles of *domain* that the pairs of *specifications* suggest."""
    return suggest(
        ((pair.name, pair.value) for each in specifications for pair in each.pairs), domain
    )
