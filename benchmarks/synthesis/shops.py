"""Synthesis on snapshots of real shops: spiders from one shop's scheme, really run by Scrapy."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.data import lines
from benchmarks.synthesis.demo import passes
from benchmarks.synthesis.score import Values, filter_scores, page_f1
from benchmarks.synthesis.trials import label_scheme, readings
from specdex.errors import InputError
from specdex.html import parse
from specdex.pipeline.synthesize import Sites, Synthesis, by_site, write_project
from specdex.records import Page
from specdex.statistics.metrics import f1 as f_measure
from specdex.synthesis.scheme import Scheme, SiteVerdict
from specdex.synthesis.spiders import project_name
from specdex.synthesis.url_patterns import accepts

__all__ = ["Shop", "ShopScore", "crawl_project", "shop_hosts", "shop_scores", "shops_at"]

OK = 200
MOST_LABELLED = 150
CRAWL_SECONDS = 600
MANNERS = {
    "DOWNLOAD_DELAY": "0",
    "AUTOTHROTTLE_ENABLED": "False",
    "CONCURRENT_REQUESTS_PER_DOMAIN": "8",
    "LOG_LEVEL": "ERROR",
}
"""What is overruled on loopback, where nobody needs to be spared."""
BRANDS = frozenset({"brand", "brand name"})
REPLAY = Path("tools") / "replay.py"


@dataclass(frozen=True, slots=True)
class Shop:
    """A snapshot of a shop and what is true about it."""

    host: str
    pages: Sequence[Page]
    gold: Mapping[str, Values]
    """The values of each product page of the categories."""
    items: frozenset[str]
    """The URLs of all pages that show one product."""
    aliases: Mapping[str, str]
    snapshot: Path

    @property
    def attributes(self) -> frozenset[str]:
        """The attributes that the shop prints."""
        return frozenset(name for page in self.gold.values() for name, said in page.items() if said)


@dataclass(frozen=True, slots=True)
class ShopScore:
    """What one emitted spider is worth, once it has crawled."""

    seed: str
    site: str
    verdict: str
    wanted: int
    """Attributes that both shops print."""
    ruled: int
    """Those that have a rule."""
    precision: float
    recall: float
    filter_precision: float
    filter_recall: float
    items: int
    passed: bool
    """Whether the project passes its own tests."""

    @property
    def f1(self) -> float:
        """Of the attributes."""
        return f_measure(self.precision, self.recall)

    @property
    def complete(self) -> bool:
        """Whether every attribute has a rule."""
        return self.ruled == self.wanted


def shop_hosts(data: Path) -> list[str]:
    """The shops that there are snapshots of, in the order in which they take turns as seeds."""
    found = sorted(path.name.split(".")[0] for path in (data / "shops").glob("*.truth.json"))
    if not found:
        raise InputError(f"no snapshots of shops at {data / 'shops'}")
    return [f"{name}.example" for name in found]


def shops_at(data: Path) -> dict[str, Shop]:
    """All snapshots."""
    return {host: _shop(data, host) for host in shop_hosts(data)}


def _shop(data: Path, host: str) -> Shop:
    path = data / "shops" / f"{host.removesuffix('.example')}.truth.json"
    truth = json.loads(path.read_text(encoding="utf-8"))
    gold = {
        url: _values(page)
        for category in truth["categories"].values()
        for url, page in category["products"].items()
    }
    snapshot = path.with_name(path.name.replace(".truth.json", ".jsonl.xz"))
    pages = [
        Page(line["url"], line["html"].encode(), site=host, encoding="utf-8")
        for line in lines(snapshot)
        if line["status"] == OK and line.get("html") and "html" in line["content_type"]
    ]
    whole = {*gold, *truth["other_products"]}
    aliases = {url: named for url, named in truth["aliases"].items() if named in whole}
    return Shop(host, pages, gold, frozenset(whole | set(aliases)), aliases, snapshot)


def _values(page: Mapping[str, Any]) -> Values:
    brands = [value for name, value in page["pairs"] if name.lower() in BRANDS]
    return {
        "title": [page["title"]],
        "price": [page["price"]],
        "sku": [page["sku"]] if page["sku_on_page"] else [],
        "brand": brands,
    }


def shop_scores(data: Path, seeds: Sequence[str] = ()) -> Iterator[ShopScore]:
    """For each seed the score of every other shop's spider; all shops take turns by default."""
    shops = shops_at(data)
    unknown = [seed for seed in seeds if seed not in shops]
    if unknown:
        raise InputError(f"no snapshot of {', '.join(unknown)}; there are: {', '.join(shops)}")
    snapshots = [shop.snapshot for shop in shops.values()]
    with replayed(data, snapshots) as proxy:
        for seed in seeds or shops:
            yield from _scores(seed, shops, proxy)


