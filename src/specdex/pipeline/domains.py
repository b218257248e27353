"""Reading by what a user knows: the roles of a domain, or a dictionary of names and values."""

from pathlib import Path

from specdex.page_sources.streams import text_of
from specdex.papers.entropy.data_records import EntropyDetector, EntropyReader
from specdex.papers.entropy.nodes import Kind
from specdex.papers.patterns.dictionary import Dictionary
from specdex.papers.patterns.reader import PatternDetector, PatternReader
from specdex.pipeline.audit import load_domain
from specdex.pipeline.extract import Extraction, composed

__all__ = [
    "AUTO",
    "dictionary_extraction",
    "domain_detector",
    "domain_extraction",
    "load_dictionary",
]

AUTO = "auto"
"""The domain is chosen by the words of each page."""


def domain_detector(name: str, kind: str = Kind.DATA_RICH) -> EntropyDetector:
    """Who finds nodes of *kind* by the roles of the domain called *name*, or of a TOML file."""
    domain = None if name == AUTO else load_domain(name)
    return EntropyDetector(domain, kind=Kind(kind))


def domain_extraction(name: str) -> Extraction:
    """The Extraction that reads pairs of the roles of the domain called *name*."""
    detector = domain_detector(name)
    return composed(detector, (EntropyReader(detector.domain),))


def load_dictionary(path: Path) -> Dictionary:
    """The dictionary in the JSON file at *path*; an InputError says what is wrong."""
    return Dictionary.from_json(text_of(path))


def dictionary_extraction(path: Path) -> Extraction:
    """The Extraction that reads with the patterns that seeds of the dictionary at *path* show."""
    reader = PatternReader(load_dictionary(path))
    return composed(PatternDetector(reader), (reader,))
