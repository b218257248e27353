"""Where pages come from: HTML files, folders of them, WARC, JSON lines, standard input."""

from specdex.page_sources.folder import count_pages, open_pages

__all__ = ["count_pages", "open_pages"]
