"""Every view, in both themes and on a phone: nothing that keeps anybody from reading it."""

import pytest
from starlette.testclient import TestClient

from specdex.runs import Run, RunFolder
from specdex.web.app import app

RUN = "/r/kettle-run"
PAGE = "pages/one?url=http%3A%2F%2Fteatime.example%2Fkettles%2Flumea-k200"
VIEWS = [
    "/?all=1",
    "/try",
    "/new",
    "/nowhere",
    f"{RUN}/",
    f"{RUN}/products",
    f"{RUN}/products?q=lumea&low.Power=2000",
    f"{RUN}/products/KETTLE",
    f"{RUN}/products/KETTLE/regroup?page=http%3A%2F%2Fkitchen.example%2Fkettles%2Flumea-k200",
    f"{RUN}/products/KETTLE/regroup?q=lumea",
    f"{RUN}/attributes",
    f"{RUN}/attributes/one?name=Power&wording=Wattage&target=Load",
    f"{RUN}/questions",
    f"{RUN}/sites",
    f"{RUN}/sites/kitchen.example",
    f"{RUN}/pages",
    f"{RUN}/{PAGE}",
    f"{RUN}/audit",
    f"{RUN}/audit/report",
    f"{RUN}/decisions",
]
"""Add the address of each new view; KETTLE stands for the id of a product. A finding, a tried page,
a question and what seeds gave are looked at by the tests that lead there."""


@pytest.fixture(scope="session")
def a_kettle(made_run):
    """The id of a product."""
    with Run(made_run) as run:
        return next(each.id for each in run.products() if each.title == "Lumea K200")


@pytest.mark.parametrize("view", VIEWS)
def test_anybody_can_read_it_in_both_themes_and_on_a_phone(page, site, view, a_kettle, readable):
    page.goto(site + view.replace("KETTLE", a_kettle))
    readable()


@pytest.mark.parametrize(
    ("view", "told"),
    [
        ("", "start a harvest"),
        ("products", "specdex join new-run"),
        ("attributes", "specdex join new-run"),
        ("questions", "specdex join new-run"),
        ("sites", "specdex harvest"),
        ("pages", "specdex crawl"),
        ("audit", "specdex audit new-run"),
        ("decisions", "Nobody has decided anything yet"),
    ],
)
def test_where_there_is_nothing_it_says_what_to_do(tmp_path, view, told):
    RunFolder(tmp_path / "new-run").close()
    client = TestClient(app({"new-run": tmp_path / "new-run"}), base_url="http://localhost")
    answer = client.get(f"/r/new-run/{view}")
    assert answer.status_code == 200
    assert told in answer.text


def test_a_reader_comes_everywhere_with_the_keyboard(page, site):
    page.goto(f"{site}{RUN}/products")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "To the content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Lumea K200":
            break
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(outline) == "solid"
    page.keyboard.press("Enter")
    page.wait_for_url("**/products/*")
