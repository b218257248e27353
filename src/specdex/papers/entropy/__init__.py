"""Locating data by meaning: structural-semantic entropy over the roles of a domain."""

from specdex.papers.entropy.data_records import EntropyDetector, EntropyReader, Record, records
from specdex.papers.entropy.leaves import for_page
from specdex.papers.entropy.nodes import Kind, entropies, entropy
from specdex.papers.entropy.roles import (
    Domain,
    Suggestion,
    for_category,
    parse_domain,
    shipped,
    shipped_names,
    suggest,
)

__all__ = [
    "Domain",
    "EntropyDetector",
    "EntropyReader",
    "Kind",
    "Record",
    "Suggestion",
    "entropies",
    "entropy",
    "for_category",
    "for_page",
    "parse_domain",
    "records",
    "shipped",
    "shipped_names",
    "suggest",
]
