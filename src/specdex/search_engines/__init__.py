"""Search engines: who publishes a product?"""

from specdex.search_engines.brave import BraveEngine
from specdex.search_engines.local import IndexedPage, LocalIndex
from specdex.search_engines.results import ResultsFile
from specdex.search_engines.searxng import SearxngEngine

__all__ = ["BraveEngine", "IndexedPage", "LocalIndex", "ResultsFile", "SearxngEngine"]
