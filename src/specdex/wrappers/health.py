"""Does a wrapper still read its site? When a template changes it must say so, not ship less."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from specdex.records import Specification
from specdex.records.wrappers import Profile, Wrapper
from specdex.text import letters_and_digits

__all__ = ["check", "profiles_of"]

MAX_PROFILES = 40
MAX_SHAPES = 6
DIGITS = re.compile(r"\d+")
LETTERS = re.compile(r"[^\W\d_]+")
MAX_SHAPE = 12
REGULAR = 0.9
"""The share of a name's values with a usual shape, for it to be regular."""
MIN_PAGES = 3
"""Fewer pages than this say nothing about a site."""
COVERAGE_LEFT = 0.6
"""Of the share of pages that were read, at least this much is left when all is well, …"""
PAIRS_LEFT = 0.5
"""… of the pairs on a page, …"""
NAMES_LEFT = 0.5
"""… of the names that stood on most pages, …"""
SHAPES_LEFT = 0.5
"""… and of the values that looked as they should."""
USUAL = 0.5
"""A name on this share of the pages is missed when it is gone."""


def shape(value: str) -> str:
    """The shape of *value*: numbers as 9, words as a, in order.

    >>> shape("7.5 x 4 in"), shape("Paperback")
    ('9.9 a 9 a', 'a')
    """
    return LETTERS.sub("a", DIGITS.sub("9", value))[:MAX_SHAPE].strip()


def profiles_of(specifications: Sequence[Specification]) -> tuple[Profile, ...]:
    """For the names on most pages, how often they stand there and how their values look."""
    pages: Counter[str] = Counter()
    shapes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for each in specifications:
        pages.update(dict.fromkeys((letters_and_digits(pair.name) for pair in each.pairs), 1))
        for pair in each.pairs:
            shapes[letters_and_digits(pair.name)][shape(pair.value)] += 1
    total = max(1, len(specifications))
    return tuple(
        Profile(
            name=name,
            pages=round(count / total, 4),
            shapes=tuple(look for look, _ in shapes[name].most_common(MAX_SHAPES)),
            regular=_regular(shapes[name]),
        )
        for name, count in pages.most_common(MAX_PROFILES)
    )


def _regular(shapes: Counter[str]) -> bool:
    usual = sum(count for _, count in shapes.most_common(MAX_SHAPES))
    return usual >= REGULAR * shapes.total()


@dataclass(frozen=True, slots=True)
class Health:
    """How a wrapper does on pages fetched now, beside how it did when it was learned."""

    healthy: bool
    reason: str
    """One sentence."""
    pages: int
    coverage: float
    """The share of pages it reads anything on."""
    pairs: float
    """Pairs on a page, on average."""
    names: float
    """The share of its usual names that are still there."""
    shapes: float
    """The share of their values that look as they did."""


def check(wrapper: Wrapper, read: Sequence[Specification]) -> Health:
    """The health of *wrapper*, by what it *read* from the site's pages now."""
    total = max(1, len(read))
    measured = Health(
        healthy=True,
        reason="it reads the site as it did when it was learned",
        pages=len(read),
        coverage=sum(bool(each.pairs) for each in read) / total,
        pairs=sum(len(each.pairs) for each in read) / total,
        names=_names_left(wrapper, read),
        shapes=_shapes_left(wrapper, read),
    )
    if len(read) < MIN_PAGES:
        return replace(measured, reason=f"too few pages to tell: {len(read)}")
    complaint = _complaint(wrapper, measured)
    return replace(measured, healthy=False, reason=complaint) if complaint else measured


def _complaint(wrapper: Wrapper, now: Health) -> str:
    """What has got worse; empty where nothing has."""
    if now.coverage < COVERAGE_LEFT * wrapper.coverage:
        return f"it reads {now.coverage:.0%} of the pages, {wrapper.coverage:.0%} when learned"
    if now.pairs < PAIRS_LEFT * wrapper.pairs:
        return f"it reads {now.pairs:.1f} pairs a page, {wrapper.pairs:.1f} when learned"
    if now.names < NAMES_LEFT:
        return f"only {now.names:.0%} of its usual names are left"
    if now.shapes < SHAPES_LEFT:
        return f"only {now.shapes:.0%} of the values look as they did"
    return ""


def _names_left(wrapper: Wrapper, read: Sequence[Specification]) -> float:
    usual = [each for each in wrapper.profiles if each.pages >= USUAL]
    if not usual:
        return 1.0
    said = [{letters_and_digits(pair.name) for pair in each.pairs} for each in read]
    left = [sum(each.name in names for names in said) / max(1, len(said)) for each in usual]
    return sum(
        min(1.0, now / profile.pages) for now, profile in zip(left, usual, strict=True)
    ) / len(usual)


def _shapes_left(wrapper: Wrapper, read: Sequence[Specification]) -> float:
    """Only names with few shapes say something: prose has another shape each time."""
    shapes = {each.name: set(each.shapes) for each in wrapper.profiles if each.regular}
    values = [
        shape(pair.value) in shapes[name]
        for each in read
        for pair in each.pairs
        if (name := letters_and_digits(pair.name)) in shapes
    ]
    return sum(values) / len(values) if values else 1.0
