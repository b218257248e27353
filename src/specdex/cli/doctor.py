"""The commands doctor, plugins and completion: what is installed, and how shells complete it."""

import platform
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
from click.shell_completion import get_completion_class

import specdex
from specdex.cli.options import fetch_options, settings_of
from specdex.cli.output import Destination, file_options
from specdex.cli.rows import give
from specdex.plugins import KINDS, names
from specdex.records import Failure
from specdex.settings import Politeness
from specdex.urls import is_web

__all__ = ["completion", "doctor", "plugins"]

EXTRAS = {
    "analytics": ("duckdb", "pandas", "pyarrow"),
    "browser": ("playwright", "scrapy_playwright"),
    "learn": ("sklearn",),
    "plots": ("matplotlib",),
    "poet": ("scrapy_poet", "web_poet", "zyte_common_items"),
    "web": ("starlette", "uvicorn"),
}
"""What each extra brings."""
CORE = ("lxml", "scrapy", "numpy", "msgspec", "click", "rich")
SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("addresses", nargs=-1, metavar="[URL...]")
@file_options
@fetch_options
def doctor(addresses: tuple[str, ...], target: Destination, **options: Any) -> int:
    """Say what is installed, what is compiled, and what can be reached.

    A table on a terminal, JSON lines elsewhere: what, state (ok, missing, failed), about. Each URL
    (a shop, a search engine) is asked for once, politely. Exit status 1 where one did not answer.

    Example:

        specdex doctor https://shop.example http://localhost:8888
    """
    found = [*_installed(), *_reached(addresses, options)]
    give("parts", found, target)
    return 1 if any(each["state"] == "failed" for each in found) else 0


def _installed() -> Iterator[dict[str, str]]:
    from specdex.crawlers.browser import find_browser

    yield _line("specdex", "ok", f"{specdex.__version__} in {Path(specdex.__file__).parent}")
    yield _line("python", "ok", f"{platform.python_version()} on {platform.platform(terse=True)}")
    for name in CORE:
        yield _line(name, "ok", _version(name))
    compiled = sorted(Path(specdex.__file__).parent.rglob("*.so"))
    state = f"{len(compiled)} modules" if compiled else "none: everything works, but slower"
    yield _line("compiled", "ok" if compiled else "missing", state)
    for extra, parts in EXTRAS.items():
        missing = [name for name in parts if find_spec(name) is None]
        about = f"pip install 'specdex[{extra}]'" if missing else ", ".join(parts)
        yield _line(f"extra {extra}", "missing" if missing else "ok", about)
    browser = find_browser()
    yield _line("chromium", "ok" if browser else "missing", browser or "pages are not rendered")


def _reached(addresses: tuple[str, ...], manners: dict[str, Any]) -> Iterator[dict[str, str]]:
    from specdex.pipeline.fetch import default_crawler, fetched

    urls = [each if is_web(each) else f"http://{each}/" for each in addresses]
    answers = fetched(urls, default_crawler(settings_of(Politeness, manners))) if urls else ()
    for url, answer in zip(urls, answers, strict=False):
        if isinstance(answer, Failure):
            yield _line(url, "failed", answer.reason)
        else:
            yield _line(url, "ok", f"answered {answer.status}, {len(answer.body)} bytes")


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _line(what: str, state: str, about: str) -> dict[str, str]:
    return {"what": what, "state": state, "about": about}


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> int:
    """Print what makes a shell complete specdex's verbs and options.

    Once: `specdex completion bash >> ~/.bashrc`, `specdex completion zsh >> ~/.zshrc`, or
    `specdex completion fish > ~/.config/fish/completions/specdex.fish`.

    Example:

        specdex completion bash >> ~/.bashrc
    """
    made = get_completion_class(shell)
    root = click.get_current_context().find_root().command
    if made is None:
        return 1
    sys.stdout.write(made(root, {}, "specdex", "_SPECDEX_COMPLETE").source())
    return 0


@click.command()
@file_options
def plugins(target: Destination) -> None:
    """List every plug-in by kind and name.

    Example:

        specdex plugins
    """
    told = ({"kind": kind, "names": names(kind)} for kind in KINDS)
    give("plugins", told, target)
