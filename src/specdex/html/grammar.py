"""What lxml makes of tags that are left out, left open or misplaced, as data.

libxml2 builds its trees by rules of its own, older than HTML5's. ``_reading`` follows them, so
that an XPath found in its arrays means the same on lxml's tree. Every line here was found by
asking lxml, and a test asks it again.
"""

__all__ = [
    "BOOLEAN",
    "CLOSED_BY",
    "DEFAULT_RANK",
    "HEAD_ONLY",
    "NO_BODY",
    "RANKS",
    "RAW",
    "REPLACED",
    "VOID",
]

VOID = frozenset(
    {
        *("area", "base", "basefont", "br", "col", "frame", "hr", "img", "input", "isindex"),
        *("link", "meta", "param"),
    }
)
"""They have no content, and no end tag."""

RAW = frozenset({"iframe", "noembed", "noframes", "script", "style", "xmp"})
"""Everything up to their end tag is text as it stands."""

REPLACED = frozenset({"textarea", "title"})
"""The same, but character references in it are replaced."""

BOOLEAN = frozenset(
    {
        *("checked", "compact", "declare", "defer", "disabled", "ismap", "multiple", "nohref"),
        *("noresize", "noshade", "nowrap", "readonly", "selected"),
    }
)
"""Attributes that, given without a value, have their name as value."""

HEAD_ONLY = frozenset({"base", "link", "meta", "script", "style", "title"})
"""Where no head was opened, they open it."""

NO_BODY = frozenset({"frame", "frameset", "noframes"})
"""They do not open a body; all others do."""

RANKS = {
    "div": 150,
    "td": 160,
    "th": 160,
    "tr": 170,
    "tbody": 180,
    "tfoot": 180,
    "thead": 180,
    "table": 190,
    "body": 200,
    "head": 200,
    "html": 220,
}
"""An end tag passes over elements of its own rank and below that are still open."""
DEFAULT_RANK = 100

_HEADING = "fieldset form li p table"
_LISTING = "dd dl dt fieldset form li table ul"
_MENU = "dd dl dt form ul"
_GROUPS = "tbody tfoot"

CLOSED_BY = {
    old: frozenset(new.split())
    for old, new in {
        "a": "a fieldset table td th",
        "address": "dd dl dt form li ul",
        "b": "center p td th",
        "big": "p",
        "caption": "col colgroup tbody tfoot thead tr",
        "colgroup": "colgroup tbody tfoot thead tr",
        "dd": "dt",
        "dir": _MENU,
        "dl": "form li",
        "dt": "dd dl",
        "font": "center td th",
        "form": "form",
        **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), _HEADING),
        "head": "a abbr acronym address b bdo big blockquote body br center cite code dd dfn dir "
        "div dl dt em fieldset font form frameset h1 h2 h3 h4 h5 h6 hr i iframe img kbd li "
        "listing map menu ol p pre q s samp small span strike strong sub sup table tt u ul var xmp",
        "i": "center p td th",
        "legend": "fieldset",
        "li": "li",
        "listing": _LISTING,
        "menu": _MENU,
        "ol": "form",
        "option": "optgroup option",
        "p": "address blockquote body caption center col colgroup dd dir div dl dt fieldset form "
        "frameset h1 h2 h3 h4 h5 h6 head hr li listing menu ol p pre table tbody td tfoot th "
        "title tr ul xmp",
        "pre": _LISTING,
        "s": "p",
        "small": "p",
        "span": "td th",
        "strike": "p",
        "tbody": _GROUPS,
        "td": "tbody td tfoot th tr",
        "tfoot": "tbody",
        "th": "tbody td tfoot th tr",
        "thead": _GROUPS,
        "tr": "tbody tfoot tr",
        "tt": "p",
        "u": "p td th",
        "ul": "address form menu pre",
    }.items()
}
"""The start tags that end an element, if it is the innermost that is open."""
