"""Rules for pages that list many items: the columns of their records, held against known values.

A record is the element around one item, so whatever is read inside it belongs to that item alone.
A column is a place within records; an attribute takes the column whose values are most like those
that known schemes read: the same values, the same words, the same kind, length and variety.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log

from specdex.html import Document
from specdex.synthesis.descriptors import (
    descriptor_of,
    nodes_at,
    step_of,
    without_ids,
    xpath_of,
)
from specdex.synthesis.equivalences import BUILT_IN, Equivalence, Instances, guess, share_of_kind
from specdex.synthesis.scheme import AttributeRule
from specdex.synthesis.url_patterns import Descriptor, Step, unify
from specdex.text import collapse, words

__all__ = ["Column", "Manner", "Record", "choose_columns", "columns_of", "container_of"]

Record = tuple[Document, int]
"""A page and the element on it that holds one item."""
AGREEING = (0.95, 0.5)
"""A container holds nearly all records, or most of them where some stand apart."""
MAX_TEXT = 400
"""Characters; a longer text in a record is prose, no value."""
MOST_RECORDS = 300
"""So many records tell the columns."""
TEMPLATE = 0.5
"""A class on fewer of the records than this belongs to some items, not to the template."""
LEAST_COVERAGE = 0.3
"""A column must be there in this share of the records."""
FURNITURE = 0.9
"""A text that this share of the records says is no value of theirs."""
LEAST_SCORE = 0.25
"""A column that is believed less is not proposed."""
AMOUNTS = frozenset({"prices", "numbers", "dates"})
"""Kinds of values that name no item."""
FIRST_TEXT = "/text()[normalize-space(.)][1]"


def container_of(records: Sequence[Record]) -> str:
    """The XPath that means the records, and as little else as can be; empty where none does."""
    places: Counter[Descriptor] = Counter()
    for document, node in records:
        path = descriptor_of(document, node, split=True)
        places[tuple(map(without_ids, path))] += 1
    tried = [xpath_of(found) for share in AGREEING if (found := unify(places, share))]
    documents = {id(document): document for document, _ in records}
    wanted = {(id(document), node) for document, node in records}

    def goodness(xpath: str) -> float:
        found = {
            (name, node)
            for name, document in documents.items()
            for node in nodes_at(document, xpath)
        }
        return 2 * len(found & wanted) / (len(found) + len(wanted))

    return max(tried, key=goodness, default="")


@dataclass(frozen=True, slots=True)
class Column:
    """A place within records, and what it holds in each that has it."""

    xpath: str
    """Relative to the record."""
    values: Mapping[int, str]
    coverage: float
    """The share of the records that have it."""


def columns_of(records: Sequence[Record]) -> list[Column]:
    """The places that many records have and that do not say the same in all of them."""
    some = records[:: max(1, len(records) // MOST_RECORDS)]
    marks = _template_words(some)
    found: dict[str, dict[int, str]] = {}
    for number, (document, node) in enumerate(some):
        for xpath, text in _places(document, node, marks):
            found.setdefault(xpath, {})[number] = text
    kept: dict[tuple[tuple[int, str], ...], str] = {}
    for xpath, values in found.items():
        if len(values) >= LEAST_COVERAGE * len(some) and _varied(values):
            kept[tuple(values.items())] = xpath
    return [Column(xpath, dict(values), len(values) / len(some)) for values, xpath in kept.items()]


def _varied(values: Mapping[int, str]) -> bool:
    most = Counter(values.values()).most_common(1)[0][1]
    return most < FURNITURE * len(values) or len(values) == 1


def _template_words(records: Sequence[Record]) -> frozenset[tuple[str, str]]:
    """The features of steps that most records have."""
    counts: Counter[tuple[str, str]] = Counter()
    for document, node in records:
        inside = range(node + 1, document.end[node])
        counts.update({mark for each in inside for mark in step_of(document, each, split=True)})
    return frozenset(each for each, count in counts.items() if count >= TEMPLATE * len(records))


def _places(
    document: Document, node: int, marks: frozenset[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """Every element of a record as a relative XPath, with its text; and its own first text."""
    steps: dict[int, tuple[Step, ...]] = {node: ()}
    seen: Counter[str] = Counter()
    for each in range(node + 1, document.end[node]):
        own = without_ids(step_of(document, each, split=True))
        steps[each] = (*steps[document.parent[each]], own & marks)
        if document.stop[each] - document.start[each] > MAX_TEXT:
            continue
        text = collapse(document.text_of(each))
        if not text:
            continue
        path = xpath_of(steps[each], ".")
        seen[path] += 1
        xpath = f"({path})[{seen[path]}]"
        yield xpath, text
        first = next(document.runs_of(each), (each, ""))
        if first[0] == each and collapse(first[1]) != text:
            yield xpath + FIRST_TEXT, collapse(first[1])


class Manner:
    """What values of one attribute are like."""

    def __init__(self, values: Iterable[str], equivalence: Equivalence | None = None) -> None:
        given = list(values)
        self.kind = guess(given)
        self.known = Instances(equivalence or BUILT_IN[self.kind]())
        self.known.add(given)
        self._words = frozenset(word for value in given for word in words(value))
        self._shape = _shape(given)
        self.telling = (self.kind not in AMOUNTS, round(self._shape[-1], 1), self._shape[0])
        """Whether they are no amounts, how many differ, how long they are: what names an item."""

    def likeness(self, values: Sequence[str]) -> float:
        """How far *values* may be the attribute's, from 0 to 1."""
        kind = share_of_kind(self.kind, values)
        distinct = set(values)
        same = len(self.known.known_among(distinct)) / len(distinct)
        shape = exp(-sum(abs(a - b) for a, b in zip(self._shape, _shape(values), strict=True)))
        return kind * (same + self._familiar(distinct) + 2 * shape) / 4

    def _familiar(self, values: Iterable[str]) -> float:
        """The share of a value's words that known values have, on average."""
        shares = [
            sum(word in self._words for word in said) / len(said)
            for value in values
            if (said := words(value))
        ]
        return sum(shares) / len(shares) if shares else 0.0


