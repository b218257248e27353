"""How services of others are asked: once, patiently, within their quota, with keys kept secret."""

from specdex.providers.cache import Answers, RememberedBacklinks, RememberedSearch
from specdex.providers.client import (
    ANYWHERE,
    Asker,
    Market,
    Question,
    Spend,
    checked_address,
    free,
    key,
    shown,
)

__all__ = [
    "ANYWHERE",
    "Answers",
    "Asker",
    "Market",
    "Question",
    "RememberedBacklinks",
    "RememberedSearch",
    "Spend",
    "checked_address",
    "free",
    "key",
    "shown",
]
