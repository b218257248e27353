"""specdex turns the web's shops into one trustworthy collection of product specifications.

The front door: everything a program needs, imported when it is first used.

>>> rows = "<tr><th>Power</th><td>2200 W</td></tr><tr><th>Capacity</th><td>1.7 l</td></tr>"
>>> page = f"<h1>K200</h1><table>{rows}</table>"
>>> specification = extract(page, url="https://shop.example/k200")
>>> [(pair.name, pair.value) for pair in specification.pairs]
[('Power', '2200 W'), ('Capacity', '1.7 l')]
"""

import importlib
import os
import sys
from collections.abc import Iterable
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from specdex.harvest import Harvest
    from specdex.pipeline.learn import SiteWrapper
    from specdex.records import Decision, Listing, Page, Product, Specification
    from specdex.runs import Run

__all__ = [
    "Decision",
    "Harvest",
    "Listing",
    "Page",
    "Product",
    "Run",
    "SiteWrapper",
    "Specification",
    "__version__",
    "extract",
    "join",
    "learn",
    "listings",
]

__version__ = "0.2.0"

if os.environ.get("SPECDEX_PURE"):
    from specdex.pure import install

    install()

_PLACES = {
    "Decision": "specdex.records",
    "Harvest": "specdex.harvest",
    "Listing": "specdex.records",
    "Page": "specdex.records",
    "Product": "specdex.records",
    "Run": "specdex.runs",
    "SiteWrapper": "specdex.pipeline.learn",
    "Specification": "specdex.records",
}
"""Where the classes live that are imported when somebody asks for them."""


def extract(
    page: "str | bytes | Page", *, url: str | None = "", any_topic: bool = False
) -> "Specification":
    """The specification of a product *page*: its pairs and fields, each with where it stands.

    *page* is HTML as text or as bytes, or a Page. Whatever the page is, nothing is raised:
    ``failures`` of the Specification says what went wrong. With *any_topic* every block of labels
    and values about the page's main thing is read: a film, a player, a university.
    """
    from specdex.pipeline.extract import page_of, shipped  # noqa: PLC0415 - nothing before it is used

    result: Specification = shipped(any_topic=any_topic)(page_of(page, url))  # type: ignore[assignment]
    return result


def listings(page: "str | bytes | Page", *, url: str | None = "") -> "Listing":
    """The offers that a listing *page* shows: name, url, price and image of each, and where.

    An empty ``offers`` comes with its ``reason``.
    """
    from specdex.html import parse  # noqa: PLC0415 - nothing before it is used
    from specdex.listings import OffersReader  # noqa: PLC0415 - the same
    from specdex.pipeline.extract import page_of  # noqa: PLC0415 - the same

    return OffersReader().read(parse(page_of(page, url)))


def learn(pages: "Iterable[Page | tuple[str, str | bytes]]") -> "SiteWrapper":
    """What reads the pages of one site, learned from some *pages* of it.

    Pages are Page records or pairs of an address and its HTML. A wrapper that could not be learned
    is false, and says why: ``wrapper.reason``.
    """
    from specdex.pipeline.extract import page_of  # noqa: PLC0415 - nothing before it is used
    from specdex.pipeline.learn import SiteWrapper  # noqa: PLC0415 - the same

    return SiteWrapper.of(
        page_of(each[1], each[0]) if isinstance(each, tuple) else each for each in pages
    )


def join(
    specifications: "Iterable[Specification]", decisions: "Iterable[Decision]" = ()
) -> "tuple[Product, ...]":
    """The products that *specifications* of several sites speak of, with what is believed of each.

    *decisions* of people outrank what is found; an InputError where two contradict each other.
    ``specdex.pipeline.join.join`` also says which names were aligned and which pages matched.
    """
    from specdex.pipeline.join import join as joined  # noqa: PLC0415 - nothing before it is used

    return joined(specifications, decisions).products


def __getattr__(name: str) -> Any:
    """The class called *name*, imported now."""
    if name in _PLACES:
        return getattr(importlib.import_module(_PLACES[name]), name)
    raise AttributeError(f"module 'specdex' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)


class _FrontDoor(ModuleType):
    """``specdex.listings`` stays the verb, although a room has that name, too."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name != "listings" or not isinstance(value, ModuleType):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _FrontDoor
