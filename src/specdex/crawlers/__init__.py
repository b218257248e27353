"""Crawlers: they fetch what walks decide, with manners."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from specdex.crawlers.scrapy_crawler import ScrapyCrawler

__all__ = ["ScrapyCrawler"]


def __getattr__(name: str) -> Any:
    """The crawler, when it is asked for: the process that only fetches does without."""
    if name in __all__:
        from specdex.crawlers.scrapy_crawler import ScrapyCrawler  # noqa: PLC0415

        return ScrapyCrawler
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
