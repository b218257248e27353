"""The same pages read here, by processes, and by a Ray cluster of three nodes, one killed."""

import hashlib
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.pages.shells import Pages
from specdex.engines.processes import ProcessEngine
from specdex.engines.ray import RayEngine
from specdex.engines.serial import SerialEngine
from specdex.pipeline.extract import StoredExtraction, extraction
from specdex.ports import Engine
from specdex.records import Page, StoredPage
from specdex.runs import WarcArchive

__all__ = ["Reading", "read_by_all"]

BATCH = 500
FEW = 9 * 64
"""Pages that every engine reads before it is timed."""
SITES, LINKS, CARDS, CALLS = 50, 300, 60, 1_500
"""Of all pages; of each, so that it weighs about 100 kB as those of real shops do."""
NODE: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 200 << 20}
HEAD = {**NODE, "num_cpus": 0, "include_dashboard": False}
"""As in docs/operate.md: a head that only leads, and two nodes of a processor each."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How an engine read all pages."""

    engine: str
    pages: int
    seconds: float
    digest: str
    """Of all results, in order."""


def read_by_all(
    folder: Path, count: int, workers: int, rounds: int, *, bare: bool
) -> Iterator[Reading]:
    """Read *count* generated pages, kept below *folder*, so often in turn with every engine.

    *bare* pages show a product and nothing else.
    """
    archive = WarcArchive(folder)
    pages = list(_kept(archive, count, "" if bare else _surroundings()))
    archive.close()
    mapped = StoredExtraction(archive, extraction())
    # what is paid once in the life of a driver, and of a cluster's nodes, is paid before
    few = pages[:FEW]
    with _cluster() as cluster:
        engines: dict[str, Engine] = {
            "serial": SerialEngine(),
            "processes": ProcessEngine(workers),
            "ray, three nodes": RayEngine(workers=workers),
        }
        list(RayEngine(workers=workers, chunk=64).map(mapped, few))
        for engine in engines.values():
            list(engine.map(mapped, few))
        for _ in range(rounds):
            for name, engine in engines.items():
                yield _read(name, engine.map(mapped, pages))
        bereft = _bereft(RayEngine(workers=workers).map(mapped, pages), count // 3, cluster)
        yield _read("ray, a node killed", bereft)


def _bereft(results: Iterator[Any], after: int, cluster: Any) -> Iterator[Any]:
    """*results*, with a node of *cluster* killed after some of them."""
    yield from islice(results, after)
    cluster.remove_node(cluster.list_all_nodes()[-1], allow_graceful=False)
    yield from results


def _kept(archive: WarcArchive, count: int, around: str) -> Iterator[StoredPage]:
    for start in range(0, count, BATCH):
        numbers = range(start, min(start + BATCH, count))
        yield from archive.append_all([_page(number, around) for number in numbers])


def _page(number: int, around: str) -> Page:
    site = f"shop{number % SITES}.example"
    body = Pages().line(number)["html"].replace("<main>", f"{around}<main>")
    return Page(f"https://{site}/product/{number}", body.encode(), site=site)


def _surroundings() -> str:
    """What makes a shop's page large: a menu, cards of other products, scripts."""
    menu = "".join(f'<li><a href="/c/{at}">Aisle {at}</a></li>' for at in range(LINKS))
    cards = "".join(
        f'<div class="card"><a href="/product/{at}"><img src="/i/{at}.jpg" alt=""><span>Other '
        f'product {at}</span></a><span class="amount">$ {at}.00</span></div>'
        for at in range(CARDS)
    )
    script = "".join(f"window.q=window.q||[];q.push(['set','k{at}']);" for at in range(CALLS))
    return f"<nav><ul>{menu}</ul></nav><aside>{cards}</aside><script>{script}</script>"


def _read(name: str, results: Iterable[Any]) -> Reading:
    began, digest, pages = time.perf_counter(), hashlib.blake2b(digest_size=12), 0
    for result in results:
        digest.update(msgspec.json.encode(result))
        pages += 1
    return Reading(name, pages, time.perf_counter() - began, digest.hexdigest())


@contextmanager
def _cluster() -> Iterator[Any]:
    """Three nodes, all on this machine: its two processors work, the head does not."""
    import ray
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args=HEAD)
    for _ in range(2):
        made.add_node(**NODE)
    ray.init(address=made.address, log_to_driver=False)
    try:
        yield made
    finally:
        ray.shutdown()
        made.shutdown()  # type: ignore[no-untyped-call]
