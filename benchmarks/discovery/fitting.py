"""How far the shops of a published collection say the same, for the synthetic web."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from benchmarks.discovery.kinds import AGREEMENT, Agreement
from specdex.discovery.agreement import MAX_PAGES, KnownShops, Said, said

__all__ = ["agreement_in", "said_in"]

DRAWS = 6
"""Sets of known shops that are drawn of each category."""
COMPARED = 60
"""Sites of each category that are compared with them."""
Floats = npt.NDArray[np.float64]
Collection = Mapping[str, Mapping[str, Said]]
"""What sites say, by category and site."""


def said_in(lines: Iterable[Mapping[str, object]]) -> dict[str, Said]:
    """What each site says in the lines of one category of a published collection."""
    pages: dict[str, list[list[tuple[str, str]]]] = {}
    for line in lines:
        kept, attributes = pages.setdefault(str(line["site"]), []), line["attributes"]
        assert isinstance(attributes, dict)  # noqa: S101 - what a line of the collection is
        if len(kept) < MAX_PAGES:
            kept.append([(name, value) for name, some in attributes.items() for value in some])
    return {site: said(some) for site, some in pages.items()}


def agreement_in(
    collection: Collection, shops: Sequence[int] = tuple(AGREEMENT), draws: int = DRAWS
) -> dict[int, Agreement]:
    """How far sites of the same and of other categories agree with so many known *shops*.

    What is misread is not in a collection; it stays as it is built in.
    """
    return {size: _fitted(collection, size, draws) for size in shops}


def _fitted(collection: Collection, size: int, draws: int) -> Agreement:
    chance = np.random.default_rng(size)
    same: list[float] = []
    strange: list[float] = []
    for category, sites in collection.items():
        for _ in range(draws):
            seeds = _drawn(chance, sites, size)
            known = KnownShops({site: sites[site] for site in seeds})
            for name, others in collection.items():
                mine = same if name == category else strange
                mine.extend(
                    known.typical * known.agreement(site, others[site])
                    for site in _drawn(chance, others, COMPARED)
                    if site not in (seeds if name == category else sites)
                )
    built_in = AGREEMENT.get(size, AGREEMENT[min(AGREEMENT)])
    return Agreement(
        round(float(np.mean(same)), 2),
        _beta(np.array(same)),
        _beta(np.array(strange)),
        built_in.misread,
    )


def _drawn(chance: np.random.Generator, sites: Mapping[str, Said], size: int) -> list[str]:
    names = sorted(sites)
    return [names[at] for at in chance.permutation(len(names))[:size]]


def _beta(shares: Floats) -> tuple[float, float]:
    """The beta distribution of the same mean and deviation."""
    mean, variance = float(shares.mean()), max(1e-6, float(shares.var()))
    size = mean * (1 - mean) / variance - 1
    return round(mean * size, 2), round((1 - mean) * size, 2)
