"""What pages say of attributes, and how far pairs of pages agree on them."""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from specdex.arrays import Floats, Integers, among, distinct, numbered, spelled
from specdex.linkage.bags import Small
from specdex.linkage.identifiers import kind_of_name
from specdex.linkage.pages import Pages
from specdex.linkage.profiles import Profile
from specdex.quantities import MEASURED, Kind, Quantity, likeness, read
from specdex.quantities.units import measures, plain
from specdex.records import Pair, Specification
from specdex.text import folded

__all__ = ["TITLE", "Agreements", "Entries", "Namer", "agreements", "entries"]

STEP = 1 << 14
"""So many pairs are compared at once."""
MAX_VALUE, MAX_PRINTED = 80, 1_000
"""Of a value the beginning counts; a longer one is a description, not an attribute."""
MAX_ENTRIES = 80
SKIPPED = frozenset({"price", "pricecurrency", "availability", "url", "image", "description"})
NO_ATTRIBUTE = frozenset({"gtin", "sku"})
MAX_TITLE = 400
TITLE = "~"
"""What begins the names of attributes that only the title states."""
EDITION = TITLE + "edition"
"""The one of them that is no measure."""
FEW_PAGES, FEW_SHARE = 3, 0.02
"""A measure in a title is of the attribute whose values it is among on so many pages, and in such
a share of them."""
LONG = 6
"""A text of more words describes what its first number measures."""
MOSTLY = 0.5
"""Of an attribute with such a share of plain numbers nothing else is understood."""

Namer = Callable[[str, str], str]
"""The attribute that a site's name means."""


@dataclass(frozen=True, slots=True)
class Entries:
    """What pages say of attributes: page, attribute and value, sorted by the first two."""

    pages: Integers
    attributes: Integers
    values: Integers
    names: Sequence[str]
    quantities: Sequence[Quantity]
    sorts: Integers
    """By value, 1 for a measure and -1 for words without a number: these say nothing of those."""

    def of(self, rows: Integers) -> "Entries":
        """What some pages say, numbered as in *rows*; names have the numbers that they had."""
        begin, end = (np.searchsorted(self.pages, rows + step) for step in (0, 1))
        page, chosen = spelled(begin, end - begin)
        known, value = numbered(self.values[chosen])
        said = [self.quantities[number] for number in known.tolist()]
        return Entries(page, self.attributes[chosen], value, self.names, said, self.sorts[known])


def entries(
    specifications: Sequence[Specification], seen: Pages, namer: Namer | None = None
) -> Entries:
    """The attributes of all pages; *namer* tells which attribute a site's name means."""
    reader = _Reader(namer)
    stated, titled = array("q"), array("q")
    for page, (specification, profile) in enumerate(
        zip(specifications, seen.profiles, strict=True)
    ):
        reader.state(stated, page, specification.pairs, profile.site)
        for attribute, value in reader.measured(specification.title, profile):
            titled.extend((page, attribute, value))
    table = _resolved(_known(stated), _known(titled), reader)
    sorts = np.fromiter(map(_sort, reader.quantities), np.int64, len(reader.quantities))
    page, attribute, value = table.T
    return Entries(page, attribute, value, list(reader.names), reader.quantities, sorts)


def _sort(value: Quantity) -> int:
    if value.kind in MEASURED:
        return int(bool(value.dimension))
    return -(value.kind is Kind.TERM and not any(word[0].isdigit() for word in value.words))


def _known(rows: "array[int]") -> Integers:
    """*rows* of three without those of no attribute or value."""
    table = np.array(rows, dtype=np.int64).reshape(-1, 3)
    return table[(table >= 0).all(axis=1)]


