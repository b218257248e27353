"""Every view, in both themes and on a phone: nothing that keeps anybody from reading it."""

import pytest
from axe_playwright_python.sync_playwright import Axe

RUN = "/r/kettle-run"
VIEWS = ["/?all=1", f"{RUN}/", "/nowhere"]
"""Add the address of each new view."""
SERIOUS = {"serious", "critical"}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_serious(browser, site, view, theme):
    context = browser.new_context(color_scheme=theme)
    page = context.new_page()
    page.goto(site + view)
    found = Axe().run(page).response["violations"]
    context.close()
    assert [
        (each["id"], [node["html"] for node in each["nodes"]])
        for each in found
        if each["impact"] in SERIOUS
    ] == []


@pytest.mark.parametrize("view", VIEWS)
def test_a_phone_shows_it_without_scrolling_sideways(browser, site, view):
    context = browser.new_context(viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.goto(site + view)
    wide = page.evaluate("document.documentElement.scrollWidth")
    context.close()
    assert wide <= 390
