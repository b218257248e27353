"""Which sites a worker takes on together, and which wait for each other."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from secrets import token_hex
from typing import Any
from urllib.parse import quote

from specdex.pipeline.crawl import Start
from specdex.pipeline.homes import home_of
from specdex.urls import host, registrable_domain

__all__ = ["MOST_SITES", "PLAN", "TOURS", "WORKERS", "Tour", "host_of", "named", "planned", "tours"]

PLAN = "plan.json"
"""What is kept beside a shard: whose it is."""
LONGEST = 100
"""Characters of a host that the name of a shard has."""
MOST_SITES = 50
"""Sites that a worker walks at the same time: more keep no processor busier."""
TOURS = 2
"""Tours a worker, at least, so that none waits long for the last."""
WORKERS = 8
"""As many are expected where an engine does not say."""

Lane = tuple[Start, ...]
"""Sites that are walked one after the other."""


@dataclass(frozen=True, slots=True)
class Tour:
    """What a worker takes on: lanes that are walked at the same time, into one shard."""

    shard: str
    lanes: tuple[Lane, ...]

    @property
    def hosts(self) -> tuple[str, ...]:
        """All its sites."""
        return tuple(host_of(start) for lane in self.lanes for start in lane)

    @property
    def plan(self) -> str:
        """What brings it back."""
        return json.dumps([[asdict(start) for start in lane] for lane in self.lanes])


def tours(
    starts: Sequence[Start], place: Path, workers: int, addresses: Mapping[str, str]
) -> list[Tour]:
    """*starts* as tours for so many *workers*; what shares a domain or an address is one lane."""
    lanes = _lanes(starts, addresses)
    size = max(1, min(MOST_SITES, -(-len(lanes) // (TOURS * workers))))
    groups = (tuple(lanes[at : at + size]) for at in range(0, len(lanes), size))
    return [Tour(named(place, group), group) for group in groups]


def named(place: Path, lanes: Sequence[Lane], first: str = "") -> str:
    """A shard for *lanes* whose name no other has, nor ever had; it may begin with *first*."""
    return str(place / f"{first}{quote(host_of(lanes[0][0]), safe='')[:LONGEST]}-{token_hex(6)}")


def _lanes(starts: Iterable[Start], addresses: Mapping[str, str]) -> list[Lane]:
    lanes: defaultdict[str, list[Start]] = defaultdict(list)
    lane_of: dict[str, str] = {}
    for start in starts:
        name = host_of(start)
        marks = [registrable_domain(name), addresses.get(name, "")]
        met = sorted({lane_of[mark] for mark in marks if mark in lane_of})
        lane = met[0] if met else name
        for other in met[1:]:
            lanes[lane] += lanes.pop(other)
            lane_of |= {mark: lane for mark, own in lane_of.items() if own == other}
        lanes[lane].append(start)
        lane_of |= dict.fromkeys(filter(None, marks), lane)
    return [tuple(lane) for lane in lanes.values()]


def host_of(start: Start) -> str:
    """The host of the site of *start*."""
    return host(home_of(start.site))


def planned(path: Path) -> Tour | None:
    """The tour whose shard lies at *path*; None where nobody can tell."""
    try:
        lanes = json.loads((path / PLAN).read_text(encoding="utf-8"))
        return Tour(str(path), tuple(tuple(map(_start, lane)) for lane in lanes))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _start(said: Mapping[str, Any]) -> Start:
    return Start(**{**said, "hits": tuple(said["hits"]), "names": tuple(said["names"])})
