"""A synthetic web for the experiments on discovery: sites, the ids they publish, hubs, links.

Drawn from the numbers of ``statistics`` and ``kinds``; the same seed gives the
same web. Sites are numbers. A site is relevant to a category where it publishes specifications.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from benchmarks.discovery.kinds import HUBS, KINDS, SHOP, UNTOPICAL, Hub, Kind
from benchmarks.discovery.statistics import (
    CATEGORIES,
    ELECTRONICS,
    FITTED,
    SHARE_BY_COUNT,
    SITES,
    Sharing,
    popularity_of_ids,
    sharing_of,
)
from benchmarks.discovery.words import LANGUAGES

__all__ = ["Edges", "Web", "build_web", "seeds_of"]

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
POPULARITY_DEVIATION = 1.3
SIZE_POPULARITY = 0.6
"""How much a shop's popularity follows its size (pages and ids correlate by 0.6 to 0.7)."""
SAME_FIELD = 3.0
"""A shop's further categories are so much likelier of the same field: electronics, or not."""
MIN_PAGES = 5
"""The smallest shop of the paper."""
JUNK_IDS, JUNK_SHARE, JUNK_EACH = 150, 0.15, 3
"""Words that are misread as ids: how many there are, how many shops have some, and how many."""
MAX_IDS = 4000
SECOND_TOPIC, ANY_TOPIC = 0.12, 0.3
"""How often a site speaks of a further category, and one without a topic of any."""
LINK_POPULARITY = 0.75
"""Links go to sites by this power of their popularity."""

EVERYONES, EVERYONES_SHARES = 40, (0.35, 0.01)
"""Sites that pages of any kind link to, social networks and the like: how many there are, and the
share of the hubs that link to the first and to the last of them."""


@dataclass(frozen=True, slots=True)
class Edges:
    """Many to many, sorted by the left side: what belongs to ``left`` is a slice of ``right``."""

    starts: Ints
    right: Ints

    @classmethod
    def of(cls, left: Ints, right: Ints, size: int) -> "Edges":
        """The different pairs of *left* and *right*, *size* being the number of left ones."""
        width = int(right.max()) + 1 if len(right) else 1
        keys = np.unique(left * width + right)
        starts = np.searchsorted(keys, np.arange(size + 1) * width)
        return cls(starts, keys % width)

    def of_left(self, left: int) -> Ints:
        """What belongs to *left*."""
        return self.right[self.starts[left] : self.starts[left + 1]]

    def pairs(self) -> tuple[Ints, Ints]:
        """Both sides, pair by pair."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts)), self.right

    def turned(self, size: int) -> "Edges":
        """The same from right to left, *size* being the number of right ones."""
        left, right = self.pairs()
        return Edges.of(right, left, size)


@dataclass(frozen=True)
class Web:
    """The synthetic web."""

    seed: int
    kinds: tuple[str, ...]
    """The name of each site's kind."""
    sells: Bools = field(repr=False)
    """Site by category: publishes specifications of it."""
    topics: Bools = field(repr=False)
    """Site by category: speaks of it."""
    pages: Ints = field(repr=False)
    """Site by category: specification pages."""
    language: Ints = field(repr=False)
    popularity: Floats = field(repr=False)
    published: Mapping[str, Edges] = field(repr=False)
    """By category: the ids that can be read on each site, misread ones among them."""
    mentioned: Mapping[str, Edges] = field(repr=False)
    """By category: the sites that mention each id, in whatever way."""
    links: Edges = field(repr=False)
    """The sites that each hub links to."""
    backlinks: Edges = field(repr=False)
    """The hubs that link to each site."""

    def __len__(self) -> int:
        return len(self.kinds)

    def relevant(self, category: str) -> Bools:
        """Whether each site publishes specifications of *category*."""
        found: Bools = self.sells[:, CATEGORIES.index(category)]
        return found


def build_web(seed: int = 1, fitted: Mapping[str, Sharing] = FITTED, scale: float = 1.0) -> Web:
    """A web of about 30,000 sites, 3,000 of them shops; *scale* makes it smaller or larger."""
    chance = np.random.default_rng(seed)
    sells = _shops(chance, scale)
    kinds, topics = _others(chance, sells, scale)
    count = len(kinds)
    sold = np.zeros((count, len(CATEGORIES)), dtype=bool)
    sold[: len(sells)] = sells
    pages = _pages(chance, sold, fitted)
    popularity = _popularity(chance, kinds, pages)
    published, mentioned = {}, {}
    for at, category in enumerate(CATEGORIES):
        ids = _Ids(chance, sharing_of(category, fitted), category, scale)
        ids.draw_published(np.flatnonzero(sold[:, at]), pages[:, at])
        for kind in (*KINDS, *UNTOPICAL):
            here = [each for each in np.flatnonzero(topics[:, at]) if kinds[each] == kind.name]
            ids.draw_mentioned(np.array(here, dtype=np.int64), kind)
        published[category], mentioned[category] = ids.edges(count)
    links = _links(chance, sold, topics, popularity, scale)
    links = _with_everyones(links, np.flatnonzero(np.array(kinds) == "popular"), popularity, seed)
    return Web(
        seed=seed,
        kinds=tuple(kinds),
        sells=sold,
        topics=topics,
        pages=pages,
        language=chance.choice(len(LANGUAGES), count, p=_normal(list(LANGUAGES.values()))),
        popularity=popularity,
        published=published,
        mentioned=mentioned,
        links=links,
        backlinks=links.turned(count),
    )


