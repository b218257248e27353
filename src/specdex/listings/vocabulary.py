"""Tags and words that help to read listings, as data: no site, and no language in the structure."""

import re

__all__ = [
    "ASIDE_WORDS",
    "BUTTONS",
    "FRAMES",
    "HEADINGS",
    "PICTURES",
    "QUANTITY",
    "RECORD_WORDS",
    "TAGS",
]

PICTURES = ("img", "picture", "amp-img", "noscript", "image")
"""What may show the product; a lazy picture stands in noscript."""

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
BUTTONS = ("button", "input", "select")

FRAMES = frozenset({"nav", "header", "footer", "aside"})
"""What frames a page."""

TAGS = {
    tag: number
    for number, tag in enumerate(
        ("a", "time", "meta", "script", "link", "main", *PICTURES, *HEADINGS, *BUTTONS), 1
    )
}
"""The tags that are counted, and the number each goes by; 0 is any other."""

RECORD_WORDS = re.compile(
    r"product|prod|item|result|search|grid|listing|catalog|tile|card|offer|deal", re.IGNORECASE
)
"""What programmers call elements that hold records."""

ASIDE_WORDS = re.compile(
    r"related|recommend|similar|recent|viewed|upsell|cross|also|carousel|slider|swiper|slick"
    r"|menu|nav|footer|header|review|comment|filter|facet|sidebar|breadcrumb|blog|post|article"
    r"|news|teaser|widget|banner|promo",
    re.IGNORECASE,
)
"""What they call what is not the page's main list."""

QUANTITY = re.compile(r"qty|quant|menge|anzahl|amount", re.IGNORECASE)
"""What they call the field that asks how many."""
