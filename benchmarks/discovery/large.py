"""Harvests on a simulated web of 100,000 sites: what K, rounds and patience find, from few seeds.

The web is drawn, the harvest is the real one. Each choice is tried with the sites that everyone
links to weighed down, as the product does, and without.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.discovery.web import Web, build_web, seeds_of
from benchmarks.discovery.world import Round, World, harvested
from specdex.settings import DiscoverySettings

__all__ = ["CHOICES", "Found", "large_web", "tried"]

SCALE = 2.6
"""Makes a web of about 103,000 sites."""
SEEDS = 3
"""Shops that somebody knows who begins."""
PLAIN = DiscoverySettings()
CHOICES = ((10, 3, 2), (PLAIN.top, PLAIN.rounds, PLAIN.patience), (100, PLAIN.rounds, 3))
"""K, rounds and patience: what was the default once, what is, and more."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a harvest found."""

    category: str
    top: int
    rounds: int
    patience: int
    weighed: bool
    done: tuple[Round, ...]

    @property
    def accepted(self) -> int:
        """Sites that were taken for shops of the category."""
        return sum(each.accepted for each in self.done)

    @property
    def right(self) -> int:
        """Those that are."""
        return sum(each.right for each in self.done)

    @property
    def looked_at(self) -> int:
        """Home pages that were fetched."""
        return sum(each.candidates for each in self.done)


class _Unweighed(World):
    """The same world, whose links nobody has counted."""

    commonness = None  # type: ignore[assignment]


def large_web(seed: int) -> Web:
    """The simulated web."""
    return build_web(seed, scale=SCALE)


def tried(
    web: Web, categories: Sequence[str], choices: Sequence[tuple[int, int, int]] = CHOICES
) -> Iterator[Found]:
    """Every choice for each of *categories*, one after the other."""
    for category in categories:
        seeds = seeds_of(web, category, SEEDS)
        for top, rounds, patience in choices:
            chosen = DiscoverySettings(
                top=top, rounds=rounds, patience=patience, search_within=False
            )
            for world in (World, _Unweighed):
                done = harvested(web, category, seeds, chosen, world)
                yield Found(category, top, rounds, patience, world is World, tuple(done))
