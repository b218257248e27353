"""Locating data by meaning: structural-semantic entropy over the roles of a domain."""

from specdex.papers.entropy.detector import EntropyDetector
from specdex.papers.entropy.locating import Kind, Thresholds, locate
from specdex.papers.entropy.measure import Entropies, entropies, entropy
from specdex.papers.entropy.reader import EntropyReader
from specdex.papers.entropy.records import Record, records
from specdex.papers.entropy.roles import (
    Domain,
    Role,
    for_category,
    parse_domain,
    shipped,
    shipped_names,
)
from specdex.papers.entropy.suggesting import Suggestion, suggest

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
