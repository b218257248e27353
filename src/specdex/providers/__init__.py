"""How services of others are asked: once, patiently, within their quota, with keys kept secret."""

from specdex.providers.asking import Asker, Question
from specdex.providers.keys import checked_address, key, shown
from specdex.providers.remembering import Answers, RememberedBacklinks, RememberedSearch

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
