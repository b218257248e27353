"""What of each specification counts when products are compared, as columns."""

from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, combinations, pairwise
from typing import Any

import msgspec
import numpy as np

from specdex.linkage.bags import Bag, Integers, Numbered
from specdex.linkage.clusters import components
from specdex.linkage.profiles import Profile, brands_of, profile_of, without_mistakes
from specdex.ports import Engine, shared
from specdex.records import Specification
from specdex.text import words

__all__ = ["Pages", "aliases", "pages", "with_aliases"]

MAX_WORDS = 60
"""So many words of a title are compared, …"""
MAX_TEXT = 150
"""… and so many of all that a page says."""
MAX_READ = 1000
MIN_STEM, MAX_CODE = 5, 20
MIN_WORD, MIN_NUMBER = 4, 4
UNSEEN = 100
"""So many pages are imagined beside a collection, for codes to be rare in a small one, too."""
PART = 1 << 12
"""So many pages are read at once, where workers do it."""
KNOWN = 3
"""A code on so many pages is known."""
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


@dataclass(frozen=True, slots=True)
class Pages:
    """What all pages say, one row a page."""

    profiles: Sequence[Profile]
    sites: Integers
    titles: Sequence[str]
    words: Bag
    text: Bag
    said_codes: Sequence[frozenset[str]]
    codes: Bag
    """The model words and part numbers of a page."""
    spellings: Bag
    """The codes, and what neighbours in the title would be as one."""
    known: Bag
    """The codes that several pages bear: no serial numbers of one shop."""
    gtins: Bag
    parts: Bag
    brands: Sequence[str]
    numbers: Bag
    leads: Bag
    """The codes of all pages, and behind them the first model words of all."""
    editions: Integers
    """A number for what each page's title says of its edition."""

    @property
    def rank(self) -> Integers:
        """The place of each page in an order in which like ones stand side by side."""
        keys = [
            (profile.brand, "".join(profile.named[:1]), profile.title) for profile in self.profiles
        ]
        found = np.empty(len(keys), dtype=np.int64)
        found[sorted(range(len(keys)), key=keys.__getitem__)] = np.arange(len(keys))
        return found

    def only(self, *bags: str) -> "Pages":
        """The same with no marks but in *bags*, which takes less room."""
        others: dict[str, Any] = dict.fromkeys(set(BAGS) - set(bags), _NO_BAG)
        return replace(self, **others)

    def of(self, rows: Integers, bags: Collection[str]) -> "Pages":
        """What the pages *rows* say to be compared: no profiles, and no marks but in *bags*."""
        own: dict[str, Any] = dict.fromkeys(BAGS, _NO_BAG)
        for name in bags:
            behind = [rows + len(self.titles)] if name == "leads" else []
            own[name] = getattr(self, name).of(np.concatenate([rows, *behind]))
        for name in ("titles", "said_codes", "brands"):
            own[name] = [getattr(self, name)[row] for row in rows.tolist()]
        return Pages(profiles=(), sites=self.sites[rows], editions=self.editions[rows], **own)


_NO_BAG = Bag(())
BAGS = tuple(name for name, kind in Pages.__annotations__.items() if kind is Bag)
"""What pages bear marks of."""


def pages(specifications: Sequence[Specification], engine: Engine | None = None) -> Pages:
    """The columns of *specifications*, which the workers of *engine* read where there are any."""
    found, text = _all_read(specifications, engine)
    seen = with_aliases(without_mistakes(found))
    said = [_said(profile) for profile in seen]
    codes = [profile.codes for profile in seen]
    spread = Counter(chain.from_iterable(codes))
    return Pages(
        profiles=seen,
        sites=_numbered([profile.site for profile in seen]),
        titles=[profile.title for profile in seen],
        words=Bag(said),
        text=Bag(text),
        said_codes=codes,
        codes=Bag(codes, UNSEEN),
        spellings=Bag(
            [
                {*map(_stem, own), *map(_stem, _joined(title)), *own}
                for own, title in zip(codes, said, strict=True)
            ],
            UNSEEN,
        ),
        known=Bag([{_bare(code) for code in own if spread[code] >= KNOWN} for own in codes]),
        gtins=Bag([profile.gtins for profile in seen], UNSEEN),
        parts=Bag([profile.mpns | profile.models for profile in seen]),
        brands=[profile.brand for profile in seen],
        numbers=Bag([[word for word in title if word.isdigit()] for title in said]),
        leads=Bag([*codes, *(profile.lead for profile in seen)]),
        editions=_numbered([profile.editions for profile in seen]),
    )


