"""The words that values are made of, in lower case."""

from specdex.lexicon import meanings, phrases, words
from specdex.quantities.units import UNITS, plain

__all__ = [
    "BOUNDS",
    "COUNTED",
    "COUNTS",
    "GENERATIONS",
    "NAMED_SIZES",
    "NEGATIVE",
    "NOTHING",
    "NO_SIGNS",
    "POSITIVE",
    "SPANS",
    "TERMS",
]

POSITIVE, NEGATIVE = words("values.yes"), words("values.no")
"""Values that say yes, and those that say no."""
NOTHING = words("values.placeholders") | {""}
"""Values that say nothing, as those do that are made of these signs: …"""
NO_SIGNS = " -\u2013\u2014.?/"
COUNTS = {word: float(count) for word, count in meanings("values.counts").items()}
"""Words that count what follows them."""
COUNTED = frozenset(each for spellings in UNITS["count"] for each in spellings.split())
"""Units that only say what is counted."""
GENERATIONS = "|".join(phrases("values.generations"))
"""What *G* stands for before a number, as a regular expression."""
BOUNDS = dict.fromkeys(words("values.upper_bounds"), False) | dict.fromkeys(
    words("values.lower_bounds"), True
)
"""Words that make a number a bound; whether it is the lower one."""
SPANS = words("values.spans")
"""What stands between the ends of a range."""
TERMS = {plain(word): term for word, term in meanings("values.terms").items()}
"""Words of many languages, and the one by which all of them are compared."""

NAMED_SIZES: dict[str, tuple[float, float]] = {
    name: size
    for names, size in (
        ("hd|hd ready|720p|hd-ready", (1280.0, 720.0)),
        ("full hd|full-hd|fullhd|fhd|1080p|1080i", (1920.0, 1080.0)),
        ("wuxga", (1920.0, 1200.0)),
        ("wqhd|qhd|quad hd|1440p", (2560.0, 1440.0)),
        ("uhd|4k|4k uhd|ultra hd|ultra-hd|2160p|4k ultra hd", (3840.0, 2160.0)),
        ("8k", (7680.0, 4320.0)),
        ("vga", (640.0, 480.0)), ("svga", (800.0, 600.0)), ("xga", (1024.0, 768.0)),
        ("sxga", (1280.0, 1024.0)), ("wxga", (1280.0, 800.0)), ("wsxga+", (1680.0, 1050.0)),
    )
    for name in names.split("|")
}  # fmt: skip
"""Sizes in pixels that have names."""
