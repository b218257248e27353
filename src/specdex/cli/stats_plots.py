"""The histograms of a collection's statistics, drawn: figure 10 of the DEXTER paper."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from specdex.errors import InputError, MissingExtra
from specdex.statistics.collection import CategoryStatistics, histogram

__all__ = ["CoveragePlots"]

NAME = "figure-10.png"
PANELS: Sequence[tuple[str, str, str, bool]] = (
    ("intra_site", "intra-site coverage", "sites", False),
    ("inter_site", "inter-site coverage", "attributes", True),
)
"""What is counted, what across, what up, and whether by the logarithm, as in the paper."""


class CoveragePlots:
    """Draws into one folder; needs matplotlib."""

    def __init__(self, folder: Path) -> None:
        try:
            from matplotlib.figure import Figure  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise MissingExtra("matplotlib", "plots") from error
        self._figure: Callable[..., Any] = Figure
        self.path = folder / NAME

    def draw(self, categories: Iterable[CategoryStatistics]) -> None:
        """Both histograms of each category, one above the other."""
        rows = list(categories)
        if not rows:
            return
        figure = self._figure(figsize=(8, 3 * len(rows)), layout="constrained")
        for axes, each in zip(figure.subplots(len(rows), 2, squeeze=False), rows, strict=True):
            for place, (name, across, up, logarithm) in zip(axes, PANELS, strict=True):
                counts = histogram(getattr(each, name))
                edges = [(at + 0.5) / len(counts) for at in range(len(counts))]
                place.bar(edges, counts, width=0.9 / len(counts), log=logarithm and any(counts))
                place.set(xlim=(0, 1), xlabel=across, ylabel=up, title=each.category)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            figure.savefig(self.path, dpi=120)
        except OSError as error:
            raise InputError(f"cannot write {self.path}: {error.strerror or error}") from error
