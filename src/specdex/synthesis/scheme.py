"""Schemes as data: container, attribute XPaths, start URL and URL pattern of one site.

A scheme is JSON that a person can read, write and edit::

    {"site": "shop.example", "container": "//div[@id='product']",
     "attributes": [{"name": "title", "xpaths": [".//h1/text()"]}],
     "start_url": "http://shop.example/", "url_pattern": "/product/[^/?#]+$"}
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from lxml import etree

from specdex.errors import InputError
from specdex.records import from_json, to_json
from specdex.text import collapse

__all__ = [
    "VERSION",
    "AttributeRule",
    "Found",
    "Item",
    "Scheme",
    "read_items",
    "scheme_from_json",
    "scheme_to_json",
]

VERSION = 1
"""Of the JSON form; a scheme of a later version is refused."""
MAX_VALUE = 2_000
"""Characters; a longer text is no value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeRule:
    """How one attribute is read within a container."""

    name: str
    xpaths: tuple[str, ...]
    """Relative to the container; the first that finds anything is believed."""
    confidence: float = 1.0
    reason: str = ""
    """What the rule was believed for, in a few words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """A crawling scheme: what to read on which pages of one site."""

    site: str
    attributes: tuple[AttributeRule, ...]
    container: str = ""
    """The XPath of the element that holds one item; empty for the whole page."""
    start_url: str = ""
    url_pattern: str = ""
    """A regular expression that finds itself in the URLs of pages with items; empty for all."""
    method: str = "hand"
    version: int = VERSION

    @property
    def names(self) -> tuple[str, ...]:
        """The attributes that have a rule."""
        return tuple(rule.name for rule in self.attributes)


@dataclass(frozen=True, slots=True)
class Found:
    """A value with the place it was read at."""

    value: str
    xpath: str


Item = dict[str, list[Found]]
"""One item of a page: the values of each attribute that was found."""


def scheme_to_json(scheme: Scheme) -> str:
    """The JSON text of *scheme*, indented for a person."""
    return json.dumps(to_json(scheme), ensure_ascii=False, indent=2)


def scheme_from_json(text: str) -> Scheme:
    """The scheme that *text* describes; an InputError says what is wrong with it."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise InputError(f"not a scheme: not JSON: {error}") from error
    scheme = from_json(Scheme, data)
    if not 0 < scheme.version <= VERSION:
        raise InputError(f"not a scheme of version {VERSION}: version {scheme.version}")
    for xpath in (scheme.container or ".", *(x for r in scheme.attributes for x in r.xpaths)):
        _check(xpath)
    try:
        re.compile(scheme.url_pattern)
    except re.error as error:
        raise InputError(f"not a scheme: the URL pattern is no expression: {error}") from error
    return scheme


def _check(xpath: str) -> None:
    try:
        etree.XPath(xpath)
    except etree.XPathSyntaxError as error:
        raise InputError(f"not a scheme: {xpath!r} is no XPath: {error}") from error


def read_items(scheme: Scheme, root: etree._Element) -> list[Item]:
    """The items of a page, those that hold any attribute, in document order."""
    containers = _nodes(root, scheme.container) if scheme.container else [root]
    items = [_item(scheme, each) for each in containers if etree.iselement(each)]
    return [item for item in items if item]


def _item(scheme: Scheme, container: etree._Element) -> Item:
    item: Item = {}
    for rule in scheme.attributes:
        for xpath in rule.xpaths:
            found = [value for value in map(_found, _nodes(container, xpath)) if value.value]
            if found:
                item[rule.name] = found
                break
    return item


def _nodes(context: etree._Element, xpath: str) -> Sequence[object]:
    try:
        found = context.xpath(xpath)
    except etree.XPathError:
        return ()
    return found if isinstance(found, list) else ()


def _found(node: object) -> Found:
    """The text of an element, a text node or an attribute, and where it stands."""
    place: etree._Element | None
    if isinstance(node, etree._Element):  # noqa: SLF001 - the only name lxml gives elements
        text, place = "".join(map(str, node.itertext())), node
    else:
        text = str(node)
        place = node.getparent() if hasattr(node, "getparent") else None
    xpath = "" if place is None else place.getroottree().getpath(place)
    value = collapse(text)
    return Found(value if len(value) <= MAX_VALUE else "", xpath)
