"""Seed shops: whether they are sites, and what a short look at each promises."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from specdex.errors import InputError
from specdex.harvest.judge import Funnel, funnel
from specdex.pipeline.crawl import RunRecorder, default_crawler, walk_sites
from specdex.pipeline.extract import shipped
from specdex.pipeline.homes import home_of
from specdex.runs import RunFolder
from specdex.settings import Budget, Politeness
from specdex.urls import host, is_web

__all__ = ["check_sites", "look_at_seeds"]

NO_HOST = frozenset(" \t\r\n\"'<>\\@?#")
"""What no host has in its name."""
LOOK = Budget(max_pages=12, max_minutes=1, max_site_minutes=1)
"""What a short look may cost."""


def check_sites(sites: Sequence[str]) -> None:
    """An InputError where one of *sites* can be none."""
    for site in sites:
        named = is_web(site) if "://" in site else not set(site) & NO_HOST
        if not named or not any(map(str.isalnum, host(home_of(site)))):
            raise InputError(f"{site!r} is no site: give its host, shop.example, or its address")


def look_at_seeds(sites: Sequence[str], category: str, politeness: Politeness) -> list[Funnel]:
    """How a short crawl of each of *sites* goes: does it answer, and what do its pages give?"""
    with (
        tempfile.TemporaryDirectory(prefix="specdex-") as scratch,
        RunFolder(Path(scratch) / "run") as run,
    ):
        recorder = RunRecorder(run, read=shipped())
        walk_sites(sites, category, recorder, default_crawler(politeness, LOOK))
        hosts = dict.fromkeys(host(home_of(site)) for site in sites)
        return [funnel(run, each, category) for each in hosts]
