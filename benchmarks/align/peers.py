"""Other ways of matching names, on the same names and scored alike."""

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from benchmarks.align.training import Name
from benchmarks.data import MEMORY, most_memory
from specdex.errors import MissingExtra
from specdex.records import Specification

__all__ = ["measured_peers"]

CUTS = tuple(cut / 20 for cut in range(1, 20))
"""A peer is scored with the cut that is best for it: it learns nothing, and is told nothing."""
VALUES = 50
"""So many values of each name are shown."""


def _tables(gold: Mapping[Name, str], pages: Sequence[Specification]) -> dict[str, Any]:
    """A table for each site: the labelled names, and some values below each."""
    import pandas as pd

    values: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for page in pages:
        for pair in page.pairs:
            said = values[page.site][pair.name]
            if (page.site, pair.name) in gold and len(said) < VALUES:
                said.append(pair.value)
    return {
        site: pd.DataFrame(
            {name: pd.Series(said, dtype=str) for name, said in names.items() if said}
        )
        for site, names in sorted(values.items())
    }


def measured_peers(
    gold: Mapping[Name, str], pages: Sequence[Specification]
) -> Iterator[dict[str, Any]]:
    """The scores of valentine's Coma, by names; its other matchers take far longer."""
    try:
        from valentine import valentine_match
        from valentine.algorithms import Coma
    except ImportError as error:
        raise MissingExtra("valentine", "peers") from error
    tables = {site: table for site, table in _tables(gold, pages).items() if len(table.columns)}
    for matcher in (Coma(),):
        start = time.process_time()
        found = valentine_match(list(tables.values()), matcher, df_names=list(tables))
        seconds = time.process_time() - start
        said = {
            frozenset(
                {(each.source_table, each.source_column), (each.target_table, each.target_column)}
            ): share
            for each, share in found.items()
        }
        yield {
            "name": f"valentine {type(matcher).__name__}",
            **_best(gold, said),
            "seconds": seconds,
            MEMORY: most_memory(),
        }


def _best(gold: Mapping[Name, str], said: Mapping[frozenset[Name], float]) -> dict[str, float]:
    """Scores over pairs of names of two sites, with the best cut."""
    true = {
        frozenset(pair)
        for pair in combinations(gold, 2)
        if gold[pair[0]] == gold[pair[1]] and pair[0][0] != pair[1][0]
    }
    rows = []
    for cut in CUTS:
        kept = {pair for pair, share in said.items() if share >= cut}
        right = len(kept & true)
        rows.append(
            {
                "precision": right / max(1, len(kept)),
                "recall": right / max(1, len(true)),
                "f1": 2 * right / max(1, len(kept) + len(true)),
            }
        )
    return max(rows, key=lambda row: row["f1"])
