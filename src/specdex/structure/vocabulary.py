# ruff: noqa: RUF001 - words of many alphabets
"""What the structural readers know about markup and punctuation, as data."""

import re

__all__ = [
    "ASIDE",
    "ASIDE_TAGS",
    "BOLD_TAGS",
    "CELL_TAGS",
    "COLONS",
    "DASHED",
    "HEADING_TAGS",
    "INDENT",
    "LABEL_TAGS",
    "LEADS_ON",
    "LINK_TAGS",
    "LIST_TAGS",
    "MAX_DASHED",
    "MAX_GROUP",
    "MAX_NAME",
    "MAX_NAME_WORDS",
    "MAX_VALUE",
    "ROW_GROUP_TAGS",
    "SENTENCE_END",
    "SEPARATORS",
]

MAX_NAME = 80
"""A label longer than this is a sentence."""
MAX_NAME_WORDS = 12
"""So is one of more words than this."""
MAX_DASHED = 40
"""Before a dash stands a longer text only in prose."""
MAX_VALUE = 20_000
"""A value longer than this is a chapter."""
MAX_GROUP = 80
"""A heading longer than this heads no rows."""

BOLD_TAGS = frozenset({"b", "strong", "th", "dt", "label", "h1", "h2", "h3", "h4", "h5", "h6"})
"""Text in them stands out, as labels do."""
LABEL_TAGS = frozenset({"dt", "th", "label"})
"""Text in them is meant as a label."""
HEADING_TAGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "caption", "legend", "summary"})
LIST_TAGS = frozenset({"ul", "ol", "menu"})
CELL_TAGS = frozenset({"td", "th"})
ROW_GROUP_TAGS = frozenset({"thead", "tbody", "tfoot", "form", "center"})
"""What may stand between a table and its rows; the last two only by mistake."""

COLONS = (":", "\uff1a", "\ufe55")
DASHED = re.compile(r"\s+[-\u2013\u2014\u2012|=\u2026]+\s+|\s*\.{4,}\s*|\t")
"""A dash between blanks, or a dotted leader, that parts a label from its value."""
SEPARATORS = " \t\r\n:\uff1a\ufe55-\u2013\u2014|=\u2022\u00b7*>\u00a0\u2026"
"""What may cling to a label or begin a value without being part of either."""
SENTENCE_END = (".", "!", "\u3002", ";", ",")
"""A label does not end like this, unless it is short as an abbreviation is."""

ASIDE = re.compile(r"tool-?tip(?!-?trigger)|visually-?hidden|sr-only|screen-?reader|help-?text")
"""Classes of text that explains or repeats for those who ask."""
ASIDE_TAGS = frozenset({"tool-tip", "button"})
LINK_TAGS = frozenset({"a", "button"})
LEADS_ON = re.compile(
    r"""(?:learn|read|see|view|show|find|more|click|details?|size\ (?:chart|guide)|what.?s\ this|
    mehr|weitere|voir|en\ savoir|plus\ d|ver\ |leer|saber|más|mais|leggi|scopri|maggiori|vedi|
    подробн|ещё|показать|więcej|zobacz|meer|bekijk|läs\ mer|se\ |lue|daha|detaylı|több|více|viac|
    もっと|詳し|查看|更多|자세히)[^\d]*$""",
    re.VERBOSE | re.IGNORECASE,
)
"""Links behind a value that lead elsewhere, in many languages."""
INDENT = re.compile(r"(?:margin|padding)-left:\s*(\d{2,3})px")
"""How far a cell is pushed under the values above it."""
