"""From the sections of a site to the rules of its wrapper."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from specdex.groups import by_key
from specdex.records import Specification
from specdex.records.wrappers import Layout, PairRule
from specdex.wrappers.features import LEVELS, UNDER, Feature, FeatureTable, Inductor, Rule, Trait
from specdex.wrappers.induction import Induced
from specdex.wrappers.sections import Believed, Row, Section
from specdex.wrappers.spots import Part
from specdex.wrappers.survey import Survey

__all__ = ["minimal", "rules_of", "sections_from", "xpath_of"]

TOLERANCE = 0.03
"""How much more than both sections a rule for the two may extract."""
MAX_REFUSED = 300
MIN_GAINED, MORE = 3, 2
"""Another reading of rows is taken when it makes as many pairs right, and so much oftener."""
TRIM_SHARE = 0.6
"""A link text is trimmed when it ends this share of a name's values, …"""
TRIM_PAGES = 3
"""… on at least so many pages."""
DROP_FIRST = (Trait.LAST, Trait.FIRST, Trait.TOKEN, Trait.CLASS, Trait.TAG, Trait.ID)
"""What a rule can best do without comes first: positions change sooner than ids."""
ANCHORS = {Trait.ID: 1, Trait.CLASS: 3}
"""What a rule can start from, and how much dearer than another each is to look for."""
MAX_ANCHORED = 0.6
"""An id that holds more of a site's spots than this is no anchor."""
NEAR = 2
"""Tags this near to the spot are kept: they say what is read."""


Reading = set[tuple[str, str]]
"""The pairs of a page, as they are compared."""


@dataclass(frozen=True, slots=True)
class _Draft:
    """Rows of one layout, and the rules they generate."""

    rows: tuple[Row, ...]
    names: Rule
    values: Rule
    belief: float


def sections_from(survey: Survey, induced: Sequence[Induced]) -> list[Believed]:
    """The rows that paired rules extract, as sections believed by how well the rules pair."""
    found: list[Believed] = []
    for each in induced:
        rows = []
        for couple in each.pairing.couples:
            spot = survey.spots[couple.name]
            rows.append(Row.of(survey, couple, survey.documents[spot.page].parent[spot.node]))
        found.append(Believed(Section("induced", rows), each.pairing.share))
    return found


def rules_of(
    survey: Survey, taken: Sequence[Believed], structural: Sequence[Specification] = ()
) -> tuple[PairRule, ...]:
    """The rules that read the sections *taken*, as few as can do it.

    Where a site leaves two ways to read a row open the *structural* answers decide.
    """
    rows = [row for judged in taken for row in judged.section.rows]
    wanted = {row.couple.name for row in rows} | _adopted(survey, rows)
    drafts: list[_Draft] = []
    for judged in taken:
        draft = _draft(survey, judged.section.rows, judged.belief)
        for place, other in enumerate(drafts):
            both = _merged(survey, other, draft, wanted)
            if both is not None:
                drafts[place] = both
                break
        else:
            drafts.append(draft)
    trims = _trims(survey, rows)
    names = {survey.name_at(number) for number in wanted}
    answers = [_folded(survey, each) for each in structural]
    rules = (_rule(survey, draft, wanted, trims) for draft in drafts)
    return tuple(_corrected(survey, rule, names, answers) for rule in rules)


def _continued(
    survey: Survey, rule: PairRule, readings: Sequence[Reading], structural: Sequence[Reading]
) -> PairRule:
    """The rule that goes on over rows of one cell, where structure says that it is right."""
    missing = sum(len(pairs - read) for pairs, read in zip(structural, readings, strict=False))
    if rule.layout is Layout.LINES or missing < MIN_GAINED:
        return rule
    longer = replace(rule, continued=True)
    gained = lost = 0
    for short, long, pairs in zip(readings, _read(survey, longer), structural, strict=True):
        gained += len((long - short) & pairs)
        lost += len((short - long) & pairs)
    return longer if gained >= MIN_GAINED and gained > MORE * lost else rule


def _read(survey: Survey, rule: PairRule) -> Iterator[Reading]:
    """What a rule reads from each page, as it is compared."""
    applier = survey.applier((rule,))
    return (_folded(survey, applier.read(document)) for document in survey.documents)


def _folded(survey: Survey, said: Specification) -> Reading:
    return {(survey.fold(pair.name), survey.fold(pair.value)) for pair in said.pairs}


