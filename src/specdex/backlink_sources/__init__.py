"""Backlink sources: who links to a site?"""

from specdex.backlink_sources.links import LinksFile
from specdex.backlink_sources.local import LocalLinks
from specdex.backlink_sources.moz import MozLinks
from specdex.backlink_sources.service import BacklinkService
from specdex.backlink_sources.web_graph import WebGraph, index_web_graph

__all__ = [
    "BacklinkService",
    "LinksFile",
    "LocalLinks",
    "MozLinks",
    "WebGraph",
    "index_web_graph",
]
