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


def test_nothing_that_is_loaded_keeps_the_page_from_being_painted(page, site):
    page.goto(site + RUN)
    page.wait_for_load_state("load")
    loaded = page.evaluate("""performance.getEntriesByType('resource').map(
        (each) => [each.name, each.renderBlockingStatus])""")
    assert loaded
    assert [name for name, status in loaded if status == "blocking"] == []
    moved = page.evaluate("""new Promise(done => new PerformanceObserver((list) => done(
        list.getEntries().reduce((sum, each) => sum + each.value, 0)
    )).observe({ type: 'layout-shift', buffered: true }) || setTimeout(() => done(0), 300))""")
    assert moved < 0.1
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == "rgb(251, 251, 249)"


def test_what_to_do_next_leads_there(page, site):
    page.goto(site + RUN)
    page.get_by_role("link", name="Answer what is least sure").click()
    assert page.get_by_role("heading", level=1).inner_text() == "Questions"


def test_coverage_is_drawn_with_words_for_those_who_do_not_see_it(page, site):
    page.goto(site + RUN)
    assert page.get_by_role("img", name="Attributes by the share of shops").is_visible()
    assert page.get_by_role("img", name="Attributes by the share of pages").is_visible()
    page.wait_for_selector("[aria-label='Products by the pages that show them']")
