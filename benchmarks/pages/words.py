"""What generated pages say: pairs and the words around them, in several languages."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.data import lines
from specdex.text import collapse

__all__ = ["Pairs", "Speech", "published", "speak"]

Pairs = list[tuple[str, str]]

LISTS = "alaska/*-specs.jsonl.xz"
"""Published specifications whose names are as they were printed."""
EVERY = 37
"""One in so many of them is taken."""
ENOUGH = 600
MAX_NAME, MAX_VALUE = 60, 160
FEWEST = 3
"""Specifications of fewer pairs are left out."""
NUMBER = re.compile(r"\{(\d+)-(\d+)\}")


@dataclass(frozen=True, slots=True)
class Speech:
    """The words of one page: one language, one throw of the dice."""

    words: dict[str, Any]
    chance: Random

    def one(self, what: str) -> str:
        """One of the texts of a kind."""
        return str(self.chance.choice(self.words[what]))

    def some(self, what: str, most: int) -> list[str]:
        """Some of the texts of a kind, at most *most*."""
        texts = self.words[what]
        return self.chance.sample(texts, min(most, len(texts)))

    def pairs(self, what: str, most: int) -> Pairs:
        """Some pairs of a kind, at most *most*."""
        said = self.words[what]
        names = self.chance.sample(sorted(said), min(most, len(said)))
        return [(name, self._value(said[name])) for name in names]

    def _value(self, pattern: str) -> str:
        """One of the alternatives of *pattern* with numbers in its gaps."""
        chosen = self.chance.choice(pattern.split("|"))
        return NUMBER.sub(lambda gap: str(self.chance.randint(int(gap[1]), int(gap[2]))), chosen)


@cache
def _languages() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(
        Path(__file__).with_name("words.json").read_text(encoding="utf-8")
    )
    return found


def speak(chance: Random, language: str | None = None) -> Speech:
    """Words of a *language*, or of one that *chance* chooses."""
    languages = _languages()
    return Speech(languages[language or chance.choice(sorted(languages))], chance)


def published(data: Path) -> list[Pairs]:
    """Specifications out of published lists, as pairs with names in lower case."""
    found: list[Pairs] = []
    for path in sorted(data.glob(LISTS)):
        taken = (_pairs(line["attributes"]) for line in islice(lines(path), 0, None, EVERY))
        found.extend(islice((each for each in taken if len(each) >= FEWEST), ENOUGH))
    return found


def _pairs(attributes: dict[str, Any]) -> Pairs:
    return [
        (name, value)
        for name, said in attributes.items()
        for value in islice(_values(said), 1)
        if len(name) <= MAX_NAME and 0 < len(value) <= MAX_VALUE
    ]


def _values(said: str | Sequence[str]) -> Iterator[str]:
    yield from map(collapse, [said] if isinstance(said, str) else said)
