"""What kind of values has each attribute, in which unit, and how are they spread?"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate

from specdex.quantities import MEASURED, Kind, Quantity, read, stated, symbol_of
from specdex.records import Attribute, Correspondence, Specification
from specdex.text import collapse
from specdex.urls import host

__all__ = ["describe"]

MAX_READ = 2_000
"""So many of its commonest values tell what an attribute is."""
COMMONEST = 5
"""So many terms show how an attribute's values are spread."""
CLEAR = 0.5
"""The share of values that must be measured for an attribute to be so."""
USUAL = 0.25
"""The share of measures that must have a unit for it to be the attribute's."""
RARE = 0.01
"""The least and the greatest of so many values each are taken for slips."""
MIN_CODES, CODE, APART = 5, 1e5, 0.8
"""So many whole numbers, this large and so far all different, are codes."""
MAX_TERM = 60
"""A longer value shows nothing at a glance."""


def describe(
    specifications: Iterable[Specification],
    correspondences: Iterable[Correspondence],
    described: Iterable[Attribute] = (),
) -> tuple[Attribute, ...]:
    """The attributes of *correspondences*, widest first; those *described* are counted anew."""
    before = {each.name: each for each in described}
    known = {(each.site, each.name): each.attribute for each in correspondences}
    names: dict[tuple[str, str], str] = {}
    values: dict[str, Counter[str]] = defaultdict(Counter)
    sites: dict[str, set[str]] = defaultdict(set)
    for specification in specifications:
        site = specification.site or host(specification.url)
        for pair in specification.pairs:
            attribute = names.get((site, pair.name))
            if attribute is None:
                attribute = known.get((site, collapse(pair.name)), "")
                names[site, pair.name] = attribute
            if attribute:
                values[attribute][pair.value] += 1
                sites[attribute].add(site)
    found = [
        replace(before[name], sites=len(sites[name]), pages=each.total())
        if name in before
        else _attribute(name, each, len(sites[name]))
        for name, each in values.items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.sites, -each.pages, each.name)))


def _attribute(name: str, values: Counter[str], sites: int) -> Attribute:
    said = [
        (value, count)
        for printed, count in values.most_common(MAX_READ)
        if (value := read(printed)).kind is not Kind.NOTHING
    ]
    kinds: Counter[Kind] = Counter()
    for value, count in said:
        kinds[value.kind] += count
    kind = max(kinds, key=lambda kind: (kinds[kind], kind), default="")
    if sum(kinds[kind] for kind in MEASURED) > CLEAR * kinds.total() and not _are_codes(said):
        kind = max(MEASURED, key=lambda kind: (kinds[kind], kind))
        fitting = [each for each in said if each[0].kind is kind]
        unit = _unit(fitting)
        spread = _spread(fitting, unit)
    else:
        kind, unit, spread = Kind.TERM if kind in MEASURED else kind, "", _commonest(said)
    return Attribute(
        name=name,
        title=name,
        kind=str(kind),
        unit=unit,
        spread=spread,
        sites=sites,
        pages=values.total(),
    )


def _are_codes(said: Sequence[tuple[Quantity, int]]) -> bool:
    """Whether values are large whole numbers without a unit that hardly come twice."""
    large = [
        count
        for value, count in said
        if value.kind is Kind.NUMBER and not value.dimension and value.amounts[0] >= CODE
    ]
    return len(large) >= MIN_CODES and len(large) > APART * sum(count for _, count in said)


def _unit(said: Sequence[tuple[Quantity, int]]) -> str:
    """The unit that most values have, of the dimension that most have; empty where few have one."""
    dimensions: Counter[str] = Counter()
    units: Counter[tuple[str, str]] = Counter()
    for value, count in said:
        dimensions[value.dimension] += count
        units[value.dimension, symbol_of(value.unit)] += count
    usual = [each for each in dimensions if each and dimensions[each] >= USUAL * dimensions.total()]
    if not usual:
        return ""
    dimension = max(usual, key=lambda each: (dimensions[each], each))
    return max(
        (unit for each, unit in units if each == dimension),
        key=lambda unit: (units[dimension, unit], unit),
    )


def _spread(said: Sequence[tuple[Quantity, int]], unit: str) -> tuple[str, ...]:
    """The least, middle and greatest value in *unit*, but for slips."""
    fitting = sorted(
        (
            (replace(value, words=frozenset()), count)
            for value, count in said
            if symbol_of(value.unit) == unit or stated(value, unit)[1] == unit
        ),
        key=lambda each: (each[0].amounts, each[0].text),
    )
    if not fitting:
        return ()
    passed = list(accumulate(count for _, count in fitting))
    places = (bisect_left(passed, share * passed[-1]) for share in (RARE, 0.5, 1 - RARE))
    return tuple(stated(fitting[place][0], unit)[0] for place in places)


def _commonest(said: Sequence[tuple[Quantity, int]]) -> tuple[str, ...]:
    texts: Counter[str] = Counter()
    for value, count in said:
        text = stated(value)[0]
        if len(text) <= MAX_TERM:
            texts[text] += count
    ordered = sorted(texts, key=lambda text: (-texts[text], text))
    return tuple(ordered[:COMMONEST])
