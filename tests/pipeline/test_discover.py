"""What goes wrong with a provider costs its own answers, and nobody else's."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from specdex.discovery.rounds import queries
from specdex.pipeline.discover import Memory, Providers, backlink_source, discover, search_engine
from specdex.providers import client
from specdex.providers.cache import RememberedSearch
from specdex.settings import DiscoverySettings

SECRET = "BSA-test-0123456789abcdef"


class Refusing(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.server.asked += 1
        self.send_response(422)
        body = b'{"error": {"code": "SUBSCRIPTION_TOKEN_INVALID"}}'
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def refusing():
    with ThreadingHTTPServer(("127.0.0.1", 0), Refusing) as server:
        server.asked = 0
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def asked(sites, search, backlinks):
    return discover(
        sites,
        queries([f"KX-{number}00" for number in range(1, 41)]),
        DiscoverySettings(strategy="union"),
        Providers(search, backlinks),
        lambda urls: [],  # noqa: ARG005 - no hub is read
    )


def test_a_nonsense_key_gives_one_message_and_the_other_provider_goes_on(
    refusing, tmp_path, monkeypatch
):
    monkeypatch.setenv("BRAVE_API_KEY", SECRET)
    (tmp_path / "links.csv").write_text("site,url\na.example,http://h.example/\n")
    found = asked(
        ["a.example"],
        search_engine(f"brave:http://127.0.0.1:{refusing.server_port}", "", Memory(tmp_path)),
        backlink_source(f"links:{tmp_path / 'links.csv'}"),
    )
    assert refusing.asked == 1, "forty questions, one request"
    (sentence,) = {failure.reason for failure in found.failures}
    assert "does not know the key in BRAVE_API_KEY" in sentence
    assert len(found.failures) == 40, "each may be asked again another day"
    assert not any(SECRET in str(failure) for failure in found.failures)


def test_a_dead_provider_gives_one_message_in_little_time(tmp_path, monkeypatch):
    slept = []
    monkeypatch.setattr(client, "sleep", slept.append)
    found = asked(
        [], search_engine("searxng:http://127.0.0.1:9", "", Memory(tmp_path)), backlink_source("")
    )
    (sentence,) = {failure.reason for failure in found.failures}
    assert "127.0.0.1:9/search does not answer" in sentence
    assert sum(slept) < 20


def test_a_quota_of_the_run_gives_one_message_and_keeps_what_was_answered(tmp_path):
    def canned():
        return search_engine(f"results:{tmp_path / 'r.jsonl'}")

    (tmp_path / "r.jsonl").write_text(
        '{"query": "\\"KX-100\\"", "results": [{"url": "http://b.example/"}]}\n'
    )
    memory = Memory(tmp_path, quota=3)
    for _ in range(2):
        found = asked([], RememberedSearch(canned(), memory.answers("canned:x")), None)
        assert len(found.failures) == 37
        assert {failure.reason for failure in found.failures} == {
            "the run's quota of 3 requests to canned:x is used up"
        }
        assert [vote.site for vote in found.votes] == ["b.example"]


def test_what_is_kept_of_an_address_holds_no_key(tmp_path):
    answers = Memory(tmp_path).answers(f"mine:https://me:{SECRET}@api.example/x?key={SECRET}")
    assert answers.provider == "mine:https://api.example/x"