def _resolved(rows: Integers, titled: Integers, reader: "_Reader") -> Integers:
    """*rows* with what titles measure: by dimension, and of the attribute that it is a value of.

    *8 GB* in a title is of the attribute that is *8 GB* on other pages; it stands in the place of
    what its own page says of that, if this is no plain number.
    """
    width = max(1, len(reader.names))
    plainly = np.array(
        [bool(each.dimension) and each.kind is Kind.NUMBER for each in reader.quantities],
        dtype=bool,
    )
    best = _attributes_of(rows, titled, reader)
    said = titled[best[titled[:, 2]] >= 0] if len(titled) else titled
    said = np.column_stack([said[:, 0], best[said[:, 2]], said[:, 2]]).astype(np.int64)
    place, new = rows[:, 0] * width + rows[:, 1], said[:, 0] * width + said[:, 1]
    fresh = ~among(new, place[plainly[rows[:, 2]]])
    kept = np.vstack([rows[~among(place, new[fresh])], said[fresh]])
    numbers = np.bincount(kept[:, 1], plainly[kept[:, 2]], width)
    numeric = numbers >= MOSTLY * np.maximum(1, np.bincount(kept[:, 1], minlength=width))
    kept = kept[~numeric[kept[:, 1]] | plainly[kept[:, 2]]]
    return _ordered(np.vstack([kept, titled]), width, len(reader.quantities))


def _ordered(table: Integers, attributes: int, values: int) -> Integers:
    """The different rows of *table*, in order; there are so many *attributes* and *values*."""
    codes = (table[:, 0] * attributes + table[:, 1]) * max(1, values) + table[:, 2]
    owner, value = np.divmod(distinct(codes), max(1, values))
    return np.column_stack([*np.divmod(owner, attributes), value])


