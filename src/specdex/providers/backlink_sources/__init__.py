"""Backlink sources: who links to a site?"""

from specdex.providers.backlink_sources.links import LinksFile
from specdex.providers.backlink_sources.local import LocalLinks
from specdex.providers.backlink_sources.moz import MozLinks, MozRpcLinks
from specdex.providers.backlink_sources.service import BacklinkService
from specdex.providers.backlink_sources.web_graph import WebGraph, index_web_graph

__all__ = [
    "BacklinkService",
    "LinksFile",
    "LocalLinks",
    "MozLinks",
    "MozRpcLinks",
    "WebGraph",
    "index_web_graph",
]
