"""What people said, taken together: what it means for joining, and where it contradicts itself."""

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from specdex.errors import InputError
from specdex.records import KEYS, Decision, DecisionKind
from specdex.text import collapse, folded

__all__ = ["OPPOSITES", "PAIRS", "Book", "Decided", "key_of", "normal", "of_category", "told"]

PAIRS = (DecisionKind.SAME, DecisionKind.DIFFERENT)
"""The kinds that speak of two pages."""
VALUED = (DecisionKind.MEANS, DecisionKind.WRONG)
"""The kinds that say an attribute or a value."""
OPPOSITES = {
    DecisionKind.FRAGMENT: DecisionKind.NO_FRAGMENT,
    DecisionKind.NO_FRAGMENT: DecisionKind.FRAGMENT,
    DecisionKind.SHOP: DecisionKind.NO_SHOP,
    DecisionKind.NO_SHOP: DecisionKind.SHOP,
}
"""The kinds that say yes or no of one thing."""
LONGEST = 120
"""Signs of a name or value that are told."""
SHOWN = 3
"""Decisions of a chain that a refusal names."""

Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """Decisions as align, link and fuse obey them."""

    same: tuple[tuple[str, str], ...] = ()
    """URLs of one product, …"""
    different: tuple[tuple[str, str], ...] = ()
    """… and of two."""
    means: tuple[Decision, ...] = ()
    wrong: tuple[Decision, ...] = ()

    @classmethod
    def of(cls, decisions: Iterable[Decision], urls: Collection[str]) -> "Decided":
        """What *decisions* say of the pages *urls*; an InputError where two contradict each other.

        Two pages that are the same as a third are the same, even where the third is gone.
        """
        ordered = sorted(decisions, key=key_of)
        book = Book()
        for each in ordered:
            book.add(each)
        by_kind = {kind: [each for each in ordered if each.kind is kind] for kind in DecisionKind}
        here = {
            leader: sorted(url for url in members if url in urls)
            for leader, members in book.members.items()
        }
        apart = {
            (here[one][0], here[other][0])
            for one, others in book.apart.items()
            for other in others
            if one < other and here[one] and here[other]
        }
        return cls(
            tuple((found[0], url) for found in here.values() for url in found[1:]),
            tuple(sorted(apart)),
            tuple(by_kind[DecisionKind.MEANS]),
            tuple(by_kind[DecisionKind.WRONG]),
        )


def key_of(decision: Decision) -> Key:
    """What tells a decision from others."""
    return tuple(str(getattr(decision, name)) for name in KEYS[Decision])


def of_category(decisions: Iterable[Decision], category: str) -> list[Decision]:
    """Those of *decisions* that may hold in *category*: what was said of pages holds wherever."""
    return [
        each
        for each in decisions
        if each.kind is not DecisionKind.MEANS or each.category in {category, ""}
    ]


def told(decision: Decision) -> str:
    """A decision in words, with who said so, and when."""
    if decision.kind not in VALUED:
        what = f"{decision.kind} {decision.one} {decision.other}"
    elif decision.kind is DecisionKind.MEANS:
        at = f" at {decision.one}" if decision.one else ""
        what = f"means {_cut(decision.other)} {_cut(decision.value)}{at}"
    else:
        what = f"wrong {decision.one} {_cut(decision.other)} {_cut(decision.value)}"
    by = " ".join(filter(None, (decision.author, decision.time)))
    return f"{what} ({by})" if by else what


