"""Crawlers: they fetch what walks decide, with manners."""
