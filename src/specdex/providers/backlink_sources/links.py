"""Backlinks kept in a file: JSON lines or CSV, with the columns ``site`` and ``url``."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from specdex.errors import ProviderError
from specdex.records import Backlink, json_of
from specdex.urls import host, is_web

__all__ = ["LinksFile"]

CSV_SUFFIXES = frozenset({".csv", ".tsv"})


class LinksFile:
    """The backlinks in the file at *address*; one that ends in ``.csv`` or ``.tsv`` is a table."""

    def __init__(self, address: str, proxy: str = "") -> None:
        del proxy  # a file is at hand
        self.address = address

    def backlinks(self, site: str, limit: int) -> Sequence[Backlink]:
        """At most *limit* pages that link to *site*; none where the file does not know it."""
        urls = self._known.get(_site(site), {})
        return tuple(Backlink(site, url) for url in list(urls)[:limit])

    @cached_property
    def _known(self) -> dict[str, dict[str, None]]:
        known: dict[str, dict[str, None]] = {}
        try:
            with Path(self.address).open(encoding="utf-8", newline="") as lines:
                for number, row in enumerate(self._rows(lines), start=1):
                    site, url = self._row(row, number)
                    known.setdefault(site, {})[url] = None
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            raise ProviderError(f"cannot read {self.address}: {error}") from error
        return known

    def _rows(self, lines: Iterable[str]) -> Iterator[Any]:
        suffix = Path(self.address).suffix.lower()
        if suffix in CSV_SUFFIXES:
            yield from csv.DictReader(lines, delimiter="\t" if suffix == ".tsv" else ",")
            return
        for line in lines:
            if line.strip():
                try:
                    yield json_of(line)
                except ValueError:
                    yield None

    def _row(self, row: Any, number: int) -> tuple[str, str]:
        site = _site(str(row.get("site") or "")) if isinstance(row, dict) else ""
        url = str(row.get("url") or "") if site else ""
        if not is_web(url):
            raise ProviderError(f"{self.address}, line {number}, holds no backlink")
        return site, url


def _site(name: str) -> str:
    """A site by its host, however it was written."""
    return host(name if "://" in name else f"http://{name}")
