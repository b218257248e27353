"""The figures of the experiments on discovery, drawn."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.discovery.experiments import Precision, Rounds
from specdex.errors import MissingExtra

__all__ = ["Plots"]

FIXED_SEEDS, FIXED_TOP = 50, 20
Line = tuple[str, Sequence[float], Sequence[float]]
"""A name, where its points are, and how high."""


class Plots:
    """Draws into one folder; needs matplotlib."""

    def __init__(self, folder: Path) -> None:
        try:
            from matplotlib.figure import Figure  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise MissingExtra("matplotlib", "plots") from error
        self._figure: Callable[..., Any] = Figure
        self.folder = folder

    def draw(self, points: Sequence[Precision], curves: Sequence[Rounds]) -> None:
        """Figures 7, 8 and 9 as PNG files."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for name in dict.fromkeys(each.filters for each in points):
            mine = [each for each in points if each.filters == name]
            by_top = [each for each in mine if each.seeds == FIXED_SEEDS]
            by_seeds = [each for each in mine if each.top == FIXED_TOP]
            self._save(f"figure-7-{name}-K", "K", "precision", _lines(by_top, lambda p: p.top))
            self._save(
                f"figure-7-{name}-S", "|S|", "precision", _lines(by_seeds, lambda p: p.seeds)
            )
        self._save("figure-8", "rounds", "precision", _curves(curves, lambda c: c.precision))
        self._save("figure-9", "rounds", "relevant sites", _curves(curves, lambda c: c.right))
        notebook = _curves(curves, lambda c: c.right_by_category["notebook"])
        self._save("figure-9-notebook", "rounds", "relevant sites", notebook)

    def _save(self, name: str, across: str, up: str, lines: Iterable[Line]) -> None:
        figure = self._figure(figsize=(5, 3.5), layout="constrained")
        axes = figure.subplots()
        for label, places, heights in lines:
            axes.plot(places, heights, marker=".", label=label)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        if up == "precision":
            axes.set_ylim(0, 1.02)
        axes.legend()
        figure.savefig(self.folder / f"{name}.png", dpi=120)


def _lines(points: Sequence[Precision], place: Callable[[Precision], float]) -> list[Line]:
    found: list[Line] = []
    for strategy in dict.fromkeys(each.strategy for each in points):
        mine = sorted((each for each in points if each.strategy == strategy), key=place)
        found.append((strategy, [place(each) for each in mine], [each.precision for each in mine]))
    return found


def _curves(curves: Sequence[Rounds], height: Callable[[Rounds], Sequence[float]]) -> list[Line]:
    return [
        (each.strategy, list(range(1, len(each.precision) + 1)), list(height(each)))
        for each in curves
    ]
