"""The state that scripts carry: what it says of the page's main product, and which others."""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from specdex.html import Document, Kept
from specdex.lexicon import phrases
from specdex.markup.embedded import MIN_WORD, carries, embedded, quoted, written
from specdex.markup.page import called
from specdex.markup.rows import MOMENT, Row, believable, human, rows_of
from specdex.markup.trees import Held, Path, Tree, plain_text
from specdex.text import letters_and_digits, lowered, words

__all__ = ["ScriptState", "Section", "above", "script_state"]

MAX_HEADINGS = 3
MAX_NAME = 300
LIKE = 0.6
"""Share of the longer of two names that the shorter one is, where it is part of it."""
MAX_OWNERS = 30
MAX_WALK = 4_000
"""Containers below all owners that are looked at."""
MAX_CHILDREN = 1_000
"""… of one list or dict, …"""
MAX_BELOW = 12
"""Levels below an owner that are looked at."""
LEVELS = 2
"""How far above the thing that has the product's name its specification may stand."""
MIN_ROWS = 4
"""Rows of the smallest specification that a script carries."""
MAX_QUOTES = 200
"""Texts of a script that are looked at before it is read; with more it is."""
MAX_SIGHTINGS = 20
"""Places of a text on the page that are looked at."""
MIN_KEYS = 4
CALLED = 4
"""Steps above rows that may call them a specification."""
SECTION_KEYS = phrases("markup.section_keys")
KIN = 0.6
"""Share of an owner's keys that another product has, too."""
SHOWN = 0.5
"""Share of rows that the page must show where no key calls them a specification."""


class Section(NamedTuple):
    """Rows of one kind: those that stand at like places."""

    rows: tuple[Row, ...]
    tree: Tree
    level: int
    """How far above the thing with the product's name they were found."""


class ScriptState:
    """The embedded JSON of one page that speaks of what the page is called."""

    def __init__(self, document: Document, names: Sequence[str]) -> None:
        self.document = document
        self.names = [name for name in names if name][:8]
        self.low = ""
        self.left = MAX_WALK
        self.wanted = _Names(self.names)
        told = (form for name in self.names if len(name) > 1 for form in written(name))
        self.telling = list(dict.fromkeys(told))

    @cached_property
    def trees(self) -> list[Tree]:
        """The JSON that speaks of the product."""
        return [Tree(each) for each in embedded(self.document, self.telling, self.speaks)]

    def speaks(self, script: str) -> bool:
        """Whether a text in *script* may be a name of the product; it costs less than reading."""
        quotes = (each for word in self.telling for each in quoted(script, word))
        if any(map(self.wanted.may_be, islice(quotes, MAX_QUOTES))):
            return True
        return next(quotes, None) is not None

    @cached_property
    def own(self) -> frozenset[int]:
        """The owners, by what they are in memory."""
        return frozenset(id(owner.value) for _, owner in self.owners)

    @cached_property
    def shapes(self) -> frozenset[frozenset[str]]:
        """The keys of the owners."""
        return frozenset(frozenset(owner.value) for _, owner in self.owners)

    def carries(self, couples: Sequence[tuple[str, str]], least: int) -> bool:
        """Whether scripts may say *least* of some names with values; asked before all is read."""
        return carries(self.document, self.telling, couples, least)

    def seen(self, text: str) -> bool:
        """Whether the visible page shows *text*, as words of their own."""
        self.low = self.low or lowered(self.document.text)
        wanted, place = text.lower(), -1
        for _ in range(MAX_SIGHTINGS):
            place = self.low.find(wanted, place + 1)
            if place < 0:
                return False
            around = self.low[max(0, place - 1) : place] + self.low[place + len(wanted) :][:1]
            if not any(map(str.isalnum, around)):
                return True
        return False

    @cached_property
    def owners(self) -> list[tuple[Tree, Held]]:
        """The dicts of which a text is one of the names, or nearly; the surest ones."""
        found: dict[int, list[tuple[Tree, Held]]] = {0: [], 1: [], 2: []}
        for tree in self.trees:
            for held in tree.held():
                if isinstance(held.value, dict):
                    rank = self.wanted.rank(tree.texts(held))
                    if rank is not None and len(found[rank]) < MAX_OWNERS:
                        found[rank].append((tree, held))
        return found[0] + found[1] or found[2]

    def sections(self) -> list[Section]:
        """The rows of the main product: those nearest to what has its name."""
        for level in range(LEVELS):
            found = self.level(level)
            if found:
                return found
        return []

    def level(self, level: int) -> list[Section]:
        """The rows below what stands *level* steps above the owners."""
        known: set[int] = set()
        kinds: dict[tuple[int, Path], list[Row]] = {}
        trees: dict[int, Tree] = {}
        for tree, owner in self.owners:
            top = above(tree, owner, level)
            if top is None or id(top.value) in known:
                continue
            for kind, rows in self.below(tree, top, known):
                kinds.setdefault((id(tree), kind), []).extend(rows)
                trees[id(tree)] = tree
        return [
            Section(tuple(rows), trees[tree], level)
            for (tree, kind), rows in kinds.items()
            if len(rows) >= MIN_ROWS and believable(rows) and self.agrees(rows, kind, level)
        ]

    def agrees(self, rows: Sequence[Row], kind: Path, level: int) -> bool:
        """Whether the page shows most rows, or a key near the product's name says what they are."""
        if level == 0 and _is_called(kind):
            return True
        both = sum(self.seen(row.name) and self.seen(row.value) for row in rows)
        return both >= SHOWN * len(rows)

    def below(self, tree: Tree, top: Held, known: set[int]) -> Iterator[tuple[Path, list[Row]]]:
        """The rows of each container below *top* that is no other product's, with their kind."""
        headings = _Headings(tree)
        stack: list[tuple[Held, Held | None, Path]] = [(top, None, ())]
        while stack and self.left > 0:
            self.left -= 1
            held, group, kind = stack.pop()
            if id(held.value) in known:
                continue
            known.add(id(held.value))
            rows = rows_of(tree, held, self.seen) if not self.is_owner(held) else []
            if rows:
                heading = headings.of(group)
                yield kind, [row._replace(group=heading) for row in rows]
                continue
            if len(kind) >= MAX_BELOW:
                continue
            below = isinstance(held.value, dict) and held is not top
            over = held if below else group
            inside = [
                (child, over, (*kind, "*" if isinstance(key, int) else key))
                for key, child in islice(tree.items(held), MAX_CHILDREN)
                if isinstance(child.value, (dict, list))
                and child.value
                and not self.is_other(child)
                and not _is_dated(child)
            ]
            stack.extend(reversed(inside))

    def is_owner(self, held: Held) -> bool:
        """Whether a dict has the product's name."""
        return id(held.value) in self.own

    def is_other(self, held: Held) -> bool:
        """Whether a dict is another product: it has most keys of one that has this one's name."""
        value = held.value
        if not isinstance(value, dict) or len(value) < MIN_KEYS or self.is_owner(held):
            return False
        return any(
            len(keys) >= MIN_KEYS and len(keys & value.keys()) >= KIN * len(keys)
            for keys in self.shapes
        )


