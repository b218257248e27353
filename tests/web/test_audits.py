"""Findings of an audit: listed, and each with the page beside the register's row."""

AUDIT = "/r/kettle-run/audit"


def test_findings_are_listed_with_bounds_and_rule(page, site):
    page.goto(site + AUDIT)
    page.wait_for_selector("text=1 finding")
    row = page.get_by_role("region", name="Findings").get_by_role("row").nth(1).inner_text()
    assert "overstated power" in row
    assert "power-above-register" in row
    assert "81% to 95%" in row
    page.get_by_label("Practice").select_option("overstated power")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**practice=**")
    page.wait_for_selector("tbody tr")
    assert page.locator("tbody tr").count() == 1


def test_a_finding_shows_the_page_beside_the_row_of_the_register(page, site, shot, readable):
    page.goto(site + AUDIT)
    page.get_by_role("link", name="Aquila Swift").click()
    assert page.frame_locator("iframe").locator("#specdex-lit").inner_text() == "3000 W"
    told = page.locator(".said-there").inner_text()
    assert "kettles.csv, row 7" in told
    assert "2000 W" in told
    assert "at least 81% and at most 95%" in told
    shot("audit")
    readable()


def test_the_report_is_a_page_of_its_own_that_prints(page, site):
    page.goto(f"{site}{AUDIT}/report")
    page.emulate_media(media="print")
    assert "The page says 3000 W" in page.inner_text("#findings")
    assert page.locator("script").count() == 0


def test_a_run_that_was_not_audited_says_how(client, fresh_run):
    (fresh_run / "exports" / "findings.jsonl").unlink()
    assert "specdex audit kettle-run --register" in client.get(AUDIT).text
    assert client.get(f"{AUDIT}/report").status_code == 400
    assert client.get(f"{AUDIT}/nothing").status_code == 404
