"""What this process and its children hold, and what is called flat."""

import multiprocessing
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Cost", "is_flat", "measured"]

SLACK = 1.15
"""How much more the last look may show than the one after the first fifth."""
MEBI = 1 << 20


@dataclass(frozen=True, slots=True)
class Cost:
    """What this process and its children hold after so many pages."""

    pages: int
    memory: int
    """MiB."""
    descriptors: int
    threads: int


def measured(pages: int) -> Cost:
    """What is held now."""
    children = [child.pid for child in multiprocessing.active_children()]
    holders = [Path(f"/proc/{each}") for each in (os.getpid(), *children)]
    alive = [each for each in holders if each.exists()]
    memory = sum(int((each / "statm").read_text().split()[1]) for each in alive)
    return Cost(
        pages,
        memory * os.sysconf("SC_PAGE_SIZE") // MEBI,
        sum(len(list((each / "fd").iterdir())) for each in alive),
        sum(len(list((each / "task").iterdir())) for each in alive),
    )


def is_flat(costs: Sequence[Cost], lines: int = 0) -> bool:
    """Whether nothing grows once caches are filled; connections are open, *lines* at most."""
    first, last = costs[len(costs) // 5], costs[-1]
    return (
        last.memory <= SLACK * first.memory
        and last.descriptors <= first.descriptors + lines
        and last.threads <= first.threads
    )