class _Names:
    """What a page is called, as it is looked for in scripts."""

    def __init__(self, names: Sequence[str]) -> None:
        self.exact = {name for name in names if len(name) > 1}
        self.plain = {letters_and_digits(name) for name in self.exact} - {""}
        self.stems = {max(words(name), key=len, default="") for name in self.exact} - {""}
        self.least = min(map(len, self.exact | self.plain), default=0) * LIKE
        """A plain text with fewer signs is none of them."""

    def may_be(self, written: str) -> bool:
        """Whether a text is a name as it is *written* in a script."""
        try:
            text = json.loads(f'"{written}"', strict=False) if "\\" in written else written
        except ValueError:
            text = written.replace("\\", "")
        return self.rank((text,)) is not None

    def rank(self, texts: Iterable[Any]) -> int | None:
        """How surely one of *texts* is a name: 0 as written, 1 as compared, 2 in part."""
        best: int | None = None
        for text in texts:
            if not isinstance(text, str) or not 1 < len(text) <= MAX_NAME:
                continue
            if len(text) < self.least and text.isascii():
                continue
            if text in self.exact:
                return 0
            low = text.lower()
            if any(stem in low for stem in self.stems):
                form = letters_and_digits(text)
                if form in self.plain:
                    return 1
                if any(_within(form, name) for name in self.plain):
                    best = 2
        return best


def _read(document: Document) -> ScriptState:
    headings = [document.text_of(node) for node in document.places_of("h1")[:MAX_HEADINGS]]
    return ScriptState(document, [*headings, *called(document)])


script_state = Kept(_read)
"""The state of a document that speaks of what the page is called."""


def _within(one: str, other: str) -> bool:
    """Whether one of two names is part of the other, and most of it."""
    shorter, longer = (one, other) if len(one) < len(other) else (other, one)
    return shorter in longer and len(shorter) >= LIKE * len(longer) and len(shorter) > MIN_WORD


def above(tree: Tree, owner: Held, level: int) -> Held | None:
    """What stands *level* dicts above *owner*; None where that is everything."""
    path: Path = owner.path
    if level == 0:
        return owner
    for _ in range(level):
        path = path[:-1]
        while path and isinstance(path[-1], int):
            path = path[:-1]
    if len(owner.path) < level:
        return None
    value: Any = tree.source.value
    for step in path:
        value = value[step]
    return Held(value, path) if isinstance(value, dict) else None


def _is_called(path: Path) -> bool:
    """Whether a key on the way to rows calls them a specification."""
    return any(piece in str(step).lower() for step in path[-CALLED:] for piece in SECTION_KEYS)


def _is_dated(held: Held) -> bool:
    """Whether one of a list of things has a date: what people said, or what happened."""
    value = held.value
    if not isinstance(value, dict) or not held.path or isinstance(held.path[-1], str):
        return False
    return any(
        isinstance(each, str) and each[:1].isdigit() and MOMENT.fullmatch(each)
        for each in value.values()
    )


class _Headings:
    """What heads the things below a dict: its only text for people, looked for where one asks."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.known: dict[int, str] = {}

    def of(self, held: Held | None) -> str:
        """The heading that *held* has; empty where it has none."""
        if held is None:
            return ""
        if id(held.value) not in self.known:
            texts = (
                plain_text(value)
                for key, (value, _) in self.tree.items(held)
                if isinstance(value, str) and not str(key).startswith("_")
            )
            self.known[id(held.value)] = next(filter(human, texts), "")
        return self.known[id(held.value)]
