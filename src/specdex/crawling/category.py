"""What a category is called, and how surely a text speaks of it."""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from specdex import lexicon
from specdex.text import words

__all__ = ["Category", "fold", "folded", "forms", "plain"]

CATEGORY_WORDS = lexicon.table("categories.names")
SHELVES, NEAR = lexicon.table("categories.shelves"), lexicon.table("categories.near")
"""What categories, the shelves that hold them and lists of them and others are called."""
ACCESSORIES = lexicon.phrases("categories.accessories")

EXACT, ENDING, WITHIN, LISTED, BESIDE = 1.0, 0.9, 0.7, 0.6, 0.1
"""How much a text means the category: it is its name, ends in it, holds it, lists it among others,
or names something that belongs to it (camera bags)."""
HALF = 0.5
SHORTEST_COMPOUND = 5
"""A shorter word inside a longer one is chance: *tv* in *ytv*."""
LISTING_SIGNS = ("&", "/", ",", "+", " und ", " and ", " et ", " y ", " e ", " en ", " i ", " och ")
SIBILANTS = ("s", "x", "z", "ch", "sh")
VOWELS = frozenset("aeiou")
ENDINGS = ("s", "e", "n", "en", "er", "y")
SWAPS = {"a": "e", "o": "i", "e": "i"}
UNSPACED = "\u3040"
"""The first character of scripts that write no blanks between words."""
MIN_STEM = 2
MAX_PHRASE = 4
"""Words of the longest name."""
MAX_TEXT = 300
"""Characters of a text that are looked at: names stand at its beginning."""
REMEMBERED = 1 << 13
"""A site's pages repeat their words; not so the names of its products."""
Phrase = tuple[str, ...]


