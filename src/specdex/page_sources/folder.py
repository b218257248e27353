"""All pages in a folder and the folders in it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from specdex.errors import InputError
from specdex.page_sources.files import KNOWN_SUFFIXES, read_file
from specdex.page_sources.html_file import COMPRESSED, HTML_SUFFIXES, HtmlFile, stem
from specdex.page_sources.streams import present
from specdex.records import Failure, Page

__all__ = ["FolderPages", "HtmlFile"]

PAGE_SUFFIXES = tuple(html + packed for html in HTML_SUFFIXES for packed in ("", *COMPRESSED))


class FolderPages:
    """Reads the HTML, WARC and JSON lines files of a folder, in the order of their paths.

    Hidden files and what a symbolic link would fetch from elsewhere are left out.
    """

    def pages(self, location: str) -> Iterator[Page | Failure]:
        """The pages below *location*, a Failure for each file that cannot be read."""
        folder = present(location)
        if not folder.is_dir():
            raise InputError(f"{location} is not a folder")
        return self._pages(folder)

    def _pages(self, folder: Path) -> Iterator[Page | Failure]:
        for path in _files(folder, folder.resolve()):
            if isinstance(path, Failure):
                yield path
                continue
            try:
                yield from _file_pages(path, folder)
            except InputError as error:
                yield Failure(path.absolute().as_uri(), "read", str(error))


def _files(folder: Path, root: Path) -> Iterator[Path | Failure]:
    """The files below *folder* that may hold pages."""
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        reason = f"cannot look into {folder}: {error.strerror or error}"
        yield Failure(folder.absolute().as_uri(), "read", reason)
        return
    for path in entries:
        if path.name.startswith("."):
            continue
        if path.is_dir() and not path.is_symlink():
            yield from _files(path, root)
        elif path.name.lower().endswith(KNOWN_SUFFIXES) and _is_inside(path, root):
            yield path


def _is_inside(path: Path, root: Path) -> bool:
    """Whether *path* is a plain file, itself or its link's target below *root*."""
    try:
        return path.is_file() and path.resolve().is_relative_to(root)
    except (OSError, RuntimeError):
        return False


def _file_pages(path: Path, folder: Path) -> Iterator[Page | Failure]:
    """The pages of one file; a single page is called after its path in the folder."""
    single = stem(path.relative_to(folder).as_posix())
    is_page = path.name.lower().endswith(PAGE_SUFFIXES)
    for page in read_file(str(path)):
        yield replace(page, id=single) if is_page and isinstance(page, Page) else page
