"""Which pages of a site show its products?"""

from specdex.crawling.category import Category
from specdex.crawling.frontier import PageWalk
from specdex.crawling.model import WalkMemory
from specdex.crawling.sitemaps import Sitemap, parse_sitemap
from specdex.crawling.walk import SiteWalk

__all__ = ["Category", "PageWalk", "SiteWalk", "Sitemap", "WalkMemory", "parse_sitemap"]
