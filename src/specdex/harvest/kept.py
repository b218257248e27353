"""The settings of a harvest as its run folder keeps them, so that it goes on by itself."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from specdex.errors import InputError
from specdex.records import SiteStatus
from specdex.runs import Run
from specdex.settings import HarvestSettings, load

__all__ = ["KEPT", "keep_settings", "kept_settings", "toml"]

KEPT = "harvest.toml"


def toml(settings: HarvestSettings) -> str:
    """*settings* as a file that ``specdex harvest`` reads: what is not as it is by itself."""
    return "\n".join(_lines(settings)) + "\n"


def _lines(settings: HarvestSettings) -> Iterator[str]:
    plain = HarvestSettings()
    for name in ("category", "names", "sites", "ids", "engine", "workers", "shards"):
        if getattr(settings, name):
            yield f"{name} = {json.dumps(getattr(settings, name), ensure_ascii=False)}"
    for table in ("discovery", "politeness", "budget"):
        mine, theirs = getattr(settings, table), getattr(plain, table)
        changed = [name for name in mine.__slots__ if getattr(mine, name) != getattr(theirs, name)]
        if changed:
            yield f"\n[{table}]"
        for name in changed:
            yield f"{name} = {json.dumps(getattr(mine, name), ensure_ascii=False)}"


def keep_settings(folder: Path, settings: HarvestSettings) -> None:
    """Keep *settings* in the run folder; what cannot be kept is not missed before it is asked."""
    part = folder / f"{KEPT}.part"
    with suppress(OSError):
        part.write_text(toml(settings), encoding="utf-8")
        part.replace(folder / KEPT)


def kept_settings(folder: Path) -> HarvestSettings:
    """The settings of the harvest in *folder*; of an earlier version, what its sites tell of it."""
    if (folder / KEPT).is_file():
        return load(HarvestSettings, folder / KEPT)
    with Run(folder) as run:
        seeds = [site for site in run.sites() if site.status is SiteStatus.SEED]
    categories = sorted({site.category for site in seeds})
    if len(categories) != 1:
        raise InputError(_unknown(folder, categories))
    return HarvestSettings(category=categories[0], sites=tuple(site.host for site in seeds))


def _unknown(folder: Path, categories: list[str]) -> str:
    if categories:
        return f"{folder} holds harvests of {', '.join(categories)}: name one with --category"
    return f"{folder} was not harvested: name a category and seed shops (--category, --site)"
