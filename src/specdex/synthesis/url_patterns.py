"""What many concrete descriptors have in common: URL patterns, unified as XPaths are.

Algorithm 2 of the paper makes one descriptor of many that most of them agree with. A descriptor is
a sequence of steps, a step a set of features with their values: tag, class and id of an element on
a path, or the parts of a URL.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from os.path import commonprefix
from urllib.parse import urlsplit

from specdex.groups import by_key
from specdex.html import Document
from specdex.synthesis.scheme import Scheme, read_items
from specdex.urls import query

__all__ = ["Descriptor", "Step", "accepts", "agrees", "item_pattern", "unify", "unify_urls"]

TOLERANT = 0.02
"""A step of a pattern must hold all but this share of the URLs: filters must not lose pages."""
SHORTEST_LITERAL = 2
MAX_URL = 640
"""No longer address is held against a pattern."""
_PIECE = re.compile(r"[A-Za-z]+|\d+|[^A-Za-z\d]")
ENOUGH = 0.5
"""Pages with every attribute are the ones with items if they are this share of a template's."""
DELTA = 0.5
"""A unified step must hold more than this share of the support (the paper's)."""

Step = frozenset[tuple[str, str]]
"""Features of one step; a feature that is missing is unspecified."""
Descriptor = tuple[Step, ...]
MOST_FEATURES = 6
"""Of a step with more features than this only so many are looked at together."""


def unify_urls(urls: Iterable[str], others: Iterable[str] = ()) -> str:
    """A regular expression over path and query that the *urls* match; empty where there are none.

    *others* are pages of the site without items: where the plain pattern takes them, shapes of
    the parts are added.
    """
    wanted = sorted(set(urls))
    unwanted = sorted(set(others) - set(wanted))
    if not wanted:
        return ""
    lengths = by_key((len(_parts(url)), url) for url in wanted)
    kept = [group for group in lengths.values() if len(group) > TOLERANT * len(wanted)]
    plain = "|".join(sorted({_pattern(group, shaped=False) for group in kept}))
    if not any(accepts(plain, url) for url in unwanted):
        return plain
    return "|".join(sorted({_pattern(group, shaped=True) for group in kept}))


def accepts(pattern: str, url: str) -> bool:
    """Whether *url* is one that *pattern* lets through."""
    return not pattern or (len(url) <= MAX_URL and re.search(pattern, url) is not None)


def _parts(url: str) -> tuple[str, ...]:
    """The segments of the path, then the names of the query."""
    parts = urlsplit(url)
    return (*parts.path.split("/")[1:], *(f"?{name}" for name, _ in query(url)))


def _pattern(urls: Sequence[str], *, shaped: bool) -> str:
    """One expression for URLs with the same number of parts."""
    support = Counter(tuple(_features(part) for part in _parts(url)) for url in urls)
    unified: Descriptor = unify(dict(support), 1 - TOLERANT - 1e-9)
    rows = [_parts(url) for url in urls]
    path, names = [], []
    for place, step in enumerate(unified):
        column = [row[place] for row in rows]
        if any(part.startswith("?") for part in column):
            names += [re.escape(column[0][1:])] if len(set(column)) == 1 else []
        else:
            path.append(_segment(step, column, shaped=shaped))
    lookaheads = "".join(f"(?=[^#]*[?&]{name}=)" for name in names)
    tail = "(?:#|$)" if not any(urlsplit(url).query for url in urls) else r"(?:\?|#|$)"
    host = r"^https?://[^/]+"
    return f"{host}{lookaheads}/{'/'.join(path)}{tail}" if path else f"{host}/?{tail}"


def _features(part: str) -> Step:
    found = {("exact", part)}
    stem, dot, ending = part.rpartition(".")
    if dot and stem and ending.isalnum():
        found.add(("ending", ending))
    return frozenset(found)


def _segment(step: Step, column: Sequence[str], *, shaped: bool) -> str:
    known = dict(step)
    if "exact" in known:
        return re.escape(known["exact"])
    if shaped:
        return _shape(column)
    ending = re.escape("." + known["ending"]) if "ending" in known else ""
    return f"[^/?#]{'+' if all(column) else '*'}{ending}"


