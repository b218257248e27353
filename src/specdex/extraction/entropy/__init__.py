"""Locating data by meaning: structural-semantic entropy over the roles of a domain."""

from specdex.extraction.entropy.detector import EntropyDetector
from specdex.extraction.entropy.locating import Kind, Thresholds, locate
from specdex.extraction.entropy.measure import Entropies, entropies, entropy
from specdex.extraction.entropy.reader import EntropyReader
from specdex.extraction.entropy.records import Record, records
from specdex.extraction.entropy.roles import (
    Domain,
    Role,
    for_category,
    parse_domain,
    shipped,
    shipped_names,
)
from specdex.extraction.entropy.suggesting import Suggestion, suggest

__all__ = [
    "Domain",
    "Entropies",
    "EntropyDetector",
    "EntropyReader",
    "Kind",
    "Record",
    "Role",
    "Suggestion",
    "Thresholds",
    "entropies",
    "entropy",
    "for_category",
    "locate",
    "parse_domain",
    "records",
    "shipped",
    "shipped_names",
    "suggest",
]
