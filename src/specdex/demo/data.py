"""The demo's hand-written data files, read once."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["CATEGORIES", "load"]

CATEGORIES = ("camera", "monitor", "notebook", "headphone", "kettle", "accessory")


@cache
def load(name: str) -> dict[str, Any]:
    """The tables of `data/NAME.toml`; callers only read them."""
    text = files("specdex.demo").joinpath("data", f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
