"""Schemes out of what people already have: hand-written Scrapy spiders, and pair rules."""

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from lxml import etree

from specdex.errors import InputError
from specdex.labels import COLONS
from specdex.synthesis.scheme import AttributeRule, Scheme, scheme_from_json, scheme_to_json
from specdex.synthesis.text_nodes import literal
from specdex.text import collapse, letters_and_digits
from specdex.urls import host

__all__ = ["NameRule", "line_xpath", "scheme_from_pairs", "scheme_from_spider", "text_at"]

ASKING = frozenset({"xpath", "XPath"})
STYLED = "css"
PARTING = f"{''.join(COLONS)} =-\u2013\u2014|\u2026."
"""What stands between a name and its value on a line."""
TRIED, MOSTLY = 5, 0.9
"""Ways to read a line that are tried, and the share of pages that one must be right for."""


def scheme_from_spider(source: str, name: str = "spider") -> Scheme:
    """The scheme in the Python source of a Scrapy spider; nothing of it is executed.

    The container is what a loop goes over; attributes are what is assigned to ``item["name"]``,
    named in a dict or call, or given to a loader: by ``.xpath()``, ``.css()`` or a chain of them.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InputError(f"{name} is no Python file: {error}") from error
    asked = dict(_attributes(tree))
    if not asked:
        raise InputError(f"{name} assigns no XPath or CSS selector to an attribute")
    starts = _strings(tree, "start_urls")
    domains = _strings(tree, "allowed_domains")
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    allowed = (word.value for call in calls for word in call.keywords if word.arg == "allow")
    places = [f"http://{each}" for each in domains] or starts
    site = host(places[0]) if places else ""
    if not site:
        raise InputError(f"{name} names no site: neither allowed_domains nor start_urls")
    scheme = Scheme(
        site=site,
        container=_container(tree, set(asked.values())),
        attributes=tuple(
            AttributeRule(name=each, xpaths=(xpath,)) for each, xpath in asked.items()
        ),
        start_url=starts[0] if starts else "",
        url_pattern="|".join(each for value in allowed for each in _constants(value)),
    )
    return scheme_from_json(scheme_to_json(scheme))


def _xpath_in(node: ast.AST) -> str:
    """The XPath of the first ``….xpath("…")`` or ``….css("…")`` inside *node*, chains as one."""
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and (own := _asked(each)):
            before = _xpath_in(each.func)
            if not before:
                return own
            return f"{before}{own[1:]}" if own.startswith("./") else f"{before}/{own}"
    return ""


def _asked(call: ast.Call) -> str:
    """What one call asks for, as an XPath; empty where it asks for nothing that can be read."""
    how = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    said = getattr(call.args[0], "value", None) if call.args else None
    if not isinstance(said, str):
        return ""
    return said if how in ASKING else _of_css(said) if how == STYLED else ""


def _of_css(selector: str) -> str:
    """A CSS selector as the XPath that Scrapy makes of it; empty where it is none."""
    from cssselect import SelectorError  # noqa: PLC0415 - only for spiders that people wrote
    from parsel.csstranslator import css2xpath  # noqa: PLC0415

    try:
        return css2xpath(selector)
    except SelectorError:
        return ""


def _attributes(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """What is named and read by an XPath."""
    for node in ast.walk(tree):
        named: list[tuple[object, ast.AST]] = []
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            place = node.targets[0].slice
            named = [(getattr(place, "value", None), node.value)]
        elif isinstance(node, ast.Dict):
            named = [
                (getattr(key, "value", None), value)
                for key, value in zip(node.keys, node.values, strict=True)
            ]
        elif isinstance(node, ast.Call):
            named = [(word.arg, word.value) for word in node.keywords]
            yield from _loaded(node)
        for name, value in named:
            xpath = _xpath_in(value)
            if isinstance(name, str) and xpath:
                yield name, xpath


def _loaded(call: ast.Call) -> Iterator[tuple[str, str]]:
    """What ``loader.add_xpath("name", "…")`` or ``loader.add_css("name", "…")`` names."""
    how = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if how in LOADING:
        said = [getattr(each, "value", None) for each in call.args[:2]]
        if len(said) == len(("name", "xpath")) and all(isinstance(each, str) for each in said):
            xpath = LOADING[how](str(said[1]))
            if xpath:
                yield str(said[0]), xpath


def _container(tree: ast.AST, used: set[str]) -> str:
    """The XPath that a loop goes over, directly or through a variable."""
    assigned = {
        node.targets[0].id: _xpath_in(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.For):
            over = node.iter
            xpath = assigned.get(over.id, "") if isinstance(over, ast.Name) else _xpath_in(over)
            if xpath and xpath not in used:
                return xpath
    return ""


def _strings(tree: ast.AST, name: str) -> list[str]:
    """The strings of the list assigned to *name*."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == name for target in node.targets
        ):
            return _constants(node.value)
    return []