@lru_cache(maxsize=REMEMBERED)
def fold(text: str) -> str:
    """*text* in lower case without accents.

    >>> fold("Écran PC")
    'ecran pc'
    """
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.lower())
    return unicodedata.normalize(
        "NFC", "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    )


@lru_cache(maxsize=REMEMBERED)
def plain(text: str) -> str:
    """The words of *text* alone, as :func:`fold` writes them.

    >>> plain("In den Warenkörb!")
    'in den warenkorb'
    """
    return " ".join(words(fold(text)))


@cache
def folded(*lists: str) -> frozenset[str]:
    """The phrases of some of the lexicon's *lists*, each as :func:`fold` writes it."""
    return frozenset(map(fold, lexicon.phrases(*lists)))


def forms(word: str) -> tuple[str, ...]:
    """An English word in the singular and the plural.

    >>> forms("batteries")
    ('battery', 'batteries')
    >>> forms("kettle")
    ('kettle', 'kettles')
    """
    word = fold(word)
    stem = word
    if word.endswith("ies") and len(word) > len("ties"):
        stem = word[:-3] + "y"
    elif word.endswith(("ches", "shes", "xes", "sses")):
        stem = word[:-2]
    elif word.endswith("s") and not word.endswith("ss") and len(word) > MIN_STEM:
        stem = word[:-1]
    if stem.endswith("y") and stem[-2:-1] not in VOWELS:
        return (stem, stem[:-1] + "ies")
    return (stem, stem + ("es" if stem.endswith(SIBILANTS) else "s"))


def _neighbours(word: str) -> tuple[str, ...]:
    """The same, and as German, Dutch, Italian and others form plurals."""
    stem = fold(word)
    swapped = stem[:-1] + SWAPS[stem[-1]] if stem[-1:] in SWAPS else stem
    return tuple(dict.fromkeys((*forms(word), stem, *(stem + end for end in ENDINGS), swapped)))


@dataclass(frozen=True, slots=True)
class Category:
    """A category by its names."""

    name: str
    phrases: frozenset[Phrase]
    """Its names, each as folded words."""
    heads: tuple[str, ...]
    """Names of one word that may be the last part of a longer one."""
    unspaced: tuple[str, ...]
    """Its names in scripts without blanks."""
    shelves: tuple[Phrase, ...]
    """What the shelves are called that may hold it."""
    near: tuple[Phrase, ...]
    """What it may be called where it has no better name."""
    accessories: frozenset[str]

    @classmethod
    def of(cls, name: str, names: Iterable[str] = ()) -> "Category":
        """The category called *name*, and *names* besides, in whatever language.

        Unknown words mean themselves, in singular and plural.
        """
        key = next((word for word in forms(name) if word in CATEGORY_WORDS), "")
        names = (name, *names, *CATEGORY_WORDS.get(key, ()))
        phrases = dict.fromkeys(_inflected(name, forms))
        phrases |= dict.fromkeys(
            phrase for each in names[1:] for phrase in _inflected(each, _neighbours)
        )
        own = {word for phrase in phrases for word in phrase}
        return cls(
            name=name,
            phrases=frozenset(phrases),
            heads=tuple(
                phrase[0]
                for phrase in phrases
                if len(phrase) == 1 and len(phrase[0]) >= SHORTEST_COMPOUND
            ),
            unspaced=tuple(each for each in names if max(each, default="") >= UNSPACED),
            shelves=tuple(_phrases(SHELVES.get(key, ()))),
            near=tuple(_phrases(NEAR.get(key, ()))),
            accessories=frozenset(form for word in ACCESSORIES for form in forms(word)) - own,
        )

    @property
    def keys(self) -> tuple[str, ...]:
        """What tables may know the category by: its name as given, in singular and plural."""
        return (self.name, *forms(self.name))

    def match(self, text: str) -> float:
        """How surely *text* (an anchor, a heading, a slug) names the category, from 0 to 1.

        >>> camera = Category.of("camera")
        >>> camera.match("Digital cameras (24)"), camera.match("Camera bags"), camera.match("TVs")
        (1.0, 0.1, 0.0)
        """
        text = text[:MAX_TEXT]
        if not text:
            return 0.0
        if any(name in text for name in self.unspaced):
            return WITHIN
        said = tuple(word for word in words(fold(text)) if not word.isdigit())
        best = self._score(said)
        if not best:
            return 0.0
        if any(word in self.accessories for word in said):
            listed = any(sign in f" {fold(text)} " for sign in LISTING_SIGNS)
            leads = any(said[:size] in self.phrases for size in range(1, MAX_PHRASE + 1))
            return LISTED if listed and leads else BESIDE
        return best

    def promise(self, text: str) -> float:
        """How surely *text* names the category, or half so a shelf that may hold it."""
        return self.match(text) or (HALF if self.is_shelf(text) or self.is_near(text) else 0.0)

    def is_shelf(self, text: str) -> bool:
        """Whether *text* names a shelf that may hold the category."""
        said = words(fold(text))
        return any(_holds(said, phrase) for phrase in self.shelves)

    def is_near(self, text: str) -> bool:
        """Whether *text* is a name that may mean the category where nothing else does."""
        said = tuple(word for word in words(fold(text)) if not word.isdigit())
        return said in self.near

    def _score(self, said: Phrase) -> float:
        if said in self.phrases:
            return EXACT
        sizes = range(1, MAX_PHRASE + 1)
        if any(said[-size:] in self.phrases for size in sizes):
            return ENDING
        if any(said[at : at + size] in self.phrases for size in sizes for at in range(len(said))):
            return WITHIN
        # "Systemkameras": a word whose head is one of the names
        return ENDING if any(word.endswith(self.heads) for word in said) else 0.0


def _phrases(names: Iterable[str]) -> list[Phrase]:
    return [tuple(words(fold(name))) for name in names]


def _inflected(name: str, inflect: Callable[[str], Iterable[str]]) -> list[Phrase]:
    """*name* with its last word, its first word, or both in all their forms."""
    said = words(fold(name))
    if not said:
        return []
    ends = [(*said[:-1], form) for form in inflect(said[-1])]
    if len(said) == 1:
        return ends
    firsts = tuple(inflect(said[0]))
    return [*ends, *((form, *rest) for form in firsts for rest in [end[1:] for end in ends])]


def _holds(said: Sequence[str], phrase: Phrase) -> bool:
    """Whether *phrase* stands somewhere in *said*."""
    size = len(phrase)
    return any(tuple(said[at : at + size]) == phrase for at in range(len(said) - size + 1))
