"""Microdata and RDFa Lite: things described by attributes of the elements that show them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from specdex.html import Document
from specdex.labels import without_marks
from specdex.lexicon import words
from specdex.markup.things import Text, Thing, local_name

__all__ = ["MICRODATA", "RDFA", "ScopeSyntax", "scope_things"]

PRODUCT_TYPES = words("markup.product_types")
TELLING_TYPES = PRODUCT_TYPES | words(
    "markup.offer_types", "markup.trail_types", "markup.list_types"
)
"""Things of which at least one must be there for a page to say anything of products."""
LINKED = words("markup.linked_tags")
SCOPE_TAGS = words("markup.scope_tags")
SKIPPED = words("markup.skipped")
URL_VALUED = words("markup.url_valued")
MAX_MARKED = 20_000
"""Marked elements of a page that are read."""
MAX_VALUE = 20_000
"""Characters of a value that are kept."""
MAX_ABOVE = 100
MAX_REFERRED = 500
"""Elements outside every scope that a thing elsewhere may refer to."""


@dataclass(frozen=True, slots=True)
class ScopeSyntax:
    """Which attributes a syntax uses."""

    name: str
    scope: str
    """Opens a thing."""
    kind: str
    """Names its type."""
    value: str
    """Names the property that an element states."""
    elsewhere: str = ""
    """Lists the ids of elements that belong to the thing too."""


MICRODATA = ScopeSyntax("microdata", "itemscope", "itemtype", "itemprop", "itemref")
RDFA = ScopeSyntax("rdfa", "typeof", "typeof", "property")


def scope_things(document: Document, syntax: ScopeSyntax, above: Iterable[int]) -> list[Thing]:
    """The things at the top of the page in *syntax*; the first holds what stands in no scope.

    Where one of *above*, the elements around the page's headings, is a product, only that is read.
    """
    attribute, has = document.attribute, document.has
    around = [node for node in above if _is_product(attribute(node, syntax.kind))]
    places = range(min(around), document.nodes.end[min(around)]) if around else range(len(document))
    scopes = _scopes(document, syntax, places)
    told = [node for node, kind in scopes.items() if _tells(kind)]
    if not told:
        return []
    walk = _ScopeWalk(document, syntax)
    whole = bool(syntax.elsewhere) and any(attribute(node, syntax.elsewhere) for node in told)
    for node in range(len(document)) if whole else _inside(document, told):
        states = has(node, syntax.value)
        opens = node in scopes or (states and has(node, syntax.scope))
        if states or opens:
            names = attribute(node, syntax.value) if states else None
            if not walk.meet(node, names, opens):
                break
    return walk.finish()


def _scopes(document: Document, syntax: ScopeSyntax, places: range) -> dict[int, str]:
    """The nodes among *places* that open a thing by themselves, with its type as written."""
    tags, has, kind = document.tag, document.has, syntax.kind
    found: dict[int, str] = {}
    for node in places:
        if tags[node] in SCOPE_TAGS and has(node, kind):
            found[node] = document.attribute(node, kind)
    return found


def _is_product(kind: str) -> bool:
    return any(local_name(each) in PRODUCT_TYPES for each in kind.split())


def _tells(kind: str) -> bool:
    """Whether a thing of that type says anything of products."""
    return any(local_name(each) in TELLING_TYPES for each in kind.split())


def _inside(document: Document, opened: Iterable[int]) -> Iterator[int]:
    """Every node in one of the *opened* scopes, once, in document order."""
    end = 0
    for node in opened:
        if node >= end:
            end = document.nodes.end[node]
            yield from range(node, end)


class _ScopeWalk:
    """Marked elements in document order, the open scopes on a stack."""

    def __init__(self, document: Document, syntax: ScopeSyntax) -> None:
        self.document = document
        self.syntax = syntax
        self.top = [Thing(syntax.name, 0)]
        self.stack: list[tuple[int, Thing]] = [(len(document), self.top[0])]
        self.met = 0
        self.referring: list[Thing] = []

    def meet(self, node: int, names: str | None, opens: bool) -> bool:  # noqa: FBT001 - compiled
        """Take in one marked element; False once there were too many."""
        self.met += 1
        while node >= self.stack[-1][0]:
            self.stack.pop()
        owner = self.stack[-1][1]
        thing = self.open(node) if opens else None
        stated = _names(names) if names else []
        for name in stated:
            self.state(owner, name, thing or self.text(node, name))
        if thing is not None and not stated:
            self.top.append(thing)
        return self.met < MAX_MARKED

    def open(self, node: int) -> Thing:
        """Begin the thing of *node*."""
        document, syntax = self.document, self.syntax
        kinds = document.attribute(node, syntax.kind).split()
        thing = Thing(syntax.name, node, tuple(map(local_name, kinds)))
        if syntax.elsewhere:
            thing.elsewhere = tuple(document.attribute(node, syntax.elsewhere).split())
        if thing.elsewhere:
            self.referring.append(thing)
        self.stack.append((document.nodes.end[node], thing))
        return thing

    def state(self, owner: Thing, name: str, value: Text | Thing) -> None:
        """Give *owner* a value, if it has one."""
        if name in SKIPPED or (isinstance(value, Text) and not value.value):
            return
        owner.add(name, value)

    def text(self, node: int, name: str) -> Text:
        """What *node* states under *name*."""
        return Text(without_marks(_stated(self.document, node, name)[:MAX_VALUE]), node)

    def finish(self) -> list[Thing]:
        """The things at the top, each with what it refers to."""
        if self.referring:
            places = self.places()
            for thing in self.referring:
                for given in thing.elsewhere:
                    for name, value in places.get(given, ()):
                        thing.add(name, value)
        return self.top

    def places(self) -> dict[str, list[tuple[str, Text | Thing]]]:
        """What stands in no scope, by the ids of the elements around it."""
        places: dict[str, list[tuple[str, Text | Thing]]] = {}
        stated = [(name, value) for name, each in self.top[0].values.items() for value in each]
        for name, value in stated[:MAX_REFERRED]:
            for place in (value.node, *islice(self.document.ancestors(value.node), MAX_ABOVE)):
                given = self.document.attribute(place, "id")
                if given:
                    places.setdefault(given, []).append((name, value))
        return places


def _names(attribute: str) -> list[str]:
    """The property names in an attribute; those of other vocabularies than schema.org left out."""
    return [
        local_name(name)
        for name in attribute.split()
        if ":" not in name or name.startswith(("schema:", "http://schema.", "https://schema."))
    ]


def _stated(document: Document, node: int, name: str) -> str:
    """The value that *node* states for *name*: its content, its address or its text."""
    tag = document.tag[node]
    content = document.get(node, "content")
    if content is not None and (content.strip() or tag == "meta"):
        return " ".join(content.split())
    if tag in LINKED and (name in URL_VALUED or tag == "link"):
        return document.attribute(node, "href").strip()
    if tag in {"img", "source"}:
        return (document.attribute(node, "src") or document.attribute(node, "data-src")).strip()
    if tag in {"data", "meter", "input"}:
        return document.attribute(node, "value").strip() or document.text_of(node)
    return document.text_of(node)