def _constants(node: ast.AST) -> list[str]:
    return [
        each.value
        for each in ast.walk(node)
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    ]


LOADING: dict[str, Callable[[str], str]] = {"add_xpath": str, "add_css": _of_css}
"""How loaders are told what to read, and what makes an XPath of it."""


@dataclass(frozen=True, slots=True)
class NameRule:
    """A printed name, and where its value stands."""

    name: str
    names: str = ""
    """The XPath of the elements that hold names, each followed by the element of its value."""
    value: str = ""
    """The XPath of the value itself, where it stands on the line of its name."""


def scheme_from_pairs(site: str, rules: Sequence[NameRule]) -> Scheme:
    """The scheme that rules for pairs make: one attribute for each printed name."""
    xpaths: dict[str, list[str]] = {}
    for rule in rules:
        name = rule.name.rstrip("".join(COLONS)).rstrip()
        said = f"normalize-space(.)={literal(rule.name)}"
        xpath = rule.value or f"({rule.names})[{said}]/following-sibling::*[1]"
        if name:
            xpaths.setdefault(name, []).append(xpath)
    return Scheme(
        site=site,
        attributes=tuple(
            AttributeRule(name=name, xpaths=tuple(dict.fromkeys(found)))
            for name, found in xpaths.items()
        ),
        method="wrapper",
    )


def line_xpath(lines: str, name: str, stated: Sequence[tuple[etree._Element, str]]) -> str:
    """The XPath of what follows *name* on its line; empty where no way is right for most pages.

    *lines* finds the elements that hold lines, *stated* says what pages state.
    """
    ways = Counter(
        way for root, value in stated for way in dict.fromkeys(_ways(root, lines, name, value))
    )
    for way, _ in ways.most_common(TRIED):
        right = sum(
            letters_and_digits(text_at(each, way)) == letters_and_digits(value)
            for each, value in stated
        )
        if right >= MOSTLY * len(stated):
            return way
    return ""


def _ways(root: etree._Element, lines: str, name: str, value: str) -> Iterator[str]:
    """XPaths that may read *value*: by its line, by a text that names it, or by the one before."""
    found = root.xpath(lines)
    for line in filter(etree.iselement, found if isinstance(found, list) else ()):
        text = collapse("".join(map(str, line.itertext())))
        if label := _label(text, name, value):
            yield _after(f"({lines})[starts-with(normalize-space(.), {label})]", label)
        before = ""
        for text in filter(None, map(collapse, map(str, line.itertext()))):
            if label := _label(text, name, value):
                yield _after(f"({lines})//text()[starts-with(normalize-space(.), {label})]", label)
            if not before.removeprefix(name).strip(PARTING) and before.startswith(name):
                label = literal(before)
                behind = (
                    f"(({lines})//text()[normalize-space(.)={label}])[1]"
                    "/following::text()[normalize-space(.)][1]"
                )
                sign = text.removesuffix(value).strip()
                if text == value:
                    yield f"normalize-space({behind})"
                elif text.endswith(value) and not sign.strip(PARTING):
                    yield _after(behind, literal(sign))
            before = text


def _label(text: str, name: str, value: str) -> str:
    """What *text* says before *value*, as an XPath string, where that is *name* and a sign."""
    label = text.removesuffix(value).rstrip()
    apart = label.removeprefix(name)
    return literal(label) if label not in {text, apart} and not apart.strip(PARTING) else ""


def _after(place: str, label: str) -> str:
    return f"normalize-space(substring-after(normalize-space(({place})[1]), {label}))"


def text_at(root: etree._Element, xpath: str) -> str:
    """The first text that *xpath* finds in *root*; empty where it finds none."""
    found = root.xpath(xpath)
    if not isinstance(found, list):
        return collapse(str(found))
    texts = (
        "".join(map(str, each.itertext())) if etree.iselement(each) else str(each) for each in found
    )
    return next(filter(None, map(collapse, texts)), "")
