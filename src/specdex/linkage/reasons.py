"""Why are two pages of one product? The evidence that weighed most, in a sentence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from specdex.arrays import Bools
from specdex.linkage.attributes import TITLE, Entries
from specdex.linkage.bags import Floats, Integers
from specdex.linkage.evidence import ATTRIBUTE_FEATURES
from specdex.linkage.features import TEXT_FEATURES, TITLE_FEATURES
from specdex.linkage.identifiers import short_gtin
from specdex.linkage.pages import Pages
from specdex.linkage.profiles import Profile
from specdex.quantities import stated

__all__ = ["COLUMNS", "FEATURES", "KINDS", "Grounds", "Sentences", "Wording"]

KINDS: dict[str, tuple[str, ...]] = {
    "gtin": ("gtins",),
    "code": ("codes shared", "rarest code", "codes apart", "codes left", "leads shared", "parts",
             "editions", "known codes apart", "one model", "sister codes"),
    "brand": ("brands",),
    "title": ("words alike", "words of the shorter", "rest of one", "rest of both", "rarest word",
              "length", "numbers apart", "best of one", "best of both", "token set", "token sort"),
    "text": ("text alike", "text best of one", "text best of both"),
    "agreement": ("agreement", "agreeing", "title agreement", "balance"),
    "conflict": ("conflict", "worst conflict", "conflicting", "title conflict", "balance",
                 "measures apart"),
    "rivals": ("same site", "twins at home", "ahead of others", "ahead for both"),
}  # fmt: skip
"""What is told of pairs, by the kind of evidence that it is."""
FEATURES = [*TEXT_FEATURES, *ATTRIBUTE_FEATURES, *TITLE_FEATURES]
"""All that is asked of a pair."""
COLUMNS = {kind: [FEATURES.index(name) for name in names] for kind, names in KINDS.items()}
"""Where the features of each kind stand."""
ORDERED = sorted(KINDS)
"""Of kinds that weigh the same the first is named first."""
MOST = 3
"""So many kinds of evidence, and so many words of one, are named at most."""
SOME = 0.1
"""What weighs less, in nats, is not worth naming."""
SILENT = frozenset({"conflict", "brand"})
"""What speaks for no pair by itself: a brand is told with the code."""
PHRASED = ("gtin", "code", "title", "text", "rivals")
"""What the pages of a pair may share, where nothing of it weighs much."""
MAX_SHOWN = 30
"""Signs of a value that are shown."""


@dataclass(frozen=True, slots=True)
class Grounds:
    """What weighed for and against the pairs that are likely, in nats."""

    pairs: Integers
    """Their numbers, in order."""
    weights: Floats
    """A row for each of them, a column for each of ``KINDS``."""
    agreeing: Integers
    """The attribute that says most for each, …"""
    differing: Integers
    """… and the one that says most against it; -1 for none."""

    @classmethod
    def nothing(cls, pairs: Integers) -> "Grounds":
        """Nothing known of *pairs* yet."""
        unknown = np.full(len(pairs), -1)
        return cls(pairs, np.zeros((len(pairs), len(KINDS))), unknown, unknown.copy())

    def some(self, places: Integers) -> "Grounds":
        """Of some of the pairs, by their *places*."""
        told = self.agreeing[places], self.differing[places]
        return Grounds(self.pairs[places], self.weights[places], *told)

    def note(self, found: "Grounds", places: Integers) -> None:
        """Let what was *found* stand at *places*."""
        self.weights[places] = found.weights
        self.agreeing[places], self.differing[places] = found.agreeing, found.differing

    def prove(self, kind: str, proven: Bools, likely: float) -> None:
        """Let a *kind* alone speak for pairs, where it is *proven* and makes them so *likely*."""
        self.weights[proven] = np.minimum(self.weights[proven], 0.0)
        self.weights[proven, list(KINDS).index(kind)] = np.log(likely / (1 - likely))


class _Side(NamedTuple):
    """What of a page is put into words."""

    page: Profile
    parts: frozenset[str]
    codes: frozenset[str]
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Wording:
    """What of pages is put into words, and what their words weigh."""

    profiles: Sequence[Profile]
    codes: Sequence[frozenset[str]]
    weight: Mapping[str, float]

    @classmethod
    def of(cls, seen: Pages) -> "Wording":
        """Of all pages that were *seen*."""
        words = seen.words
        weight = dict(zip(words.marks, words.weight.tolist(), strict=True))
        return cls(seen.profiles, seen.said_codes, weight)

    def some(self, pages: Sequence[int]) -> "Wording":
        """Of some *pages*, numbered as they stand there."""
        profiles = [self.profiles[page] for page in pages]
        words = {word for profile in profiles for word in profile.title.split()}
        weight = {word: self.weight[word] for word in words if word in self.weight}
        return Wording(profiles, [self.codes[page] for page in pages], weight)


class Sentences:
    """Puts *grounds* of pairs of pages, which said these *entries*, into words."""

    def __init__(
        self,
        wording: Wording,
        grounds: Grounds,
        entries: Entries,
        pages: tuple[Integers, Integers],
    ) -> None:
        """Of each pair both *pages* are given, numbered as there; attributes are *entries*'."""
        self._wording, self._grounds, self._entries = wording, grounds, entries
        self._pages = [each.tolist() for each in pages]
        self._agreeing = [self._spans(grounds.agreeing, each) for each in pages]
        self._differing = [self._spans(grounds.differing, each) for each in pages]
        ordered = grounds.weights[:, [list(KINDS).index(kind) for kind in ORDERED]]
        self._order = np.argsort(-ordered, axis=1, kind="stable")
        self._weights = np.take_along_axis(ordered, self._order, axis=1)
        self._sides: dict[int, _Side] = {}
        self._shown: dict[int, str] = {}

    def _side(self, page: int) -> _Side:
        found = self._sides.get(page)
        if found is None:
            own, codes = self._wording.profiles[page], self._wording.codes[page]
            words = frozenset(own.title.split())
            found = self._sides[page] = _Side(own, own.mpns | own.models, codes, words)
        return found

    @cached_property
    def _places(self) -> Integers:
        """Of what pages say, which page and attribute; in order."""
        said = self._entries
        return said.pages * max(1, len(said.names)) + said.attributes

    def _spans(self, attributes: Integers, pages: Integers) -> Integers:
        """Where what each page says of an attribute begins and ends; of none nowhere."""
        place = pages * max(1, len(self._entries.names)) + attributes
        begin, end = (np.searchsorted(self._places, place + step) for step in (0, 1))
        return np.column_stack([begin, np.where(attributes < 0, begin, end)])

    def of(self, at: int) -> str:
        """Why the pages of a pair, by its place, are of one product."""
        mine, theirs = (self._side(pages[at]) for pages in self._pages)
        weighed = list(zip(self._order[at].tolist(), self._weights[at].tolist(), strict=True))
        found: list[str] = []
        for place, weight in weighed:
            if weight < SOME or len(found) == MOST:
                break
            kind = ORDERED[place]
            if kind not in SILENT:
                agreeing = kind == "agreement"
                said = self._agreement(at) if agreeing else self._phrase(kind, mine, theirs)
                found += [said] if said else []
        if not found:
            shared = (self._phrase(kind, mine, theirs) for kind in PHRASED)
            found = [next(filter(None, shared), "values alike")]
        told = ", ".join(found)
        worst = self._against(weighed, at)
        return f"{told}, although {worst}" if worst else told

    def _against(self, weighed: Sequence[tuple[int, float]], at: int) -> str:
        """What speaks against a pair, the worst first; at last that values differ at all."""
        for place, weight in reversed(weighed):
            if weight > -SOME:
                break
            if ORDERED[place] == "conflict":
                said = self._conflict(at)
            else:
                said = _apart(ORDERED[place], *(self._side(pages[at]) for pages in self._pages))
            if said:
                return said
        return self._conflict(at)

    def _phrase(self, kind: str, mine: _Side, theirs: _Side) -> str:
        """What the pages share of a *kind* of evidence."""
        match kind:
            case "gtin":
                shared = mine.page.gtins & theirs.page.gtins
                return f"gtin {short_gtin(min(shared))}" if shared else ""
            case "code":
                return _code(mine, theirs)
            case "text":
                return "texts alike"
            case "rivals":
                return "" if mine.page.site == theirs.page.site else "nearest of both sites"
        both = mine.words & theirs.words
        rare = sorted(both, key=lambda word: (-self._wording.weight.get(word, 0.0), word))[:MOST]
        return f"titles share {' '.join(rare)}" if rare else ""

    def _agreement(self, at: int) -> str:
        mine, theirs = (self._values(*spans[at].tolist()) for spans in self._agreeing)
        both = [value for value in mine if value in theirs] or mine
        name = self._name(int(self._grounds.agreeing[at]))
        return f"{name} {both[0]}" if mine and theirs else ""

    def _conflict(self, at: int) -> str:
        mine, theirs = (self._values(*spans[at].tolist()) for spans in self._differing)
        if not mine or not theirs:
            return ""
        return f"{self._name(int(self._grounds.differing[at]))} differs ({mine[0]} and {theirs[0]})"

    def _name(self, attribute: int) -> str:
        return self._entries.names[attribute].removeprefix(TITLE)

    def _values(self, begin: int, end: int) -> list[str]:
        """What was said from *begin* to *end*."""
        found = self._entries.values[begin:end].tolist() if begin < end else ()
        return [self._shown.get(value) or self._show(value) for value in found]

    def _show(self, value: int) -> str:
        text = stated(self._entries.quantities[value])[0]
        found = text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 1]}\u2026"
        self._shown[value] = found
        return found


