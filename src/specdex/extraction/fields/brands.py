"""Who made the product: labels, links to a brand's page, elements that are called after it."""

from collections.abc import Sequence
from itertools import islice

from specdex.extraction.fields.class_names import BRAND, mark_of
from specdex.extraction.fields.statements import Statement, plain_form
from specdex.extraction.fields.view import LABELS, View, closed, squashed
from specdex.html import Document
from specdex.html.tags import HEADINGS
from specdex.labels import has_letter
from specdex.lexicon import phrases
from specdex.records import Pair

__all__ = [
    "BEFORE_BRANDS",
    "border",
    "brand_statements",
    "is_brand",
    "leads_to_brand",
    "picture",
    "store_brand",
]

READER = "page"
PAIRS_READER = "specification"
MAX_BRAND = 50
MAX_WORDS = 6
MAX_PICTURE = 10
"""Elements among which a brand's picture is looked for."""
MAX_SHOWN = 90
"""Characters of the longest text that still is a brand with words around it."""
WITH_MODEL = "brand and model"
NEAR: dict[str, float] = {"brand": 0.8, "manufacturer": 0.7, WITH_MODEL: 0.7}
FAR: dict[str, float] = {"brand": 0.35, "manufacturer": 0.2, WITH_MODEL: 0.2}
ONLY: dict[str, float] = {"brand": 0.6, "manufacturer": 0.3, WITH_MODEL: 0.3}
IN_PAIRS: dict[str, float] = {"brand": 0.8, "manufacturer": 0.7, WITH_MODEL: 0.7}
LINKED = 0.8
NAMED_CLASS = 0.7
STORE = 0.7
LINKS = frozenset({"a", "img"})
"""What leads to a brand's page, or shows its logo."""
UNNAMED = 0.82
"""Times the belief in a link's brand that neither heading nor title names."""
ADJACENT = 3
"""Characters between the heading and the line above or below it."""
BEFORE, AFTER = 30, 70
"""Nodes before and after the heading among which a brand's link is looked for, …"""
CLOSE = 160
"""… and characters of text before it."""
NO_BRAND = frozenset(squashed(phrase) for phrase in phrases("brands.none"))
BRAND_PATHS, BEFORE_BRANDS = phrases("brands.path_pieces"), phrases("brands.before")
STORE_PHRASES = [phrase.split("{}") for phrase in phrases("brands.store_links")]
_STORE_LEADS = tuple(lead for lead, _ in STORE_PHRASES if lead)
_STORE_ENDS = tuple(end for lead, end in STORE_PHRASES if not lead)
_BEFORE_STORES = frozenset(lead.strip() for lead, end in STORE_PHRASES if not end)
_STORE_FIRST = "".join({lead[0] for lead in _STORE_LEADS})
_AROUND = " .,;:|-\u2013\u00bb>\u203a"
_STEPS = frozenset(path.strip("/") for path in BRAND_PATHS if path[0] == path[-1] == "/")
_LONGEST_STEP = max(map(len, _STEPS))
_OTHER_PATHS = tuple(path for path in BRAND_PATHS if path.strip("/") not in _STEPS)
_OTHER_ENDS = "".join({path[-1] for path in _OTHER_PATHS})


def is_brand(value: str) -> bool:
    """Whether *value* can be a brand's name at all."""
    return (
        0 < len(value) <= MAX_BRAND
        and value.count(" ") < MAX_WORDS
        and has_letter(value)
        and not ("://" in value or "|" in value or "\n" in value)
        and squashed(value) not in NO_BRAND
    )


def brand_statements(view: View, pairs: Sequence[Pair]) -> list[Statement]:
    """What labels, pairs and links say of the brand."""
    told = [label for label in view.labels if label.kind in NEAR and is_brand(label.value)]
    only = len({plain_form(label.value) for label in told if label.kind == "brand"}) == 1
    statements: list[Statement] = []
    for label in told:
        belief = NEAR if view.near(label.start) else ONLY if only else FAR
        node = view.node_at(label.start)
        brand = _maker(label.kind, label.value)
        statements.append(Statement("brand", brand, node, READER, belief[label.kind]))
    for pair in pairs:
        kind = LABELS.get(squashed(pair.name))
        if kind in IN_PAIRS and is_brand(pair.value) and pair.xpath:
            brand = _maker(kind, pair.value)
            statements.append(
                Statement("brand", brand, -1, PAIRS_READER, IN_PAIRS[kind], pair.xpath)
            )
    return statements + _link_statements(view)


def _clean(value: str) -> str:
    return closed(value).strip(_AROUND)


def _maker(kind: str, value: str) -> str:
    """The brand in a labelled *value*: the first word of one that names the model, too."""
    shown = _without_lead(_clean(value))
    if kind != WITH_MODEL:
        return shown
    first, *rest = shown.replace("/", " ").split()
    return " ".join((first, *rest[:2])) if rest[:1] == ["&"] else first


def _without_lead(text: str) -> str:
    """*text* without a small word before the brand, such as by."""
    for lead in BEFORE_BRANDS:
        text = text.removeprefix(lead)
    return text


