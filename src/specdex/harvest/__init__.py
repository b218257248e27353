"""A harvest: discover, crawl, extract, learn and join, in rounds, through one run folder."""

from specdex.harvest.loop import Harvest

__all__ = ["Harvest"]
