import http.client
import socket
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from urllib.error import HTTPError

import pytest

from specdex.demo import DemoServer

HOME = "http://lumenshop.example/"


@pytest.fixture
def server(demo):
    with DemoServer(demo) as running:
        yield running


def opener(server):
    return urllib.request.build_opener(urllib.request.ProxyHandler({"http": server.url}))


def test_a_proxy_client_gets_pages(server, demo):
    url = "http://lumenshop.example/"
    with opener(server).open(url) as answer:
        assert answer.status == 200
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        assert answer.read() == demo.answer(url).body
    assert server.log == [(200, url)]


@pytest.mark.parametrize(
    ("url", "status"),
    [("http://lumenshop.example/nowhere", 404), ("http://elsewhere.example/", 502)],
)
def test_errors_have_their_status(server, url, status):
    with pytest.raises(HTTPError) as caught:
        opener(server).open(url)
    with caught.value as error:
        assert error.code == status
    assert server.log == [(status, url)]


def test_redirects_are_followed(server):
    with opener(server).open("http://lumenshop.example/index.html") as answer:
        assert answer.url == "http://lumenshop.example/"
    assert [status for status, _ in server.log] == [301, 200]


def test_head_sends_no_body(server):
    request = urllib.request.Request("http://lumenshop.example/", method="HEAD")
    with opener(server).open(request) as answer:
        assert int(answer.headers["Content-Length"]) > 1000
        assert answer.read() == b""


def test_host_header_and_keep_alive(server, demo):
    port = int(server.url.rpartition(":")[2])
    connection = http.client.HTTPConnection("127.0.0.1", port)
    try:
        for path in ("/", "/shipping"):
            connection.request("GET", path, headers={"Host": "lumenshop.example"})
            answer = connection.getresponse()
            assert answer.read() == demo.answer(f"http://lumenshop.example{path}").body
    finally:
        connection.close()


def test_many_clients_at_once(server, truth):
    urls = list(truth["pages"])[:60]

    def fetch(url):
        with opener(server).open(url) as answer:
            return answer.status

    with ThreadPoolExecutor(12) as pool:
        assert set(pool.map(fetch, urls)) == {200}
    assert sorted(url for _, url in server.log) == sorted(urls)


def test_an_idle_client_does_not_hold_the_server_up(demo):
    with DemoServer(demo) as running:
        port = int(running.url.rpartition(":")[2])
        idle = socket.create_connection(("127.0.0.1", port))
        idle.sendall(b"GET http://lumenshop.example/ HTTP/1.1\r\nHost: lumenshop.example\r\n\r\n")
        assert idle.recv(12) == b"HTTP/1.1 200"
    idle.close()


def test_delay_is_kept(demo):
    started = time.monotonic()
    with DemoServer(demo, delay=0.05) as running, opener(running).open(HOME) as answer:
        assert answer.status == 200
    assert time.monotonic() - started >= 0.05