def _shape(column: Sequence[str]) -> str:
    """What the parts have in common: beginning, end, and whether there is a number."""
    first = _common(column)
    last = _common([part[::-1] for part in column])[::-1]
    if min(map(len, column)) < len(first) + len(last):
        last = ""
    numbered = all(any(each.isdigit() for each in part) for part in column)
    middle = r"[^/?#]*\d[^/?#]*" if numbered else "[^/?#]*"
    return f"{re.escape(first)}{middle}{re.escape(last)}"


def _common(parts: Sequence[str]) -> str:
    """The longest beginning of whole words and marks that all *parts* share."""
    text = "".join(commonprefix([_PIECE.findall(part) for part in parts]))  # noqa: RUF071 - of pieces
    return text if len(text) >= SHORTEST_LITERAL or not text.isalnum() else ""


def item_pattern(scheme: Scheme, template: Sequence[Document], every: Sequence[Document]) -> str:
    """The pattern of *scheme*, or a better one.

    *template* are the pages that the scheme was made on, *every* all pages of the site. A pattern
    is good that takes the pages of the template with all attributes and no page without them;
    pages of other templates that the scheme happens to read count neither way.
    """
    read = {each.page.url: _attributes(scheme, each) for each in every}
    mine = [each.page.url for each in template]
    whole = [url for url in mine if read[url] == len(scheme.names)]
    if not whole or len(whole) < ENOUGH * len(mine):
        most = max((read[url] for url in mine), default=0)
        whole = [url for url in mine if read[url] > most / 2]
    if not whole:
        return scheme.url_pattern
    wanted = set(whole)
    others = {url for url, count in read.items() if count < len(scheme.names)} - wanted
    rest = set(read) - wanted
    found = [scheme.url_pattern, unify_urls(whole, others), unify_urls(whole, rest)]
    return max(found, key=lambda pattern: _goodness(pattern, wanted, others))


def _attributes(scheme: Scheme, document: Document) -> int:
    items = read_items(scheme, document.element(0)) if len(document) else []
    return max(map(len, items), default=0)


def _goodness(pattern: str, wanted: set[str], others: set[str]) -> float:
    """The F1 of a pattern; an empty one takes all."""
    right = sum(accepts(pattern, url) for url in wanted)
    wrong = sum(accepts(pattern, url) for url in others)
    return round(2 * right / (right + wrong + len(wanted)), 2)


def agrees(concrete: Descriptor, unified: Descriptor) -> bool:
    """Whether *concrete* is one of those that *unified* describes."""
    return len(concrete) >= len(unified) and all(
        wanted <= step for step, wanted in zip(concrete, unified, strict=False)
    )


def unify(support: Mapping[Descriptor, float], delta: float = DELTA) -> Descriptor:
    """The most concrete descriptor that more than *delta* of the support agrees with."""
    least = delta * sum(support.values())
    left = dict(support)
    unified: list[Step] = []
    for place in range(max(map(len, support), default=0)):
        steps: dict[Step, float] = defaultdict(float)
        for descriptor, weight in left.items():
            if len(descriptor) > place:
                steps[descriptor[place]] += weight
        chosen = _most_concrete(steps, least)
        if chosen is None:
            break
        unified.append(chosen)
        left = {
            each: weight
            for each, weight in left.items()
            if len(each) > place and chosen <= each[place]
        }
    return tuple(unified)


def _most_concrete(steps: Mapping[Step, float], least: float) -> Step | None:
    """The largest set of features with enough support; None where even the empty set has not."""
    if sum(steps.values()) <= least:
        return None
    supports: dict[Step, float] = defaultdict(float)
    for step, weight in steps.items():
        some = sorted(step)[:MOST_FEATURES]
        sizes = range(len(some) + 1)
        for part in chain.from_iterable(combinations(some, size) for size in sizes):
            supports[frozenset(part)] += weight
    enough = [(part, weight) for part, weight in supports.items() if weight > least]
    return max(enough, key=lambda each: (len(each[0]), each[1], sorted(each[0])))[0]
