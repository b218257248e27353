"""Search engines: who publishes a product?"""

from specdex.search_engines.results import ResultsFile
from specdex.search_engines.searxng import SearxngEngine

__all__ = ["ResultsFile", "SearxngEngine"]
