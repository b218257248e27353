"""What wrappers know about markup and punctuation, as data."""

import re

__all__ = [
    "COLON",
    "CONTAINERS",
    "LABEL_TAGS",
    "MAX_LABEL",
    "MAX_LABEL_WORDS",
    "MAX_VALUE",
    "SEPARATORS",
    "SILENT",
]

MAX_LABEL = 80
"""A label longer than this is a sentence."""
MAX_LABEL_WORDS = 12
"""So is one of more words than this."""
MAX_VALUE = 20_000
"""A value longer than this is a chapter."""
SILENT = frozenset(
    [
        "script",
        "style",
        "noscript",
        "template",
        "title",
        "textarea",
        "select",
        "option",
        "iframe",
        "object",
        "svg",
        "math",
        "datalist",
    ]
)
"""Their text is not shown."""
LABEL_TAGS = frozenset({"b", "strong", "label", "th", "dt", "em", "u", "h3", "h4", "h5", "h6"})
"""A line that opens with one of them opens with a label."""
CONTAINERS = frozenset({"table", "ul", "ol", "dl"})
"""What holds the rows of a fragment."""
COLON = re.compile(r"\s*[:\uff1a\ufe55](?=\s)\s*|\s*\uff1a\s*|(?<=\S):(?=[^\d\s/:])|\s*:$|\s+:")
"""A colon that parts a label from its value: not the one of a time, a ratio or a URL."""
SEPARATORS = " \t\r\n:\uff1a\ufe55-\u2013\u2014|=\u2022\u00b7*>\u00a0\u2026\u00bb"
"""What may cling to a label or begin a value without being part of either."""