def _corrected(
    survey: Survey, rule: PairRule, names: set[str], structural: Sequence[Reading]
) -> PairRule:
    """The rule with the names refused that it reads on several pages without having learned them.

    An XPath means elements that are no spots, too: the frame of a page, for example.
    """
    pages: Counter[str] = Counter()
    readings = list(_read(survey, rule))
    for read in readings:
        pages.update({name for name, _ in read} - names)
    strange = {name for name, count in pages.most_common(MAX_REFUSED) if count > 1}
    if strange:
        rule = replace(rule, refused=tuple(sorted({*rule.refused, *strange})))
        readings = [{pair for pair in read if pair[0] not in strange} for read in readings]
    return _continued(survey, rule, readings, structural)


def _adopted(survey: Survey, rows: Sequence[Row]) -> set[int]:
    """The names that stand among the rows of a container that was taken, in whatever form."""
    homes = {(row.page, row.container) for row in rows}
    found: set[int] = set()
    for page, couples in enumerate(survey.couples):
        document = survey.documents[page]
        for couple in couples:
            node = survey.spots[couple.name].node
            if (page, document.parent[node]) in homes:
                found.add(couple.name)
    return found


def _draft(survey: Survey, rows: Iterable[Row], belief: float) -> _Draft:
    rows = tuple(rows)
    induce = survey.inductor.induce
    names = induce({row.couple.name for row in rows})
    values = induce({row.couple.value for row in rows})
    return _Draft(rows, names, values, belief)


def _merged(survey: Survey, one: _Draft, other: _Draft, wanted: set[int]) -> _Draft | None:
    """One draft for both, where that extracts hardly more than both."""
    if _layout(survey, one) is not _layout(survey, other):
        return None
    both = _draft(survey, (*one.rows, *other.rows), max(one.belief, other.belief))
    extra = len(both.names.extracted - wanted)
    before = len((one.names.extracted | other.names.extracted) - wanted)
    return both if extra - before <= TOLERANCE * len(both.rows) else None


def _layout(survey: Survey, draft: _Draft) -> Layout:
    part = survey.spots[draft.rows[0].couple.name].part
    return Layout.LINES if part is Part.LABEL else Layout.CELLS


def _rule(survey: Survey, draft: _Draft, wanted: set[int], trims: tuple[str, ...]) -> PairRule:
    layout = _layout(survey, draft)
    pages = {row.page for row in draft.rows}
    return PairRule(
        names=_xpath(survey, draft.names),
        values=_xpath(survey, draft.values) if layout is Layout.CELLS else "",
        layout=layout,
        refused=_refused(survey, draft, wanted),
        trims=trims,
        pages=len(pages),
        support=len(draft.rows),
        score=round(draft.belief, 4),
    )


def _xpath(survey: Survey, rule: Rule) -> str:
    shortest = minimal(survey.inductor, rule, survey.table)
    return xpath_of(survey.table.meaning(shortest.features))


def _refused(survey: Survey, draft: _Draft, wanted: set[int]) -> tuple[str, ...]:
    """The names that the rule extracts beside those it should."""
    good = {row.name for row in draft.rows}
    extra = Counter(survey.folded[number] for number in draft.names.extracted - wanted)
    names = [name for name, _ in extra.most_common() if name and name not in good]
    return tuple(sorted(names[:MAX_REFUSED]))


def _trims(survey: Survey, rows: Sequence[Row]) -> tuple[str, ...]:
    """The link texts that end a name's values on most pages."""
    totals: Counter[str] = Counter(
        survey.folded[couple.name] for couples in survey.couples for couple in couples
    )
    ends: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    for row in rows:
        text = _last_link(survey, row.couple.value)
        if text:
            ends[row.name, text].add(row.page)
    found = {
        text
        for (name, text), pages in ends.items()
        if len(pages) >= max(TRIM_PAGES, TRIM_SHARE * totals[name])
    }
    return tuple(sorted(found, key=lambda text: (-len(text), text)))


def _last_link(survey: Survey, number: int) -> str:
    """The text of the link that ends a value without being all of it."""
    spot = survey.spots[number]
    document = survey.documents[spot.page]
    for node in range(document.end[spot.node] - 1, spot.node, -1):
        text = document.text_of(node)
        if text and document.tag[node] == "a":
            rest = spot.text.rstrip(")]}. ")
            return text if rest.endswith(text) and len(rest) > len(text) else ""
    return ""


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
            spots = inductor.count(number) * ANCHORS[feature.trait]
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
    levels = by_key((feature.level, feature) for feature in features)
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
    traits = by_key((feature.trait, feature.value) for feature in features)
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
