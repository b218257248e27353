"""Which pages of a site show its products?"""

from specdex.crawling.category import Category
from specdex.crawling.model import WalkMemory
from specdex.crawling.page_walk import PageWalk
from specdex.crawling.sitemaps import Sitemap, parse_sitemap
from specdex.crawling.walk import SiteWalk

__all__ = ["Category", "PageWalk", "SiteWalk", "Sitemap", "WalkMemory", "parse_sitemap"]
