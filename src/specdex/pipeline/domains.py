"""Reading by the roles of a domain: the one that is named, or that each page's words tell."""

from specdex.papers.entropy import EntropyDetector, EntropyReader, Kind
from specdex.pipeline.audit import load_domain
from specdex.pipeline.extract import Extraction, composed

__all__ = ["AUTO", "domain_detector", "domain_extraction"]

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