def _numbered(things: Sequence[Hashable]) -> Integers:
    """A number for each of *things*, the same for equal ones."""
    known: dict[Hashable, int] = {}
    return np.array([known.setdefault(each, len(known)) for each in things], dtype=np.int64)


def _said(profile: Profile) -> Sequence[str]:
    return profile.title.split()[:MAX_WORDS]


def _all_read(
    specifications: Sequence[Specification], engine: Engine | None
) -> tuple[list[Profile], Numbered]:
    """What each page is called, and the words that it says, numbered in the order they come in."""
    given, known = brands_of(specifications)
    read = partial(_read, known=known)
    parts: Iterable[_Read]
    if engine is None:
        parts = [read((specifications, given))]
    else:
        cuts = [slice(begin, begin + PART) for begin in range(0, len(given), PART)]
        sent = ((msgspec.msgpack.encode(specifications[cut]), given[cut]) for cut in cuts)
        parts = shared(read, sent, engine)
    found: list[Profile] = []
    numbers: dict[str, int] = {}
    lengths, marks = array("q"), array("q")
    for profiles, words_of, text in parts:
        found += profiles
        own = np.array([numbers.setdefault(word, len(numbers)) for word in words_of], np.int64)
        lengths.extend(text.lengths)
        marks.frombytes(own[np.array(text.marks, np.int64)].tobytes())
    return found, Numbered(lengths, marks, len(numbers))


_Read = tuple[list[Profile], list[str], Numbered]
"""The profiles of some pages, the words that they say, and which page says which."""


def _read(
    part: tuple[Sequence[Specification] | bytes, Sequence[str]], known: frozenset[str]
) -> _Read:
    """What is read of a part of all pages, with the brands that they give."""
    told, given = part
    specifications = (
        msgspec.msgpack.decode(told, type=list[Specification]) if isinstance(told, bytes) else told
    )
    found = [profile_of(*each, known) for each in zip(specifications, given, strict=True)]
    return found, *_texts(map(_said, found), specifications)


def _texts(
    titles: Iterable[Sequence[str]], specifications: Iterable[Specification]
) -> tuple[list[str], Numbered]:
    """The words of each title and its values; every value is read once."""
    known: dict[str, int] = {}
    marks, lengths = array("q"), array("q")
    values: dict[str, list[int]] = {}

    def numbered(said: Iterable[str]) -> list[int]:
        return [known.setdefault(word, len(known)) for word in said]

    for title, specification in zip(titles, specifications, strict=True):
        found = numbered(title)
        for pair in specification.pairs:
            own = values.get(pair.value)
            if own is None:
                own = values[pair.value] = numbered(words(pair.value[:MAX_READ])[:MAX_TEXT])
            found += own
            if len(found) > MAX_TEXT:
                break
        marks.extend(found[:MAX_TEXT])
        lengths.append(min(len(found), MAX_TEXT))
    return list(known), Numbered(lengths, marks, len(known))


def _stem(code: str) -> str:
    """*code* without the letters at its end, which tell colours: *dmcfs3* of *dmcfs3s*."""
    stem = code.rstrip("abcdefghijklmnopqrstuvwxyz")
    return stem if len(stem) >= MIN_STEM else code


def _bare(code: str) -> str:
    """*code* without the word before a long number: *3460* of *Carbon 3460* and *Touch 3460*."""
    number = code.lstrip("abcdefghijklmnopqrstuvwxyz")
    worded = len(code) - len(number) >= MIN_WORD and len(number) >= MIN_NUMBER
    return number if worded and number.isdigit() else _stem(code)


def _joined(title: Sequence[str]) -> Iterable[str]:
    for one, other in pairwise(title):
        both = one + other
        if not both.isalpha() and not both.isdigit() and len(both) <= MAX_CODE:
            yield both


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
