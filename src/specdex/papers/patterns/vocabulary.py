"""What the pattern reader knows about markup and words, as data."""

import re

__all__ = [
    "CELL_TAGS",
    "CHROME",
    "CHROME_ROLES",
    "ENCLOSURES",
    "EXCLUDED_TAGS",
    "LIST_OPENING",
    "MENU_WORDS",
    "NO_MIDDLE",
    "OFFER_VALUE",
    "ROW_CELLS",
    "ROW_ENDS",
    "SURROUNDING_TAGS",
    "UNIQUE_ATTRIBUTES",
    "UNIQUE_PREFIXES",
    "VALUE_CELLS",
    "VOID_TAGS",
]

EXCLUDED_TAGS = frozenset(
    {
        "button",
        "datalist",
        "embed",
        "footer",
        "head",
        "iframe",
        "legend",
        "link",
        "map",
        "math",
        "meta",
        "nav",
        "noscript",
        "object",
        "option",
        "script",
        "select",
        "style",
        "svg",
        "template",
        "textarea",
        "title",
        "video",
    }
)
"""Tags that certainly do not surround pairs: they are skipped with all they hold."""

VOID_TAGS = frozenset({"area", "br", "col", "hr", "img", "input", "param", "source", "wbr"})
"""Tags that are never closed."""

SURROUNDING_TAGS = frozenset(
    {"table", "thead", "tbody", "tfoot", "tr", "colgroup", "ul", "ol", "menu", "dl", "body", "html"}
)
"""Tags that surround the tags of a pair: no part of a pattern."""

UNIQUE_ATTRIBUTES = frozenset(
    {
        "action",
        "alt",
        "content",
        "datetime",
        "for",
        "headers",
        "href",
        "id",
        "name",
        "src",
        "srcset",
        "title",
        "value",
    }
)
"""Attributes that name one thing: they differ between rows that are printed alike."""

UNIQUE_PREFIXES = ("aria-", "data-", "on", "item")
"""How further attributes of one thing begin."""

CELL_TAGS = frozenset({"td", "th", "dt", "dd"})
"""Tags that may stand side by side and be name and value all the same."""

ENCLOSURES = frozenset({"table", "ul", "ol", "dl", "menu"})
"""Tags that hold rows of one kind."""

LIST_OPENING = ("<ul", "<ol", "<menu", "<a ", "<a>")
"""Where a value begins that is a list or links: it is all of them, not the first."""

NO_MIDDLE = ("</tr>", "<input", "<form", "<h1", "<h2", "<sup")
"""What never stands between a name and its own value."""

ROW_CELLS = frozenset({"td", "th"})
ROW_ENDS = ("</td></tr>", "</th></tr>")
"""What follows the value of a row that holds nothing but a pair."""

CHROME = re.compile(
    r"(?:^|\s)(?:(?:site|page|main|global)[-_]?)?footer|breadcrumb|cookie|newsletter|copyright",
    re.IGNORECASE,
)
"""Classes and ids of what stands on every page of a site."""

OFFER_VALUE = re.compile(
    r"""\W*(?:
    (?:[$€£¥₽₴]|(?:usd|eur|gbp|chf|us)\b)\s*\d[\d.,\s]*     # $ 1,200.00
    | \d[\d.,\s]*(?:[$€£¥₽₴]|(?:usd|eur|gbp|chf|kr|zł)\b)
    | (?:10|\d(?:[.,]\d)?)(?:\s*/\s*(?:5|10))?   # 4.5/5
    | \d(?:[.,]\d)?\s+(?:stars?|sternen?|étoiles?|stelle|estrellas)   # 4.5 stars
    )\W*""",
    re.IGNORECASE | re.VERBOSE,
)
"""Prices and ratings: what is said about an offer, not about a product."""

CHROME_ROLES = frozenset(
    {"combobox", "dialog", "listbox", "menu", "menubar", "navigation", "search", "tablist"}
)
"""What ARIA calls parts of a page that are there to be used."""

VALUE_CELLS = ("<td", "<dd")
"""Elements that hold a value and nothing else."""

MENU_WORDS = re.compile(r"menu|navigation|breadcrumb|refinement|facet|dropdown", re.IGNORECASE)
"""Attributes of tags between which a shop lets its visitors choose."""
