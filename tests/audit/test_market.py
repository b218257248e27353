"""The market by week: all that is offered, not only what is wrong."""

from specdex.audit.report import MarketWeek, html_report, market, report

SEEN = [
    ("a.example", "http://a.example/1", "2026-11-02T10:00:00+00:00"),
    ("a.example", "http://a.example/2", "2026-11-03T10:00:00+00:00"),
    ("a.example", "http://a.example/2", "2026-11-04T10:00:00+00:00"),
    ("a.example", "http://a.example/1", "2026-11-10T10:00:00+00:00"),
    ("b.example", "http://b.example/1", "2026-11-11T10:00:00+00:00"),
    ("c.example", "http://c.example/1", ""),
]


def test_offers_sites_and_new_sites_are_counted_by_week():
    assert market(SEEN) == (
        MarketWeek("2026-W45", 2, 1, ("a.example",)),
        MarketWeek("2026-W46", 2, 2, ("b.example",)),
    )


def test_the_report_shows_the_market_where_nothing_is_wrong():
    shown = html_report(report([], seen=SEEN), "Audit")
    assert "2026-W46" in shown
    assert "b.example" in shown
    assert "The market" not in html_report(report([]), "Audit")
