"""What a harvest of the web would take: a simulation by measured unit costs.

Sites have sizes of a long tail; a site is asked once a delay; sites of one address wait for each
other; a worker walks some sites at a time and has one processor; workers fail and their tours go on
from their shard elsewhere.
"""

import heapq
import random
from dataclasses import dataclass

from specdex.pipeline.tours import MOST_SITES

__all__ = ["Costs", "Outcome", "World", "simulate"]

DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Costs:
    """What a page costs, measured."""

    processor: float = 0.030
    """Seconds to walk, fetch, read and record a page on a worker, …"""
    taking_in: float = 0.00025
    """… for the driver to take it in, …"""
    learning: float = 0.012
    """… and to learn it with its site, and read it again."""
    fetched: float = 100_000
    """Bytes that come over the net."""
    kept: float = 25_000
    """Bytes on disk, compressed."""


@dataclass(frozen=True, slots=True)
class World:
    """The sites to be harvested."""

    sites: int = 100_000
    pages: float = 1e9
    skew: float = 1.6
    """The spread (sigma) of the logarithm of a site's size."""
    most: int = 1_000_000
    """Pages of one site at most."""
    shared: float = 0.2
    """The share of sites that live at addresses with others, …"""
    neighbours: int = 20
    """… with so many together."""
    delay: float = 1.0
    """Seconds between two requests to one address."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What it took."""

    workers: int
    days: float
    busy: float
    """The share of the workers' time in which their processor works."""
    bound: str
    """What decides the time: delay (the slowest lane), workers, or the driver."""
    core_hours: float
    retried: int
    """Tours that were handed out again."""
    megabits: float
    terabytes: float


def simulate(world: World, costs: Costs, workers: int, seed: int, days_to_fail: float) -> Outcome:
    """Hand the tours of *world* to so many *workers*, each of which fails that seldom."""
    luck = random.Random(seed)  # noqa: S311 - a simulation
    lanes = _lanes(world, luck)
    luck.shuffle(lanes)
    tours = [lanes[at : at + MOST_SITES] for at in range(0, len(lanes), MOST_SITES)]
    each = costs.processor + costs.learning
    free = [0.0] * workers
    busy, retried, longest, total = 0.0, 0, 0.0, 0
    for tour in tours:
        pages = sum(tour)
        work = pages * each
        lasts = max(max(tour) * world.delay, work)
        longest, total = max(longest, max(tour) * world.delay), total + pages
        began = heapq.heappop(free)
        left = lasts
        while (until := luck.expovariate(1 / (days_to_fail * DAY))) < left:
            left -= until
            retried += 1
            began += until
        heapq.heappush(free, began + left)
        busy += work
    driver = total * costs.taking_in
    span = max(*free, driver)
    bounds = {"driver": driver, "delay": longest, "workers": busy / workers}
    seconds = max(span, 1.0)
    return Outcome(
        workers,
        seconds / DAY,
        busy / (workers * seconds),
        max(bounds, key=lambda name: bounds[name]),
        (busy + driver) / 3600,
        retried,
        8 * total * costs.fetched / seconds / 1e6,
        total * costs.kept / 1e12,
    )


def _lanes(world: World, luck: random.Random) -> list[int]:
    """The pages of each lane: of one site, or of all that share its address."""
    raw = [luck.lognormvariate(0.0, world.skew) for _ in range(world.sites)]
    scale = world.pages / sum(raw)
    sizes = [max(1, min(world.most, int(each * scale))) for each in raw]
    together = int(world.sites * world.shared)
    shared = [sum(sizes[at : at + world.neighbours]) for at in range(0, together, world.neighbours)]
    return shared + sizes[together:]
