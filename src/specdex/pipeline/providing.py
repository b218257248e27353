"""Providers by name, ``plug-in:address``, and how a run remembers what they answered."""

import inspect
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from specdex import plugins
from specdex.errors import InputError
from specdex.ports import BacklinkSource, SearchEngine
from specdex.providers import Answers, RememberedBacklinks, RememberedSearch, shown

__all__ = ["Memory", "backlink_source", "search_engine"]

ANSWERS = "answers.db"
"""How the file is called in a run folder that keeps what providers answered."""
OFFLINE = frozenset({"links", "local", "results", "web-graph"})
"""Plug-ins that read files: asking them costs nothing, and the files may change."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Where a run keeps answers, and how many questions it may ask."""

    run: Path
    quota: int = 0
    """0 is no limit."""

    def answers(self, name: str) -> Answers:
        """The answers of the provider called *name* in the settings."""
        plugin, colon, address = name.partition(":")
        # what is kept and told holds no key, even where somebody wrote one into the address
        return Answers(self.run / ANSWERS, f"{plugin}{colon}{shown(address)}", self.quota)


def search_engine(name: str, proxy: str = "", memory: Memory | None = None) -> SearchEngine | None:
    """The search engine that *name* means; None where it is empty."""
    made: SearchEngine | None = _made("search_engines", name, proxy)
    if made is None or memory is None or _is_offline(name):
        return made
    return RememberedSearch(made, memory.answers(name))


def backlink_source(
    name: str, proxy: str = "", memory: Memory | None = None
) -> BacklinkSource | None:
    """The backlink source that *name* means; None where it is empty."""
    made: BacklinkSource | None = _made("backlink_sources", name, proxy)
    if made is None or memory is None or _is_offline(name):
        return made
    return RememberedBacklinks(made, memory.answers(name))


def _is_offline(name: str) -> bool:
    return name.partition(":")[0] in OFFLINE


def _made(kind: str, name: str, proxy: str) -> Any:
    """The plug-in, given the address and the proxy where it takes them."""
    if not name:
        return None
    plugin, _, address = name.partition(":")
    factory = plugins.load(kind, plugin)
    takes = inspect.signature(factory).parameters
    if not address and "address" in takes and takes["address"].default is inspect.Parameter.empty:
        raise InputError(f"{name!r} is no provider: write {plugin}:ADDRESS")
    given = [address] if address else []
    return factory(*given, **({"proxy": proxy} if "proxy" in takes else {}))