def seeds_of(web: Web, category: str, count: int, draw: int = 0) -> list[int]:
    """Shops of *category* to begin with, at most half of all."""
    members = np.flatnonzero(web.relevant(category))
    chance = np.random.default_rng([web.seed, draw, len(members)])
    seeds: list[int] = chance.permutation(members)[: min(count, len(members) // 2)].tolist()
    return seeds


def _normal(weights: list[float]) -> Floats:
    found = np.array(weights, dtype=float)
    result: Floats = found / found.sum()
    return result


def _shops(chance: np.random.Generator, scale: float) -> Bools:
    """Which categories each shop sells: tables 1 and 2."""
    pairs = sum(SITES.values())
    mean = sum(share * count for count, share in enumerate(SHARE_BY_COUNT, start=1))
    size = round(scale * pairs / mean)
    counts = chance.choice(len(SHARE_BY_COUNT), size, p=_normal(list(SHARE_BY_COUNT))) + 1
    weights = _normal([float(SITES[each]) for each in CATEGORIES])
    electronic = np.array([each in ELECTRONICS for each in CATEGORIES])
    sells = np.zeros((size, len(CATEGORIES)), dtype=bool)
    for shop, count in enumerate(counts):
        first = chance.choice(len(CATEGORIES), p=weights)
        near = np.where(electronic == electronic[first], SAME_FIELD, 1.0) * weights
        near[first] = 0.0
        more = chance.choice(len(CATEGORIES), count - 1, replace=False, p=near / near.sum())
        sells[shop, [first, *more]] = True
    return sells


def _others(chance: np.random.Generator, sells: Bools, scale: float) -> tuple[list[str], Bools]:
    """The kind of each site, shops first, and which categories it speaks of."""
    kinds, topics = [SHOP] * len(sells), [sells]
    for at in range(len(CATEGORIES)):
        for kind in KINDS:
            rows = np.zeros((round(kind.per_shop * sells[:, at].sum()), len(CATEGORIES)), bool)
            rows[:, at] = True
            rows |= (chance.random(rows.shape) < SECOND_TOPIC) & (kind.ids_mean > 1)
            kinds += [kind.name] * len(rows)
            topics.append(rows)
    for kind in UNTOPICAL:
        rows = chance.random((round(kind.per_shop * scale), len(CATEGORIES))) < ANY_TOPIC
        kinds += [kind.name] * len(rows)
        topics.append(rows | (kind.name == "popular"))
    return kinds, np.vstack(topics)


def _pages(chance: np.random.Generator, sold: Bools, fitted: Mapping[str, Sharing]) -> Ints:
    """Log-normal sizes; a shop that is large in one category is so in others."""
    large = chance.normal(size=len(sold))
    pages = np.zeros(sold.shape, dtype=np.int64)
    for at, category in enumerate(CATEGORIES):
        sharing = sharing_of(category, fitted)
        mixed = 0.8 * large + 0.6 * chance.normal(size=len(sold))
        drawn = np.exp(sharing.pages_mean + sharing.pages_deviation * mixed)
        pages[:, at] = np.where(sold[:, at], np.maximum(MIN_PAGES, drawn), 0)
    return pages


def _popularity(chance: np.random.Generator, kinds: list[str], pages: Ints) -> Floats:
    extra = {kind.name: kind.popularity for kind in (*KINDS, *UNTOPICAL)}
    logarithm = chance.normal(0.0, POPULARITY_DEVIATION, len(kinds))
    size = np.log(np.maximum(1, pages.max(axis=1)))
    logarithm += np.where(size > 0, SIZE_POPULARITY * (size - 3.5), 0.0)
    logarithm += np.array([extra.get(kind, 0.0) for kind in kinds])
    result: Floats = np.exp(logarithm)
    return result


class _Ids:
    """The ids of one category while they are drawn."""

    def __init__(
        self, chance: np.random.Generator, sharing: Sharing, category: str, scale: float
    ) -> None:
        self.chance, self.sharing = chance, sharing
        self.count = round(sharing.ids_per_site * SITES[category] * scale)
        shares = popularity_of_ids(self.count, sharing.exponent, sharing.shift)
        self.steps = np.cumsum(shares)
        self.sites: list[Ints] = []
        self.ids: list[Ints] = []
        self.read: list[Bools] = []

    def _draw(self, number: float) -> Ints:
        """About *number* different ids, the most published ones most likely."""
        size = int(min(MAX_IDS, max(1.0, number)))
        # a second draw makes up for ids that came twice
        drawn = np.searchsorted(self.steps, self.chance.random(int(1.3 * size) + 1))
        return np.unique(np.minimum(drawn, self.count - 1))[:MAX_IDS]

    def _add(self, site: int, ids: Ints, *, read: bool) -> None:
        self.sites.append(np.full(len(ids), site, dtype=np.int64))
        self.ids.append(ids)
        self.read.append(np.full(len(ids), read))

    def draw_published(self, shops: Ints, pages: Ints) -> None:
        """Shops publish ids in step with their pages; some in a way that cannot be read."""
        sharing = self.sharing
        for shop in shops:
            typical = (np.log(pages[shop]) - sharing.pages_mean) / sharing.pages_deviation
            drawn = 0.7 * typical + 0.7 * self.chance.normal()
            number = np.exp(sharing.ids_mean + sharing.ids_deviation * drawn)
            read = bool(self.chance.random() < sharing.publishing)
            self._add(int(shop), self._draw(number), read=read)
            if read and self.chance.random() < JUNK_SHARE:
                junk = self.count + self.chance.integers(0, JUNK_IDS, JUNK_EACH)
                self._add(int(shop), junk, read=True)

    def draw_mentioned(self, sites: Ints, kind: Kind) -> None:
        """Other sites mention ids, and words that are misread as ids."""
        for site in sites:
            number = np.exp(kind.ids_mean + self.chance.normal())
            self._add(int(site), self._draw(number), read=False)
            junk = self.count + self.chance.integers(0, JUNK_IDS, 4)
            self._add(int(site), junk, read=False)

    def edges(self, sites: int) -> tuple[Edges, Edges]:
        """The ids read on each site, and the sites that mention each id."""
        left, right = np.concatenate(self.sites), np.concatenate(self.ids)
        read = np.concatenate(self.read)
        mentioned = Edges.of(right, left, self.count + JUNK_IDS)
        return Edges.of(left[read], right[read], sites), mentioned


def _links(
    chance: np.random.Generator, sold: Bools, topics: Bools, popularity: Floats, scale: float
) -> Edges:
    """The links of all hubs."""
    weights = popularity**LINK_POPULARITY
    shops: Bools = np.asarray(sold.any(axis=1))
    everything: Bools = np.ones(len(sold), dtype=bool)
    hubs: list[Ints] = []
    targets: list[Ints] = []
    first = 0
    for hub in HUBS:
        for at in range(len(CATEGORIES)) if hub.topical else (None,):
            mine: Bools = sold[:, at] if at is not None else shops
            about: Bools = topics[:, at] & ~mine if at is not None else everything
            count = round(hub.per_shop * (mine.sum() if hub.topical else scale))
            pools = [_Pool(weights, each) for each in (mine, about, shops, everything)]
            hub_of, target = _hub_links(chance, hub, count, pools)
            hubs.append(hub_of + first)
            targets.append(target)
            first += count
    return Edges.of(np.concatenate(hubs), np.concatenate(targets), first)


def _with_everyones(links: Edges, popular: Ints, popularity: Floats, seed: int) -> Edges:
    """*links*, and those to the most *popular* sites that pages of any kind have at their feet."""
    chance = np.random.default_rng([seed, EVERYONES])
    hubs, targets = links.pairs()
    size = len(links.starts) - 1
    most = popular[np.argsort(-popularity[popular])][:EVERYONES]
    shares = np.geomspace(*EVERYONES_SHARES, EVERYONES)
    linking = [np.flatnonzero(chance.random(size) < share) for share in shares]
    return Edges.of(
        np.concatenate([hubs, *linking]),
        np.concatenate(
            [targets, *(np.full(len(a), b) for a, b in zip(linking, most, strict=False))]
        ),
        size,
    )


class _Pool:
    """Sites to draw from, by weight."""

    def __init__(self, weights: Floats, members: Bools) -> None:
        self.members = np.flatnonzero(members)
        self.steps = np.cumsum(weights[self.members])

    def draw(self, chance: np.random.Generator, size: int) -> Ints:
        at = np.searchsorted(self.steps, chance.random(size) * self.steps[-1])
        drawn: Ints = self.members[np.minimum(at, len(self.members) - 1)]
        return drawn


def _hub_links(
    chance: np.random.Generator, hub: Hub, count: int, pools: list[_Pool]
) -> tuple[Ints, Ints]:
    """The links of *count* hubs of one kind: which hub, and to which site."""
    sizes = np.exp(chance.normal(hub.links_mean, hub.links_deviation, count))
    sizes = np.clip(sizes, 2, 400).astype(np.int64)
    owner = np.repeat(np.arange(count), sizes)
    which = chance.choice(len(pools), len(owner), p=_normal(list(hub.shares)))
    target = np.empty(len(owner), dtype=np.int64)
    for at, pool in enumerate(pools):
        here = which == at
        target[here] = pool.draw(chance, int(here.sum()))
    return owner, target