def _scores(seed: str, shops: Mapping[str, Shop], proxy: str) -> Iterator[ShopScore]:
    sites: Sites = by_site((page for shop in shops.values() for page in shop.pages), [])
    scheme = _seed_scheme(shops[seed])
    with tempfile.TemporaryDirectory() as folder:
        for verdict in Synthesis().verdicts([scheme], sites):
            shop = shops[verdict.site]
            wanted = shop.attributes & set(scheme.names)
            yield _score(seed, verdict, (shop, wanted), (Path(folder), proxy))


def _seed_scheme(shop: Shop) -> Scheme:
    """The scheme that a person would write for the seed."""
    known = [page for page in shop.pages if page.url in shop.gold][:MOST_LABELLED]
    labelled = readings([(page, shop.gold[page.url]) for page in known])
    return label_scheme(shop.host, [parse(page) for page in known], labelled)


def _score(
    seed: str, verdict: SiteVerdict, goal: tuple[Shop, frozenset[str]], run: tuple[Path, str]
) -> ShopScore:
    shop, wanted = goal
    scheme = verdict.scheme
    if scheme is None:
        nothing = (0, 0.0, 0.0, 0.0, 0.0, 0)
        return ShopScore(seed, shop.host, verdict.verdict, len(wanted), *nothing, passed=False)
    accepted = {page.url for page in shop.pages if accepts(scheme.url_pattern, page.url)}
    served = {page.url for page in shop.pages}
    project = write_project(run[0], scheme, shop.pages)
    items = crawl_project(project, project_name(shop.host), run[1])
    scored = [
        found
        for name in sorted(wanted)
        if (found := page_f1(_said(items, shop), shop.gold, name)) is not None
    ]
    precision, recall = (
        sum(each[part] for each in scored) / max(1, len(scored)) for part in (0, 1)
    )
    return ShopScore(
        seed,
        shop.host,
        verdict.verdict,
        len(wanted),
        len(wanted & set(scheme.names)),
        precision,
        recall,
        *filter_scores(accepted, set(shop.items & served)),
        len(items),
        passed=passes(project),
    )


def _said(items: Sequence[Mapping[str, Any]], shop: Shop) -> dict[str, Values]:
    """What was read on each page, under the name by which the truth knows it."""
    said: dict[str, Values] = {}
    for item in items:
        url = shop.aliases.get(item["url"], item["url"])
        values = {name: [item[name]] for name in item["provenance"]}
        said.setdefault(url, values)
    return said


def crawl_project(project: Path, name: str, proxy: str = "") -> list[dict[str, Any]]:
    """The items that plain Scrapy gets with an emitted project."""
    target = project / "items.jsonl"
    options = [part for key, value in MANNERS.items() for part in ("-s", f"{key}={value}")]
    command = [sys.executable, "-m", "scrapy", "crawl", name, "-O", target.name, *options]
    done = subprocess.run(  # noqa: S603 - our own interpreter on a project just written
        command,
        cwd=project,
        env={**os.environ, "http_proxy": proxy} if proxy else None,
        capture_output=True,
        text=True,
        timeout=CRAWL_SECONDS,
        check=False,
    )
    if done.returncode or not target.exists():
        raise InputError(f"the spider of {name} did not run: {done.stderr.strip()[-300:]}")
    return [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]


@contextmanager
def replayed(data: Path, snapshots: Sequence[Path]) -> Iterator[str]:
    """The address of a proxy that serves *snapshots*."""
    tool = data.parent / REPLAY
    if not tool.exists():
        raise InputError(f"no {tool}, which serves the snapshots")
    command = [sys.executable, str(tool), *map(str, snapshots), "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 - ours
    try:
        ready = server.stdout.readline() if server.stdout else ""
        if not ready.startswith("serving"):
            raise InputError(f"{tool} did not serve: {ready.strip()}")
        yield f"http://{ready.split()[-1]}"
    finally:
        server.terminate()
        server.wait()
        if server.stdout:
            server.stdout.close()
