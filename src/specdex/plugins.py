"""Plug-ins by kind and name, from entry points: built-ins are registered like a stranger's."""

from functools import cache
from typing import TYPE_CHECKING, Any

from specdex.errors import UnknownPlugin

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["KINDS", "load", "names"]

KINDS = (
    "backlink_sources",
    "crawlers",
    "detectors",
    "engines",
    "equivalences",
    "exporters",
    "listing_readers",
    "readers",
    "search_engines",
    "walks",
)
"""The plug-in groups; each is the entry-point group ``specdex.<kind>``."""


@cache
def _registered(kind: str) -> "dict[str, EntryPoint]":
    from importlib.metadata import entry_points  # noqa: PLC0415 - what ships is found without

    return {point.name: point for point in entry_points(group=f"specdex.{kind}")}


def names(kind: str) -> tuple[str, ...]:
    """The names of all plug-ins of *kind*, sorted."""
    return tuple(sorted(_registered(kind)))


def load(kind: str, name: str) -> Any:
    """The plug-in of *kind* called *name*: a class or factory, not yet called."""
    try:
        point = _registered(kind)[name]
    except KeyError:
        raise UnknownPlugin(kind.replace("_", " ").removesuffix("s"), name, names(kind)) from None
    return point.load()
