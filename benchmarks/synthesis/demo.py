"""Synthesis on the demo web: one shop's scheme in, spiders for all other shops out."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.synthesis.score import Values, filter_scores, page_f1
from benchmarks.synthesis.trials import label_scheme, readings
from specdex.demo.sheets import printed
from specdex.demo.web import DemoWeb, build
from specdex.html import parse
from specdex.pipeline.synthesize import Sites, Synthesis, by_site, write_project
from specdex.records import Page
from specdex.synthesis.scheme import Scheme, SiteVerdict, read_items
from specdex.synthesis.url_patterns import accepts

__all__ = ["DemoScore", "demo_scores", "passes", "scores_from"]

SEED = "lumenshop.example"
CATEGORY = "camera"
TEST_SECONDS = 120
MOST_LABELLED = 150


@dataclass(frozen=True, slots=True)
class DemoScore:
    """What one emitted spider is worth."""

    site: str
    verdict: str
    f1: float
    filter_precision: float
    filter_recall: float
    passed: bool
    """Whether the project passes its own tests."""


def demo_scores(seed: int = 7) -> Iterator[DemoScore]:
    """The score of every shop of the category but the one whose scheme is given."""
    web = build(seed)
    truth = web.truth()
    gold = {url: _values(page) for url, page in truth["pages"].items()}
    return scores_from(SEED, _sites(web, truth), gold)


def scores_from(given: str, sites: Sites, gold: Mapping[str, Values]) -> Iterator[DemoScore]:
    """The score of every site but *given*, whose scheme is made from what is known of it."""
    known = [page for page in sites[given] if page.url in gold][:MOST_LABELLED]
    labelled = readings([(page, gold[page.url]) for page in known])
    scheme = label_scheme(given, [parse(page) for page in known], labelled)
    learned_from = by_site((page for pages in sites.values() for page in pages), [])
    with tempfile.TemporaryDirectory() as folder:
        for verdict in Synthesis().verdicts([scheme], learned_from):
            yield _score(verdict, sites, gold, Path(folder))


def _sites(web: DemoWeb, truth: Mapping[str, Any]) -> Sites:
    """All pages of the shops of the category."""
    return {
        site.host: [
            Page(url, printed(sheet).encode(), site=site.host, encoding="utf-8")
            for url, sheet in site.sheets.items()
        ]
        for site in web.sites
        if CATEGORY in truth["sites"][site.host]["categories"] and site.kind == "shop"
    }


def _values(page: Mapping[str, Any]) -> Values:
    return {
        "title": [page["title"]],
        "price": [page["price_text"]],
        **{name: [value] for name, value in page["ids"].items()},
    }


def _score(
    verdict: SiteVerdict, sites: Sites, gold: Mapping[str, Values], folder: Path
) -> DemoScore:
    scheme, pages = verdict.scheme, sites[verdict.site]
    mine = {page.url: gold[page.url] for page in pages if page.url in gold}
    if scheme is None:
        return DemoScore(verdict.site, verdict.verdict, 0.0, 0.0, 0.0, passed=False)
    accepted = {page.url for page in pages if accepts(scheme.url_pattern, page.url)}
    said = {page.url: _said(scheme, page) for page in pages if page.url in accepted}
    names = sorted({name for values in mine.values() for name in values})
    scored = [found[2] for name in names if (found := page_f1(said, mine, name))]
    precision, recall = filter_scores(accepted, set(mine))
    project = write_project(folder, scheme, pages)
    return DemoScore(
        verdict.site,
        verdict.verdict,
        sum(scored) / max(1, len(scored)),
        precision,
        recall,
        passes(project),
    )


def _said(scheme: Scheme, page: Page) -> Values:
    items = read_items(scheme, parse(page).element(0))
    return (
        {name: [each.value for each in found] for name, found in items[0].items()} if items else {}
    )


def passes(project: Path) -> bool:
    """Whether the tests of an emitted project pass, with plain Scrapy."""
    command = [sys.executable, "-m", "unittest", "discover", "-s", "tests", "-t", "."]
    done = subprocess.run(  # noqa: S603 - our own interpreter on a project just written
        command, cwd=project, capture_output=True, timeout=TEST_SECONDS, check=False
    )
    return done.returncode == 0
