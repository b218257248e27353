"""Figures 7 to 9 and tables 1 to 4 of the DEXTER paper, on a synthetic web."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.discovery.rounds import Plan, Scene, ranking
from benchmarks.discovery.simulation import Filters, sampled, teach
from benchmarks.discovery.statistics import (
    CATEGORIES,
    FITTED,
    Sharing,
    fit,
)
from benchmarks.discovery.web import Web, build_web, seeds_of
from benchmarks.discovery.world import Round, harvested
from specdex.discovery.home_pages import HomeModel, default_home_model
from specdex.discovery.votes import STRATEGIES
from specdex.settings import DiscoverySettings
from specdex.statistics.metrics import Tally, mean

__all__ = [
    "FIXED_SEEDS",
    "TOPS",
    "Lab",
    "Precision",
    "Rounds",
    "build_lab",
    "figure_7",
    "figures_8_and_9",
    "filter_table",
    "sharing_in",
]

TOPS = tuple(range(10, 101, 10))
"""The values of K and |S| in figure 7."""
FIXED_SEEDS, FIXED_TOP = 50, 20
"""|S| in figure 7 (a, b, c) and K in (d, e, f)."""
TEACHING_SEED, TEACHING_SCALE = 1000, 0.3
"""The fifty and fifty sites are taken from another, smaller web."""
HARVESTED = ("camera", "notebook", "tv")
"""The categories whose harvests make figures 8 and 9."""
ID_NAMES = frozenset(
    {"mpn", "manufacturerpartnumber", "upc", "ean", "modelnumber", "partnumber", "productmodel"}
    | {"model", "itemmodelnumber", "modelno", "gtin", "part", "ean13", "upccode", "eancode"}
    | {"mfrpartnumber", "modelid"}
)
"""Squashed attribute names that hold product ids."""
ID_SIZES = range(5, 17)


@dataclass(frozen=True)
class Lab:
    """A synthetic web, and the filters of each category as they were taught elsewhere."""

    web: Web
    filters: Mapping[str, Filters]
    draws: int = 1
    """How many sets of seeds are tried of each category."""


@dataclass(frozen=True, slots=True)
class Precision:
    """One point of figure 7, the mean over categories and draws."""

    strategy: str
    filters: str
    seeds: int
    top: int
    precision: float


@dataclass(frozen=True, slots=True)
class Rounds:
    """One line of figures 8 and 9: after each round, the mean over categories."""

    strategy: str
    precision: tuple[float, ...]
    right: tuple[float, ...]
    """Relevant sites that were found so far."""
    right_by_category: Mapping[str, tuple[float, ...]]
    precision_by_category: Mapping[str, tuple[float, ...]]

    def lowest(self, first: int = 15) -> float:
        """The lowest precision from round *first* on."""
        return min(self.precision[first - 1 :])


def build_lab(
    seed: int = 1,
    draws: int = 1,
    fitted: Mapping[str, Sharing] = FITTED,
    categories: Sequence[str] = CATEGORIES,
    *,
    taught: bool = True,
) -> Lab:
    """The web of *seed*; filters are taught on the web of another seed, or not at all."""
    web = build_web(seed, fitted)
    school = build_web(TEACHING_SEED + seed, fitted, TEACHING_SCALE) if taught else None
    prior = default_home_model()
    return Lab(
        web,
        {each: Filters(web, each, _taught(school, each, prior)) for each in categories},
        draws,
    )


def _taught(school: Web | None, category: str, prior: HomeModel) -> HomeModel:
    return prior if school is None else teach(school, category, prior)


def sharing_in(lines: Iterator[Mapping[str, object]]) -> Sharing:
    """The numbers of one category from the lines of a published collection."""
    pages: dict[str, int] = {}
    ids: dict[str, set[str]] = {}
    for line in lines:
        site, attributes = str(line["site"]), line["attributes"]
        pages[site] = pages.get(site, 0) + 1
        assert isinstance(attributes, dict)  # noqa: S101 - what a line of the collection is
        for name in ID_NAMES & attributes.keys():
            plain = ("".join(filter(str.isalnum, value.lower())) for value in attributes[name])
            ids.setdefault(site, set()).update(
                each for each in plain if len(each) in ID_SIZES and any(map(str.isdigit, each))
            )
    return fit([ids.get(site, set()) for site in pages], list(pages.values()))


def filter_table(lab: Lab) -> dict[str, dict[str, Tally]]:
    """Tables 3 and 4: by category, each filter on sites drawn from all that discovery found."""
    return {category: _judged(lab.web, filters) for category, filters in lab.filters.items()}


def _judged(web: Web, filters: Filters) -> dict[str, Tally]:
    tallies = dict.fromkeys(
        ("HPF", "ICF", "HPF.ICF", "yes yes", "yes no", "no yes", "no no"), Tally()
    )
    relevant = web.relevant(filters.category)
    for site in sampled(web, filters.category):
        home, crawl, both = filters.home(site), filters.crawl(site), filters.both(site)
        wanted = bool(relevant[site])
        for name, said in (("HPF", home), ("ICF", crawl), ("HPF.ICF", both)):
            tallies[name] += Tally(said and wanted, said > wanted, wanted > said)
        cell = f"{'yes' if crawl else 'no'} {'yes' if home else 'no'}"
        tallies[cell] += Tally(int(wanted), int(not wanted))
    return tallies


def figure_7(lab: Lab) -> list[Precision]:
    """The precision of one round by strategy and filters, over K and over |S|."""
    asked = [(FIXED_SEEDS, top) for top in TOPS] + [(seeds, FIXED_TOP) for seeds in TOPS]
    found: dict[tuple[str, str, int, int], list[float]] = {}
    for category, filters in lab.filters.items():
        relevant = lab.web.relevant(category)
        for draw in range(lab.draws):
            for seeds in TOPS:
                knowing = filters.knowing(seeds)
                scene = Scene(lab.web, Plan(category, seeds=seeds, draw=draw))
                for strategy in STRATEGIES:
                    order = ranking(scene, strategy)
                    for top in (each for size, each in dict.fromkeys(asked) if size == seeds):
                        for name, passes in knowing.each():
                            kept = [site for site in order[:top].tolist() if passes(site)]
                            share = float(relevant[kept].mean()) if kept else float("nan")
                            found.setdefault((strategy, name, seeds, top), []).append(share)
    return [Precision(*key, mean(shares)) for key, shares in found.items()]


def figures_8_and_9(lab: Lab, rounds: int = 20, top: int = 10, seeds: int = 20) -> list[Rounds]:
    """Whole harvests with both filters, by strategy, of the categories that HARVESTED names."""
    return [_rounds(lab, strategy, rounds, top, seeds) for strategy in STRATEGIES]


def _rounds(lab: Lab, strategy: str, rounds: int, top: int, seeds: int) -> Rounds:
    chosen = DiscoverySettings(
        strategy=strategy, top=top, rounds=rounds, patience=rounds, search_within=False
    )
    precision: dict[str, tuple[float, ...]] = {}
    right: dict[str, tuple[float, ...]] = {}
    for category in HARVESTED:
        done = harvested(lab.web, category, seeds_of(lab.web, category, seeds), chosen)
        # a harvest that ends early has found what it has found
        padded = [*done, *[Round(0, 0, 0)] * (rounds - len(done))]
        accepted = np.cumsum([each.accepted for each in padded])
        found = np.cumsum([each.right for each in padded])
        share = np.where(accepted > 0, found / np.maximum(1, accepted), np.nan)
        precision[category], right[category] = tuple(share.tolist()), tuple(found.tolist())
    return Rounds(
        strategy,
        tuple(mean(line[at] for line in precision.values()) for at in range(rounds)),
        tuple(mean(line[at] for line in right.values()) for at in range(rounds)),
        right,
        precision,
    )
