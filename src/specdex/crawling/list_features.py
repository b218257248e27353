"""What tells lists of goods from other lists: what the records hold, and whether this is a shop."""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

import numpy as np

from specdex.crawling.index_pages import LinkGroup
from specdex.crawling.links import PRICE, PageLink
from specdex.html import Document
from specdex.lexicon import alternatives, table
from specdex.text import words

__all__ = ["LIST_FEATURES", "list_row"]

_STEP, _PART = r"(?:^|/)(?:{})(?:/|$|-)", r"(?:^|/|\.)(?:{})(?:/|$|-|\.)"
_FRAMES = {
    "product": _STEP + r"|\.p$",
    "collection": r"(?:^|/)(?:{})(?:/|$|-|\?)",
    "talk": _PART,
    "manual": _PART,
}
ADDRESS_WORDS = {
    name: re.compile(_FRAMES.get(name, _STEP).format("|".join(steps)), re.IGNORECASE)
    for name, steps in table("pages.address_steps").items()
}
"""Parts of addresses by the type of page they lead to."""
CLASS_SIGNS = {
    name: re.compile("|".join(pieces), re.IGNORECASE)
    for name, pieces in table("pages.class_pieces").items()
}
"""What elements call themselves in class and id."""
HEAD_SIGNS = {
    name: re.compile(rf"\b(?:{'|'.join(said)})\b" + r"|\?" * (name == "talk"), re.IGNORECASE)
    for name, said in table("pages.headings").items()
}
"""What title, description and heading promise."""
_RECORDS = table("pages.records")
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
RECORD_SIGNS = {
    "dated": re.compile(
        rf"\b(?:\d+\s?(?:min|minutes?|h|hours?|d|days?|weeks?|months?|years?) ago|"
        rf"{_MONTH}\.? \d{{1,2}}\b|\d{{1,2}}\.? {_MONTH}\b|(?:19|20)\d\d-\d\d-\d\d|"
        r"\d{1,2}[./]\d{1,2}[./](?:19|20)?\d\d|\d+ min(?:ute)? read)",
        re.IGNORECASE,
    ),
    "written": re.compile(
        r"\bby\s[A-Z][a-z]+ [A-Z][a-z]+|\b(?i:read more|continue reading|comments?|learn more)\b"
    ),
    "bought": re.compile(rf"\b(?:{'|'.join(_RECORDS['bought'])})\b|\(\d+\)", re.IGNORECASE),
    "of people": re.compile(rf"\b(?:{'|'.join(_RECORDS['of people'])})\b", re.IGNORECASE),
}
"""What records of lists hold: goods on one side, news, jobs, courses and homes on the other."""
SHOP_LINKS = re.compile(rf"/(?:{alternatives('addresses.shop_links')})\b", re.IGNORECASE)
"""Where only shops lead."""
ITEM_KEY = re.compile(
    r"[\"'](?:sku|product_?id|item_?id|partNumber|styleId|handle)\\?[\"']\s*:\s*"
    r"\\?[\"']?([\w.:/-]{2,60})",
    re.IGNORECASE,
)
"""One thing for sale, as scripts write it."""
MIN_RECORDS = 4
"""Links alike that make a list."""
MAX_RECORD = 700
"""Characters behind a link that may be its record's."""
MAX_RECORDS = 60
"""Records of one list that are looked at."""
MAX_GROUPS = 8
MAX_LINKS = 400
TARGETS = ("product", "collection", "reading", "talk", "service")
"""Where links lead, by their addresses."""
RECORD = ("size", "priced", "pictured", "anchor words", "length", *RECORD_SIGNS, "below")
LIST_FEATURES = (
    *(f"class {name}" for name in CLASS_SIGNS),
    *(f"body {name}" for name in CLASS_SIGNS),
    *(f"head {name}" for name in HEAD_SIGNS),
    *(f"links to {name}" for name in TARGETS),
    *(f"share to {name}" for name in TARGETS),
    "shop links",
    *(f"record {name}" for name in RECORD),
    *("priced lists", "items in scripts", "links below", "sizes of lists"),
)
"""The columns of a page's row that speak of its lists."""


