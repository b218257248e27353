from lxml import html

from specdex.audit.findings import Finding
from specdex.audit.report import Note, html_report, report, report_rows


def finding(url, practice="unapproved", seen="2026-11-02T10:00:00", low=0.9, **more):
    site = url.split("/")[2]
    return Finding(
        url, site, practice, "R1", low, 1.0, f"{practice} <b>{url}</b>", seen=seen, **more
    )


FINDINGS = [
    finding("http://a.example/1"),
    finding("http://a.example/1", seen="2026-11-10T10:00:00"),
    finding("http://a.example/2", seen="2026-11-11T10:00:00", low=0.95),
    finding("http://a.example/2", "counterfeit", seen=""),
    finding("http://b.example/1", ip="192.0.2.7"),
]


def test_sites_are_listed_by_practice_with_offers_days_and_weeks():
    made = report(FINDINGS, {"a.example": "192.0.2.1"})
    assert made.weeks == ("2026-W45", "2026-W46")
    first = made.lines[0]
    assert (first.site, first.practice, first.offers, first.ip) == (
        "a.example",
        "unapproved",
        2,
        "192.0.2.1",
    )
    assert (first.first_seen, first.last_seen) == ("2026-11-02", "2026-11-11")
    assert first.by_week == (1, 2)
    assert first.confidence == 0.95


def test_the_trend_adds_up_all_sites():
    made = report(FINDINGS)
    assert dict(made.trend) == {"counterfeit": (0, 0), "unapproved": (2, 2)}


def test_rows_are_a_table():
    header, *rows = report_rows(report(FINDINGS))
    assert header[:4] == ["site", "ip", "practice", "offers"]
    assert header[-2:] == ["2026-W45", "2026-W46"]
    assert all(len(row) == len(header) for row in rows)
    assert ["b.example", "192.0.2.7", "unapproved", "1"] in [row[:4] for row in rows]


def test_the_page_shows_everything_and_runs_nothing_that_a_shop_wrote():
    page = html.document_fromstring(html_report(report(FINDINGS), "Audit"))
    assert len(page.xpath("//table[@id='sites']//tbody/tr")) == 3
    assert len(page.xpath("//table[@id='findings']//tbody/tr")) == 5
    assert page.xpath("//table[@id='findings']//td/b") == []
    assert page.xpath("//script | //link | //img") == []


def test_the_page_can_be_handed_over():
    note = Note("2026-11-16T10:00:00", "run", "approved.csv", "drugs", "mine.toml", 0.5, 40, 5)
    text = html_report(report(FINDINGS), "Audit", [note], "2026-11-17")
    page = html.document_fromstring(text)
    assert "Made on 2026-11-17" in text
    told = " ".join(page.xpath("//dl[@class='note']//dd/text()"))
    for said in ("approved.csv", "mine.toml, drugs", "below 0.50", "40 offers, 5 findings"):
        assert said in told
    assert len(page.xpath("//svg[@id='chart-sites']/rect")) == 2
    assert page.xpath("//svg[@class='chart-trend']/@aria-label")[1] == "unapproved by week: 2, 2"
    assert page.xpath("//table[@id='findings']//a/@href")[0] == "http://a.example/2"
    assert "@media print" in text


def test_what_is_no_address_of_the_web_is_no_link():
    text = html_report(report([finding("javascript:alert(1)//a/b")]), "Audit")
    assert html.document_fromstring(text).xpath("//table//a") == []


def test_an_audit_that_found_nothing_has_an_empty_report():
    assert report([]).lines == ()
    assert "0 findings" in html_report(report([]), "Audit")
