"""One run in one folder: the store, the pages and the exports."""
# ruff: noqa: S608 - the SQL is made of our own words; what is asked for is a parameter

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self, TypeVar

from specdex.errors import InputError, MissingExtra, StoreError
from specdex.records import Failure, Page, Product, Site, Specification, StoredPage
from specdex.runs import queries
from specdex.runs.packed import is_packed
from specdex.runs.places import address
from specdex.runs.stores import SqliteStore
from specdex.runs.unpacked import cached
from specdex.runs.warc import WarcArchive

__all__ = ["Run", "RunFolder", "keep_inside"]

R = TypeVar("R")

DATABASE = "specdex.db"
WARC, EXPORTS = "warc", "exports"


class Run:
    """The run at *path*, to be looked at: nothing in it is changed.

    >>> with Run("kettle-run") as run:  # doctest: +SKIP
    ...     for product in run.products(category="kettle"):
    ...         print(product.title, len(product.urls))

    Each method gives an iterator; records stream, so that a run of any size can be read while
    another process goes on with it. A StoreError where there is no run. *path* may also be where
    a run was packed (``specdex run pack``), as an address: its tables are then read into a cache.
    """

    def __init__(self, path: Path | str) -> None:
        self.archive: WarcArchive
        if is_packed(path):
            self.path, self.archive = cached(path)
        else:
            self.path = Path(path)
            _check(self.path, create=False)
            self.archive = WarcArchive(self.path / WARC, root=self.path, read_only=True)
        self.store = SqliteStore(self.path / DATABASE, read_only=True)

    @staticmethod
    def is_one(path: Path | str) -> bool:
        """Whether there is a run at *path*."""
        try:
            return is_packed(path) or (Path(path) / DATABASE).is_file()
        except (OSError, ValueError):
            return False

    def sites(self, category: str | None = None, status: str | None = None) -> Iterator[Site]:
        """The sites that the run knows, of one category or status."""
        return self._read(Site, category=category, status=status)

    def specifications(
        self, category: str | None = None, site: str | None = None, *, accepted: bool = True
    ) -> Iterator[Specification]:
        """What pages say about their products, of one category or site.

        Without *accepted*, also of sites that the run has turned down.
        """
        statuses = queries.KEPT if accepted else ()
        return queries.specifications(self.store, category, site, statuses=statuses)

    def products(self, category: str | None = None, site: str | None = None) -> Iterator[Product]:
        """What all sites say about one product, of one category or sold at one site."""
        return queries.products(self.store, category, site)

    def pages(self, category: str | None = None, site: str | None = None) -> Iterator[StoredPage]:
        """The pages that were fetched, of one category or site; ``load`` gives their bodies."""
        return self._read(StoredPage, category=category, site=site)

    def load(self, page: StoredPage) -> Page:
        """The page as it was fetched; a StoreError where it is gone or damaged."""
        return self.archive.load(page)

    def failures(self) -> Iterator[Failure]:
        """The steps that failed."""
        return self.store.read(Failure)

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of its tables and views."""
        return self.store.tables()

    def table(self, name: str) -> Iterator[dict[str, Any]]:
        """The rows of a table or view by its name, as in ``schema.sql``."""
        if name not in self.tables:
            raise InputError(f"a run has no table {name!r}; it has: {', '.join(self.tables)}")
        return self.store.table(f'SELECT * FROM "{name}"')

    def to_pandas(self, name: str) -> Any:
        """A table or view as a pandas DataFrame; needs the extra ``analytics``."""
        try:
            import pandas as pd
        except ImportError as error:
            raise MissingExtra("pandas", "analytics") from error
        return pd.DataFrame(list(self.table(name)), columns=self.store.columns(name))

    def to_duckdb(self) -> Any:
        """All tables and views in a DuckDB connection; needs the extra ``analytics``."""
        try:
            import duckdb
            import pyarrow as pa
        except ImportError as error:
            raise MissingExtra("duckdb and pyarrow", "analytics") from error
        connection = duckdb.connect()
        for name in self.tables:
            rows = list(self.table(name))
            columns = {
                column: pa.array([row[column] for row in rows])
                for column in self.store.columns(name)
            }
            connection.register("given", pa.table(columns))
            connection.execute(f'CREATE TABLE "{name}" AS SELECT * FROM given')
        connection.unregister("given")
        return connection

    def _read(self, kind: type[R], **where: str | None) -> Iterator[R]:
        return self.store.read(
            kind, **{name: each for name, each in where.items() if each is not None}
        )

    def close(self) -> None:
        """Let go of the database."""
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


class RunFolder(Run):
    """The run at *path*: ``specdex.db``, ``warc/`` and ``exports/``; made where it is not there.

    With ``create=False``, a StoreError where there is no run.
    """

    def __init__(self, path: Path | str, *, create: bool = True) -> None:
        self.path = Path(path)
        self.exports = self.path / EXPORTS
        _check(self.path, create=create)
        keep_inside(self.path)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self.store = SqliteStore(self.path / DATABASE)
            try:
                self.exports.mkdir(exist_ok=True)
                self.archive = WarcArchive(self.path / WARC, root=self.path)
            except BaseException:
                self.store.close()
                raise
        except OSError as error:
            raise StoreError(f"cannot use {path} as a run folder: {error.strerror}") from error

    def close(self) -> None:
        """Let go of all files."""
        try:
            self.archive.close()
        finally:
            self.store.close()


def keep_inside(path: Path) -> None:
    """Raise a StoreError where a link leads out of the run folder: nothing is written through it.

    Whoever made the folder may have put it there, to have other files overwritten.
    """
    root = path.resolve()
    for folder in (path, path / WARC, path / EXPORTS):
        for each in folder.iterdir() if folder.is_dir() else ():
            if each.is_symlink() and not each.resolve().is_relative_to(root):
                raise StoreError(f"{each} leads out of the run folder: remove that link first")


def _check(path: Path, *, create: bool) -> None:
    """Raise a StoreError where the folder cannot be, or become, a run folder."""
    if is_packed(path):
        place = address(path) or path
        cure = f"specdex run merge {place} --into FOLDER makes a folder of it"
        raise StoreError(f"{place} is a packed run, which nothing is written to; {cure}")
    try:
        if Run.is_one(path):
            return
        if path.exists() and not path.is_dir():
            raise StoreError(f"{path} is a file, not a run folder")
        if not create:
            raise StoreError(f"there is no run in {path}")
        names = {each.name for each in path.iterdir()} if path.exists() else set()
        # another process may be making the run at this moment
        if DATABASE not in names and any(not name.startswith(".") for name in names):
            raise StoreError(f"{path} holds other things and no run; name a new folder")
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror}") from error
