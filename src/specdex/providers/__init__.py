"""How services of others are asked: once, patiently, within their quota, with keys kept secret."""

from specdex.providers.cache import Answers, RememberedBacklinks, RememberedSearch
from specdex.providers.client import Asker, Question, checked_address, key, shown

__all__ = [
    "Answers",
    "Asker",
    "Question",
    "RememberedBacklinks",
    "RememberedSearch",
    "checked_address",
    "key",
    "shown",
]
