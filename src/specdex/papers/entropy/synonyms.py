"""All synonyms of a domain compiled to one regular expression, a trie in shape."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from specdex.labels import COLONS
from specdex.papers.entropy.roles import Domain, names, spellings
from specdex.text import letters_and_digits

__all__ = ["Vocabulary", "vocabulary"]

SEPARATOR = "\0"
"""Stands in the trie for whatever parts two words of a synonym."""
END = ""
"""Marks in the trie that a synonym ends here."""
BETWEEN = r"[ \-_./'\u2019]*"
BULLETS = r"[ \u2022\u00b7*>\u00bb\u25aa\u25cf-]*"
BOUNDARY = r"(?![^\W_])"
TAIL = r"(?:[ *#]*\([^()\n]{0,40}\))?[ *#.\u00a0]*"
"""What may stand between a label and its colon: a unit in parentheses, a footnote mark."""
MAX_MEMORY = 1024
"""Texts before colons that are remembered; the same labels stand on all pages of a site."""
COLON = f"[{''.join(COLONS)}]"

_WORD = re.compile(r"[^\W_]+")
_PART = re.compile(r"[^\W\d_]+|\d+")
"""A separator may stand between letters and digits too: ``ISBN13`` is ``ISBN-13``."""
_Trie = dict[str, Any]


class Vocabulary:
    """A domain's synonyms as a matcher, and the role of each."""

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        places = {role.name: place for place, role in enumerate(domain.roles)}
        self.roles = {word: places[role] for word, role in names(domain).items()}
        synonyms = [
            each for role in domain.roles for word in role.synonyms for each in spellings(word)
        ]
        words = _regex(_trie(synonyms)) if synonyms else r"(?!)"
        qualifiers = _regex(_trie(domain.qualifiers)) if domain.qualifiers else ""
        before = rf"(?:{qualifiers}{BOUNDARY}{BETWEEN})?" if qualifiers else ""
        label = rf"({before}({words})){BOUNDARY}"
        self.alone = re.compile(rf"\n{BULLETS}{label}{TAIL}(?!{COLON})")
        """A label at the start of a line, no colon behind it."""
        self.ending = re.compile(rf"{BULLETS}{label}{TAIL}$")
        """A label that ends where the text does, before a colon."""
        self.role = cache(lambda synonym: self.roles[letters_and_digits(synonym)])
        """The place of the role that a synonym, as printed, names; there are few ways to print."""
        self.before_colon = lru_cache(MAX_MEMORY)(self._before_colon)
        """The label at the end of a text: where it starts, where it stops, and its role."""

    def _before_colon(self, text: str) -> tuple[int, int, int] | None:
        for start in (match.start() for match in _WORD.finditer(text)):
            match = self.ending.match(text, start)
            if match is not None:
                return match.start(1), match.end(1), self.role(match[2])
        return None


@lru_cache(maxsize=64)
def vocabulary(domain: Domain) -> Vocabulary:
    """The vocabulary of *domain*, compiled once."""
    return Vocabulary(domain)


def _trie(synonyms: Iterable[str]) -> _Trie:
    root: _Trie = {}
    for synonym in synonyms:
        node = root
        for character in SEPARATOR.join(_PART.findall(synonym.lower())):
            node = node.setdefault(character, {})
        node[END] = {}
    return root


def _regex(trie: _Trie) -> str:
    """The trie as a regular expression that tries the longest synonym first."""
    branches = [
        (BETWEEN if character == SEPARATOR else re.escape(character)) + _regex(below)
        for character, below in trie.items()
        if character != END
    ]
    if not branches:
        return ""
    # a separator may match nothing, so words must be tried before it
    branches.sort(key=lambda branch: branch.startswith(BETWEEN))
    inner = branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"
    return f"(?:{inner})?" if END in trie else inner
