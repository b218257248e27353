"""A stored page beside what was read from it, harmless and marked."""

import json
from dataclasses import replace
from urllib.parse import quote

from specdex.pipeline.extract import shipped
from specdex.records import Decision, DecisionKind, Page, StoredPage
from specdex.runs import Run, RunFolder

RUN = "/r/kettle-run"
URL = "http://teatime.example/kettles/lumea-k200"
PAGE = f"{RUN}/pages/one?url={quote(URL, safe='')}"
FRAMED = f"{RUN}/pages/framed?url={quote(URL, safe='')}"


def test_pages_are_found_by_site_kind_and_words(page, site):
    page.goto(f"{site}{RUN}/pages")
    assert len(page.locator("tbody tr").all()) == 15
    page.get_by_label("Site").fill("boilers.example")
    page.get_by_label("Kind").select_option("product")
    page.get_by_label("Address holds").fill("calm")
    page.get_by_role("button", name="Show").click()
    assert page.locator("tbody th").all_inner_texts() == [
        "http://boilers.example/kettles/aquila-calm"
    ]


def test_pairs_stand_beside_the_page_and_light_each_other(page, site, shot):
    page.goto(site + PAGE)
    frame = page.frame_locator("iframe")
    power = frame.locator("td", has_text="2200 W")
    assert power.is_visible()
    row = page.locator("tr", has_text="2200 W")
    row.hover()
    assert power.get_attribute("class") == "specdex-lit"
    shot("page")
    frame.locator("td", has_text="red").hover()
    assert "specdex-lit" in page.locator("tr[data-row]", has_text="red").get_attribute("class")
    assert "specdex-lit" not in (row.get_attribute("class") or "")


def test_the_page_runs_no_script_asks_nobody_and_leads_nowhere(page, site):
    page.goto(site + FRAMED)
    assert page.title() == "Lumea K200 - teatime.example"
    assert page.url == site + FRAMED
    for element in ("script", "meta[http-equiv]", "[onclick]", "[href]", "img[src]", "[action]"):
        assert page.locator(element).count() == 0, element


def test_the_policy_of_a_stored_page_forbids_everything(client):
    answer = client.get(FRAMED)
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("sandbox allow-same-origin; default-src 'none'")
    assert "script" not in policy
    assert "allow-scripts" not in client.get(PAGE).text


def test_without_scripts_a_pair_still_shows_its_node(browser, site):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site + PAGE)
    page.get_by_role("link", name="Capacity").click()
    frame = page.frame(name="stranger")
    frame.wait_for_url("**lit=p**")
    assert frame.locator("#specdex-lit").inner_text() == "1.7 l"
    context.close()


def test_only_places_are_taken_for_xpaths(client):
    for bad in ("//*//*//*//*", "/html[count(//*)>1]", "/html/body|//*"):
        assert 'specdex-lit"' not in client.get(f"{FRAMED}&lit={quote(bad)}").text
    assert 'id="specdex-lit"' in client.get(f"{FRAMED}&lit={quote('/html/body/h1')}").text


def test_what_a_person_says_of_a_page_is_kept_and_becomes_a_label(page, own_site, fresh_run):
    page.goto(own_site + PAGE)
    page.get_by_role("button", name="This is right").click()
    assert page.locator(".tag.good").inner_text() == "a specification"
    page.locator("tr", has_text="red").get_by_role("button", name="Wrong").click()
    assert "struck" in page.locator("tr", has_text="red").get_attribute("class")
    with page.expect_download() as download:
        page.goto(f"{own_site}{RUN}/decisions")
        page.get_by_role("link", name="Labels of pages").click()
    label = json.loads(download.value.path().read_text())
    (fragment,) = label["fragments"]
    assert label["url"] == URL
    assert ["Power", "2200 W"] in fragment["pairs"]
    assert ["Colour", "red"] not in fragment["pairs"]
    assert fragment["pairs_doubtful"]
    assert "doubtful" not in fragment
    with Run(fresh_run) as run:
        kinds = {each.kind for each in run.store.read(Decision)}
    assert kinds == {DecisionKind.FRAGMENT, DecisionKind.WRONG}


def test_not_a_specification_takes_right_back_and_can_be_undone(page, own_site):
    page.goto(own_site + PAGE)
    page.get_by_role("button", name="This is right").click()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="This is not a specification").click()
    assert page.locator(".tag.bad").inner_text() == "not a specification"
    page.goto(f"{own_site}{RUN}/decisions")
    page.get_by_role("button", name="Undo").click()
    assert "Nobody has decided anything yet" in page.inner_text("main")


def test_here_is_one_is_pointed_at(page, own_site):
    page.goto(own_site + PAGE)
    page.get_by_role("button", name="Point at it").click()
    page.frame_locator("iframe").locator("h1").click()
    page.get_by_role("button", name="Keep it").click()
    assert "/html/body/h1" in page.inner_text("main")
    assert "A specification that you found" in page.inner_text("main")


def test_it_can_be_taken_along(page, site):
    page.goto(site + PAGE)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the XPath of Power").click()
    page.wait_for_selector("text=Copied")
    assert page.evaluate("navigator.clipboard.readText()") == "/html/body/table/tr[1]/td"
    page.get_by_text("Scrapy spider", exact=True).click()
    spider = page.locator("details[open] pre").inner_text()
    compile(spider, "spider.py", "exec")
    assert "class TeatimeExampleSpider(scrapy.Spider)" in spider


def test_a_page_that_the_run_has_not_is_told(client):
    answer = client.get(f"{RUN}/pages/one?url=http://nowhere.example/")
    assert answer.status_code == 404
    assert "The run has no page" in answer.text


def test_earlier_versions_are_shown_with_what_changed(page, own_site, fresh_run, kettles):
    dearer = (*kettles.KETTLES[0][:-1], "44.00")
    text = kettles.product_page("teatime.example", dearer).replace("2200 W", "2250 W")
    with RunFolder(fresh_run) as run:
        old = next(run.store.read(StoredPage, url=URL))
        fetched = "2026-04-01T10:00:00Z"
        made = Page(URL, text.encode(), site=old.site, category=old.category, fetched=fetched)
        stored = run.archive.append(made)
        kept = replace(stored, kind=old.kind, category=old.category)
        run.store.add([kept, shipped()(run.load(kept))])
    page.goto(own_site + PAGE)
    assert page.frame_locator("iframe").locator("td", has_text="2250 W").is_visible()
    page.get_by_text("2 versions of this page").click()
    page.locator("details li a").click()
    page.frame_locator("iframe").locator("td", has_text="2200 W").wait_for()
    changed = page.get_by_role("region", name="What has changed since").inner_text()
    assert "2200 W" in changed
    assert "2250 W" in changed
    assert "44.00" in changed
    answer = page.goto(f"{own_site}{PAGE}&version=../../etc/passwd")
    assert answer.status == 404
