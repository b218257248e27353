"""Sites: sorted, filtered, explained, and judged by hand."""

from specdex.records import Decision, DecisionKind, Site, SiteStatus
from specdex.runs import Run

SITES = "/r/kettle-run/sites"


def names(page):
    # a click waits for the answer to begin, not for all of it
    page.wait_for_load_state()
    return page.locator("tbody th a").all_inner_texts()


def test_sites_are_sorted_and_filtered(page, site, shot):
    page.goto(site + SITES)
    assert names(page)[-1] == "teanews.example"
    shot("sites")
    page.get_by_role("link", name="Site", exact=True).click()
    assert names(page) == sorted(names(page))
    assert page.locator("th[aria-sort=ascending]").inner_text().startswith("Site")
    page.get_by_role("link", name="Site", exact=False).last.click()
    page.get_by_label("Status").select_option("rejected")
    page.get_by_role("button", name="Show").click()
    assert names(page) == ["teanews.example"]
    page.get_by_label("Name or reason holds").fill("nowhere")
    page.get_by_role("button", name="Show").click()
    assert "No site is like that" in page.inner_text("main")


def test_a_site_says_why_it_is_in_and_how_it_is_built(page, site, shot):
    page.goto(f"{site}{SITES}/kitchen.example")
    page.wait_for_selector("text=kitchen.example is in: it was accepted as a shop of kettle")
    told = page.inner_text("main")
    assert "1 hub linked to kitchen.example" in told
    assert "/kettles/*" in told
    assert "the server answered 404" in told
    page.wait_for_selector("text=Pairs on a page by the day")
    health = page.get_by_role("region", name="Health of template 1").inner_text()
    assert "2026-03-01" in health
    assert "100%" in health
    assert "//table" in page.get_by_role("region", name="Rules of template 1").inner_text()
    shot("site")
    page.get_by_role("link", name="http://kitchen.example/kettles/lumea-k200").first.click()
    assert page.get_by_role("heading", level=1).inner_text().startswith("Lumea K200")


def test_a_site_that_is_out_is_accepted_by_hand_and_stays_so(page, own_site, fresh_run):
    page.goto(f"{own_site}{SITES}/teanews.example")
    assert page.locator(".tag").inner_text() == "rejected"
    page.get_by_role("button", name="It is a shop").click()
    assert "Kept: shop teanews.example kettle" in page.get_by_role("status").inner_text()
    assert page.locator(".tag").inner_text() == "accepted"
    page.get_by_role("button", name="It is none").click()
    assert page.locator(".tag").inner_text() == "rejected"
    with Run(fresh_run) as run:
        (decision,) = run.store.read(Decision)
        assert decision.kind is DecisionKind.NO_SHOP
        (teanews,) = run.store.read(Site, host="teanews.example")
        assert teanews.status is SiteStatus.REJECTED
        assert "decided so" in teanews.reason


def test_a_seed_is_not_rejected_by_hand(page, own_site):
    page.goto(f"{own_site}{SITES}/teatime.example")
    page.get_by_role("button", name="It is none").click()
    assert "was given as a seed" in page.get_by_role("alert").inner_text()


def test_a_site_that_nobody_knows_is_told(page, site):
    page.goto(f"{site}{SITES}/kitchen.exampel")
    page.wait_for_selector("text=The run knows nothing of kitchen.exampel")
    assert "It knows kitchen.example" in page.inner_text("main")
