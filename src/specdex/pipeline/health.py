"""How a site's wrapper does over time: what its pages gave, by the day they were fetched."""

from collections import defaultdict
from dataclasses import dataclass

from specdex.records import Specification, StoredPage, Wrapper
from specdex.runs import Run
from specdex.wrappers.health import Health, check

__all__ = ["Day", "health_by_day"]

DAYS = 30
MOST = 2000
"""Pages of a site that are looked at."""


@dataclass(frozen=True, slots=True)
class Day:
    """The pages of one day, and how the wrapper did on them."""

    day: str
    health: Health


def health_by_day(run: Run, wrapper: Wrapper) -> list[Day]:
    """The health of *wrapper* on its site's pages of each of the last days, the oldest first."""
    fetched = {
        each.url: each.fetched[:10] for each in run.store.read(StoredPage, site=wrapper.site)
    }
    by_day: dict[str, list[Specification]] = defaultdict(list)
    for number, each in enumerate(run.store.read(Specification, site=wrapper.site)):
        if number >= MOST:
            break
        if fetched.get(each.url):
            by_day[fetched[each.url]].append(each)
    return [Day(day, check(wrapper, by_day[day])) for day in sorted(by_day)[-DAYS:]]
