r"""Every list of words, by meaning and language, as data; see ``data/*.json``.

A file holds what belongs to one matter, ``buying.json`` for instance. An entry in it is a list of
words for each language (``any`` where none is told) and says under ``about`` what they are; a
section is several entries, or several lists where no language is to be told. Names are written
with dots: ``buying.in_stock``. What :func:`alternatives` is asked for is written as regular
expressions.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

__all__ = ["alternatives", "grouped", "languages", "meanings", "phrases", "table", "words"]

DATA: Final = Path(__file__).parent / "data"
ABOUT: Final = "about"
"""The key of what an entry is about."""
QUANTIFIERS: Final = ("?", "*", "+", "{")


@cache
def _file(name: str) -> dict[str, Any]:
    entries: dict[str, Any] = json.loads((DATA / f"{name}.json").read_bytes())
    return entries


def _node(name: str) -> Any:
    first, *steps = name.split(".")
    node: Any = _file(first)
    for step in steps:
        node = node[step]
    return node


def _listed(node: dict[str, Any]) -> tuple[str, ...]:
    """All words below *node* in their order, each once."""
    found: dict[str, None] = {}
    for key, below in node.items():
        if key != ABOUT:
            found |= dict.fromkeys(_listed(below) if isinstance(below, dict) else below)
    return tuple(found)


def phrases(*names: str) -> tuple[str, ...]:
    """The words of the entries *names* in their order, each once.

    >>> phrases("buying.add_to_cart")[:2]
    ('add to cart', 'add to basket')
    """
    return _listed({name: _node(name) for name in names})


def words(*names: str) -> frozenset[str]:
    """The words of the entries *names*, as a set.

    >>> "ausverkauft" in words("buying.out_of_stock")
    True
    """
    return frozenset(phrases(*names))


def table(name: str) -> dict[str, tuple[str, ...]]:
    """The entries of the section or the file *name*: the words of each.

    >>> "artikelnummer" in table("labels.fields")["sku"]
    True
    """
    return {key: _listed({key: below}) for key, below in _node(name).items() if key != ABOUT}


def meanings(name: str) -> dict[str, str]:
    """Every word of the section *name*: the entry it stands in, the last one of several.

    >>> meanings("values.counts")["two"]
    '2'
    """
    return {word: key for key, each in table(name).items() for word in each}


def languages(name: str) -> dict[str, frozenset[str]]:
    """The words of the entry *name*, by language.

    >>> "farbe" in languages("languages.names")["de"]
    True
    """
    return {key: frozenset(each) for key, each in table(name).items()}


def alternatives(*names: str) -> str:
    """The entries *names* as alternatives of a regular expression, without a group around them.

    >>> import re
    >>> re.fullmatch(alternatives("trails.class_pieces"), "crumb") is not None
    True
    """
    return "|".join(phrases(*names))


def grouped(*names: str) -> str:
    """The same alternatives, those of one first letter together: sooner to say whether one matches.

    Which of several matches may be another.

    >>> import re
    >>> re.fullmatch(grouped("trails.class_pieces"), "crumb") is not None
    True
    """
    heads: dict[str, list[str]] = {}
    for each in phrases(*names):
        # what begins a word is told by its letter, too, and then whether a word begins there
        piece = rf"{each[2]}(?<=\b{each[2]}){each[3:]}" if each[:2] == r"\b" else each
        parted = not piece[0].isalpha() or piece[1:2] in QUANTIFIERS or "|" in piece.split("(")[0]
        heads.setdefault("" if parted else piece[0], []).append(piece)
    others = heads.pop("", [])
    return "|".join(
        [f"{head}(?:{'|'.join(piece[1:] for piece in each)})" for head, each in heads.items()]
        + others
    )
