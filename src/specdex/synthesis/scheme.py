"""Schemes as data: container, attribute XPaths, start URL and URL pattern of one site.

A scheme is JSON that a person can read, write and edit::

    {"site": "shop.example", "container": "//div[@id='product']",
     "attributes": [{"name": "title", "xpaths": [".//h1/text()"]}],
     "start_url": "http://shop.example/", "url_pattern": "/product/[^/?#]+$"}
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from enum import StrEnum
from functools import cache

from lxml import etree

from specdex.errors import InputError
from specdex.records import from_json, json_of, to_json
from specdex.text import collapse

__all__ = [
    "VERSION",
    "AttributeRule",
    "Found",
    "Item",
    "Scheme",
    "SiteVerdict",
    "Verdict",
    "distinct_places",
    "is_tame",
    "judge_site",
    "read_items",
    "scheme_from_json",
    "scheme_to_json",
]

VERSION = 1
"""Of the JSON form; a scheme of a later version is refused."""
MAX_VALUE = 2_000
"""Characters; a longer text is no value."""
MAX_PATTERN, MAX_WIDE, MAX_ALIKE, MAX_MAYBE = 20_000, 2, 3, 10
"""Signs of a URL pattern, and at most so many parts of it that take anything, that repeat in a row
what their neighbours take as well, and that may be missing."""
_BACK = re.compile(r"\\[1-9]|\(\?P=")
_TOKEN = re.compile(
    r"(?P<opens>\((?:\?(?:[:=!>]|<[=!]|P?<\w+>|[a-zA-Z-]+:?))?)|(?P<shuts>[)|^])"
    r"|(?P<often>(?:\{\d*,?\d*\}|[*+?])[?+]?)|(?P<sign>\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.)",
    re.DOTALL,
)
_GROUP = re.compile(r"\(([^()]*)\)(\*?)")
_STEP = re.compile(r"(.)([*?]*)", re.DOTALL)
_SIGNS = "".join(map(chr, range(32, 127))) + "é"
"""What addresses are made of."""
_FIRST, _ANY = 0xF0000, "\U000ffffd"
"""Letters of our own for the signs of a pattern, and for a group that was looked at."""
_PART = re.compile(r"substring-after\((.+/text\(\).*), (?:'[^']*'|\"[^\"]*\"|concat\(.*\))\)")
"""An XPath for what follows a label in the same text."""


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
        data = json_of(text)
    except ValueError as error:
        raise InputError(f"not a scheme: not JSON: {error}") from error
    _check_keys(data, Scheme, "a scheme")
    rules = data.get("attributes")
    for rule in rules if isinstance(rules, Iterable) else ():
        _check_keys(rule, AttributeRule, "an attribute")
    scheme = from_json(Scheme, data)
    if not 0 < scheme.version <= VERSION:
        raise InputError(f"not a scheme of version {VERSION}: version {scheme.version}")
    _check_names(scheme)
    for xpath in (scheme.container or ".", *(x for r in scheme.attributes for x in r.xpaths)):
        _check(xpath)
    try:
        re.compile(scheme.url_pattern)
    except re.error as error:
        raise InputError(f"not a scheme: the URL pattern is no expression: {error}") from error
    if not is_tame(scheme.url_pattern):
        raise InputError(
            "not a scheme: the URL pattern may take for ever: repeat nothing that repeats, have"
            f" {MAX_WIDE} parts such as .* at most, and refer back to none"
        )
    return scheme


def is_tame(pattern: str) -> bool:
    r"""Whether a regular expression takes bounded time for an address, whoever wrote it.

    >>> is_tame(r"^https?://[^/]+/p/[^/?#]+-\d+$"), is_tame("(a+)+$"), is_tame(".*.*.*x")
    (True, False, False)
    """
    if len(pattern) > MAX_PATTERN or _BACK.search(pattern):
        return False
    taken = {_ANY: frozenset(_SIGNS)}

    def simpler(found: re.Match[str]) -> str:
        if not found["sign"]:
            often = "?" if found[0].startswith("?") else "*"
            return "(" if found["opens"] else found["shuts"] or often
        letter = chr(_FIRST + len(taken))
        taken[letter] = _signs(found["sign"])
        return letter

    text = _TOKEN.sub(simpler, pattern)
    while found := _GROUP.search(text):
        parts = found[1].split("|")
        alike = max(_alike(part, taken) for part in parts)
        if (found[2] and (len(parts) > 1 or alike or "?" in found[1])) or alike > MAX_ALIKE:
            return False
        stands = f"{_ANY}*" * alike or _ANY
        text = f"{text[: found.start()]}{stands}{text[found.start(2) :]}"
    return all(
        _alike(part, taken) + (not part.startswith("^")) <= MAX_ALIKE for part in text.split("|")
    )


@cache
def _signs(one: str) -> frozenset[str]:
    """What *one* sign of an expression takes; nothing where it only looks."""
    try:
        return frozenset(filter(re.compile(one).fullmatch, _SIGNS))
    except re.error:
        return frozenset(_SIGNS)


def _alike(part: str, taken: Mapping[str, frozenset[str]]) -> int:
    """How many parts in a row could take each other's signs; more than may be where it is wild."""
    longest = row = wide = 0
    before: frozenset[str] = frozenset()
    between: list[frozenset[str]] = []
    for sign, often in _STEP.findall(part.lstrip("^").replace("^", "")):
        signs = taken.get(sign, taken[_ANY])
        if "*" not in often:
            between += [signs] if signs and "?" not in often else []
            continue
        goes_on = before & signs and all(each & (before | signs) for each in between)
        row = row + 1 if goes_on else 1
        longest, wide = max(longest, row), wide + ("/" in signs)
        before, between = signs, []
    return longest if wide <= MAX_WIDE and part.count("?") <= MAX_MAYBE else MAX_ALIKE + 1


