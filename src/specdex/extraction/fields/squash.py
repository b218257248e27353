"""How words are written down and compared in the fields' vocabulary."""

from functools import lru_cache

__all__ = ["PUNCTUATION", "phrases", "squashed"]

PUNCTUATION = " \t\n.,:;-_#°º№'\u2019`\"/()[]{}<>〈〉【】「」*|\uff1a\u2013\u2014"
_DELETED = {ord(character): None for character in PUNCTUATION}
_ASCII_DELETED = PUNCTUATION.encode("ascii", "ignore")


def phrases(listed: str) -> tuple[str, ...]:
    """The phrases of a list written as ``one; two; three`` over several lines, each once.

    >>> phrases("in stock; sold out")
    ('in stock', 'sold out')
    """
    parts = (part.strip() for line in listed.splitlines() for part in line.split(";"))
    return tuple(dict.fromkeys(part for part in parts if part))


@lru_cache(maxsize=16_384)
def squashed(text: str) -> str:
    """*text* as labels are compared: lower case, no blanks or punctuation.

    >>> squashed("Art.-Nr.:")
    'artnr'
    """
    if text.isascii():
        return text.encode().lower().translate(None, _ASCII_DELETED).decode()
    return text.lower().translate(_DELETED)