def list_row(
    document: Document, links: Sequence[PageLink], groups: Sequence[LinkGroup], script: str
) -> Iterator[float]:
    """What the page's classes, head, links and records say; *script* is its scripts' text."""
    yield from _classes(document)
    yield from _head(document)
    yield from _targets(links)
    lists = sorted(
        (group for group in groups if _unframed(group) >= MIN_RECORDS),
        key=lambda group: -_weight(group),
    )
    yield from _record(document, lists[0] if lists else None)
    priced = (group for group in lists[:MAX_GROUPS] if group.priced >= 0.5)  # noqa: PLR2004
    yield float(np.log1p(sum(len(group.links) for group in priced)))
    found = {match.group(1) for match in ITEM_KEY.finditer(script)}
    yield float(np.log1p(len(found)))
    yield float(np.log1p(_below(document, links)))
    yield float(np.log1p(sum(len(group.links) for group in lists)))


def _unframed(group: LinkGroup) -> int:
    return sum(not link.framed for link in group.links)


def _weight(group: LinkGroup) -> float:
    """How much of the page a list is: its links, more where they have names."""
    named = sum(len(words(link.anchor)) > 1 for link in group.links[:MAX_RECORDS])
    return _unframed(group) * (1 + named / min(len(group.links), MAX_RECORDS)) * (0.3 + group.score)


def _classes(document: Document) -> Iterator[float]:
    """How many elements call themselves what, and what the whole page calls itself."""
    counts = dict.fromkeys(CLASS_SIGNS, 0)
    told = dict.fromkeys(CLASS_SIGNS, 0.0)
    seen: dict[str, tuple[str, ...]] = {}
    for node in range(len(document)):
        label = f"{document.attribute(node, 'class')} {document.attribute(node, 'id')}"
        if label == " ":
            continue
        if label not in seen:
            seen[label] = tuple(
                name for name, pattern in CLASS_SIGNS.items() if pattern.search(label)
            )
        for name in seen[label]:
            counts[name] += 1
            if document.tag[node] in {"html", "body", "main"}:
                told[name] = 1.0
    yield from (float(np.log1p(count)) for count in counts.values())
    yield from told.values()


def _head(document: Document) -> Iterator[float]:
    """What title, description and first heading say."""
    said = [document.title]
    for node in document.nodes_of("meta"):
        name = document.attribute(node, "property") or document.attribute(node, "name")
        if name.lower() in {"description", "og:title", "og:description"}:
            said.append(document.attribute(node, "content"))
    said += [document.text_of(node) for node in document.nodes_of("h1")][:1]
    text = "\n".join(said)[: MAX_RECORD * len(said)]
    yield from (float(bool(pattern.search(text))) for pattern in HEAD_SIGNS.values())


def _targets(links: Sequence[PageLink]) -> Iterator[float]:
    """Where the page's links lead, and how many of them to carts, orders and lists of wishes."""
    paths = list({urlsplit(link.url).path for link in links if not link.framed})[:MAX_LINKS]
    counts = [sum(bool(ADDRESS_WORDS[name].search(path)) for path in paths) for name in TARGETS]
    yield from (float(np.log1p(count)) for count in counts)
    yield from (count / max(1, len(paths)) for count in counts)
    yield float(np.log1p(len({link.key for link in links if SHOP_LINKS.search(link.url)})))


def _record(document: Document, group: LinkGroup | None) -> Iterator[float]:
    """The records of the page's main list."""
    if group is None:
        yield from (0.0 for _ in RECORD)
        return
    links = group.links[:MAX_RECORDS]
    texts = list(_records(document, links))
    count = len(links)
    yield float(np.log1p(len(group.links)))
    yield sum(bool(PRICE.search(text)) for text in texts) / count
    yield group.score - 0.45 * group.priced
    yield sum(len(words(link.anchor)) for link in links) / count
    yield float(np.log1p(sum(map(len, texts)) / count))
    for pattern in RECORD_SIGNS.values():
        yield sum(bool(pattern.search(text)) for text in texts) / count
    path = urlsplit(document.page.url).path.rstrip("/")
    yield sum(urlsplit(link.url).path.startswith(f"{path}/") for link in links) / count


def _records(document: Document, links: Sequence[PageLink]) -> Iterator[str]:
    """The text from each link to the next."""
    starts = [document.start[link.node] for link in links]
    for place, start in enumerate(starts):
        following = starts[place + 1] if place + 1 < len(starts) else start + MAX_RECORD
        yield document.text[start : min(max(following, start), start + MAX_RECORD)]


def _below(document: Document, links: Sequence[PageLink]) -> int:
    """How many links lead below the page's own address."""
    path = urlsplit(document.page.url).path.rstrip("/")
    if not path:
        return 0
    return len({link.key for link in links if urlsplit(link.url).path.startswith(f"{path}/")})
