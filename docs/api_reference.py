"""The Python reference from the code's own words: ``python docs/api_reference.py FILE``."""

import inspect
import sys
from pathlib import Path

import specdex
import specdex.scrapy

__all__ = ["reference"]

HEAD = """# From Python

Generated from the code by `make docs`; a test keeps it current.
"""


def reference() -> str:
    """The front door and the Scrapy add-on as Markdown."""
    parts = [HEAD]
    for module in (specdex, specdex.scrapy):
        parts.append(f"\n## {module.__name__}\n\n{_first(module)}\n")
        parts += [_entry(module, name) for name in module.__all__ if not name.startswith("_")]
    return "".join(parts)


def _entry(module: object, name: str) -> str:
    thing = getattr(module, name)
    shown = f"{name}{inspect.signature(thing)}" if inspect.isfunction(thing) else name
    return f"\n### `{shown}`\n\n{_first(thing)}\n"


def _first(thing: object) -> str:
    """What *thing* says of itself, up to its first example."""
    text = inspect.getdoc(thing) or ""
    return text.partition(">>>")[0].strip().replace("::\n", ":\n")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(reference(), encoding="utf-8")
