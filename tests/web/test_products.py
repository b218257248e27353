"""Products: found as one types, narrowed down, laid out shop by shop, split and merged."""

from urllib.parse import unquote

from specdex.records import Decision, DecisionKind, Product
from specdex.runs import Run

PRODUCTS = "/r/kettle-run/products"


def names(page):
    # a click waits for the answer to begin, not for all of it
    page.wait_for_load_state()
    return page.locator(".results tbody th").all_inner_texts()


def open_kettle(page, site, name):
    page.goto(f"{site}{PRODUCTS}?q={name}")
    page.get_by_role("link", name=name).click()


def test_products_are_found_while_one_types(page, site, shot):
    page.goto(site + PRODUCTS)
    assert page.locator(".results [role=status]").inner_text() == "4 products"
    shot("products")
    page.get_by_label("Search by name").press_sequentially("aqu swi")
    page.wait_for_selector(".results [role=status]:has-text('1 product')")
    assert names(page) == ["Aquila Swift"]
    assert "q=aqu+swi" in page.url
    page.get_by_label("Search by name").fill("")
    page.wait_for_selector(".results [role=status]:has-text('4 products')")


def test_they_are_found_without_scripts_too(browser, site):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site + PRODUCTS)
    page.get_by_label("Search by name").fill("4006381333931")
    page.get_by_role("button", name="Search").click()
    assert names(page) == ["Lumea K200"]
    context.close()


def test_values_narrow_them_down_and_are_taken_away_again(page, site):
    page.goto(site + PRODUCTS)
    facets = page.locator(".facets")
    assert "Power" in facets.inner_text()
    assert "EAN" not in facets.inner_text()
    page.get_by_label("Power from").fill("2300")
    page.get_by_role("button", name="Search").click()
    assert set(names(page)) == {"Lumea K300", "Aquila Swift"}
    facets.get_by_role("link", name="Lumea", exact=True).click()
    assert names(page) == ["Lumea K300"]
    chosen = page.get_by_role("list", name="Chosen")
    assert "2300" in chosen.inner_text()
    chosen.get_by_role("link", name="Lumea").click()
    assert set(names(page)) == {"Lumea K300", "Aquila Swift"}
    page.get_by_label("Search by name").fill("nowhere")
    page.wait_for_selector("text=No product has all of that")


def test_a_product_shows_what_each_shop_prints_and_leads_to_its_place(page, site, shot):
    open_kettle(page, site, "Lumea K200")
    rows = page.get_by_role("region", name="Attributes by shop").get_by_role("row")
    shops = rows.nth(0).inner_text()
    assert all(f"{each}.example" in shops for each in ("teatime", "kitchen", "boilers"))
    disputed = rows.nth(1)
    assert "disputed" in disputed.inner_text()
    shot("product")
    assert "blue" in disputed.locator(".cell.other").inner_text()
    disputed.locator(".cell.other").click()
    assert page.get_by_role("heading", level=1).inner_text().startswith("Lumea K200")
    assert page.frame_locator("iframe").locator("#specdex-lit").inner_text() == "blue"


def test_a_product_shows_its_offers_and_why_its_pages_are_one(page, site):
    open_kettle(page, site, "Aquila Calm")
    offers = page.get_by_role("region", name="All offers").inner_text()
    assert "29.00 EUR" in offers
    assert "teatime.example" in offers
    # times are put into the reader's words by a script
    page.get_by_role("region", name="All offers").get_by_text("1 Mar 2026").first.wait_for()
    reasons = page.get_by_role("region", name="Reasons").inner_text()
    assert "gtin 4006381333962" in reasons


def test_a_split_is_shown_first_then_kept_joined_and_undone(page, own_site, fresh_run):
    open_kettle(page, own_site, "Lumea K200")
    page.get_by_label("kitchen.example").check()
    page.get_by_role("button", name="Show what would change").click()
    changed = page.get_by_role("region", name="Values that change").inner_text()
    assert "blue" in changed
    with Run(fresh_run) as run:
        assert not run.store.count(Decision)
    page.get_by_role("button", name="Split it: 2 decisions").click()
    assert page.get_by_role("status").inner_text() == "Kept: 2 decisions."
    page.get_by_role("button", name="Join again").click()
    page.wait_for_selector("text=5 products", timeout=60_000)
    with Run(fresh_run) as run:
        assert {each.kind for each in run.store.read(Decision)} == {DecisionKind.DIFFERENT}
        assert run.store.count(Product) == 5
    page.goto(f"{own_site}{PRODUCTS}?q=k200")
    page.get_by_role("link", name="Lumea K200").first.click()
    page.get_by_role("button", name="Undo").first.click()
    assert "Taken back" in page.get_by_role("status").inner_text()
    page.goto(f"{own_site}{PRODUCTS}")
    assert page.get_by_role("button", name="Join again").is_visible()


def test_two_products_are_merged_after_a_look(page, own_site, fresh_run):
    open_kettle(page, own_site, "Lumea K200")
    page.get_by_label("Name or number of the other").fill("lumea")
    page.get_by_role("button", name="Look for it").click()
    page.get_by_role("link", name="Lumea K300").click()
    changed = page.get_by_role("region", name="Values that change").inner_text()
    assert "Power" in changed
    page.get_by_role("button", name="Merge them: 5 decisions").click()
    with Run(fresh_run) as run:
        said = list(run.store.read(Decision))
    assert {each.kind for each in said} == {DecisionKind.SAME}
    assert len(said) == 5
    page.get_by_text("What was decided since the last join").wait_for(state="visible")


def test_what_cannot_be_split_or_found_is_told(client):
    found = client.get(PRODUCTS).text
    name = found.split(f"{PRODUCTS}/")[1].split('"')[0]
    assert client.get(f"{PRODUCTS}/{name}/regroup").status_code == 400
    assert client.get(f"{PRODUCTS}/{name}/regroup?with={name}").status_code == 400
    answer = client.get(f"{PRODUCTS}/nowhere")
    assert answer.status_code == 404
    assert "The run has no product" in unquote(answer.text)


def test_nonsense_in_the_address_finds_what_it_can(client):
    for query in ("low.Power=many", "low.Power=inf", "after=x", "is.=&q=%22%00*", "category=none"):
        assert client.get(f"{PRODUCTS}?{query}").status_code == 200, query
