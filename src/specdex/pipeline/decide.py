"""The verb decide: what people say of matches, names and values, checked before it is kept."""

import csv
import getpass
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields, replace
from difflib import get_close_matches
from functools import cached_property
from itertools import chain
from pathlib import Path

from specdex.clock import now
from specdex.errors import InputError
from specdex.exporters.output import open_output
from specdex.exporters.tables import CsvExporter, Table, unguarded
from specdex.pipeline.decisions import OPPOSITES, PAIRS, Book, key_of, normal, told
from specdex.ports import Store
from specdex.quantities import likeness, read
from specdex.records import (
    Correspondence,
    Decision,
    DecisionKind,
    Product,
    Site,
    SiteStatus,
    Specification,
)
from specdex.runs import SqliteStore, queries
from specdex.text import folded
from specdex.urls import host

__all__ = [
    "COLUMNS",
    "OPEN",
    "SAME",
    "Lines",
    "Register",
    "decide",
    "literal",
    "read_decisions",
    "signed",
    "undo",
    "write_decisions",
]

OPEN = "?"
"""What the kind of a row ends with that nobody has answered yet: ``same?``."""
COLUMNS = tuple(each.name for each in fields(Decision))
SAYS = {
    DecisionKind.SAME: ("PAGE", "PAGE"),
    DecisionKind.DIFFERENT: ("PAGE", "PAGE"),
    DecisionKind.MEANS: ("NAME", "ATTRIBUTE"),
    DecisionKind.WRONG: ("PAGE", "NAME", "VALUE"),
    DecisionKind.FRAGMENT: ("PAGE", "XPATH"),
    DecisionKind.NO_FRAGMENT: ("PAGE", "XPATH"),
    DecisionKind.SHOP: ("SITE", "CATEGORY"),
    DecisionKind.NO_SHOP: ("SITE", "CATEGORY"),
}
"""What a person says for each kind; a product's id stands for its pages."""
SITES = {DecisionKind.SHOP: SiteStatus.ACCEPTED, DecisionKind.NO_SHOP: SiteStatus.REJECTED}
SAME = 0.9
"""Two values that are so much alike are one, however they are printed."""
SHOWN = 3
"""Values that a refusal names."""


def decide(store: Store, decisions: Iterable[Decision]) -> list[Decision]:
    """Keep *decisions*, all or none; those that were not there before.

    An InputError where one contradicts another, also through a chain of others: it names them. What
    is decided already keeps its first author and time.
    """
    with store.transaction():
        book, known = Book(), {}
        for each in store.read(Decision):
            book.add(each)
            known[key_of(each)] = each
        new: dict[tuple[str, ...], Decision] = {}
        for each in map(normal, decisions):
            if key_of(each) not in known:
                book.add(each)
                new.setdefault(key_of(each), each)
        store.add(new.values())
        for each in new.values():
            _judge(store, each)
    return list(new.values())


def _judge(store: Store, decision: Decision) -> None:
    """Let a site be what *decision* says it is, from now on; a harvest does not judge it again."""
    if decision.kind not in SITES:
        return
    for site in list(store.read(Site, host=decision.one, category=decision.other)):
        if site.status is SiteStatus.SEED:
            if decision.kind is DecisionKind.NO_SHOP:
                raise InputError(f"{site.host} was given as a seed: take it out of the settings")
            continue
        reason = f"{decision.author or 'a person'} decided so"
        store.add([replace(site, status=SITES[decision.kind], reason=reason)])


def signed() -> tuple[str, str]:
    """Who says something now, and when."""
    try:
        author = getpass.getuser()
    except (OSError, KeyError, ImportError):
        author = ""
    return author, now()


def undo(store: Store, decision: Decision) -> list[Decision]:
    """Forget *decision*, whoever said it, of whichever category; an InputError where nobody did."""
    wanted = normal(decision)
    said = {name: getattr(wanted, name) for name in ("kind", "one", "other", "value")}
    with store.transaction():
        found = list(store.read(Decision, **said))
        if not found:
            raise InputError(f"nobody has decided {told(replace(wanted, author='', time=''))}")
        store.replace(Decision, said, ())
        if wanted.kind in SITES:
            for site in list(store.read(Site, host=wanted.one, category=wanted.other)):
                if site.status is not SiteStatus.SEED:
                    # the next harvest judges it again
                    store.add([replace(site, status=SiteStatus.CANDIDATE, reason="")])
    return found


