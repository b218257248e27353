"""A server over a small run, and a browser that looks at it; without a browser its tests skip.

``make pictures`` lets them write the pictures of the docs.
"""

import importlib.util
import os
import shutil
import socket
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn
from axe_playwright_python.sync_playwright import Axe
from starlette.testclient import TestClient

from specdex.crawlers.browser import ARGUMENTS, find_browser
from specdex.web.app import app

SHOTS = os.environ.get("SPECDEX_SCREENSHOTS", "")
DOCS = (Path(__file__).parents[2] / "docs" / "page.md").read_text(encoding="utf-8")
RUN = "kettle-run"
SERIOUS = {"serious", "critical"}


def _kettles():
    place = Path(__file__).with_name("kettles.py")
    spec = importlib.util.spec_from_file_location("kettles", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def kettles():
    """What the run was made of."""
    return _kettles()


@pytest.fixture(scope="session")
def made_run(tmp_path_factory, kettles):
    """The run, made once; tests that change it take `fresh_run`."""
    return kettles.make_run(tmp_path_factory.mktemp("made") / RUN)


@pytest.fixture
def fresh_run(made_run, tmp_path):
    """A copy of the run for one test."""
    return Path(shutil.copytree(made_run, tmp_path / RUN))


@contextmanager
def serving(runs, folder=None, politeness=None):
    """A server over *runs* in this process; its address."""
    listener = socket.create_server(("127.0.0.1", 0))
    made = app(runs, folder=folder, politeness=politeness)
    config = uvicorn.Config(made, log_level="warning", ws="none", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


@pytest.fixture(scope="session")
def site(made_run):
    """The address of a server over the run, for tests that only look."""
    with serving({RUN: made_run}) as address:
        yield address


@pytest.fixture
def own_site(fresh_run, tmp_path):
    """The address of a server over a copy of the run, for a test that changes it."""
    with serving({RUN: fresh_run}, tmp_path) as address:
        yield address


@pytest.fixture
def serving_with():
    """Makes a server with runs, a folder and manners of the test's own."""
    return serving


@pytest.fixture
def client(fresh_run, tmp_path):
    """Talks to the application over a copy of the run, without a browser."""
    with TestClient(app({RUN: fresh_run}, folder=tmp_path), base_url="http://localhost") as made:
        yield made


@pytest.fixture(scope="session")
def browser():
    if not find_browser():
        pytest.skip("no browser on this machine")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=find_browser(), args=list(ARGUMENTS))
        yield made
        made.close()


@pytest.fixture
def page(browser):
    """A window of the browser that may ask this machine only, and must not complain."""
    context = browser.new_context(viewport={"width": 1200, "height": 860}, locale="en-GB")
    context.set_default_timeout(10_000)
    made = context.new_page()
    wrong = []
    made.on("request", lambda each: wrong.append(each.url) if is_outside(each.url) else None)
    made.on("pageerror", lambda error: wrong.append(str(error)))
    yield made
    context.close()
    assert wrong == []


def is_outside(url):
    return not url.startswith(("http://127.0.0.1:", "data:", "about:", "blob:"))


@pytest.fixture
def shot(page):
    """Keeps a picture where pictures are asked for: for the docs those that they show."""

    def take(name):
        if SHOTS and (not SHOTS.startswith("docs") or f"images/{name}.png" in DOCS):
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=Path(SHOTS) / f"{name}.png")

    return take


@pytest.fixture
def readable(page):
    """Asserts that anybody can read what the window shows: in both themes, and on a phone."""

    def look():
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            found = Axe().run(page).response["violations"]
            assert [
                (each["id"], [node["html"] for node in each["nodes"]])
                for each in found
                if each["impact"] in SERIOUS
            ] == [], theme
        window = page.viewport_size
        page.set_viewport_size({"width": 390, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.set_viewport_size(window)
        page.emulate_media(color_scheme="light")

    return look
