"""Where pages come from: HTML files, folders of them, WARC, JSON lines, standard input."""

from collections.abc import Iterator
from pathlib import Path

from specdex.page_sources.folder import count_files, read_file, read_folder
from specdex.page_sources.streams import STDIN, present
from specdex.records import Failure, Page

__all__ = ["count_pages", "open_pages"]


def open_pages(location: str) -> Iterator[Page | Failure]:
    """The pages at *location*: a folder, a file of any known format, or ``-`` for standard input.

    The format shows in the file's ending, else in how it begins. What cannot be read is a Failure
    among the pages; an InputError where there is nothing at *location*.
    """
    if location != STDIN and (path := present(location)).is_dir():
        return read_folder(path)
    return read_file(location)


def count_pages(location: str) -> int | None:
    """How many pages there are at *location*; None where that cannot be told cheaply.

    Files are counted, and the lines of the index that lies beside a WARC file.
    """
    if location == STDIN or not (path := Path(location)).exists():
        return None
    return count_files(path)
