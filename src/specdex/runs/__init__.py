"""Where a run is kept: records in a store, pages in WARC files, both in one run folder."""

from specdex.runs.memory import MemoryStore
from specdex.runs.run_folder import RunFolder
from specdex.runs.sqlite import SqliteStore
from specdex.runs.warc import WarcArchive

__all__ = ["MemoryStore", "RunFolder", "SqliteStore", "WarcArchive"]
