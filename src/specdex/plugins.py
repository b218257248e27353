"""Plug-ins by kind and name, from entry points: built-ins are registered like a stranger's."""

from functools import cache
from typing import TYPE_CHECKING, Any

from specdex.errors import UnknownPlugin

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from specdex.ports import Engine

__all__ = ["KINDS", "engine", "load", "names"]

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
    return {point.name: point for point in _points().select(group=f"specdex.{kind}")}


@cache
def _points() -> Any:
    """What all installed packages register: reading that takes longer than all the rest."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - what ships is found without

    return entry_points()


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


def engine(name: str = "", workers: int | None = None, **options: int) -> "Engine":
    """The engine called *name*, with so many *workers*: as many as it finds, where none is given.

    Without a name several *workers* are processes, and else everything is done here.
    ``ray://head:port`` is a cluster that is there, ``ray`` one of its own on this machine.
    """
    kind, _, address = name.partition("://")
    kind = kind or ("processes" if workers and workers > 1 else "serial")
    made = load("engines", kind)
    if kind == "serial":
        found: Engine = made()
    elif kind == "ray":
        found = made(address, workers, **options)
    else:
        found = made(workers, **options)
    return found
