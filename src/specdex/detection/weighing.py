"""What is known about a region's words; compiled where possible (``weighing_compiled``)."""

from collections.abc import Sequence
from functools import lru_cache
from zlib import crc32

__all__ = ["hash_of", "known_row"]

CLEAR = 0.7
"""A weight beyond this speaks clearly."""
REMEMBERED = 16_384
"""Names whose hashes are remembered: a site repeats them endlessly."""


@lru_cache(maxsize=65536)
def hash_of(kind: str, word: str) -> int:
    """The hash under which a word of some kind is kept."""
    return crc32(f"{kind}:{word}".encode())


@lru_cache(maxsize=REMEMBERED)
def _hashes(name: str) -> tuple[int, tuple[int, ...], int]:
    """The hashes of a name, of its words, and of the name as catalogues keep it."""
    parts = tuple([hash_of("word", word) for word in name.split()])
    return hash_of("name", name), parts, hash_of("name", name.replace(" ", ""))


def known_row(
    names: Sequence[str],
    heading: Sequence[str],
    classes: Sequence[str],
    weights: dict[int, float],
    catalogue: dict[int, float],
) -> list[float]:
    """The columns that knowledge adds for a region with these words."""
    named: list[float] = []
    parts: list[float] = []
    listed, good, bad = 0.0, 0, 0
    for name in names:
        hashes = _hashes(name)
        weight = weights.get(hashes[0], 0.0)
        named.append(weight)
        good += weight > CLEAR
        bad += weight < -CLEAR
        for part in hashes[1]:
            parts.append(weights.get(part, 0.0))  # noqa: PERF401 - a loop compiles well
        listed += catalogue.get(hashes[2], 0.0)
    count = len(names) or 1
    row = _spread(named)
    row += [good / count, bad / count]
    row += _spread(parts)
    row += _spread([weights.get(hash_of("heading", word), 0.0) for word in heading])
    row += _spread([weights.get(hash_of("class", word), 0.0) for word in classes])
    row.append(listed / count)
    return row


def _spread(weights: list[float]) -> list[float]:
    """The mean, the most and the least of *weights*."""
    if not weights:
        return [0.0, 0.0, 0.0]
    total, most, least = 0.0, weights[0], weights[0]
    for weight in weights:
        total += weight
        most = max(most, weight)
        least = min(least, weight)
    return [total / len(weights), most, least]
