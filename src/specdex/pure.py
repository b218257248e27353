"""``SPECDEX_PURE=1``: every module from its Python source, whatever libraries lie beside it."""

import sys
from collections.abc import Sequence
from functools import cache
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader

__all__ = ["install"]


@cache
def _finder(place: str) -> FileFinder:
    return FileFinder(place, (SourceFileLoader, SOURCE_SUFFIXES))


class _Sources:
    """Finds the modules of specdex among its sources, and none that has no source."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: object = None
    ) -> ModuleSpec | None:
        """The source of the module called *name*; None for a stranger's."""
        del target
        if not name.startswith("specdex."):
            return None
        for place in path or ():
            spec = _finder(place).find_spec(name)
            if spec is not None:
                return spec
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def install() -> None:
    """Let all further imports of specdex's modules find their sources."""
    if _Sources not in sys.meta_path:
        sys.meta_path.insert(0, _Sources)
