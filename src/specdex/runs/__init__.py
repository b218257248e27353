"""Where a run is kept: records in a store, pages in WARC files, both in one run folder."""

from specdex.runs.folder import Run, RunFolder
from specdex.runs.stores import MemoryStore, SqliteStore
from specdex.runs.warc import WarcArchive

__all__ = ["MemoryStore", "Run", "RunFolder", "SqliteStore", "WarcArchive"]
