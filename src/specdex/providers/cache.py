"""Answers kept on disk: no question is asked twice in a run, and no more than its quota allows.

What is asked of files of our own has its place here, too.

Failures are not kept: what was not answered is asked again the next time.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from weakref import finalize

import msgspec

from specdex.errors import InputError, ProviderError, StoreError
from specdex.ports import BacklinkSource, SearchEngine
from specdex.records import Backlink, SearchResult

__all__ = ["Answers", "LocalFile", "RememberedBacklinks", "RememberedSearch"]

PATIENCE = 60.0
"""Seconds to wait for another process that writes."""
TABLES = """
CREATE TABLE IF NOT EXISTS answers (
    provider TEXT, question TEXT, wanted INTEGER, answer BLOB, PRIMARY KEY (provider, question)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS asked (provider TEXT PRIMARY KEY, questions INTEGER) WITHOUT ROWID;
"""


class LocalFile:
    """The SQLite file at *address*, or that called NAME in the folder there."""

    NAME, WHAT, TABLES = "", "index", ""
    MADE = "make it with: specdex index"
    """What is said where there is none yet."""

    def __init__(self, address: str, proxy: str = "") -> None:
        del proxy  # a file is at hand
        path = Path(address)
        self.path = path / self.NAME if path.is_dir() else path

    @contextmanager
    def opened(self, *, new: bool = False) -> Iterator[sqlite3.Connection]:
        """The database, in one transaction; SQLite's complaints as one clear sentence."""
        if not new and not self.path.is_file():
            raise ProviderError(f"there is no {self.WHAT} {self.path}; {self.MADE}")
        try:
            with closing(sqlite3.connect(self.path)) as database, database:
                if new:
                    database.executescript(self.TABLES)
                    database.execute("BEGIN IMMEDIATE")
                yield database
        except (sqlite3.Error, ValueError, TypeError) as error:
            kind = InputError if new else ProviderError
            raise kind(f"{self.path} is no {self.WHAT}: {error}") from error


class Answers:
    """What *provider* answered so far, in the SQLite file at *path*; made on first use.

    *quota* is how many requests a run may make of it, stops and restarts included; 0 is no limit.
    *market*, a country or a language, is part of every question: elsewhere answers are others.
    """

    def __init__(self, path: Path | str, provider: str, quota: int = 0, market: str = "") -> None:
        self.path = Path(path)
        self.provider = provider
        self.quota = quota
        self.market = market
        self._database: sqlite3.Connection | None = None

    def recall(self, question: str, wanted: int) -> list[str] | None:
        """The *wanted* first lines of the answer; None where it was not asked for so many."""
        with self._opened("DEFERRED") as database:
            row = database.execute(
                "SELECT wanted, answer FROM answers WHERE provider = ? AND question = ?",
                (self.provider, self._named(question)),
            ).fetchone()
        if row is None:
            return None
        lines = msgspec.json.decode(row[1], type=list[str])
        return lines[:wanted] if row[0] >= wanted or len(lines) < row[0] else None

    def spend(self) -> None:
        """Count a request before it is made; a ProviderError where the quota is used up."""
        with self._opened() as database:
            row = database.execute(
                "SELECT questions FROM asked WHERE provider = ?", (self.provider,)
            ).fetchone()
            if self.quota and row and row[0] >= self.quota:
                raise ProviderError(
                    f"the run's quota of {self.quota} requests to {self.provider} is used up"
                )
            database.execute(
                "INSERT INTO asked VALUES (?, 1)"
                " ON CONFLICT DO UPDATE SET questions = questions + 1",
                (self.provider,),
            )

    def keep(self, question: str, wanted: int, lines: Sequence[str]) -> None:
        """Keep an answer for good before returning."""
        with self._opened() as database:
            database.execute(
                "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)",
                (self.provider, self._named(question), wanted, msgspec.json.encode(list(lines))),
            )

    def _named(self, question: str) -> str:
        return f"{question} [{self.market}]" if self.market else question

    @contextmanager
    def _opened(self, how: str = "IMMEDIATE") -> Iterator[sqlite3.Connection]:
        """The database, in one transaction; SQLite's complaints as one clear sentence."""
        try:
            database = self._database = self._database or self._connected()
            with database:
                database.execute(f"BEGIN {how}")
                yield database
        except (sqlite3.Error, UnicodeEncodeError, msgspec.DecodeError) as error:
            self._database = None
            raise StoreError(f"{self.path} cannot be used: {error}; it may be deleted") from error

    def _connected(self) -> sqlite3.Connection:
        database = sqlite3.connect(self.path, timeout=PATIENCE, check_same_thread=False)
        finalize(self, database.close)
        # one write to the disk a request that is counted, not four
        database.execute("PRAGMA journal_mode = WAL")
        database.executescript(TABLES)
        return database


class RememberedSearch:
    """*engine*, asked only what *answers* does not know.

    A question counts as one request, unless the engine is *counting* its requests itself.
    """

    def __init__(self, engine: SearchEngine, answers: Answers, *, counting: bool = False) -> None:
        self.engine = engine
        self.answers = answers
        self.counting = counting

    def search(self, query: str, limit: int) -> Sequence[SearchResult]:
        """At most *limit* results, best first, as the engine gave them the first time."""
        known = self.answers.recall(query, limit)
        if known is not None:
            return tuple(msgspec.json.decode(line, type=SearchResult) for line in known)
        if not self.counting:
            self.answers.spend()
        results = self.engine.search(query, limit)
        lines = [msgspec.json.encode(each).decode("utf-8") for each in results]
        self.answers.keep(query, limit, lines)
        return results


class RememberedBacklinks:
    """*source*, asked only what *answers* does not know; *counting* as in RememberedSearch."""

    def __init__(self, source: BacklinkSource, answers: Answers, *, counting: bool = False) -> None:
        self.source = source
        self.answers = answers
        self.counting = counting

    def backlinks(self, site: str, limit: int) -> Sequence[Backlink]:
        """At most *limit* pages that link to *site*, as the source gave them the first time."""
        known = self.answers.recall(site, limit)
        if known is not None:
            return tuple(Backlink(site, url) for url in known)
        if not self.counting:
            self.answers.spend()
        links = self.source.backlinks(site, limit)
        self.answers.keep(site, limit, [link.url for link in links])
        return links
