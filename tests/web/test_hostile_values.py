"""Whatever pages say, the page shows it as text: no element, attribute or address is made of it."""

from typing import Any

import pytest
from lxml import html
from starlette.testclient import TestClient

from specdex.records import (
    Attribute,
    Correspondence,
    Decision,
    Failure,
    Product,
    Site,
    Specification,
    UrlPattern,
    from_json,
    to_json,
)
from specdex.runs import RunFolder
from specdex.web.app import app
from tests.web.test_views import VIEWS

EVIL = "\"'><img src=evil onerror=alert(1)></textarea></script><svg onload=alert(2)>{{7*7}}"
KINDS = (Site, Specification, Product, Attribute, Correspondence, Decision, Failure, UrlPattern)
SPOILT = {
    *("title", "name", "value", "group", "reason", "pattern", "text", "printed", "label", "brand"),
    *("xpath", "evidence", "example"),
}
"""What pages, and people, say; the rest are keys and addresses of ours."""


def spoilt(thing: Any, name: str = "") -> Any:
    if isinstance(thing, dict):
        return {key: spoilt(each, key) for key, each in thing.items()}
    if isinstance(thing, list | tuple):
        return [spoilt(each, name) for each in thing]
    return thing + EVIL if isinstance(thing, str) and name in SPOILT else thing


@pytest.fixture
def hostile(fresh_run):
    with RunFolder(fresh_run) as run:
        for kind in KINDS:
            records = list(run.store.read(kind))
            changed = [from_json(kind, spoilt(to_json(each))) for each in records]
            run.store.replace(kind, {}, changed)
        named = [each for each in run.store.read(Product) if each.title.startswith("Lumea K200")]
    made = app({"kettle-run": fresh_run})
    return TestClient(made, base_url="http://localhost:8642"), named[0].id


def test_every_view_escapes_what_it_shows(hostile):
    client, kettle = hostile
    shown = 0
    for view in VIEWS:
        answer = client.get(view.replace("KETTLE", kettle))
        assert answer.status_code in {200, 404}, view
        shown += "&lt;img src=evil" in answer.text or "\\u003cimg" in answer.text
        tree = html.fromstring(answer.text)
        assert not tree.xpath("//*[@onerror or @onload or @src='evil']"), view
        assert not tree.xpath("//*[starts-with(@href, 'javascript:')]"), view
        assert "49{{" not in answer.text
    assert shown >= 5


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,<script>alert(1)</script>"])
def test_an_address_that_is_none_is_no_link(hostile, url):
    client, _ = hostile
    answer = client.get("/r/kettle-run/pages/one", params={"url": url})
    assert not html.fromstring(answer.text).xpath("//a[starts-with(@href, 'javascript:')]")
    assert not html.fromstring(answer.text).xpath("//a[starts-with(@href, 'data:')]")
