"""A local server that answers with whatever a test wants, and a clock that does not wait."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest

from specdex.providers import client


class Canned(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self.reply(parts.path, asked)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.reply(urlsplit(self.path).path, json.loads(body))

    def reply(self, path, asked) -> None:
        self.server.asked.append((path, asked))
        self.server.headers.append({name.lower(): value for name, value in self.headers.items()})
        answer = self.server.answer(path, asked)
        status, body, headers = (*answer, {})[:3]
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def provider():
    with ThreadingHTTPServer(("127.0.0.1", 0), Canned) as server:
        server.asked = []
        server.headers = []
        server.answer = lambda _path, _asked: (200, {})
        server.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


class Clock:
    def __init__(self):
        self.now = 1000.0
        self.slept = []

    def monotonic(self):
        return self.now

    def sleep(self, seconds):
        self.slept.append(round(seconds, 3))
        self.now += seconds


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(client, "sleep", made.sleep)
    monkeypatch.setattr(client, "monotonic", made.monotonic)
    return made
