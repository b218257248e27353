"""The verb audit: what a run's pages say, held against a register; and the reports on it."""

import csv
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path

from specdex.audit.auditor import Auditor
from specdex.audit.findings import Advert, Finding, Statement
from specdex.audit.report import Note, html_report, report, report_rows
from specdex.audit.rules import Register, RegisterRow, RuleBook, parse_rules, shipped_rules
from specdex.clock import now
from specdex.errors import InputError
from specdex.exporters.output import open_output
from specdex.html import Document, parse
from specdex.page_sources.registers import read_register
from specdex.page_sources.streams import text_of
from specdex.papers.entropy.data_records import Record, records
from specdex.papers.entropy.roles import Domain, parse_domain, shipped
from specdex.pipeline.extract import product_pages
from specdex.records import (
    Failure,
    Observation,
    PageKind,
    Pair,
    Specification,
    StoredPage,
    from_json,
    json_of,
    to_json,
)
from specdex.runs import RunFolder
from specdex.text import words
from specdex.urls import host

__all__ = [
    "adverts",
    "audit_run",
    "auditor",
    "findings_of",
    "load_domain",
    "load_rules",
    "note_audit",
    "notes_of",
    "offers_seen",
    "shipped_text",
    "was_audited",
    "write_report",
]

FINDINGS = "findings.jsonl"
"""Where a run keeps its findings, in its exports."""
WITHDRAWN = "findings-withdrawn.jsonl"
"""Where those are that a later audit of the same pages did not come to again."""
NOTES = "audits.jsonl"
"""Where it keeps how it was audited."""
DAY = len("2026-11-16")
"""Signs of a time in ISO 8601 that tell the day."""
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

    return parse_domain(text_of(name), name, parent)


def load_rules(name: str) -> RuleBook:
    """The shipped rules called *name*, or those of a TOML file."""
    return parse_rules(text_of(name), name) if name.endswith(TOML) else shipped_rules(name)


def shipped_text(name: str, *, domain: bool = False) -> str:
    """The shipped rules, or *domain*, as they are written; an InputError where there are none."""
    if domain:
        shipped(name)
        folder = files("specdex.papers.entropy") / "domains"
    else:
        shipped_rules(name)
        folder = files("specdex.audit") / "rulebooks"
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
    rows = tuple(RegisterRow(number, values) for number, values in table.rows)
    roles = {role.name for role in domain.roles}
    return Auditor(rules, Register(table.name, columns, rows), roles, least)


def audit_run(
    run: RunFolder, domain: Domain, judge: Auditor, advance: Callable[[], None] = lambda: None
) -> Audited:
    """Judge every product page of *run*, and keep the findings beside those of earlier audits."""
    known = {each.url: each for each in run.store.read(Specification)}
    fetched = {each.url: each.fetched for each in run.store.read(StoredPage)}
    found: list[Finding] = []
    failures: list[Failure] = []
    judged: set[tuple[str, str]] = set()
    count = 0
    for page in product_pages(run):
        advance()
        if isinstance(page, Failure):
            failures.append(page)
            continue
        document = parse(page)
        for advert in adverts(document, domain, known.get(page.url)):
            count += 1
            seen = page.fetched or fetched.get(page.url, "")
            judged.add((advert.url, seen[:DAY]))
            said = judge.judge(replace(advert, seen=seen))
            found += [replace(each, ip=page.ip) for each in said]
    _keep(run.exports, found, judged)
    return Audited(count, tuple(found), tuple(failures))


def adverts(
    document: Document, domain: Domain, specification: Specification | None = None
) -> Iterator[Advert]:
    """What a page offers: an advert for each of its records.

    Where it has one record, or none, what its *specification* says besides is said too.
    """
    found = records(document, domain)
    if len(found) > 1:
        yield from (_advert(document, domain, each, ()) for each in found)
        return
    pairs = specification.pairs if specification else ()
    blank = Record(0, 0.0, "", (), ())
    made = _advert(document, domain, found[0] if found else blank, pairs)
    known = specification.field("name") if specification else ""
    if known or not made.title:
        made = replace(made, title=known or (specification.title if specification else ""))
    if made.statements:
        yield made