def _check_keys(data: object, kind: type, what: str) -> None:
    """A key that is no field is a slip of the pen, not to be passed over."""
    if not isinstance(data, dict):
        raise InputError(f"not a scheme: {what} is written in braces, as {{...}}")
    names = [each.name for each in fields(kind)]
    for key in data:
        if key not in names:
            near = get_close_matches(str(key), names, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"it has: {', '.join(names)}"
            raise InputError(f"not a scheme: {what} has no {key!r}; {hint}")


def _check_names(scheme: Scheme) -> None:
    """Attributes have names, all different, and rules; all texts can be written to a file."""
    seen: set[str] = set()
    for rule in scheme.attributes:
        if not rule.name.strip() or rule.name in seen:
            said = f"{rule.name!r} is there twice" if rule.name in seen else "one has no name"
            raise InputError(f"not a scheme: of its attributes {said}")
        if not rule.xpaths:
            raise InputError(f"not a scheme: the attribute {rule.name!r} has no XPath")
        seen.add(rule.name)
    try:
        scheme_to_json(scheme).encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError("not a scheme: it holds half of a character") from error


def _check(xpath: str) -> None:
    try:
        etree.XPath(xpath)
    except (etree.XPathSyntaxError, ValueError) as error:
        raise InputError(f"not a scheme: {xpath!r} is no XPath: {error}") from error


def distinct_places(
    scheme: Scheme, twins: frozenset[tuple[str, str]] = frozenset()
) -> tuple[Scheme, dict[str, str]]:
    """The scheme where each place is read by the surest attribute, or *twins*; why others go."""
    kept: dict[tuple[str, ...], list[str]] = {}
    why: dict[str, str] = {}
    for rule in sorted(scheme.attributes, key=lambda each: -each.confidence):
        there = kept.setdefault(rule.xpaths, [])
        if all((rule.name, other) in twins for other in there):
            there.append(rule.name)
        else:
            why[rule.name] = f"its likeliest place is that of {there[0]}"
    rules = tuple(rule for rule in scheme.attributes if rule.name not in why)
    return replace(scheme, attributes=rules), why


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
    if isinstance(found, str) and (inner := _PART.fullmatch(xpath)):
        whole = _nodes(context, inner.group(1))
        return [replace(_found(whole[0]), value=collapse(found))] if whole else ()
    if isinstance(found, str):  # string(...), normalize-space(...): it stands in the container
        return [replace(_found(context), value=collapse(found)[:MAX_VALUE])]
    return found if isinstance(found, list) else ()


def _found(node: object) -> Found:
    """The text of an element, a text node or an attribute, and where it stands."""
    if isinstance(node, Found):
        return node
    place: etree._Element | None
    if isinstance(node, etree._Element):  # noqa: SLF001 - the only name lxml gives elements
        text, place = "".join(map(str, node.itertext())), node
    else:
        text = str(node)
        place = node.getparent() if hasattr(node, "getparent") else None
    xpath = "" if place is None else place.getroottree().getpath(place)
    value = collapse(text)
    return Found(value if len(value) <= MAX_VALUE else "", xpath)


class Verdict(StrEnum):
    """How far a scheme goes."""

    COMPLETE = "complete"
    PARTIAL = "partial"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class SiteVerdict:
    """What was synthesized for one site, and why some attributes are missing."""

    site: str
    verdict: Verdict
    scheme: Scheme | None = None
    missing: tuple[tuple[str, str], ...] = ()
    """Attributes without a rule, each with one sentence that says why."""


def judge_site(
    site: str, scheme: Scheme | None, attributes: Sequence[str], why: Mapping[str, str]
) -> SiteVerdict:
    """The verdict about one site."""
    names = scheme.names if scheme else ()
    missing = tuple(
        (name, why.get(name, "no place on its pages is like it"))
        for name in attributes
        if name not in names
    )
    if scheme is None or not names:
        return SiteVerdict(site, Verdict.NONE, None, missing)
    return SiteVerdict(site, Verdict.PARTIAL if missing else Verdict.COMPLETE, scheme, missing)
