"""Algorithm 2 of the paper: many concrete descriptors become one that most of them agree with.

A descriptor is a sequence of steps, a step a set of features with their values: tag, class and id
of an element on a path, or the parts of a URL.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

__all__ = ["Descriptor", "Step", "agrees", "unify"]

DELTA = 0.5
"""A unified step must hold more than this share of the support (the paper's)."""

Step = frozenset[tuple[str, str]]
"""Features of one step; a feature that is missing is unspecified."""
Descriptor = tuple[Step, ...]
MOST_FEATURES = 6
"""Of a step with more features than this only so many are looked at together."""


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
        for part in _subsets(step):
            supports[part] += weight
    enough = [(part, weight) for part, weight in supports.items() if weight > least]
    return max(enough, key=lambda each: (len(each[0]), each[1], sorted(each[0])))[0]


def _subsets(step: Step) -> Iterable[Step]:
    features: Sequence[tuple[str, str]] = sorted(step)[:MOST_FEATURES]
    for size in range(len(features) + 1):
        yield from map(frozenset, combinations(features, size))
