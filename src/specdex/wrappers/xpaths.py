"""From a rule over features to an XPath that a person can read and edit."""

from collections.abc import Iterable

from specdex.wrappers.features import LEVELS, UNDER, Feature, FeatureTable, Trait
from specdex.wrappers.inductor import Inductor, Rule

__all__ = ["minimal", "xpath_of"]

DROP_FIRST = (Trait.AFTER, Trait.LAST, Trait.FIRST, Trait.TOKEN, Trait.CLASS, Trait.TAG, Trait.ID)
"""What a rule can best do without comes first: positions change sooner than ids."""
ANCHORS = {Trait.ID: 1, Trait.CLASS: 3}
"""What a rule can start from, and how much dearer than another each is to look for."""
MAX_ANCHORED = 0.6
"""An id that holds more of a site's spots than this is no anchor."""
NEAR = 2
"""Tags this near to the spot are kept: they say what is read."""


def minimal(inductor: Inductor, rule: Rule, table: FeatureTable) -> Rule:
    """The same rule with as few features as extract the same spots, the nearest kept longest."""
    kept = set(rule.features)
    kept_anyway = _anchor(inductor, rule, table)
    for number in sorted(rule.features, key=lambda each: _dispensability(table.features[each])):
        feature = table.features[number]
        if (
            number in kept_anyway
            or feature.trait is Trait.PART
            or (feature.trait is Trait.TAG and 0 <= feature.level < NEAR)
        ):
            continue
        fewer = frozenset(kept - {number})
        if inductor.extract(fewer) == rule.extracted:
            kept.discard(number)
    return Rule(frozenset(kept), rule.extracted)


def _anchor(inductor: Inductor, rule: Rule, table: FeatureTable) -> set[int]:
    """The id or class that tells most of the site's spots away, with the tag that has it."""
    found: tuple[float, int, str, int] | None = None
    for number in rule.features:
        feature = table.features[number]
        if feature.trait in ANCHORS:
            spots = len(inductor.postings[number]) * ANCHORS[feature.trait]
            better = (spots, *_reading(table, number), number)
            found = better if found is None or better < found else found
    if found is None or found[0] > MAX_ANCHORED * len(inductor.spots):
        return set()
    level = table.features[found[-1]].level
    tags = (each for each in rule.features if table.features[each][:2] == (level, Trait.TAG))
    return {found[-1], *tags}


def _reading(table: FeatureTable, number: int) -> tuple[int, str]:
    feature = table.features[number]
    return (feature.level if feature.level != UNDER else LEVELS, feature.value)


def _dispensability(feature: Feature) -> tuple[int, int, int, str]:
    far = feature.level if feature.level != UNDER else LEVELS
    return (
        (-(far >= NEAR), DROP_FIRST.index(feature.trait), -far, feature.value)
        if (feature.trait in DROP_FIRST)
        else (1, 0, 0, "")
    )


def xpath_of(features: Iterable[Feature]) -> str:
    """The XPath that selects what has all *features*.

    >>> shared = [Feature(0, Trait.TAG, "td"), Feature(0, Trait.FIRST, "td 2")]
    >>> xpath_of([*shared, Feature(2, Trait.ID, "specs")])
    "//*[@id='specs']/*/td[2]"
    """
    levels: dict[int, list[Feature]] = {}
    for feature in features:
        levels.setdefault(feature.level, []).append(feature)
    top = max((level for level in levels if level != UNDER), default=0)
    steps = [_step(levels.get(level, []), first=level == top) for level in range(top, -1, -1)]
    anchors = _anchors(levels, top)
    return "//".join(("", *anchors, "/".join(steps)))


def _anchors(levels: dict[int, list[Feature]], top: int) -> list[str]:
    """An ancestor with an id or a class, as a step, unless a later step names it anyway."""
    named = {
        (feature.trait, feature.value)
        for level in range(top + 1)
        for feature in levels.get(level, [])
    }
    steps = []
    for feature in sorted(levels.get(UNDER, []), key=lambda each: (each.trait, each.value)):
        tag, _, value = feature.value.partition(" ")
        if (feature.trait, value) not in named:
            steps.append(f"{tag}[@{feature.trait.value}='{value}']")
    return steps[-1:]


def _step(features: list[Feature], *, first: bool) -> str:
    """One step of the path; a place in the *first* would make the parser visit every element."""
    traits: dict[Trait, list[str]] = {}
    for feature in features:
        traits.setdefault(feature.trait, []).append(feature.value)
    tag = next(iter(traits.get(Trait.TAG, [])), "*")
    places = [
        _place(trait, value, first=first)
        for trait in (Trait.FIRST, Trait.LAST)
        for value in traits.get(trait, [])
    ]
    if places and tag == "*":
        tag = (traits.get(Trait.FIRST) or traits[Trait.LAST])[0].split()[0]
    looks = [f"[@id='{value}']" for value in traits.get(Trait.ID, [])]
    looks += [f"[@class='{value}']" for value in traits.get(Trait.CLASS, [])]
    if not traits.get(Trait.CLASS):
        looks += [
            f"[contains(concat(' ', @class, ' '), ' {value} ')]"
            for value in sorted(traits.get(Trait.TOKEN, []))
        ]
    return tag + "".join(places[:1]) + "".join(looks)


def _place(trait: Trait, value: str, *, first: bool) -> str:
    tag, _, place = value.partition(" ")
    number = int(place)
    if first:
        side = "preceding" if trait is Trait.FIRST else "following"
        return f"[count({side}-sibling::{tag})={number - 1}]"
    if trait is Trait.FIRST:
        return f"[{number}]"
    return "[last()]" if number == 1 else f"[last()-{number - 1}]"
