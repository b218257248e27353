"""The demo web on loopback, as a forward proxy."""

import socket
import sys
import threading
import time
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from specdex.demo.web import DemoWeb

__all__ = ["DemoServer"]

_LOOPBACK = "127.0.0.1"
_IDLE_SECONDS = 60
_POLL_SECONDS = 0.05


class _Listener(ThreadingHTTPServer):
    """A threaded server that can hang up on idle keep-alive clients."""

    daemon_threads = False
    request_queue_size = 128

    def __init__(self, demo: "DemoServer", port: int) -> None:
        self.demo = demo
        self._open: set[socket.socket] = set()
        self._guard = threading.Lock()
        super().__init__((_LOOPBACK, port), _Talk)

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._guard:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self._guard:
            self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report what goes wrong, except that a client hung up: that is no news."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    def hang_up(self) -> None:
        with self._guard:
            for connection in self._open:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue


class _Talk(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1
    disable_nagle_algorithm = True
    timeout = _IDLE_SECONDS
    server: _Listener

    def do_GET(self) -> None:
        self._say(with_body=True)

    def do_HEAD(self) -> None:
        self._say(with_body=False)

    def _say(self, *, with_body: bool) -> None:
        demo = self.server.demo
        host = self.headers.get("Host", "")
        url = self.path if "://" in self.path else f"http://{host}{self.path}"
        answer = demo.web.answer(url)
        if demo.delay:
            time.sleep(demo.delay)
        demo.log.append((answer.status, url))
        self.send_response(answer.status)
        if answer.location:
            self.send_header("Location", answer.location)
        self.send_header("Content-Type", answer.content_type)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        if with_body:
            self.wfile.write(answer.body)

    def log_message(self, *_: object) -> None:
        """Say nothing: the server keeps a log of its own."""


class DemoServer:
    """Serves a demo web while it is entered.

    Clients reach it as their HTTP proxy: `http_proxy=http://127.0.0.1:PORT`.
    """

    def __init__(self, web: DemoWeb, port: int = 0, delay: float = 0.0) -> None:
        self.web = web
        self.delay = delay
        self.log: list[tuple[int, str]] = []
        """Status and URL of every request, in the order of the answers."""
        self.url = ""
        """The address of the proxy, once entered."""
        self._port = port
        self._open = ExitStack()

    def __enter__(self) -> Self:
        listener = _Listener(self, self._port)
        thread = threading.Thread(target=listener.serve_forever, args=(_POLL_SECONDS,))
        for closing in (listener.server_close, listener.hang_up, thread.join, listener.shutdown):
            self._open.callback(closing)
        self.url = f"http://{_LOOPBACK}:{listener.server_port}"
        thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()
