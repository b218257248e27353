"""Strangers' pages, names and forms get nowhere."""

import pytest
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from specdex.web.app import app

RUN = "/r/kettle-run/"


def talk(run, **options):
    return TestClient(app({"kettle-run": run}, **options), base_url="http://localhost:8642")


def routes(client):
    return client.app.routes


def test_a_name_that_was_made_to_lead_here_is_refused(made_run):
    client = talk(made_run)
    for host in ("evil.example", "evil.example:8642", "localhost.evil.example", "", "[", "127.1.x"):
        assert client.get(RUN, headers={"Host": host}).status_code == 403, host
    for host in ("localhost:8642", "127.0.0.1:8642", "[::1]:8642"):
        assert client.get(RUN, headers={"Host": host}).status_code == 200, host


def test_a_name_that_serve_was_told_is_known(made_run):
    client = talk(made_run, hosts={"box.lan"})
    assert client.get(RUN, headers={"Host": "box.lan"}).status_code == 200


def test_beyond_loopback_only_who_knows_the_token_reads(made_run):
    client = talk(made_run, secret="open sesame")
    assert client.get(RUN).status_code == 401
    assert client.get("/?token=guess").status_code == 401
    assert client.post(RUN).status_code == 401
    assert client.get("/?token=open sesame").status_code == 200
    assert client.get(RUN).status_code == 200
    client.cookies.clear()
    client.cookies.set("specdex", "guess")
    assert client.get(RUN).status_code == 401


def test_no_change_without_the_pages_own_token(client):
    changing = [each for each in routes(client) if "POST" in (each.methods or ())]
    for route in changing:
        path = route.path_format.format(**dict.fromkeys(route.param_convertors, "kettle-run"))
        for form in ({}, {"token": "guess"}):
            assert client.post(path, data=form).status_code == 403, path


def test_a_view_that_changes_without_the_token_is_not_served(made_run, monkeypatch):
    bad = Route("/r/{run}/bad", lambda _: Response(), methods=["POST"])
    monkeypatch.setattr("specdex.web.app.ROUTES", [bad])
    with pytest.raises(TypeError, match="changes something without"):
        talk(made_run)


def test_a_form_of_another_site_is_refused(client):
    elsewhere = {"Origin": "http://evil.example"}
    assert client.post(RUN, data={}, headers=elsewhere).status_code == 403


def test_too_much_is_not_taken(client):
    assert client.post(RUN, headers={"Content-Length": "99999999999"}).status_code == 413


def test_every_answer_has_the_policy(client):
    for path in ("/", RUN, "/nowhere", "/static/page.css"):
        policy = client.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert client.get(path).headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        "/static/..%2Fapp.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/r/..%2F..%2Fetc/",
        "/r/%2Fetc%2Fpasswd/",
        "/r/kettle-run%00/",
    ],
)
def test_no_path_of_a_request_reaches_the_disk(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert "root:" not in answer.text
    assert "starlette" not in answer.text


def test_what_addresses_say_is_escaped(client):
    answer = client.get("/r/<script>alert(1)</script>/")
    assert "<script>alert" not in answer.text
    answer = client.get(f"{RUN}?said=<img src=x>")
    assert "<img src=x>" not in answer.text
