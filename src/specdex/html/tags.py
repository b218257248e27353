"""What HTML's tags mean to a reader of text."""

__all__ = [
    "ASKED",
    "BLOCKS",
    "BOLD_TAGS",
    "CELL_TAGS",
    "FRAME_TAGS",
    "HEADINGS",
    "HEADING_TAGS",
    "HIDDEN",
    "LABEL_TAGS",
    "OPAQUE",
    "SOUGHT",
    "STRUCK_TAGS",
]

OPAQUE = frozenset({"noscript", "template", "iframe", "object", "svg", "math"})
"""Their elements are no part of the visible page; they are not among a Document's nodes."""

HIDDEN = OPAQUE | {"script", "style", "title", "textarea", "select", "option", "datalist"}
"""Their text is no part of the visible text."""

BLOCKS = frozenset(
    {
        *("address", "article", "aside", "blockquote", "body", "br", "button", "caption", "center"),
        *("dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure"),
        *("footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head"),
        *("header", "hr", "html", "label", "legend", "li", "main", "menu", "nav", "noscript", "ol"),
        *("option", "p", "pre", "section", "select", "summary", "table", "tbody", "td", "textarea"),
        *("tfoot", "th", "thead", "title", "tr", "ul"),
    }
)
"""They begin and end a line."""

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
HEADING_TAGS = frozenset({*HEADINGS, "caption", "legend", "summary"})
CELL_TAGS = frozenset({"td", "th"})
FRAME_TAGS = frozenset({"nav", "header", "footer", "aside"})
"""They frame a page: what stands in them is on all pages of a site."""
STRUCK_TAGS = frozenset({"del", "s", "strike"})
"""Text in them no longer holds."""
LABEL_TAGS = frozenset({"dt", "th", "label"})
"""Text in them is meant as a label."""
BOLD_TAGS = frozenset({"b", "strong", *LABEL_TAGS, *HEADINGS})
"""Text in them stands out, as labels do."""

ASKED = (
    *("class", "id", "style", "hidden", "role", "href", "rel", "src", "alt", "title", "type"),
    *("name", "content", "value", "property", "lang", "colspan", "rowspan", "aria-label"),
    *("itemscope", "itemtype", "itemprop", "itemref", "typeof", "data-src"),
)
"""Attributes that readers ask many elements for: which elements have them is known beforehand."""

SOUGHT = frozenset(
    {
        *("title", "base", "meta", "link", "script", "h1", "h2", "h3", "input", "button", "table"),
        *("dl", "a", "img"),
    }
)
"""Tags whose elements are looked for on every page: where they stand is noted beforehand."""
