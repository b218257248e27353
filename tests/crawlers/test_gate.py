"""The gate that a browser's connections pass, spoken to in the words of SOCKS."""

import socket
import struct
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from specdex.crawlers import gate as gates
from specdex.crawlers.gate import DONE, REFUSED, UNREACHABLE, Gate

MEANT = {"shop.example": ["127.0.0.2"], "home.example": ["127.0.0.1"], "b.example": ["127.0.0.9"]}


class Shop(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.asked.append(self.connection.getsockname()[0])
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"kettle")

    def log_message(self, *_):
        pass


@pytest.fixture
def shop():
    with HTTPServer(("0.0.0.0", 0), Shop) as server:
        server.asked = []
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def meant(monkeypatch):
    """What names mean; ``127.0.0.2`` stands for an address of the internet."""
    known = {name: list(addresses) for name, addresses in MEANT.items()}

    def look_up(name, port, *_, **__):
        if name not in known:
            raise socket.gaierror
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in known[name]]

    real = socket.getaddrinfo
    monkeypatch.setattr(gates, "is_public", lambda address: address in {"127.0.0.2", "127.0.0.8"})

    def chosen(name, *rest, **named):
        # what is an address already is looked up as ever, by who connects to it
        return (real if name[0].isdigit() else look_up)(name, *rest, **named)

    monkeypatch.setattr(socket, "getaddrinfo", chosen)
    return known


def asked(gate, name, port, words=b"\x05\x01\x00"):
    """The code of the gate's answer, and what comes through it."""
    with socket.create_connection(("127.0.0.1", int(gate.url.rpartition(":")[2])), 10) as line:
        line.sendall(words)
        if line.recv(2) != b"\x05\x00":
            return None, b""
        line.sendall(bytes([5, 1, 0, 3, len(name)]) + name.encode() + struct.pack("!H", port))
        code = line.recv(10)[1]
        if code:
            return code, line.recv(9)
        line.sendall(b"GET / HTTP/1.0\r\n\r\n")
        heard = b"".join(iter(lambda: line.recv(4096), b""))
        return code, heard


def test_a_public_name_is_spoken_to_and_others_are_not(shop, meant):
    meant["both.example"] = ["127.0.0.2", "127.0.0.1"]
    with Gate() as gate:
        code, heard = asked(gate, "shop.example", shop.server_port)
        assert code == DONE
        assert heard.endswith(b"kettle")
        for name in ("home.example", "both.example", "unknown.example", "b.example"):
            assert asked(gate, name, shop.server_port) == (REFUSED, b""), name
    assert shop.asked == ["127.0.0.2"]


def test_a_name_is_connected_to_as_it_was_looked_at(shop, meant):
    with Gate() as gate:
        assert asked(gate, "shop.example", shop.server_port)[0] == DONE
        meant["shop.example"] = ["127.0.0.1"]
        assert asked(gate, "shop.example", shop.server_port)[0] == REFUSED
    assert shop.asked == ["127.0.0.2"]


def test_what_cannot_be_reached_or_understood_ends(meant):
    with socket.create_server(("127.0.0.8", 0)) as silent:
        port = silent.getsockname()[1]
    meant["silent.example"] = ["127.0.0.8"]
    with Gate() as gate:
        assert asked(gate, "silent.example", port) == (UNREACHABLE, b"")
        assert asked(gate, "shop.example", port, b"GET / HTTP/1.0\r\n\r\n") == (None, b"")
