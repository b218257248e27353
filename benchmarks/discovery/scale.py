"""One round of discovery over many candidates and links: how long, and how much memory."""

import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from specdex.discovery import votes
from specdex.discovery.votes import Ranked
from specdex.records import Backlink, SearchResult

__all__ = ["Cost", "one_round", "write_links"]

CHUNK = 500_000
KILOBYTES = 1024
HUBS_PER_LINK = 0.1
QUERIES, RESULTS = 400, 250
"""What a search engine is asked for and returns."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one round took."""

    seconds: float
    processor_seconds: float
    peak_bytes: int
    ranked: int


def write_links(path: Path, sites: int, links: int, seed: int = 1) -> None:
    """A file of *links* lines, hub and site, popular ones on many of them."""
    chance = np.random.default_rng(seed)
    hubs = max(1, int(links * HUBS_PER_LINK))
    with path.open("w", encoding="utf-8") as stream:
        for first in range(0, links, CHUNK):
            size = min(CHUNK, links - first)
            # popular sites have small numbers; the square makes them likely
            site = (sites * chance.random(size) ** 2).astype(np.int64).tolist()
            hub = chance.integers(0, hubs, size).tolist()
            stream.writelines(
                f"http://hub{a % 50_000}.example/{a}\tsite{b}.example\n"
                for a, b in zip(hub, site, strict=True)
            )


def one_round(
    path: Path, sites: int, known: int = 1000, seed: int = 1
) -> tuple[list[Ranked], Cost]:
    """Read the links, ask, vote and merge, with *known* sites."""
    chance = np.random.default_rng(seed)
    start, used = time.perf_counter(), time.process_time()
    results = {
        f"product {product}": [
            SearchResult(f"http://site{site}.example/")
            for site in (sites * chance.random(RESULTS) ** 2).astype(np.int64).tolist()
        ]
        for product in range(QUERIES)
    }
    backlinks: dict[str, list[Backlink]] = {f"site{site}.example": [] for site in range(known)}
    links: dict[str, list[str]] = {}
    for hub, site in _links(path):
        links.setdefault(hub, []).append(site)
        if site in backlinks:
            backlinks[site].append(Backlink(site, hub))
    hubs = votes.hub_scores(backlinks)
    scores = votes.search_scores(results), votes.forward_scores(hubs, links)
    ranked = votes.merge("intersection", *scores)
    return ranked, Cost(
        time.perf_counter() - start, time.process_time() - used, _peak(), len(ranked)
    )


def _links(path: Path) -> Iterator[tuple[str, str]]:
    """The hub and the site of each line; a site's name is kept once."""
    names: dict[str, str] = {}
    with path.open(encoding="utf-8") as stream:
        for line in stream:
            hub, _, site = line.rstrip("\n").partition("\t")
            yield hub, names.setdefault(site, site)


def _peak() -> int:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * KILOBYTES
