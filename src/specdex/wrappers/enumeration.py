"""All distinct rules that subsets of the labels generate, bottom up and top down.

Both follow Dalvi, Kumar and Soliman (2011). Bottom up calls the inductor once per rule and label;
top down, for inductors over features, once per rule.
"""

from collections.abc import Collection

from specdex.wrappers.inductor import Inductor, Rule

__all__ = ["bottom_up", "top_down"]

MANY = 1 << 30


def bottom_up(inductor: Inductor, labels: Collection[int]) -> set[Rule]:
    """The rules of all non-empty subsets of *labels*, grown label by label."""
    found: set[Rule] = set()
    open_ = {inductor.induce([label]) for label in labels}
    while open_:
        rule = open_.pop()
        found.add(rule)
        kept = [label for label in labels if label in rule.extracted]
        for label in labels:
            if label not in rule.extracted:
                grown = inductor.induce([*kept, label])
                if grown not in found:
                    open_.add(grown)
    return found


def top_down(
    inductor: Inductor, labels: Collection[int], *, support: int = 1, limit: int = MANY
) -> set[Rule]:
    """The rules of all subsets of *labels* whose rule extracts at least *support* of them.

    At most *limit* rules come back: those that keep the most labels are found first.
    """
    if not labels:
        return set()
    return {inductor.induce(subset) for subset in _closed(inductor, labels, support, limit)}


def _closed(
    inductor: Inductor, labels: Collection[int], support: int, limit: int
) -> set[frozenset[int]]:
    """The subsets of *labels* that some set of features tells from the other labels."""
    everything = frozenset(labels)
    holders: dict[int, set[int]] = {}
    for label in labels:
        for feature in inductor.spots[label]:
            holders.setdefault(feature, set()).add(label)
    subsets = {frozenset(holder) for holder in holders.values() if len(holder) >= support}
    closed = {everything}
    for holder in sorted(subsets, key=lambda each: (-len(each), sorted(each))):
        for known in tuple(closed):
            both = known & holder
            if len(both) >= support:
                closed.add(both)
        if len(closed) >= limit:
            return set(sorted(closed, key=lambda each: (-len(each), sorted(each)))[:limit])
    return closed
