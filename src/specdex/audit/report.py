"""Reports: sites by practice, with how many offers, since when, and how that grows by the week."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files
from itertools import compress

from jinja2 import Environment, StrictUndefined, Template

from specdex.audit.findings import Finding
from specdex.groups import by_key

__all__ = ["MarketWeek", "Note", "html_report", "market", "report", "report_rows"]

FIXED = ("site", "ip", "practice", "offers", "confidence", "first seen", "last seen")
"""The names of the columns before those of the weeks."""
UNKNOWN_WEEK = ""
CHARTED = 15
"""Sites that the chart shows, those with the most offers first."""


@dataclass(frozen=True, slots=True)
class Note:
    """How an audit was made: what whoever reads its report must know."""

    time: str
    run: str = ""
    register: str = ""
    domain: str = ""
    rules: str = ""
    least: float = 0.0
    """Findings that are less probable were left out."""
    offers: int = 0
    """How many were judged, …"""
    findings: int = 0
    """… and how many findings that gave."""


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
class MarketWeek:
    """What was offered in a week, rightly or wrongly."""

    week: str
    offers: int
    sites: int
    new_sites: tuple[str, ...]
    """Those that had not been seen before."""


def market(seen: Iterable[tuple[str, str, str]]) -> tuple[MarketWeek, ...]:
    """The market by week, from the site, the address and the moment of every offer that was seen.

    >>> market([("a.example", "http://a.example/1", "2026-11-16")])[0].new_sites
    ('a.example',)
    """
    offers: dict[str, set[tuple[str, str]]] = {}
    for site, url, moment in seen:
        if week := _week(moment):
            offers.setdefault(week, set()).add((site, url))
    known: set[str] = set()
    weeks = []
    for week in sorted(offers):
        sites = {site for site, _ in offers[week]}
        weeks.append(MarketWeek(week, len(offers[week]), len(sites), tuple(sorted(sites - known))))
        known |= sites
    return tuple(weeks)


@dataclass(frozen=True, slots=True)
class Report:
    """All sites by practice, and the weeks they were seen in."""

    lines: tuple[SiteLine, ...]
    weeks: tuple[str, ...]
    trend: tuple[tuple[str, tuple[int, ...]], ...]
    """Offers of each practice in each week, over all sites."""
    findings: tuple[Finding, ...]
    market: tuple[MarketWeek, ...] = ()
    """What was offered by the week, whether anything is wrong with it or not."""


def report(
    findings: Iterable[Finding],
    addresses: Mapping[str, str] | None = None,
    seen: Iterable[tuple[str, str, str]] = (),
) -> Report:
    """The report of *findings*, with IPs by host and site, address and time of offers *seen*."""
    every = sorted(findings, key=lambda each: (each.site, each.practice, each.url, each.seen))
    weeks = tuple(sorted({_week(each.seen) for each in every} - {UNKNOWN_WEEK}))
    groups = by_key(((each.site, each.practice), each) for each in every)
    lines = [_line(group, weeks, addresses or {}) for group in groups.values()]
    lines.sort(key=lambda line: (-line.offers, line.site, line.practice))
    practices = sorted({each.practice for each in every})
    trend = tuple(
        (practice, _by_week([each for each in every if each.practice == practice], weeks))
        for practice in practices
    )
    return Report(tuple(lines), weeks, trend, tuple(every), market(seen))


def _line(group: Sequence[Finding], weeks: Sequence[str], addresses: Mapping[str, str]) -> SiteLine:
    first = group[0]
    days = sorted(each.seen[:10] for each in group if each.seen)
    seen = next((each.ip for each in group if each.ip), "")
    told = addresses.get(first.site, "")
    return SiteLine(
        site=first.site,
        # who was told of the site knows its place as well
        ip=told if told.startswith(seen) else seen,
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


def html_report(made: Report, title: str, notes: Sequence[Note] = (), date: str = "") -> str:
    """The report as a page of its own; *notes* tell how audits were made, *date* when it was."""
    header, *rows = report_rows(made)
    # a column that has a header alone is left out
    full = [any(column) for column in zip(*rows, strict=True)] or [True] * len(header)
    offers: dict[str, int] = {}
    for line in made.lines:
        offers[line.site] = offers.get(line.site, 0) + line.offers
    return _template().render(
        title=title,
        date=date,
        notes=notes,
        header=list(compress(header, full)),
        rows=[list(compress(row, full)) for row in rows],
        weeks=made.weeks,
        trend=made.trend,
        most=max((count for _, counts in made.trend for count in counts), default=0) or 1,
        findings=made.findings,
        market=made.market,
        sites=len(offers),
        charted=sorted(offers.items(), key=lambda each: (-each[1], each[0]))[:CHARTED],
    )


@cache
def _template() -> Template:
    text = files("specdex.audit").joinpath("templates", "report.html.j2").read_text("utf-8")
    return Environment(autoescape=True, undefined=StrictUndefined).from_string(text)
