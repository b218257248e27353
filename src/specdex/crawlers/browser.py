"""Which browser there is, when a crawl may use it, and what a request that does carries."""

import shutil
from importlib.util import find_spec
from itertools import count
from typing import TYPE_CHECKING, Any

from specdex.errors import MissingExtra, ProviderError
from specdex.settings import Politeness

if TYPE_CHECKING:
    # whoever only asks whether there is a browser need not pay for Scrapy
    from scrapy.settings import BaseSettings

__all__ = [
    "ARGUMENTS",
    "NAMES",
    "SIZE",
    "browser_settings",
    "can_render",
    "find_browser",
    "rendering",
    "rendering_mode",
]

NAMES = ("chromium", "chromium-browser", "google-chrome")
"""What the browser may be called."""
ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    # what is no connection through the gate or the proxy is none at all
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)
SIZE = {"width": 1280, "height": 1024}
"""The window that pages are laid out for."""
MODES = ("auto", "never", "always")
WINDOWS_AT_ONCE = 4
_numbers = count(1)


def find_browser() -> str:
    """The path of a Chromium on this machine; empty where there is none."""
    return next(filter(None, map(shutil.which, NAMES)), "")


def can_render() -> bool:
    """Whether this machine has a browser and what drives it."""
    return bool(find_spec("scrapy_playwright") and find_spec("playwright") and find_browser())


def rendering_mode(politeness: Politeness) -> str:
    """What *politeness* wants, as far as this machine can; an error where it must and cannot."""
    mode = politeness.render
    if mode not in MODES:
        raise ProviderError(f"render is {mode!r}; it can be {', '.join(MODES)}")
    if mode == "always" and not find_spec("scrapy_playwright"):
        raise MissingExtra("scrapy-playwright", "browser")
    if mode == "always" and not find_browser():
        raise ProviderError("rendering needs a browser, and there is no Chromium on this machine")
    return mode if mode == "never" or can_render() else "never"


def browser_settings(politeness: Politeness, proxy: str) -> dict[str, Any]:
    """Scrapy's settings for a crawl that may render."""
    if rendering_mode(politeness) == "never":
        return {}
    launch: dict[str, Any] = {"executable_path": find_browser(), "args": list(ARGUMENTS)}
    if proxy:
        launch["proxy"] = {"server": proxy}
    return {
        "PLAYWRIGHT_LAUNCH_OPTIONS": launch,
        "PLAYWRIGHT_MAX_CONTEXTS": WINDOWS_AT_ONCE,
        "PLAYWRIGHT_DEFAULT_NAVIGATION_TIMEOUT": 1000 * politeness.timeout,
    }


def rendering(settings: "BaseSettings", site: str) -> dict[str, Any]:
    """The meta of a request that is answered by a browser, in a window of its own."""
    return {
        "playwright": True,
        "playwright_context": f"{site} {next(_numbers)}",
        "playwright_context_kwargs": {
            "user_agent": settings["USER_AGENT"],
            "viewport": SIZE,
            "service_workers": "block",
            "accept_downloads": False,
        },
    }