@dataclass(frozen=True, slots=True)
class Lines:
    """The rows of a file: those that decide something, and how many are open."""

    decisions: tuple[Decision, ...]
    open: int = 0


def read_decisions(path: Path, author: str = "", time: str = "") -> Lines:
    """The decisions in a CSV file; *author* and *time* stand where a row says none.

    Rows whose kind ends in ``?`` were not answered: they are only counted. An InputError names the
    row that cannot be understood.
    """
    found: list[Decision] = []
    unanswered = 0
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            rows = csv.DictReader(stream, strict=True)
            if "kind" not in (rows.fieldnames or ()):
                raise InputError(f"{path} has no column 'kind'; it needs: {', '.join(COLUMNS)}")
            for number, row in enumerate(rows, 2):
                said = {name: unguarded((row.get(name) or "").strip()) for name in COLUMNS}
                if said["kind"].endswith(OPEN):
                    unanswered += 1
                elif any(said.values()):
                    found.append(_decision(said, author, time, f"row {number} of {path}"))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"cannot read {path}: {error}") from error
    return Lines(tuple(found), unanswered)


def _decision(said: Mapping[str, str], author: str, time: str, place: str) -> Decision:
    try:
        kind = DecisionKind(said["kind"])
    except ValueError as error:
        known = ", ".join(DecisionKind)
        raise InputError(f"{place}: no kind {said['kind']!r}; there are: {known}") from error
    author, time = said["author"] or author, said["time"] or time
    words = said["one"], said["other"], said["value"]
    try:
        return normal(Decision(kind, *words, author, time, said["category"]))
    except InputError as error:
        raise InputError(f"{place}: {error}") from error


def write_decisions(decisions: Iterable[Decision], path: Path) -> int:
    """Write *decisions* as CSV that ``read_decisions`` understands; how many."""
    rows = [astuple(each) for each in decisions]
    with open_output(path) as stream:
        return CsvExporter().write_tables([Table("decisions", COLUMNS, lambda: rows)], stream)


def literal(kind: DecisionKind, words: Sequence[str], site: str = "") -> Decision:
    """The decision that *words* mean as they stand; an InputError where they are too few."""
    if len(words) != len(SAYS[kind]):
        raise InputError(f"{kind} takes {len(SAYS[kind])} words: {' '.join(SAYS[kind])}")
    if site and kind is not DecisionKind.MEANS:
        raise InputError(f"{kind} speaks of pages, not of a site")
    one = (host(f"http://{site}") or site,) if site else ("",)
    return Decision(kind, *(one if kind is DecisionKind.MEANS else ()), *words)


def _pages(store: SqliteStore, named: str) -> list[Specification]:
    """The page with the address *named*, or all of the product with that id."""
    urls = [named, *(url for found in store.read(Product, id=named) for url in found.urls)]
    pages = [page for url in urls for page in store.read(Specification, url=url)]
    if not pages:
        raise InputError(f"the run has no page and no product {named!r}")
    return pages


