"""Where pages come from: HTML files, folders of them, WARC, JSON lines, standard input."""

from collections.abc import Iterator
from functools import partial

from specdex.page_sources.folder import FilePages, FolderPages, read_file, read_html
from specdex.page_sources.jsonl import read_lines
from specdex.page_sources.streams import STDIN, present
from specdex.page_sources.warc import read_warc
from specdex.records import Failure, Page

__all__ = ["FolderPages", "HtmlFile", "JsonLinesPages", "WarcPages", "open_pages"]

HtmlFile = partial(FilePages, read_html)
JsonLinesPages = partial(FilePages, read_lines)
WarcPages = partial(FilePages, read_warc)


def open_pages(location: str) -> Iterator[Page | Failure]:
    """The pages at *location*: a folder, a file of any known format, or ``-`` for standard input.

    The format shows in the file's ending, else in how it begins. What cannot be read is a Failure
    among the pages; an InputError where there is nothing at *location*.
    """
    if location != STDIN and present(location).is_dir():
        return FolderPages().pages(location)
    return read_file(location)
