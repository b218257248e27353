import importlib.util
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from specdex.crawlers.browser import find_browser
from specdex.crawlers.renderer import BOX, LOOK, Renderer
from specdex.html import parse
from specdex.papers.clustvx import ClustVxReader
from specdex.records import Failure, Page
from specdex.settings import Politeness

pytestmark = pytest.mark.skipif(
    not find_browser() or importlib.util.find_spec("playwright") is None,
    reason="needs Chromium and the extra 'browser'",
)

SCRIPTED = """<html><body><ul id="list"></ul><script>
for (let n = 1; n < 4; n++) document.getElementById('list').innerHTML += '<li>Thing ' + n + '</li>';
</script></body></html>"""


@pytest.fixture(scope="module")
def renderer():
    with Renderer(Politeness(timeout=20, allow_private=True)) as made:
        yield made


@pytest.fixture(scope="module")
def server():
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            body = b"<script>while (true);</script>" if "loop" in self.path else SCRIPTED.encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args):
            pass

    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    running.asked = asked
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield running
    running.shutdown()
    running.server_close()


def address(server, path="/"):
    return f"http://127.0.0.1:{server.server_port}{path}"


def document_of(markup):
    return parse(Page(url="http://shop.example/", body=markup.encode()))


def test_elements_come_back_with_how_they_look(renderer):
    document = document_of(
        '<html><body><p style="color:red;font-size:20px;width:50px;height:30px">x</p></body></html>'
    )
    assert renderer.look_at(document) is None
    (node,) = document.nodes_of("p")
    assert document.attribute(node, LOOK).endswith("rgb(255, 0, 0)")
    assert "20px" in document.attribute(node, LOOK)
    assert document.attribute(node, BOX).split(",")[2:] == ["50", "30"]


def test_the_tree_itself_is_left_as_it_was(renderer):
    document = document_of("<table><tr><td>x</td></tr></table>")
    before = [document.xpath(node) for node in range(len(document))]
    renderer.look_at(document)
    assert [document.xpath(node) for node in range(len(document))] == before
    assert all(not document.attribute(node, "data-specdex-node") for node in range(len(document)))


def test_a_page_at_hand_is_rendered_without_network_and_scripts(renderer, server):
    server.asked.clear()
    document = document_of(f'<img src="{address(server, "/pixel")}"><script>x=1</script>')
    assert renderer.look_at(document) is None
    assert server.asked == []


def test_a_fetched_page_has_what_its_scripts_made(renderer, server):
    page = renderer.fetch(address(server), looks=True)
    assert isinstance(page, Page)
    assert page.status == 200
    assert len(list(parse(page).nodes_of("li"))) == 3
    assert LOOK.encode() in page.body


def test_a_page_that_never_ends_is_given_up_and_the_next_one_is_read(server):
    with Renderer(Politeness(timeout=4, allow_private=True)) as impatient:
        failure = impatient.fetch(address(server, "/loop"))
        assert isinstance(failure, Failure)
        assert failure.step == "render"
        assert isinstance(impatient.fetch(address(server)), Page)


def test_private_addresses_are_refused(server):
    server.asked.clear()
    with Renderer(Politeness(timeout=10)) as guarded:
        assert isinstance(guarded.fetch(address(server)), Failure)
    assert server.asked == []


def test_what_is_no_address_is_a_failure(renderer):
    assert isinstance(renderer.fetch("file:///etc/passwd"), Failure)


def test_an_empty_document_is_a_failure(renderer):
    assert isinstance(renderer.look_at(document_of("")), Failure)


def test_clustvx_reads_a_rendered_page(renderer):
    cards = "".join(
        f'<li style="height:80px"><a href="/p/{n}">Thing {n}</a> <b>${n}.00</b></li>'
        for n in range(6)
    )
    document = document_of(f"<html><body><h1>Things</h1><ul>{cards}</ul></body></html>")
    assert renderer.look_at(document) is None
    assert len(ClustVxReader().read(document).offers) == 6
