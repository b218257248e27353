"""What goes wrong is told in one true sentence, and what to do about it."""

import gzip
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import click
import pytest

from specdex.cli.logs import resumable

PLAIN = ("--delay", "0", "--render", "never")


class Ill(BaseHTTPRequestHandler):
    """A server that is ill."""

    def do_GET(self):
        self.send_response(502)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture
def ill():
    server = HTTPServer(("127.0.0.1", 0), Ill)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_host_that_does_not_exist_is_one_line(specdex):
    done = specdex("harvest", "-c", "kettle", "-s", "shop.invalid", "--rounds", "0", *PLAIN)
    assert done.returncode == 1
    told = [line for line in done.said.splitlines() if "shop.invalid" in line]
    assert len(told) == 1
    assert told[0].endswith("gave no specifications: none of its pages came: host unknown")
    assert "Traceback" not in done.said


def test_a_502_is_a_502_even_as_robots_txt(command, ill):
    done = command("crawl", "shop.example", "-c", "kettle", "--proxy", ill, *PLAIN)
    assert done.returncode == 1
    assert "none of its pages came: the site answered 502" in done.said
    assert "forbids" not in done.said


def test_equal_failures_are_one_sentence_and_a_count(command, tmp_path):
    for number in range(5):
        whole = gzip.compress(b"<html>" + bytes(range(256)) * 40)
        (tmp_path / f"page{number}.html.gz").write_bytes(whole[:60])
    (tmp_path / "good.html").write_text("<html><table><tr><td>Power<td>2 W</table>")
    done = command("detect", tmp_path)
    told = [line for line in done.said.splitlines() if "cannot be read" in line]
    assert len(told) == 2
    assert "page0.html.gz cannot be read" in told[0]
    assert told[1].startswith("specdex: 4 more pages failed like that: cannot be read")


def test_who_stops_is_told_how_to_go_on():
    with (
        pytest.raises(click.Abort, match="specdex harvest run goes on"),
        resumable("specdex harvest run"),
    ):
        raise KeyboardInterrupt