def _shape(values: Sequence[str]) -> tuple[float, ...]:
    """Length, digits, letters, currency and other signs, and variety of values, on average."""
    size = max(1, len(values))
    signs = sum(map(len, values)) or 1
    return (
        log(1 + signs / size) / 2,
        sum(each.isdigit() for value in values for each in value) / signs,
        sum(each.isalpha() for value in values for each in value) / signs,
        sum(bool(BUILT_IN["prices"]().tokens(value)) for value in values) / size,
        len(set(values)) / size,
    )


def choose_columns(
    columns: Sequence[Column], manners: Mapping[str, Manner]
) -> tuple[list[AttributeRule], dict[str, str]]:
    """A rule for each attribute, no two from one column, and why others have none."""
    scores = {
        (name, column.xpath): manner.likeness(list(column.values.values())) * column.coverage
        for name, manner in manners.items()
        for column in columns
    }
    rules: dict[str, AttributeRule] = {}
    taken: set[str] = set()
    for (name, xpath), score in sorted(scores.items(), key=lambda each: (-each[1], each[0])):
        if name in rules or xpath in taken or score < LEAST_SCORE:
            continue
        taken.add(xpath)
        reason = f"a column of the records, {score:.2f} like known values"
        rules[name] = AttributeRule(
            name=name, xpaths=(xpath,), confidence=round(score, 4), reason=reason
        )
    why = {}
    for name in (each for each in manners if each not in rules):
        best = max((score for (other, _), score in scores.items() if other == name), default=0.0)
        why[name] = f"no column of its records is more than {best:.2f} like known values"
    return [rules[name] for name in sorted(rules)], why