class Register:
    """Holds decisions against what a run knows; a *category* that is given is that of names."""

    def __init__(self, store: SqliteStore, category: str | None = None) -> None:
        self._store, self._category = store, category
        self._categories = queries.categories(store)

    @cached_property
    def _attributes(self) -> dict[tuple[str, str, str], str]:
        """What a name means, by category, site and name."""
        return {
            (each.category, each.site, folded(each.name)): each.attribute
            for each in self._store.read(Correspondence)
        }

    @cached_property
    def _printed(self) -> dict[tuple[str, str], dict[str, str]]:
        """Who prints a name, and how, by category and name."""
        found: dict[tuple[str, str], dict[str, str]] = {}
        for category, site, name, _ in queries.names(self._store):
            found.setdefault((category, folded(name)), {})[site] = name
        return found

    def _meant(self, page: Specification, name: str) -> str:
        """What *name* means on *page*."""
        site = page.site or host(page.url)
        return self._attributes.get((page.category, site, folded(name)), "")

    def spoken(self, decision: Decision) -> list[Decision]:
        """What a person means with *decision*, who may say a product's id for its pages.

        Products are the same, or different, with all of their pages; that a value is wrong is
        meant of every page that prints it under the name or attribute. An InputError says what the
        run does not know.
        """
        if decision.kind is DecisionKind.MEANS or decision.kind in OPPOSITES:
            return [decision]
        pages = _pages(self._store, decision.one)
        if decision.kind is DecisionKind.WRONG:
            return self._wrong(pages, decision)
        mine = [page.url for page in pages]
        theirs = [page.url for page in _pages(self._store, decision.other)]
        couples = [(mine[0], url) for url in theirs] + [(url, theirs[0]) for url in mine[1:]]
        return [replace(decision, one=one, other=other) for one, other in couples]

    def _wrong(self, pages: Sequence[Specification], decision: Decision) -> list[Decision]:
        """*decision* for each pair of *pages* that says its value, however it is printed."""
        name, value, meant = decision.other, decision.value, read(decision.value)
        printed = [
            (page.url, pair)
            for page in pages
            for pair in page.pairs
            if folded(name) in {folded(pair.name), folded(self._meant(page, pair.name))}
        ]
        if not printed:
            near = _near(name, (pair.name for page in pages for pair in page.pairs))
            raise InputError(f"{decision.one} prints no {name!r}{near}")
        found = [
            replace(decision, one=url, other=pair.name, value=pair.value)
            for url, pair in printed
            if likeness(read(pair.value), meant) >= SAME
        ]
        if not found:
            said = ", ".join(dict.fromkeys(repr(pair.value) for _, pair in printed[:SHOWN]))
            raise InputError(f"{decision.one} does not print {value!r} for {name!r}, but {said}")
        return found

    def placed(self, decision: Decision) -> tuple[Decision, str]:
        """*decision* with its category, and what the run does not know of it, in a sentence."""
        if decision.kind is DecisionKind.MEANS:
            return self._name(decision)
        if decision.kind in SITES:
            known = any(self._store.read(Site, host=decision.one, category=decision.other))
            unheard = f"the run knows no site {decision.one} of category {decision.other!r}"
            return replace(decision, category=decision.other), "" if known else unheard
        urls = (decision.one, decision.other) if decision.kind in PAIRS else (decision.one,)
        pages = {url: next(self._store.read(Specification, url=url), None) for url in urls}
        unknown = next((url for url, page in pages.items() if page is None), "")
        categories = [page.category for page in pages.values() if page]
        if len(set(categories)) > 1:
            return decision, (
                f"{decision.one} is of category {categories[0]!r} and {decision.other} of"
                f" {categories[1]!r}: they are joined apart"
            )
        category = categories[0] if categories else decision.category
        return (
            replace(decision, category=category),
            f"the run has no page {unknown}" if unknown else "",
        )

    def _name(self, decision: Decision) -> tuple[Decision, str]:
        category = self._category or decision.category
        if not category and len(self._categories) > 1:
            known = ", ".join(self._categories)
            raise InputError(f"say of which category {decision.other!r} is: {known}")
        category = category or next(iter(self._categories), "")
        spelled = (each for (of, *_), each in self._attributes.items() if of == category)
        same = (each for each in spelled if folded(each) == folded(decision.value))
        placed = replace(decision, category=category, value=next(same, decision.value))
        sites = self._printed.get((category, folded(decision.other)), {})
        if decision.one in sites if decision.one else sites:
            return placed, ""
        printed = (names.values() for (of, _), names in self._printed.items() if of == category)
        near = _near(decision.other, chain.from_iterable(printed))
        who = f"{decision.one} prints no name" if decision.one else "no site prints a name"
        return placed, f"{who} {decision.other!r}{near}"


def _near(name: str, known: Iterable[str]) -> str:
    """What may have been meant with *name*."""
    found = get_close_matches(name, sorted(set(known)), 1)
    return f"; did you mean {found[0]!r}?" if found else ""
