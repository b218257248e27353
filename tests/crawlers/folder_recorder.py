"""A recorder for crawls without a run folder: pages as files, what they are as JSON lines."""

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from specdex.html import Document
from specdex.records import Failure, Page, Sight, from_json, to_json
from specdex.urls import canonical

__all__ = ["FolderRecorder"]


class FolderRecorder:
    """Writes pages to ``pages/``, lines on them to ``pages.jsonl``, failures to ``failures.jsonl``.

    A line is written after its page lies safely on disk, so whatever is listed can be recalled.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._lines: dict[str, dict[str, Any]] | None = None
        self._files: dict[str, IO[str]] = {}

    def recall(self, url: str) -> Page | None:
        """The page of *url*, as it was asked for or as it was found, if it was recorded."""
        line = self._recorded().get(canonical(url))
        if line is None:
            return None
        body = (Path(self.folder) / "pages" / line["file"]).read_bytes()
        return replace(from_json(Page, {**line["page"], "body": ""}), body=body)

    def outdated(self, url: str) -> Page | None:
        """None: a folder is filled once."""
        del url
        return None

    def record(self, page: Page, sight: Sight, document: Document | None = None) -> None:
        """Keep *page* and what it is for good before returning."""
        del document
        name = hashlib.sha256(canonical(page.url).encode()).hexdigest()[:32] + ".html"
        path = Path(self.folder) / "pages" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as stream:
            stream.write(page.body)
            stream.flush()
            os.fsync(stream.fileno())
        line = {
            "file": name,
            "page": to_json(replace(page, body=b"")),
            "asked": sight.visit.url,
            "kind": sight.kind.value,
            "category": sight.category,
            "depth": sight.visit.depth,
        }
        self._append("pages.jsonl", line)
        self._know(self._recorded(), line)

    def named(self, site: str, place: str, sitemaps: Sequence[str]) -> Sequence[str]:
        """The sitemaps that were named first."""
        for line in _lines(Path(self.folder) / "named.jsonl"):
            if line[:2] == [site, place]:
                return line[2]
        if sitemaps:
            self._append("named.jsonl", [site, place, list(sitemaps)])
        return sitemaps

    def fail(self, failure: Failure) -> None:
        """Keep a failure."""
        self._append("failures.jsonl", to_json(failure))

    @contextmanager
    def together(self) -> Iterator[None]:
        """Nothing special: whatever comes is kept at once."""
        yield

    def close(self) -> None:
        """Let go of files."""
        while self._files:
            self._files.popitem()[1].close()

    def lines(self) -> list[dict[str, Any]]:
        """The lines of ``pages.jsonl``, in the order the pages were recorded."""
        return list(_lines(Path(self.folder) / "pages.jsonl"))

    def failures(self) -> list[Failure]:
        """The failures, in the order they were kept."""
        return [from_json(Failure, line) for line in _lines(Path(self.folder) / "failures.jsonl")]

    def __getstate__(self) -> dict[str, Any]:
        return {"folder": self.folder, "_lines": None, "_files": {}}

    def _recorded(self) -> dict[str, dict[str, Any]]:
        if self._lines is None:
            self._lines = {}
            for line in self.lines():
                self._know(self._lines, line)
        return self._lines

    def _know(self, known: dict[str, dict[str, Any]], line: dict[str, Any]) -> None:
        known[canonical(line["page"]["url"])] = line
        known[canonical(line["asked"])] = line

    def _append(self, name: str, line: Any) -> None:
        if name not in self._files:
            Path(self.folder).mkdir(parents=True, exist_ok=True)
            self._files[name] = (Path(self.folder) / name).open("a", encoding="utf-8")
        stream = self._files[name]
        stream.write(json.dumps(line, ensure_ascii=False) + "\n")
        stream.flush()
        os.fsync(stream.fileno())


def _lines(path: Path) -> list[Any]:
    """The whole lines of a file; one cut short by a crash was never reported done."""
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    return [json.loads(line) for line in whole.splitlines() if line.strip()]
