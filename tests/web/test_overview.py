"""What a person sees of a run at first sight."""

RUN = "/r/kettle-run/"


def test_the_only_run_opens_by_itself_and_shows_how_far_it_came(page, site, shot):
    page.goto(site)
    assert page.url == site + RUN
    assert page.get_by_role("heading", level=1).inner_text() == "kettle"
    cards = page.locator(".card").all_inner_texts()
    assert ["12", "Specifications"] in [each.split("\n") for each in cards]
    assert ["4", "Products"] in [each.split("\n") for each in cards]
    shot("overview")


def test_rounds_and_failures_are_told(page, site):
    page.goto(site + RUN)
    rounds = (
        page.get_by_role("region", name="Rounds", exact=True).get_by_role("row").all_inner_texts()
    )
    assert rounds[1].split() == ["1", "4", "2", "3", "3", "2"]
    failures = page.get_by_role("region", name="Failures", exact=True).inner_text()
    assert "the server answered 404" in failures
    assert "http://kitchen.example/kettles/gone" in failures


def test_it_reads_without_scripts(browser, site):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site + RUN)
    assert "Failures by reason" in page.inner_text("main")
    context.close()
