"""Attributes: their names by site, kinds and spreads; names are moved after a look."""

import pytest

from specdex.pipeline.rejoin import join_run
from specdex.records import Attribute, Decision, DecisionKind
from specdex.runs import Run, RunFolder

ATTRIBUTES = "/r/kettle-run/attributes"


def plan(page, *names, target):
    for name in names:
        page.get_by_label(f"Choose {name}", exact=True).check()
    page.get_by_label("They mean").fill(target)
    page.get_by_role("button", name="Show what would change").click()


def test_attributes_tell_kind_unit_and_spread(page, site, shot):
    page.goto(site + ATTRIBUTES)
    power = page.locator("tr", has_text="Power").inner_text()
    assert "number" in power
    assert "W" in power
    assert "3000" in power
    shot("attributes")
    page.get_by_label("Name holds").fill("colo")
    page.get_by_role("button", name="Show").click()
    assert page.locator("tbody tr").count() == 1


def test_an_attribute_shows_its_names_by_site_with_values(page, site, shot):
    page.goto(f"{site}{ATTRIBUTES}/one?name=Power")
    names = page.get_by_role("region", name="Names by site")
    wattage = names.get_by_role("row").filter(has_text="Wattage")
    assert "kitchen.example" in wattage.inner_text()
    shot("attribute")
    wattage.get_by_role("link", name="2200 W").click()
    assert page.frame_locator("iframe").locator("#specdex-lit").inner_text() == "2200 W"


@pytest.mark.parametrize(
    "case",
    [
        (("Wattage",), "Electric load", "Split it", {"Power", "Electric load"}),
        (("Wattage", "Power"), "Electric load", "Rename it", {"Electric load"}),
        (("Wattage", "Power"), "Capacity", "Merge them", {"Capacity"}),
        (("Wattage",), "Capacity", "Move them", {"Power", "Capacity"}),
    ],
)
def test_names_are_moved_after_a_look(page, own_site, fresh_run, case):
    names, target, button, left = case
    page.goto(f"{own_site}{ATTRIBUTES}/one?name=Power")
    plan(page, *names, target=target)
    assert "nothing has changed yet" in page.inner_text("main")
    page.get_by_role("button", name=button).click()
    assert page.get_by_role("status").inner_text().startswith("Kept: ")
    assert page.get_by_role("button", name="Join again").is_visible()
    with RunFolder(fresh_run) as run:
        assert {each.kind for each in run.store.read(Decision)} == {DecisionKind.MEANS}
        join_run(run.store, "kettle")
        known = {each.name for each in run.store.read(Attribute)}
    assert left <= known
    assert ("Power" in known) is ("Power" in left)


def test_a_later_word_takes_the_place_of_an_earlier_one(page, own_site, fresh_run):
    for target in ("One thing", "Another"):
        page.goto(f"{own_site}{ATTRIBUTES}/one?name=Power")
        plan(page, "Wattage", target=target)
        page.get_by_role("button", name="Split it").click()
    with Run(fresh_run) as run:
        said = {each.other: each.value for each in run.store.read(Decision)}
    assert said == {"Wattage": "Another", "Power": "Power"}


def test_what_cannot_be_is_told(client):
    for query, status in (
        ("name=Nothing", 404),
        ("name=Power&target=Load", 400),
        ("name=Power&wording=Power", 400),
        ("name=Power&wording=Power&target=power", 400),
    ):
        assert client.get(f"{ATTRIBUTES}/one?{query}").status_code == status, query
