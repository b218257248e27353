"""Backlink sources: who links to a site?"""

from specdex.backlink_sources.links import LinksFile
from specdex.backlink_sources.service import BacklinkService

__all__ = ["BacklinkService", "LinksFile"]
