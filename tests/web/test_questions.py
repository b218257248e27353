"""Questions are answered by keys, with both pages beside each other, and taken back."""

from dataclasses import replace

import pytest

from specdex.records import Decision, DecisionKind, Match
from specdex.runs import Run, RunFolder

QUESTIONS = "/r/kettle-run/questions"


@pytest.fixture
def unsure(fresh_run):
    """A run that is unsure of one product."""
    with RunFolder(fresh_run) as run:
        found = [each for each in run.store.read(Match) if "lumea-k200" in each.one]
        run.store.add(replace(each, confidence=0.02) for each in found)
    return fresh_run


def said(path):
    with Run(path) as run:
        return list(run.store.read(Decision))


def progress(page):
    return page.locator(".progress span").inner_text()


def test_two_pages_stand_beside_each_other_and_a_key_answers(
    page, own_site, unsure, shot, readable
):
    page.goto(own_site + QUESTIONS)
    assert "Are these one product" in page.locator(".asked").inner_text()
    for number in (0, 1):
        frame = page.frame_locator("iframe").nth(number)
        assert frame.get_by_role("heading", level=1).inner_text() == "Lumea K200"
    both = page.get_by_role("region", name="What both pages print").inner_text()
    assert "2200 W" in both
    shot("questions")
    readable()
    before = progress(page)
    page.keyboard.press("d")
    page.wait_for_selector("text=Kept: different")
    assert progress(page) != before
    assert progress(page).startswith("1 answered")
    (decision,) = said(unsure)
    assert decision.kind is DecisionKind.DIFFERENT
    page.keyboard.press("u")
    page.wait_for_selector("text=Taken back.")
    assert said(unsure) == []
    assert progress(page) == before


def test_names_values_and_skips(page, own_site, fresh_run):
    page.goto(own_site + QUESTIONS)
    page.wait_for_selector(".asked")
    kinds = set()
    while page.locator(".asked").count():
        text = page.locator(".asked").inner_text()
        if text.startswith("Which"):
            assert page.get_by_role("button", name="“blue” is wrong").is_visible()
            lit = page.frame_locator("iframe").first.locator("#specdex-lit")
            assert lit.inner_text() == "blue"
        key = "k" if "Volume" in text else "s"
        kinds.add(text.split()[0])
        done = int(progress(page).split()[0])
        page.keyboard.press(key)
        page.wait_for_selector(f".progress span:has-text('{done + 1} answered')")
    assert kinds == {"Does", "Which"}
    assert "All of them are answered" in page.inner_text("main")
    decided = {(each.kind.value, each.other, each.value) for each in said(fresh_run)}
    assert ("wrong", "Color", "blue") in decided
    assert ("means", "Wattage", "Power") in decided
    assert not any(other == "Volume" for _, other, _ in decided)


def test_without_scripts_a_button_answers(browser, own_site, fresh_run):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(own_site + QUESTIONS)
    while page.get_by_role("link", name="Look again").count():
        page.get_by_role("link", name="Look again").click()
    page.get_by_role("button", name="Yes, it means that").click()
    assert "Kept: means" in page.get_by_role("status").first.inner_text()
    assert len(said(fresh_run)) == 1
    context.close()


def test_an_answer_to_nothing_is_told(client):
    token = client.app.state.token
    for where, given in (
        ("answer", {"category": "kettle", "name": "x", "say": "yes"}),
        ("undo", {"category": "none"}),
    ):
        answer = client.post(f"{QUESTIONS}/{where}", data={"token": token, **given})
        assert answer.status_code == 400
