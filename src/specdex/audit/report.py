"""Reports: sites by practice, with how many offers, since when, and how that grows by the week."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template

from specdex.audit.findings import Finding

__all__ = ["Report", "SiteLine", "html_report", "report", "report_rows"]

FIXED = ("site", "ip", "practice", "offers", "confidence", "first seen", "last seen")
"""The names of the columns before those of the weeks."""
UNKNOWN_WEEK = ""


@dataclass(frozen=True, slots=True)
class SiteLine:
    """What one site does of one practice."""

    site: str
    ip: str
    practice: str
    offers: int
    confidence: float
    """Of the surest finding."""
    first_seen: str
    last_seen: str
    by_week: tuple[int, ...]
    """Offers seen in each of the report's weeks."""


@dataclass(frozen=True, slots=True)
class Report:
    """All sites by practice, and the weeks they were seen in."""

    lines: tuple[SiteLine, ...]
    weeks: tuple[str, ...]
    trend: tuple[tuple[str, tuple[int, ...]], ...]
    """Offers of each practice in each week, over all sites."""
    findings: tuple[Finding, ...]


def report(findings: Iterable[Finding], addresses: Mapping[str, str] | None = None) -> Report:
    """The report of *findings*, of one harvest or of several; *addresses* are IPs by host."""
    every = sorted(findings, key=lambda each: (each.site, each.practice, each.url, each.seen))
    weeks = tuple(sorted({_week(each.seen) for each in every} - {UNKNOWN_WEEK}))
    groups: dict[tuple[str, str], list[Finding]] = {}
    for each in every:
        groups.setdefault((each.site, each.practice), []).append(each)
    lines = [_line(group, weeks, addresses or {}) for group in groups.values()]
    lines.sort(key=lambda line: (-line.offers, line.site, line.practice))
    practices = sorted({each.practice for each in every})
    trend = tuple(
        (practice, _by_week([each for each in every if each.practice == practice], weeks))
        for practice in practices
    )
    return Report(tuple(lines), weeks, trend, tuple(every))


def _line(group: Sequence[Finding], weeks: Sequence[str], addresses: Mapping[str, str]) -> SiteLine:
    first = group[0]
    days = sorted(each.seen[:10] for each in group if each.seen)
    known = next((each.ip for each in group if each.ip), "")
    return SiteLine(
        site=first.site,
        ip=known or addresses.get(first.site, ""),
        practice=first.practice,
        offers=len({each.url for each in group}),
        confidence=max(each.low for each in group),
        first_seen=days[0] if days else "",
        last_seen=days[-1] if days else "",
        by_week=_by_week(group, weeks),
    )


def _by_week(findings: Sequence[Finding], weeks: Sequence[str]) -> tuple[int, ...]:
    seen = {(each.url, _week(each.seen)) for each in findings}
    return tuple(sum(week == each for _, each in seen) for week in weeks)


def _week(seen: str) -> str:
    """The ISO week of a moment, as in ``2026-W46``; empty where it is unknown."""
    try:
        year, week, _ = datetime.fromisoformat(seen).isocalendar()
    except ValueError:
        return UNKNOWN_WEEK
    return f"{year}-W{week:02d}"


def report_rows(made: Report) -> list[list[str]]:
    """The report as the rows of a table, the first one its header."""
    return [[*FIXED, *made.weeks], *map(_row, made.lines)]


def _row(line: SiteLine) -> list[str]:
    return [
        line.site,
        line.ip,
        line.practice,
        str(line.offers),
        f"{line.confidence:.2f}",
        line.first_seen,
        line.last_seen,
        *map(str, line.by_week),
    ]


def html_report(made: Report, title: str) -> str:
    """The report as a web page of its own, nothing loaded from elsewhere."""
    header, *rows = report_rows(made)
    return _template().render(
        title=title,
        header=header,
        rows=rows,
        weeks=made.weeks,
        trend=made.trend,
        findings=made.findings,
        sites=len({line.site for line in made.lines}),
    )


@cache
def _template() -> Template:
    text = files("specdex.audit").joinpath("templates", "report.html.j2").read_text("utf-8")
    return Environment(autoescape=True, undefined=StrictUndefined).from_string(text)
