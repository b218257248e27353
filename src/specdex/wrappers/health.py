"""Does a wrapper still read its site? When a template changes it must say so, not ship less."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from specdex.html import Document
from specdex.records import Failure, Specification
from specdex.text import letters_and_digits
from specdex.wrappers.applying import Applier
from specdex.wrappers.knowledge import NOTHING, Knowledge
from specdex.wrappers.learner import WrapperLearner
from specdex.wrappers.profiles import shape
from specdex.wrappers.wrapper import NotLearned, Wrapper

__all__ = ["Health", "check", "learn_again", "ship"]

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
RECALLED = 0.3
"""The share of remembered names that a wrapper learned again must find."""


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


def ship(
    wrapper: Wrapper, documents: Sequence[Document]
) -> tuple[tuple[Specification, ...], Health]:
    """What *wrapper* reads from *documents*, and its health.

    An unhealthy wrapper's answers are not shipped: each page becomes a failure that says why.
    """
    applier = Applier(wrapper)
    read = tuple(
        applier.apply(each.element(0), each.page) if len(each) else Specification(each.page.url)
        for each in documents
    )
    health = check(wrapper, read)
    if health.healthy:
        return read, health
    return tuple(_refused(each, health) for each in read), health


def _refused(specification: Specification, health: Health) -> Specification:
    failure = Failure(specification.url, "apply", f"the wrapper is broken: {health.reason}")
    return replace(specification, fragments=(), failures=(*specification.failures, failure))


def learn_again(
    wrapper: Wrapper,
    documents: Sequence[Document],
    structural: Sequence[Specification] = (),
    knowledge: Knowledge = NOTHING,
) -> Wrapper | NotLearned:
    """A new wrapper for a site that changed, learned from what the old one remembers.

    It counts only if it finds enough of the names that the site used to print.
    """
    names = {letters_and_digits(each.name) for each in wrapper.memory}
    values = {letters_and_digits(each.value) for each in wrapper.memory}
    remembered = Knowledge(knowledge.names | names, knowledge.values | values)
    learner = WrapperLearner(knowledge=remembered).fit(documents, structural)
    for each in learner.wrappers_:
        found = {profile.name for profile in each.profiles}
        if len(found & names) >= RECALLED * len(names):
            return each
    reason = "not learned, because nothing that was remembered is printed any more"
    failed = learner.not_learned_
    return failed[0] if failed else NotLearned(wrapper.site, reason, len(documents))
