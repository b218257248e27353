"""Schemes from wherever people have them: schemes, spiders, wrappers, runs, emitted projects."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from lxml import etree

from specdex.errors import InputError
from specdex.html import Document, parse
from specdex.page_sources.streams import text_of
from specdex.pipeline.extract import is_run
from specdex.pipeline.learn import read_wrappers
from specdex.records import Page, Wrapper
from specdex.records.wrappers import Layout
from specdex.runs import RunFolder
from specdex.synthesis.scheme import Scheme, scheme_from_json
from specdex.synthesis.scheme_sources import (
    NameRule,
    line_xpath,
    scheme_from_pairs,
    scheme_from_spider,
)
from specdex.synthesis.spiders import SCHEME_FILE
from specdex.text import collapse, letters_and_digits
from specdex.wrappers.apply import Applier

__all__ = ["merged", "only", "read_schemes"]

NAMED_PAGES = 20
"""So many pages of a site tell how it prints the names that a wrapper knows."""
OFTEN = 0.2
"""A name on fewer of the pages than this makes no attribute."""
SAMPLE = Mapping[str, Sequence[Page]]


def read_schemes(path: Path, sites: SAMPLE | None = None) -> list[Scheme]:
    """The schemes at *path*.

    A scheme or several, a line each; wrappers as ``specdex learn`` prints them; a Scrapy spider;
    a run with wrappers; a project that specdex emitted. What wrappers call their attributes shows
    on the pages of *sites*.
    """
    if is_run(str(path)):
        return _of_run(path, sites or {})
    file = path / SCHEME_FILE if path.is_dir() else path
    text = text_of(file)
    if file.suffix == ".py":
        return [scheme_from_spider(text, file.name)]
    return _of_text(file, text, sites or {})


def _of_text(path: Path, text: str, sites: SAMPLE) -> list[Scheme]:
    first, rest = _first_object(text)
    if "rules" in first and "attributes" not in first:
        return _of_wrappers(read_wrappers(path), sites, str(path))
    lines = [line for line in text.splitlines() if line.strip()]
    try:
        return [scheme_from_json(each) for each in (lines if first and rest else [text])]
    except InputError as error:
        raise InputError(f"{path}: {error}") from error


def _first_object(text: str) -> tuple[Mapping[str, object], str]:
    """The object that *text* begins with, empty where it begins with none, and what follows."""
    start = text.lstrip()
    try:
        found, end = json.JSONDecoder().raw_decode(start)
    except (ValueError, RecursionError):
        return {}, ""
    return (found if isinstance(found, dict) else {}), start[end:].strip()


def _of_run(path: Path, sites: SAMPLE) -> list[Scheme]:
    with RunFolder(path) as run:
        wrappers = [each for each in run.store.read(Wrapper) if each.rules]
    if not wrappers:
        raise InputError(f"{path} holds no wrapper: learn its sites first, or give a scheme")
    return _of_wrappers(wrappers, sites, str(path))


def _of_wrappers(wrappers: Iterable[Wrapper], sites: SAMPLE, what: str) -> list[Scheme]:
    schemes = [_of_wrapper(each, sites.get(each.site, ())) for each in wrappers]
    found = [each for each in schemes if each.attributes]
    if not found:
        raise InputError(f"{what}: its wrappers read nothing on the pages that were given")
    return found


def _of_wrapper(wrapper: Wrapper, pages: Sequence[Page]) -> Scheme:
    """A wrapper as a scheme: an attribute for each name that its pages print often."""
    documents = [each for each in map(parse, islice(pages, NAMED_PAGES)) if len(each)]
    wanted = {each.name for each in wrapper.profiles if each.pages >= OFTEN}
    rules: list[NameRule] = []
    for rule in wrapper.rules:
        made = _cells if rule.layout is Layout.CELLS else _lines
        rules += (
            each
            for each in made(replace(wrapper, rules=(rule,)), documents)
            if letters_and_digits(each.name) in wanted
        )
    return scheme_from_pairs(wrapper.site, rules)


def _cells(wrapper: Wrapper, documents: Sequence[Document]) -> Iterator[NameRule]:
    """The names that pages print in elements of their own, the most frequent first."""
    (rule,) = wrapper.rules
    printed = Counter(
        name for each in documents for name in set(_names(each.element(0), rule.names))
    )
    for name, _ in sorted(printed.items(), key=lambda each: (-each[1], each[0])):
        yield NameRule(name, rule.names)


def _names(root: etree._Element, xpath: str) -> list[str]:
    """The names that a page prints, as it prints them."""
    try:
        found = root.xpath(xpath)
    except etree.XPathError:
        return []
    elements = [each for each in found if etree.iselement(each)] if isinstance(found, list) else []
    return list(filter(None, (collapse("".join(map(str, each.itertext()))) for each in elements)))


def _lines(wrapper: Wrapper, documents: Sequence[Document]) -> Iterator[NameRule]:
    """The names that pages print on one line with their values, the most frequent first."""
    stated: dict[str, dict[etree._Element, str]] = {}
    for document in documents:
        for pair in Applier(wrapper).read(document).pairs:
            stated.setdefault(pair.name, {}).setdefault(document.element(0), pair.value)
    for name, values in sorted(stated.items(), key=lambda each: (-len(each[1]), each[0])):
        if xpath := line_xpath(wrapper.rules[0].names, name, list(values.items())):
            yield NameRule(name, value=xpath)


def only(schemes: Sequence[Scheme], attributes: Sequence[str]) -> list[Scheme]:
    """The schemes cut down to *attributes*; whole where none is named."""
    if not attributes:
        return list(schemes)
    known = {name for scheme in schemes for name in scheme.names}
    missing = [name for name in attributes if name not in known]
    if missing:
        told = ", ".join(sorted(known)[:NAMED_PAGES])
        raise InputError(f"no scheme reads {', '.join(missing)}; they read: {told}")
    cut = [
        replace(each, attributes=tuple(rule for rule in each.attributes if rule.name in attributes))
        for each in schemes
    ]
    return [each for each in cut if each.attributes]


def merged(schemes: Sequence[Scheme]) -> dict[str, Scheme]:
    """One scheme per site; several partial ones of a site count as one."""
    out: dict[str, Scheme] = {}
    for scheme in schemes:
        known = out.get(scheme.site)
        if known is None:
            out[scheme.site] = scheme
            continue
        if known.container != scheme.container:
            raise InputError(f"two schemes of {scheme.site} have different containers")
        rules = {rule.name: rule for rule in known.attributes}
        for rule in scheme.attributes:
            mine = rules.get(rule.name, rule)
            xpaths = tuple(dict.fromkeys((*mine.xpaths, *rule.xpaths)))
            rules[rule.name] = replace(mine, xpaths=xpaths)
        out[scheme.site] = replace(
            known,
            attributes=tuple(rules.values()),
            start_url=known.start_url or scheme.start_url,
            url_pattern="|".join(
                filter(None, dict.fromkeys((known.url_pattern, scheme.url_pattern)))
            ),
        )
    return out
