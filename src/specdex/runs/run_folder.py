"""One run in one folder: the store, the pages and the exports."""

from pathlib import Path
from typing import Self

from specdex.errors import StoreError
from specdex.runs.sqlite import SqliteStore
from specdex.runs.warc import WarcArchive

__all__ = ["RunFolder"]

DATABASE = "specdex.db"


class RunFolder:
    """The run at *path*: ``specdex.db``, ``warc/`` and ``exports/``; made where it is not there.

    With ``create=False``, a StoreError where there is no run.
    """

    def __init__(self, path: Path | str, *, create: bool = True) -> None:
        self.path = Path(path)
        self.exports = self.path / "exports"
        self._check(create=create)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self.store = SqliteStore(self.path / DATABASE)
            try:
                self.exports.mkdir(exist_ok=True)
                self.archive = WarcArchive(self.path / "warc", root=self.path)
            except BaseException:
                self.store.close()
                raise
        except OSError as error:
            raise StoreError(f"cannot use {path} as a run folder: {error.strerror}") from error

    @staticmethod
    def is_one(path: Path | str) -> bool:
        """Whether there is a run at *path*."""
        try:
            return (Path(path) / DATABASE).is_file()
        except (OSError, ValueError):
            return False

    def close(self) -> None:
        """Let go of all files."""
        try:
            self.archive.close()
        finally:
            self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _check(self, *, create: bool) -> None:
        """Raise a StoreError where the folder cannot be, or become, a run folder."""
        try:
            if self.is_one(self.path):
                return
            if self.path.exists() and not self.path.is_dir():
                raise StoreError(f"{self.path} is a file, not a run folder")
            if not create:
                raise StoreError(f"there is no run in {self.path}")
            names = {each.name for each in self.path.iterdir()} if self.path.exists() else set()
            # another process may be making the run at this moment
            if DATABASE not in names and any(not name.startswith(".") for name in names):
                raise StoreError(f"{self.path} holds other things and no run; name a new folder")
        except OSError as error:
            raise StoreError(f"cannot read {self.path}: {error.strerror}") from error