def _link_statements(view: View) -> list[Statement]:
    """Elements near the heading whose class or address says that they name the brand."""
    statements: list[Statement] = []
    heading = view.heading
    if heading < 0:
        return statements
    first, last = max(0, heading - BEFORE), min(len(view.tags), view.ends[heading] + AFTER)
    named = ""
    for node in range(first, last):
        start = view.starts[node]
        size = view.stops[node] - start
        if size > MAX_SHOWN or start < view.start - CLOSE:
            continue
        if not size and view.ends[node] == node + 1:
            continue
        belief = _link_belief(view, node)
        if belief == NAMED_CLASS and view.tags[node] in HEADINGS and _touches(view, node):
            belief = LINKED
        shown = _shown(view, node) if belief else ""
        if shown and is_brand(shown):
            named = named or plain_form(f"{view.title} {view.document.title}")
            doubt = 1.0 if plain_form(shown) in named else UNNAMED
            statements.append(Statement("brand", shown, node, READER, belief * doubt))
    return statements


def store_brand(view: View) -> Statement | None:
    """The brand of which a line below the heading offers more, as a link by itself."""
    for node in view.document.places_of("a"):
        start, stop = view.starts[node], view.stops[node]
        if start < view.stop or not 0 < stop - start <= MAX_BRAND:
            continue
        before = view.low[view.low.rfind("\n", 0, start) + 1 : start]
        behind = view.low[stop : view.low.find("\n", stop)]
        if before.strip() in _BEFORE_STORES and not behind.strip(_AROUND):
            shown = view.text_of(node)
            if shown[0].isupper() and is_brand(shown):
                return Statement("brand", shown, node, READER, STORE)
    return None


def _touches(view: View, node: int) -> bool:
    """Whether *node* is the line above or below the heading."""
    start, stop = view.starts[node], view.stops[node]
    return view.stop <= start <= view.stop + ADJACENT or (
        view.start - ADJACENT <= stop <= view.start
    )


def border(view: View, start: int, stop: int) -> int:
    """Where the second piece of the text from *start* to *stop* begins; 0 if it is all one."""
    while start < stop and view.low[start] <= " ":
        start += 1
    run = view.run_at(start) + 1
    second = view.run_start[run] if run < len(view.run_start) else 0
    return second if start < second < stop else 0


def _link_belief(view: View, node: int) -> float:
    if view.tags[node] == "a":
        if _leads_to_store(view.low, view.starts[node], view.stops[node]):
            return STORE
        if leads_to_brand(view.attribute(node, "href").lower()):
            return LINKED
    marks = mark_of(view, node)
    if view.tags[node] not in LINKS:
        return NAMED_CLASS if marks & BRAND else 0.0
    marks |= mark_of(view, max(0, view.parents[node]))
    return LINKED if marks & BRAND else 0.0


def _leads_to_store(low: str, start: int, stop: int) -> bool:
    """Whether a link's words, between *start* and *stop*, offer everything of a brand."""
    while start < stop and low[start] <= " ":
        start += 1
    begins = start < stop and low[start] in _STORE_FIRST and low.startswith(_STORE_LEADS, start)
    if not begins and not low.endswith(_STORE_ENDS, start, stop):
        return False
    words = _clean(low[start:stop])
    for lead, end in STORE_PHRASES:  # noqa: SIM110 - a loop compiles well
        if words.startswith(lead) and words.endswith(end):
            return True
    return False


def leads_to_brand(href: str) -> bool:
    """Whether *href* holds one of BRAND_PATHS; most of them are a step between two slashes."""
    begin = -1
    for at in range(len(href)):
        if href[at] == "/":
            if 0 <= begin < at <= begin + _LONGEST_STEP and href[begin:at] in _STEPS:
                return True
            begin = at + 1
        elif href[at] in _OTHER_ENDS:
            for piece in _OTHER_PATHS:
                if href.endswith(piece, 0, at + 1):
                    return True
    return False


def _shown(view: View, node: int) -> str:
    """The brand that *node* shows, in words or as a picture's alternative text."""
    text = _clean(view.text_of(node)) or picture(view.document, node)
    called = _clean(view.attribute(node, "title")) if not text else ""
    if called and called.lower() in view.title.lower():
        text = called
    low = text.lower()
    for lead, end in STORE_PHRASES:
        if low.startswith(lead) and low.endswith(end):
            return text[len(lead) : len(text) - len(end)].strip()
    text = _without_lead(text)
    head, colon, rest = text.partition(":")
    if not colon:  # a label may be an element of its own
        second = border(view, view.starts[node], view.stops[node])
        if second:
            head = view.text[view.starts[node] : second]
            rest = view.text[second : view.stops[node]]
    if rest and LABELS.get(squashed(head)) in NEAR:
        return rest.strip()
    return text


def picture(document: Document, node: int) -> str:
    """The alternative text of the first picture in *node*."""
    for child in islice((node, *document.descendants(node)), MAX_PICTURE):
        if document.tag[child] == "img":
            return _clean(document.attribute(child, "alt"))
    return ""
