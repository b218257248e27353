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

from benchmarks.throughput.warehouse import page_of
from specdex.engines.processes import ProcessEngine
from specdex.engines.ray import RayEngine
from specdex.engines.serial import SerialEngine
from specdex.pipeline.extract import StoredExtraction, extraction
from specdex.records import Page, StoredPage
from specdex.runs import WarcArchive

__all__ = ["Reading", "read_by_all"]

BATCH = 500
FEW = 9 * 64
"""Pages that every engine reads before it is timed."""
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


def read_by_all(count: int, folder: Path, workers: int) -> Iterator[Reading]:
    """Read *count* generated pages, kept below *folder*, with every engine."""
    archive = WarcArchive(folder)
    pages = list(_kept(archive, count))
    archive.close()
    mapped = StoredExtraction(archive, extraction())
    # what is paid once in the life of a driver, and of a cluster's nodes, is paid before
    few = pages[:FEW]
    list(SerialEngine().map(mapped, few))
    yield _read("serial", SerialEngine().map(mapped, pages))
    list(ProcessEngine(workers).map(mapped, few))
    yield _read("processes", ProcessEngine(workers).map(mapped, pages))
    with _cluster() as (cluster, ray):
        del ray
        engine = RayEngine(workers=workers)
        list(RayEngine(workers=workers, chunk=64).map(mapped, few))
        yield _read("ray, three nodes", engine.map(mapped, pages))
        yield _read("ray, a node killed", _bereft(engine.map(mapped, pages), count // 3, cluster))


def _bereft(results: Iterator[Any], after: int, cluster: Any) -> Iterator[Any]:
    """*results*, with a node of *cluster* killed after some of them."""
    yield from islice(results, after)
    cluster.remove_node(cluster.list_all_nodes()[-1], allow_graceful=False)
    yield from results


def _kept(archive: WarcArchive, count: int) -> Iterator[StoredPage]:
    for start in range(0, count, BATCH):
        numbers = range(start, min(start + BATCH, count))
        yield from archive.append_all([_page(number, count) for number in numbers])


def _page(number: int, count: int) -> Page:
    url = f"https://shop{number % 50}.example/camera/{number}"
    body = page_of(f"/camera/{number}", count) or ""
    return Page(url, body.encode(), site=f"shop{number % 50}.example")


def _read(name: str, results: Iterable[Any]) -> Reading:
    began, digest, pages = time.perf_counter(), hashlib.blake2b(digest_size=12), 0
    for result in results:
        digest.update(msgspec.json.encode(result))
        pages += 1
    return Reading(name, pages, time.perf_counter() - began, digest.hexdigest())


@contextmanager
def _cluster() -> Iterator[tuple[Any, Any]]:
    """Three nodes, all on this machine: its two processors work, the head does not."""
    import ray
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args=HEAD)
    for _ in range(2):
        made.add_node(**NODE)
    ray.init(address=made.address, log_to_driver=False)
    try:
        yield made, ray
    finally:
        ray.shutdown()
        made.shutdown()  # type: ignore[no-untyped-call]
