"""Dictionaries of short properties and values, one per domain, and the features drawn from them."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from specdex.errors import InputError
from specdex.labels import clean_name
from specdex.money import NUMBER
from specdex.records import json_of
from specdex.text import collapse, words

__all__ = ["EXTRA_TOKENS", "TOKEN_LIMIT", "Dictionary", "entry", "is_short", "ngram", "word_bag"]

TOKEN_LIMIT = 3
"""A property or value of more words than this is not short."""
EXTRA_TOKENS = 2
"""What the limit is raised by for pages that showed no seeds."""
MAX_SHORT = 60
"""Characters of a short property or value."""
VERSION = 1


def is_short(text: str, limit: int = TOKEN_LIMIT) -> bool:
    """Whether *text* has at most *limit* words, and at least one letter or digit."""
    return (
        0 < len(text) <= MAX_SHORT
        and text.count(" ") < limit
        and any(character.isalnum() for character in text)
    )


def ngram(text: str) -> str:
    """The whole of *text* as one feature: capitals, no blanks, every number alike.

    >>> ngram("Camera resolution:"), ngram("3.5 megapixels")
    ('CAMERARESOLUTION', '0MEGAPIXELS')
    """
    return NUMBER.sub("0", "".join(clean_name(text).upper().split()))


def word_bag(text: str) -> list[str]:
    """The words of *text* as features, every number alike.

    >>> word_bag("Max. Resolution (3.5 MP)")
    ['max', 'resolution', '0', 'mp']
    """
    return words(NUMBER.sub("0", text))


@dataclass(slots=True)
class Dictionary:
    """The short properties and values of a domain, with how often each was seen."""

    domain: str = ""
    properties: Counter[str] = field(default_factory=Counter)
    values: Counter[str] = field(default_factory=Counter)

    def learn(
        self, pairs: Iterable[tuple[str, str]], *, limit: int = TOKEN_LIMIT, recount: bool = True
    ) -> int:
        """Add the short pairs among *pairs*; how many there were.

        Without *recount* only properties and values that are new are added.

        >>> camera = Dictionary("camera")
        >>> camera.learn([("Weight:", "1 kg"), ("Description", "a camera for all of your trips")])
        1
        >>> camera.properties
        Counter({'weight': 1})
        """
        added = 0
        for name, value in ((entry(name), entry(value)) for name, value in pairs):
            if not (is_short(name, limit) and is_short(value, limit)) or name == value:
                continue
            added += 1
            for kept, each in ((self.properties, name), (self.values, value)):
                if recount or each not in kept:
                    kept[each] += 1
        return added

    def copy(self) -> "Dictionary":
        """Another with the same entries."""
        return Dictionary(self.domain, Counter(self.properties), Counter(self.values))

    def to_json(self) -> str:
        """The dictionary as text that a person can read and edit, most frequent entries first."""
        body = {
            "version": VERSION,
            "domain": self.domain,
            "properties": dict(sorted(self.properties.items(), key=_rank)),
            "values": dict(sorted(self.values.items(), key=_rank)),
        }
        return json.dumps(body, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "Dictionary":
        """The dictionary that *text* holds; an InputError says what is wrong with it."""
        try:
            body = json_of(text)
        except ValueError as error:
            raise InputError(f"the dictionary is not JSON: {error}") from error
        if not isinstance(body, dict) or body.get("version") != VERSION:
            raise InputError(f"not a dictionary of version {VERSION}")
        counts = [_counts(body, kind) for kind in ("properties", "values")]
        return cls(str(body.get("domain", "")), *counts)


def entry(text: str) -> str:
    """*text* as a dictionary holds it."""
    return collapse(clean_name(text)).lower()


def _rank(item: tuple[str, int]) -> tuple[int, str]:
    return -item[1], item[0]


def _counts(body: dict[str, Any], kind: str) -> Counter[str]:
    counts = body.get(kind)
    if not isinstance(counts, dict) or not all(
        isinstance(count, int) and count > 0 for count in counts.values()
    ):
        raise InputError(f"the dictionary's {kind} are not numbers above 0 by text")
    return Counter({entry(text): count for text, count in counts.items()})