def _cut(text: str) -> str:
    return repr(text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")


def normal(decision: Decision) -> Decision:
    """*decision* as it is kept: of two pages the lesser first; an InputError where it is empty."""
    one, other, value = decision.one.strip(), collapse(decision.other), collapse(decision.value)
    if decision.kind in PAIRS:
        one, other = sorted((one, other))
        if one == other:
            raise InputError(f"{one or 'nothing'} cannot be compared with itself")
    missing = not other or (not one and decision.kind is not DecisionKind.MEANS)
    if decision.kind not in VALUED:
        value = ""
    if missing or (not value and decision.kind in VALUED):
        raise InputError(f"a decision is not complete: {told(decision)}")
    return replace(decision, one=one, other=other, value=value)


class Book:
    """Decisions that hold together: pages that are the same, groups of them that are not."""

    def __init__(self) -> None:
        self.members: dict[str, list[str]] = {}
        self.apart: dict[str, dict[str, Decision]] = {}
        self._leader: dict[str, str] = {}
        self._said: dict[str, dict[str, Decision]] = {}
        """What was said to be the same, both ways."""
        self._means: dict[Key, Decision] = {}
        self._verdicts: dict[Key, Decision] = {}

    def add(self, decision: Decision) -> None:
        """Write *decision* down; an InputError where it contradicts what stands there."""
        if decision.kind is DecisionKind.SAME:
            self._same(decision)
        elif decision.kind is DecisionKind.DIFFERENT:
            self._different(decision)
        elif decision.kind is DecisionKind.MEANS:
            key = (decision.category, decision.one, folded(decision.other))
            earlier = self._means.setdefault(key, decision)
            if folded(earlier.value) != folded(decision.value):
                raise _contradiction(decision, [earlier])
        elif decision.kind in OPPOSITES:
            self._verdicts[decision.kind, decision.one, decision.other] = decision
            opposite = (OPPOSITES[decision.kind], decision.one, decision.other)
            if opposite in self._verdicts:
                raise _contradiction(decision, [self._verdicts[opposite]])

    def leader(self, url: str) -> str:
        """The page that stands for all that are the same as *url*."""
        return self._leader.get(url, url)

    def _find(self, url: str) -> str:
        if url not in self._leader:
            self._leader[url], self.members[url], self.apart[url] = url, [url], {}
            self._said[url] = {}
        return self._leader[url]

    def _same(self, decision: Decision) -> None:
        small, large = sorted(
            (self._find(decision.one), self._find(decision.other)),
            key=lambda leader: (len(self.members[leader]) + len(self.apart[leader]), leader),
        )
        if large in self.apart[small]:
            apart = self.apart[small][large]
            first, last = apart.one, apart.other
            if self._find(first) != self._find(decision.one):
                first, last = last, first
            chain = [*self._chain(decision.one, first), apart, *self._chain(last, decision.other)]
            raise _contradiction(decision, chain)
        self._said[decision.one][decision.other] = decision
        self._said[decision.other][decision.one] = decision
        if small == large:
            return
        for url in self.members[small]:
            self._leader[url] = large
        self.members[large] += self.members.pop(small)
        for other, said in self.apart.pop(small).items():
            del self.apart[other][small]
            self.apart[other].setdefault(large, said)
            self.apart[large].setdefault(other, said)

    def _different(self, decision: Decision) -> None:
        one, other = self._find(decision.one), self._find(decision.other)
        if one == other:
            raise _contradiction(decision, self._chain(decision.one, decision.other))
        self.apart[one].setdefault(other, decision)
        self.apart[other].setdefault(one, decision)

    def _chain(self, one: str, other: str) -> list[Decision]:
        """The fewest decisions that make two pages the same."""
        before: dict[str, str] = {one: one}
        waiting = deque([one])
        while other not in before:
            url = waiting.popleft()
            new = [each for each in self._said[url] if each not in before]
            before |= dict.fromkeys(new, url)
            waiting.extend(new)
        found: list[Decision] = []
        while other != one:
            found.append(self._said[before[other]][other])
            other = before[other]
        return found[::-1]


def _contradiction(decision: Decision, chain: Sequence[Decision]) -> InputError:
    others = "; ".join(map(told, chain[:SHOWN]))
    more = f"; and {len(chain) - SHOWN} more" if len(chain) > SHOWN else ""
    said = told(replace(decision, author="", time=""))
    return InputError(f"{said} contradicts {others}{more}: undo that first, or leave it")
