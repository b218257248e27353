"""Other ways of linking records, on the same sets and scored alike."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from benchmarks.data import MEMORY, Part, most_memory
from benchmarks.link.sets import LinkSet
from specdex.errors import MissingExtra
from specdex.linkage.candidates import candidate_pairs
from specdex.linkage.pages import pages

__all__ = ["PEERS", "Said", "measured_peers"]

Said = Mapping[tuple[str, str], float]
"""Pairs of URLs, the smaller first, and how likely each is of one product."""
CUTS = np.linspace(0.05, 0.95, 19)
"""A peer is scored with the cut that is best for it: it learns nothing, and is told nothing."""
COLUMNS = ("title", "brand", "code")


def _table(chosen: LinkSet) -> Any:
    """What peers see of each page: its title, its brand and the first code that it gives."""
    try:
        import pandas as pd
    except ImportError as error:
        raise MissingExtra("peers", "peers") from error
    seen = pages(chosen.labelled_pages())
    rows = [
        (each.url, each.title, each.brand or None, next(iter(each.named), None))
        for each in seen.profiles
    ]
    return pd.DataFrame(rows, columns=["unique_id", *COLUMNS])


def recordlinkage(chosen: LinkSet) -> Said:
    """Fellegi and Sunter's model by expectation maximisation, over our own candidates."""
    try:
        from recordlinkage import Compare, ECMClassifier
    except ImportError as error:
        raise MissingExtra("recordlinkage", "peers") from error
    import pandas as pd

    table = _table(chosen)
    seen = pages(chosen.labelled_pages())
    one, other = candidate_pairs([seen.spellings, seen.gtins, seen.words], seen.rank, seen.sites)
    compared = Compare()
    for name in COLUMNS:
        compared.string(name, name, method="jarowinkler", threshold=0.85, label=name)
    compared.string("title", "title", method="qgram", threshold=0.5, label="grams")
    features = compared.compute(pd.MultiIndex.from_arrays([one, other]), table)
    learner = ECMClassifier()
    learner.fit(features)
    shares = learner.prob(features)
    urls = table["unique_id"].tolist()
    return {_ordered(urls[mine], urls[theirs]): share for (mine, theirs), share in shares.items()}


def splink(chosen: LinkSet) -> Said:
    """Splink's model, by expectation maximisation, over pages of one brand, code or beginning."""
    try:
        import splink.comparison_library as compare
        from splink import DuckDBAPI, Linker, SettingsCreator, block_on
    except ImportError as error:
        raise MissingExtra("splink", "peers") from error
    settings = SettingsCreator(
        link_type="dedupe_only",
        comparisons=[
            compare.JaroWinklerAtThresholds("title", [0.95, 0.88, 0.75]),
            compare.ExactMatch("brand"),
            compare.JaroWinklerAtThresholds("code", [0.95, 0.8]),
        ],
        blocking_rules_to_generate_predictions=[
            block_on("brand"), block_on("code"), block_on("substr(title, 1, 5)"),
        ],
    )  # fmt: skip
    linker = Linker(DuckDBAPI().register(_table(chosen)), settings, log_level=50)
    linker.training.estimate_u_using_random_sampling(max_pairs=1e6, seed=1)
    for rule in (block_on("code"), block_on("substr(title, 1, 5)")):
        linker.training.estimate_parameters_using_expectation_maximisation(rule)
    found = linker.inference.predict(threshold_match_probability=0.01).as_pandas_dataframe()
    rows = zip(found.unique_id_l, found.unique_id_r, found.match_probability, strict=True)
    return {_ordered(one, other): share for one, other, share in rows}


PEERS: Mapping[str, Callable[[LinkSet], Said]] = {"recordlinkage": recordlinkage, "splink": splink}


def _ordered(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def measured_peers(chosen: LinkSet) -> Iterator[tuple[str, dict[str, float]]]:
    """The scores of each peer on *chosen*, with the cut that is best for it."""
    for name, link in PEERS.items():
        start = time.process_time()
        said = link(chosen)
        seconds = time.process_time() - start
        told = [
            (said.get(_ordered(one, other), 0.0), same, chosen.part_of[min(one, other)])
            for one, other, same in chosen.pairs
        ]
        whole = [(share, same) for share, same, _ in told]
        cut = max(CUTS.tolist(), key=lambda cut: _score(whole, cut)["f1"])
        halves = {
            str(part): _score([row[:2] for row in told if row[2] is part], cut)["f1"]
            for part in Part
        }
        yield name, {
            **_score(whole, cut), **halves, "seconds": seconds, MEMORY: most_memory()
        }  # fmt: skip


def _score(told: Sequence[tuple[float, bool]], cut: float) -> dict[str, float]:
    right = sum(same for share, same in told if share >= cut)
    said = sum(share >= cut for share, _ in told)
    true = sum(same for _, same in told)
    return {
        "precision": right / max(1, said),
        "recall": right / max(1, true),
        "f1": 2 * right / max(1, said + true),
    }
