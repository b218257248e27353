"""Numbers and words that synthesis is set by."""

from typing import Final

__all__ = [
    "CONSTANT",
    "DELTA",
    "FEWEST_PAGES",
    "FEWEST_VALUES",
    "FURNITURE",
    "JACCARD",
    "LEAST_COVERAGE",
    "MAX_LABEL",
    "MAX_NTH",
    "MAX_TEXT",
    "NO_MATCH",
    "UNREAD",
]

JACCARD: Final = 0.5
"""Two values are the same where they share more than this much of their words (the paper's)."""
DELTA: Final = 0.5
"""A unified step must hold more than this share of the support (the paper's)."""
CONSTANT: Final = 0.1
"""A text on this share of a site's pages belongs to the template."""
FURNITURE: Final = 0.9
"""A text on this share of a site's pages is never a value."""
LEAST_COVERAGE: Final = 0.1
"""A rule must find something on this share of the pages."""
FEWEST_PAGES: Final = 3
FEWEST_VALUES: Final = 3
"""A rule must find at least so many different values."""
MAX_NTH: Final = 3
"""Of places that a path finds several of on a page, the first so many are told apart."""
MAX_LABEL: Final = 60
"""Characters; a longer text labels nothing."""
MAX_TEXT: Final = 600
"""Characters; a longer text is prose, no value."""
NO_MATCH: Final = 0.15
"""A rule believed less than this is not proposed."""
UNREAD: Final = frozenset({"script", "style", "noscript", "template", "title", "option"})
"""Elements whose text nobody sees."""
