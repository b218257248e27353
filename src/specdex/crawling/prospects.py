"""Lists that do not say what they hold: a few of their products are tried before the rest."""

from dataclasses import dataclass, field, replace

from specdex.crawling.frontier import Step

__all__ = ["Prospect", "Prospects"]

ENOUGH = 2
"""Products of the category that make a list one of the category's, …"""
SHARE = 0.6
"""… if they are at least this share of those tried."""
MAX_OFFERS = 500


@dataclass(frozen=True, slots=True)
class Prospect:
    """A list on trial."""

    place: str
    """Its address without page number: its pages are one list."""
    offers: tuple[Step, ...]
    pages: tuple[Step, ...]
    likely: bool = False
    """Whether it is named like a department of the category: then one product is enough."""
    tried: int = 0
    ours: int = 0

    @property
    def holds(self) -> bool:
        """Whether its products have shown that it is a list of the category."""
        if self.likely:
            return self.ours > 0
        return self.ours >= ENOUGH and self.ours >= SHARE * self.tried


@dataclass(slots=True)
class Prospects:
    """The lists on trial of one walk, by the address of each product they offer."""

    lists: dict[str, Prospect] = field(default_factory=dict)
    origin: dict[str, str] = field(default_factory=dict)
    """Which list first offered a product."""

    def add(self, prospect: Prospect) -> None:
        """Put a list, or a further page of one, on trial."""
        known = self.lists.get(prospect.place)
        if known:
            prospect = replace(
                known,
                offers=(*known.offers, *prospect.offers),
                pages=(*known.pages, *prospect.pages),
                likely=known.likely or prospect.likely,
            )
        self.lists[prospect.place] = prospect
        for step in prospect.offers[:MAX_OFFERS]:
            self.origin.setdefault(step.key, prospect.place)

    def likely(self, key: str) -> bool:
        """Whether the product at *key* stands on a list named like a department of the category."""
        prospect = self.lists.get(self.origin.get(key, ""))
        return prospect is not None and prospect.likely

    def judge(self, key: str, *, ours: bool) -> Prospect | None:
        """The list that the product at *key* has shown to be of the category, if it has."""
        place = self.origin.get(key, "")
        prospect = self.lists.get(place)
        if prospect is None:
            return None
        told = replace(prospect, tried=prospect.tried + 1, ours=prospect.ours + ours)
        if told.holds:
            return self.lists.pop(place)
        self.lists[place] = told
        return None