def _code(mine: _Side, theirs: _Side) -> str:
    """The longest code that both bear; where only an alias is shared, both names."""
    for kind, shared in (("mpn", mine.parts & theirs.parts), ("model", mine.codes & theirs.codes)):
        if shared:
            code = max(shared, key=lambda code: (len(code), code))
            also = _also_called(mine.page, code) or _also_called(theirs.page, code)
            brand = mine.page.brand if mine.page.brand == theirs.page.brand else ""
            return f"{kind} {code}{also}{f', brand {brand}' if brand else ''}"
    return ""


def _also_called(profile: Profile, code: str) -> str:
    """The name that the page itself prints, where *code* is only what others call it."""
    return f" (also called {profile.named[0]})" if code in profile.aliases else ""


def _apart(kind: str, mine: _Side, theirs: _Side) -> str:
    """How the pages differ in a *kind* of evidence."""
    brands = mine.page.brand, theirs.page.brand
    if kind == "brand" and brands[0] != brands[1]:
        return f"brands differ ({brands[0]} and {brands[1]})"
    if kind not in {"gtin", "code", "title"}:
        return ""
    my_own, their_own = _listed(kind, mine), _listed(kind, theirs)
    one = next((each for each in my_own if each not in their_own), "")
    other = next((each for each in their_own if each not in my_own), "")
    if one and other:
        return f"{kind}s differ ({one} and {other})"
    return f"only one {kind} has {one or other}" if one or other else ""


def _listed(kind: str, side: _Side) -> Sequence[str]:
    if kind == "title":
        return side.page.title.split()
    if kind == "gtin":
        return [short_gtin(each) for each in sorted(side.page.gtins)]
    return [*side.page.named, *sorted(side.codes)]
