"""A record's title is a name that nobody labelled: it is said with doubt."""

from types import SimpleNamespace

from specdex.html import parse
from specdex.papers.entropy.data_records import Record
from specdex.pipeline import audit
from specdex.records import Page, Pair

DOCUMENT = parse(Page("http://pills.example/1", b"<html><body><h1>Cardolin</h1></body></html>"))


def role(name, *, title=False):
    return SimpleNamespace(name=name, title=title, synonyms=())


def said(monkeypatch, title, roles):
    code = Pair(name="Code", value="MA-1", xpath="/html/body", reader="entropy", confidence=0.9)
    record = Record(1, 1.0, title, (code,), ("code",))
    monkeypatch.setattr(audit, "records", lambda *_: (record,))
    domain = SimpleNamespace(roles=roles, role_of=lambda _: "")
    (advert,) = audit.adverts(DOCUMENT, domain)
    return {each.attribute: each for each in advert.statements}


def test_a_title_is_believed_more_often_than_not_and_less_than_a_label(monkeypatch):
    found = said(monkeypatch, "Cardolin", [role("name", title=True), role("code")])
    assert found["name"].value == "Cardolin"
    assert 0.5 < found["name"].confidence < found["code"].confidence
    assert said(monkeypatch, "", [role("name", title=True)]).keys() == {"code"}
    assert said(monkeypatch, "Cardolin", [role("name")]).keys() == {"code"}
