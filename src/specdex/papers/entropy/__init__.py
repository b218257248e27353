"""Locating data by meaning: structural-semantic entropy over the roles of a domain."""

from specdex.papers.entropy.data_records import EntropyDetector, EntropyReader, Record, records
from specdex.papers.entropy.nodes import Entropies, Kind, Thresholds, entropies, entropy, locate
from specdex.papers.entropy.roles import (
    Domain,
    Role,
    for_category,
    parse_domain,
    shipped,
    shipped_names,
)
from specdex.papers.entropy.suggestions import Suggestion, suggest

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
