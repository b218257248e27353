"""All distinct rules that subsets of the labels generate, bottom up and top down.

Both follow Dalvi, Kumar and Soliman (2011). Bottom up calls the inductor once per rule and label;
top down, for inductors over features, once per rule.
"""

from collections.abc import Callable, Collection, Iterable, Sequence

from specdex.wrappers.inductor import Inductor, Rule

__all__ = ["best_first", "bottom_up", "top_down"]


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


def top_down(inductor: Inductor, labels: Collection[int], *, support: int = 1) -> set[Rule]:
    """The rules of all subsets of *labels* whose rule extracts at least *support* of them."""
    if not labels:
        return set()
    return {inductor.induce(subset) for subset in _closed(inductor, labels, support)}


def _closed(inductor: Inductor, labels: Collection[int], support: int) -> set[frozenset[int]]:
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
    return closed


def best_first(
    inductor: Inductor,
    labels: Sequence[int],
    score: Callable[[Rule], float],
    *,
    width: int = 40,
    rounds: int = 3,
) -> list[Rule]:
    """The best rules of the same space by *score*, for labels too many to enumerate all.

    Every two labels generate a rule; the *width* best of them grow by one label a round.
    """
    search = _Search(inductor, score)
    singles = [inductor.spots[label] for label in labels]
    for place, features in enumerate(singles):
        search.meet(features & other for other in singles[place:])
    best = search.best(width)
    for _ in range(rounds):
        for features in best:
            search.meet(features & other for other in set(singles))
        grown = search.best(width)
        if grown == best:
            break
        best = grown
    return [search.seen[each] for each in best]


class _Search:
    """The rules met so far, and their scores."""

    def __init__(self, inductor: Inductor, score: Callable[[Rule], float]) -> None:
        self.inductor = inductor
        self.score = score
        self.seen: dict[frozenset[int], Rule] = {}
        self.scores: dict[frozenset[int], float] = {}

    def meet(self, sets: Iterable[frozenset[int]]) -> None:
        """Note the rules of *sets* of features."""
        for features in sets:
            if features and features not in self.seen:
                rule = Rule(features, self.inductor.extract(features))
                self.seen[features] = rule
                self.scores[features] = self.score(rule)

    def best(self, width: int) -> list[frozenset[int]]:
        """The features of the best rules."""
        scores = self.scores
        return sorted(scores, key=lambda each: (-scores[each], sorted(each)))[:width]
