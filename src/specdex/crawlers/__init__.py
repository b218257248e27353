"""Crawlers: they fetch what walks decide, with manners."""

from specdex.crawlers.scrapy_crawler import ScrapyCrawler

__all__ = ["ScrapyCrawler"]
