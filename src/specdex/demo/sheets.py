"""Pages before they are printed: a template and what goes into it; and answers after."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

__all__ = ["Answer", "Sheet", "Site", "picture", "printed", "text_answer"]

_HTML = "text/html; charset=utf-8"
_PRINTED = 4096
"""Pages that are kept as they were printed: the index of the web reads what is served, too."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server says to one request."""

    status: int
    content_type: str
    body: bytes
    location: str | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page not printed yet."""

    template: str
    make: Callable[[], Mapping[str, Any]]
    """Gathers what the template needs, when the page is asked for."""


@dataclass(frozen=True, slots=True)
class Site:
    """One site: its sheets by URL, and the truth about it."""

    host: str
    kind: str
    family: str
    name: str
    language: str = "en"
    sheets: dict[str, Sheet] = field(default_factory=dict)
    entry: dict[str, list[str]] = field(default_factory=dict)
    index: dict[str, list[str]] = field(default_factory=dict)
    products: dict[str, list[str]] = field(default_factory=dict)
    traps: tuple[str, ...] = ()
    robots: bool = True
    sitemap: bool = False
    lazy: tuple[Callable[[str], Sheet | None], ...] = ()
    """Answers for paths that no table could hold: the traps."""
    session: str = ""
    """The path under which every page exists again, with endless session ids."""

    @property
    def home(self) -> str:
        """The URL of the home page."""
        return f"http://{self.host}/"


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("specdex.demo"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


@lru_cache(maxsize=_PRINTED)
def printed(sheet: Sheet) -> str:
    """The page as HTML."""
    return _templates().get_template(sheet.template).render(sheet.make())


def text_answer(text: str, content_type: str = _HTML, status: int = 200) -> Answer:
    """An answer with a text for a body."""
    return Answer(status, content_type, text.encode())


@cache
def picture() -> Answer:
    """A real image, one grey pixel large."""
    pixel = files("specdex.demo").joinpath("data", "pixel.png").read_bytes()
    return Answer(200, "image/png", pixel)
