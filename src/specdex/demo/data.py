"""What the demo web is made of: hand-written data files, and draws that fall the same way."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from importlib.resources import files
from typing import Any, TypeVar

__all__ = ["CATEGORIES", "Chance", "load"]

CATEGORIES = ("camera", "monitor", "notebook", "headphone", "kettle", "accessory")
T = TypeVar("T")

_STEPS = 1 << 64
_DRAWN = 1 << 14
"""So many draws are remembered: a shop chooses its words anew for every page."""


@cache
def load(name: str) -> dict[str, Any]:
    """The tables of `data/NAME.toml`; callers only read them."""
    text = files("specdex.demo").joinpath("data", f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@dataclass(frozen=True, slots=True)
class Chance:
    """Draws by name: the same seed and the same path always give the same answer.

    >>> Chance(7).pick(["a", "b", "c"], "letter") == Chance(7).pick(["a", "b", "c"], "letter")
    True
    """

    seed: int

    def number(self, *path: object) -> int:
        """A whole number below 2**64."""
        return int.from_bytes(_begun(self.seed, *path).digest(), "big")

    def share(self, *path: object) -> float:
        """A number from 0 up to, not including, 1."""
        return self.number(*path) / _STEPS

    def often(self, share: float, *path: object) -> bool:
        """True in that share of all draws."""
        return self.share(*path) < share

    def pick(self, options: Sequence[T], *path: object) -> T:
        """One of the options."""
        return options[_drawn(self, *path) % len(options)]

    def sample(self, options: Sequence[T], count: int, *path: object) -> list[T]:
        """That many different options, in drawn order."""
        begun = _begun(self.seed, *path, "")
        order = sorted(range(len(options)), key=lambda index: _ended(begun, str(index)))
        return [options[index] for index in order[:count]]


_drawn = lru_cache(maxsize=_DRAWN, typed=True)(Chance.number)


def _begun(*path: object) -> blake2b:
    return blake2b("\x1f".join(map(str, path)).encode(), digest_size=8)


def _ended(begun: blake2b, last: str) -> int:
    """The number of a draw that only its *last* step tells from others."""
    whole = begun.copy()
    whole.update(last.encode())
    return int.from_bytes(whole.digest(), "big")
