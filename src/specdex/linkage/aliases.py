"""Which codes name one model, as *T5* and *1200D* do? Learned from pages that print both."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from specdex.linkage.clusters import components
from specdex.linkage.profiles import Profile

__all__ = ["aliases", "with_aliases"]

NAMED = 3
"""So many model words of a title, beside the models that the page announces, may be names."""
MIN_ALONE = 2
"""In so many titles a name leads without the other, …"""
MIN_BOTH = 3
"""… and in so many both stand, …"""
FAITHFUL = 0.7
"""… which are this share of all where either stands beside another name."""
BARCODE = 8
"""So many digits alone are no name."""

Name = tuple[str, str]
"""A brand, and a code of it."""


def with_aliases(found: Sequence[Profile]) -> tuple[Profile, ...]:
    """*found* with what else their models are called."""
    known = aliases(found)
    if not known:
        return tuple(found)
    return tuple(
        replace(profile, aliases=own) if (own := _own(profile, known)) else profile
        for profile in found
    )


def _own(profile: Profile, known: Mapping[Name, str]) -> frozenset[str]:
    called = (known.get((profile.brand, code), code) for code in profile.lead)
    return frozenset(called) - profile.lead


def aliases(found: Sequence[Profile]) -> dict[Name, str]:
    """By brand and code, the name that most pages call the model by; only where it is another.

    Two codes of a brand are one model's names where each leads titles of its own, several titles
    print both, and hardly one prints either beside a third: a lens or a processor goes with many.
    """
    leading: dict[Name, set[str]] = defaultdict(set)
    for profile in found:
        for code in profile.named[:1]:
            leading[profile.brand, code].add(profile.title)
    beside: dict[Name, set[str]] = defaultdict(set)
    both: dict[tuple[Name, Name], set[str]] = defaultdict(set)
    for profile in found:
        names = [(profile.brand, code) for code in _codes(profile)]
        names = [name for name in names if len(leading.get(name, ())) >= MIN_ALONE]
        for one, other in combinations(sorted(names), 2):
            if not _overlap(one[1], other[1]):
                both[one, other].add(profile.title)
                beside[one].add(profile.title)
                beside[other].add(profile.title)
    pairs = [
        pair
        for pair, titles in both.items()
        if len(titles) >= MIN_BOTH
        and len(titles) >= FAITHFUL * max(len(beside[name]) for name in pair)
        and min(len(leading[name] - titles) for name in pair) >= MIN_ALONE
    ]
    return _commonest(pairs, leading)


def _codes(profile: Profile) -> set[str]:
    """What may name the model of *profile*, if its brand is known and names anything."""
    codes = {*profile.named[:NAMED], *profile.models} if profile.brand else set()
    return {code for code in codes if not (code.isdigit() and len(code) >= BARCODE)}


def _overlap(one: str, other: str) -> bool:
    """Whether one code is the other without an end: *fz200* of *dmcfz200*."""
    return (
        one.startswith(other) or other.startswith(one) or one.endswith(other) or other.endswith(one)
    )


def _commonest(
    pairs: Sequence[tuple[Name, Name]], leading: Mapping[Name, set[str]]
) -> dict[Name, str]:
    """For each name in *pairs* the one that leads most titles, of all that they connect it with."""
    names = sorted({name for pair in pairs for name in pair})
    place = {name: at for at, name in enumerate(names)}
    joined = ((place[one], place[other]) for one, other in pairs)
    first = components(len(names), joined).tolist()
    best: dict[int, Name] = {}
    for name in sorted(names, key=lambda name: (-len(leading[name]), name)):
        best.setdefault(first[place[name]], name)
    chosen = {name: best[first[place[name]]][1] for name in names}
    return {name: code for name, code in chosen.items() if code != name[1]}