def _advert(document: Document, domain: Domain, record: Record, more: Sequence[Pair]) -> Advert:
    page = document.page
    said = [
        *zip(record.roles, record.pairs, strict=True),
        *((domain.role_of(pair.name), pair) for pair in more),
    ]
    statements: dict[str, Statement] = {}
    readers: dict[str, str] = {}
    for role, pair in said:
        known = statements.get(role)
        if role and known is None:
            statements[role] = Statement(role, pair.value, pair.name, pair.xpath, pair.confidence)
            readers[role] = pair.reader
        elif known and readers[role] != pair.reader and words(known.value) == words(pair.value):
            # two readers who say the same are both wrong less often
            doubt = (1.0 - known.confidence) * (1.0 - pair.confidence)
            statements[role] = replace(known, confidence=round(1.0 - doubt, 4))
    for role_ in domain.roles:
        if role_.title and record.title and role_.name not in statements:
            xpath = document.xpath(record.node)
            statements[role_.name] = Statement(role_.name, record.title, "", xpath, TITLE)
    # the page has a word of some roles, wherever it stands
    text = f" {' '.join(words(document.text))} "
    spelled = ((role.name, words(each)) for role in domain.roles for each in role.synonyms)
    spoken_of = {name for name, each in spelled if each and f" {' '.join(each)} " in text}
    return Advert(
        url=page.url,
        site=page.site or host(page.url),
        title=record.title or document.title,
        statements=tuple(statements.values()),
        seen=page.fetched,
        unread=frozenset(spoken_of - set(statements)),
    )


TITLE = 0.6
"""How often a record's title is the name that no label gives."""


def _keep(folder: Path, findings: Iterable[Finding], judged: Collection[tuple[str, str]]) -> None:
    """Write *findings* in place of what was said before of *judged*: pages as seen on a day.

    What is not said again is withdrawn: it goes to a file of its own.
    """
    path = folder / FINDINGS
    before = {_place(each): each for each in _read(path)} if path.is_file() else {}
    now = {_place(each): each for each in findings}
    again = {place for place, each in before.items() if (each.url, each.seen[:DAY]) in judged}
    withdrawn = [before[place] for place in before if place in again - now.keys()]
    kept = {place: each for place, each in before.items() if place not in again} | now
    if withdrawn:
        _write(folder / WITHDRAWN, withdrawn, append=True)
    _write(path, kept.values(), append=False)


def _write(path: Path, found: Iterable[Finding | Note], *, append: bool) -> None:
    with open_output(path, append=append, binary=False) as stream:
        for each in found:
            stream.write(json.dumps(to_json(each), ensure_ascii=False) + "\n")


def _place(finding: Finding) -> tuple[str, str, str, str]:
    return finding.url, finding.title, finding.rule, finding.seen[:DAY]


def _read(path: Path) -> Iterator[Finding]:
    for number, line in enumerate(text_of(path).splitlines(), 1):
        try:
            yield from_json(Finding, json_of(line))
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


def note_audit(run: RunFolder, note: Note) -> None:
    """Keep how *run* was audited, for its report."""
    _write(run.exports / NOTES, [note], append=True)


def notes_of(runs: Iterable[Path]) -> list[Note]:
    """How *runs* were audited, an audit after the other; runs of earlier versions do not tell."""
    paths = [run / "exports" / NOTES for run in runs]
    lines = [line for path in paths if path.is_file() for line in text_of(path).splitlines()]
    return [from_json(Note, json_of(line)) for line in lines]


def offers_seen(runs: Iterable[Path]) -> Iterator[tuple[str, str, str]]:
    """The site, the address and the moment of every product page that *runs* hold, or held."""
    for path in runs:
        with RunFolder(path, create=False) as run:
            for each in run.store.read(StoredPage, kind=PageKind.PRODUCT):
                yield each.site, each.url, each.fetched
            for observed in run.store.read(Observation):
                yield observed.site, observed.url, observed.time


def write_report(
    findings: Iterable[Finding],
    folder: Path,
    addresses: Mapping[str, str] | None = None,
    notes: Sequence[Note] = (),
    seen: Iterable[tuple[str, str, str]] = (),
) -> tuple[Path, Path]:
    """Write the report as a web page and as a table into *folder*; where they are."""
    made = report(findings, addresses, seen)
    folder.mkdir(parents=True, exist_ok=True)
    page, table = folder / REPORT_PAGE, folder / REPORT_TABLE
    with open_output(page, append=False, binary=False) as stream:
        stream.write(html_report(made, "Audit", notes, now()[:DAY]))
    with open_output(table, append=False, binary=False) as stream:
        csv.writer(stream, lineterminator="\n").writerows(report_rows(made))
    return page, table
