"""Search engines: who publishes a product?"""

from specdex.providers.search_engines.brave import BraveEngine
from specdex.providers.search_engines.local import IndexedPage, LocalIndex
from specdex.providers.search_engines.results import ResultsFile
from specdex.providers.search_engines.searxng import SearxngEngine

__all__ = ["BraveEngine", "IndexedPage", "LocalIndex", "ResultsFile", "SearxngEngine"]