def _attributes_of(rows: Integers, titled: Integers, reader: "_Reader") -> Integers:
    """For each value in a title the attribute that it is most often a value of; else -1."""
    texts: dict[tuple[str, str], int] = {}
    text = np.array(
        [texts.setdefault((each.dimension, each.text), len(texts)) for each in reader.quantities],
        dtype=np.int64,
    )
    measured = np.array([bool(dimension) for dimension, _ in texts], dtype=bool)
    wanted = np.zeros(len(texts), dtype=bool)
    wanted[text[titled[:, 2]]] = True
    count = max(1, len(texts))
    pairs, times = np.unique(rows[:, 1] * count + text[rows[:, 2]], return_counts=True)
    share = times / np.bincount(rows[:, 1], minlength=1)[pairs // count]
    usable = (wanted & measured)[pairs % count] & (times >= FEW_PAGES) & (share >= FEW_SHARE)
    order = np.argsort(share[usable], kind="stable")
    best = np.full(len(texts), -1)
    best[(pairs[usable] % count)[order]] = (pairs[usable] // count)[order]
    return best[text]


class _Reader:
    """Numbers names and values, each understood once."""

    def __init__(self, namer: Namer | None) -> None:
        self._namer = namer
        self._known: dict[str, dict[str, int]] = defaultdict(dict)
        self._values: dict[str, int] = {}
        self.names: dict[str, int] = {}
        self.quantities: list[Quantity] = []

    def state(self, rows: "array[int]", page: int, pairs: Sequence[Pair], site: str) -> None:
        """Add the page, attribute and value of each pair to *rows*; -1 for none."""
        known, values = self._known[site], self._values
        for pair in pairs[:MAX_ENTRIES]:
            value = pair.value
            if len(value) <= MAX_PRINTED:
                attribute, number = known.get(pair.name), values.get(value)
                if attribute is None:
                    attribute = known[pair.name] = self._attribute(site, pair.name)
                if number is None:
                    number = values[value] = self._value(value[:MAX_VALUE])
                rows.append(page)
                rows.append(attribute)
                rows.append(number)

    def measured(self, title: str, profile: Profile) -> Iterator[tuple[int, int]]:
        """What the title measures, by dimension, and the edition that it names."""
        text = plain(title[:MAX_TITLE])
        for found in measures(text):
            if found.dimension:
                yield self._title(found.dimension), self._value(text[found.start : found.end])
        edition = " ".join(sorted(profile.editions)) or "plain"
        yield self._title(EDITION.removeprefix(TITLE)), self._value(edition)

    def _title(self, dimension: str) -> int:
        return self.names.setdefault(TITLE + dimension, len(self.names))

    def _value(self, text: str) -> int:
        found = self._values.get(text)
        if found is None:
            quantity = _leading(text)
            found = -1 if quantity.kind is Kind.NOTHING else len(self.quantities)
            if found >= 0:
                self.quantities.append(quantity)
            self._values[text] = found
        return found

    def _attribute(self, site: str, name: str) -> int:
        wording = self._namer(site, name) if self._namer else folded(name)
        skipped = not wording or folded(name) in SKIPPED or kind_of_name(name) in NO_ATTRIBUTE
        return -1 if skipped else self.names.setdefault(wording, len(self.names))


def _leading(text: str) -> Quantity:
    """What *text* means; of a long one its first number, if that measures something.

    >>> _leading("4 GB DDR3L memory, form factor integrated, SDRAM soldered").kind
    <Kind.NUMBER: 'number'>
    """
    said = read(text)
    if said.kind is not Kind.TERM or len(said.words) <= LONG:
        return said
    first = next(iter(measures(plain(text))), None)
    if first is None or not first.dimension:
        return said
    amounts = (first.amount,)
    return replace(
        said, kind=Kind.NUMBER, dimension=first.dimension, unit=first.unit, amounts=amounts
    )


@dataclass(frozen=True, slots=True)
class Agreements:
    """How far some pairs agree on attributes: which pair, which attribute, to which degree."""

    pair: Small
    attribute: Small
    degree: Floats
    rows: Integers
    """The numbers of the pairs, which ``pair`` tells the places of."""


def agreements(found: Entries, one: Integers, other: Integers) -> Agreements:
    """What pairs of pages say of the attributes that both state.

    Of several values the best counts; of what titles measure, how much of the shorter list the
    other has.
    """
    parts = [
        _agreements(found, one[begin : begin + STEP], other[begin : begin + STEP])
        for begin in range(0, max(1, len(one)), STEP)
    ]
    return Agreements(
        np.concatenate([part.pair + STEP * at for at, part in enumerate(parts)]),
        np.concatenate([part.attribute for part in parts]),
        np.concatenate([part.degree for part in parts]),
        np.arange(len(one)),
    )


def _agreements(found: Entries, one: Integers, other: Integers) -> Agreements:
    width = max(1, len(found.names))
    keys = found.pages * width + found.attributes
    starts, ends = (np.searchsorted(found.pages, one + step) for step in (0, 1))
    pair, mine = spelled(starts, ends - starts)
    wanted = other[pair] * width + found.attributes[mine]
    low = np.searchsorted(keys, wanted, "left")
    each, theirs = spelled(low, np.searchsorted(keys, wanted, "right") - low)
    able = ~(found.sorts[found.values[mine[each]]] * found.sorts[found.values[theirs]] < 0)
    each, theirs = each[able], theirs[able]
    pair, mine = pair[each], mine[each]
    degree = _degrees(found.quantities, found.values[mine], found.values[theirs])
    group = pair * width + found.attributes[mine]
    unique, place = numbered(group)
    best = np.zeros(len(unique))
    np.maximum.at(best, place, degree)
    titled = np.array([name.startswith(TITLE) for name in found.names] or [False])
    whole = titled[unique % width]
    covered = np.maximum(
        _covered(place, mine, degree, len(unique)), _covered(place, theirs, degree, len(unique))
    )
    pair, attribute = np.divmod(unique, width)
    return Agreements(pair, attribute, np.where(whole, covered, best), pair)


def _covered(place: Integers, value: Integers, degree: Floats, count: int) -> Floats:
    """By place, the mean over one side's values of the best that the other side has for each."""
    unique, at = numbered(place * (value.max(initial=0) + 1) + value)
    best = np.zeros(len(unique))
    np.maximum.at(best, at, degree)
    owner = unique // (value.max(initial=0) + 1)
    size = np.maximum(np.bincount(owner, minlength=count), 1)
    return np.asarray(np.bincount(owner, best, count) / size)


def _degrees(quantities: Sequence[Quantity], one: Integers, other: Integers) -> Floats:
    """The likeness of many values, each two compared once."""
    low, high = np.minimum(one, other), np.maximum(one, other)
    count = max(1, len(quantities))
    unique, place = numbered(low * count + high)
    degrees = np.fromiter(
        (
            1.0 if low == high else likeness(quantities[low], quantities[high])
            for low, high in zip((unique // count).tolist(), (unique % count).tolist(), strict=True)
        ),
        np.float64,
        len(unique),
    )
    return degrees[place]
