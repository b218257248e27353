"""Where a run is kept: records in a store, pages in WARC files, both in one run folder."""

from specdex.stores.memory import MemoryStore
from specdex.stores.run_folder import RunFolder
from specdex.stores.sqlite import SqliteStore
from specdex.stores.warc import WarcArchive

__all__ = ["MemoryStore", "RunFolder", "SqliteStore", "WarcArchive"]
