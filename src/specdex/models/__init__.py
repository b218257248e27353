"""Trained models as data, each made by the command ``python -m benchmarks train`` of its name.

``detection.json`` by ``train detection``, ``listings.json`` by ``train listings``,
``crawling.json`` by ``train crawling``, ``home_pages.json`` by ``train homes`` and
``synthesis.json`` by ``train synthesis``, ``dexter.json`` by ``train dexter``, and
``linkage.json`` by ``train linkage``. ``common_sites.json`` was written by hand;
``train common-sites`` counts such a list in a web graph.
"""

from pathlib import Path
from typing import Any

import msgspec

__all__ = ["read"]


def read(name: str) -> Any:
    """The model in the file *name*, as JSON values."""
    return msgspec.json.decode(Path(__file__).with_name(name).read_bytes())
