"""Locating data by meaning: structural-semantic entropy over the roles of a domain."""

from specdex.papers.entropy.data_records import EntropyDetector, EntropyReader

__all__ = ["EntropyDetector", "EntropyReader"]
