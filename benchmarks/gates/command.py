"""The quality gates: what was reached once is not lost."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import click
import msgspec

from benchmarks.data import DATA_OPTION, SPEC_SETS, digest, labelled_pages, spec_files
from specdex.cli.logs import warn
from specdex.cli.progress import watched
from specdex.errors import InputError
from specdex.pipeline.extract import Extractor, extraction
from specdex.pipeline.score import fields_of, measure
from specdex.statistics.field_scores import SCORED_FIELDS
from specdex.statistics.page_scores import summarise

__all__ = ["EPSILON", "Floor", "Slip", "gates", "raised", "slips"]

FLOORS = Path(__file__).with_name("floors.json")


EPSILON = 0.002
"""What may be noise: another build of a library, another order of sums."""
SLACK = 0.01
"""How far below what was measured a floor is pinned: a single page may tip over."""


@dataclass(frozen=True, slots=True)
class Floor:
    """What a measurement must reach, and on which data."""

    digest: str
    scores: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Slip:
    """A score below its floor."""

    name: str
    score: str
    measured: float
    floor: float

    def __str__(self) -> str:
        return f"{self.name}: {self.score} {self.measured:.4f} is under its floor {self.floor:.4f}"


def slips(name: str, floor: Floor, measured: Mapping[str, float]) -> tuple[Slip, ...]:
    """The scores of *measured* that are below *floor*; one that is missing counts as 0."""
    return tuple(
        Slip(name, score, measured.get(score, 0.0), least)
        for score, least in floor.scores.items()
        if measured.get(score, 0.0) < least - EPSILON
    )


def raised(floor: Floor | None, digest: str, measured: Mapping[str, float]) -> Floor:
    """*floor* with every score raised to what was measured; never lowered on the same data.

    >>> raised(Floor("d", {"f1": 0.8}), "d", {"f1": 0.7, "recall": 0.9}).scores
    {'f1': 0.8, 'recall': 0.89}
    """
    if floor is None or floor.digest != digest:
        return Floor(digest, {score: _cut(value) for score, value in measured.items()})
    kept = {
        score: max(floor.scores.get(score, 0.0), _cut(value)) for score, value in measured.items()
    }
    return replace(floor, scores={**floor.scores, **kept})


def _cut(value: float) -> float:
    """Where the floor for *value* is pinned."""
    return max(0.0, int((value - SLACK) * 1_000) / 1_000)


@click.command()
@DATA_OPTION
@click.option(
    "--floors",
    type=click.Path(path_type=Path, dir_okay=False),
    default=FLOORS,
    show_default="floors.json beside this command",
    help="The file of pinned floors.",
)
@click.option("--update", is_flag=True, help="Raise the floors to what is measured now.")
def gates(data: Path, floors: Path, *, update: bool) -> int:
    """Fail where a score is below its pinned floor, or the data is not what it was pinned on.

    Specifications are read by detectors that never saw the page's site. Floors are pinned with a
    digest of the data; --update raises them, and lowers none on the same data.

    Example:

        python -m benchmarks gates
    """
    pinned = _read(floors)
    found: list[str] = []
    for name, mark, scores in _measured(data):
        floor = pinned.get(name)
        if update:
            pinned[name] = raised(floor, mark, scores)
        elif floor is None or floor.digest != mark:
            found.append(f"{name}: no floor for this data; pin one with --update")
        else:
            found += map(str, slips(name, floor, scores))
        click.echo(
            json.dumps({"gate": name, **{key: round(value, 4) for key, value in scores.items()}})
        )
    if update:
        text = json.dumps(
            {name: msgspec.to_builtins(each) for name, each in pinned.items()}, indent=1
        )
        floors.write_text(text + "\n", encoding="utf-8")
    for sentence in found:
        warn(sentence)
    return 1 if found else 0


def _read(floors: Path) -> dict[str, Floor]:
    if not floors.exists():
        return {}
    try:
        return msgspec.json.decode(floors.read_bytes(), type=dict[str, Floor])
    except msgspec.DecodeError as error:
        raise InputError(f"{floors} holds no floors: {error}") from error


def _measured(data: Path) -> Iterator[tuple[str, str, Mapping[str, float]]]:
    """Each gate's name, the digest of its data, and its scores."""
    from benchmarks.detection.models import extract_without_site  # noqa: PLC0415 - heavy

    mapped = extraction()
    files = spec_files(data, "modern")
    yield "fields", digest(files), _fields(files, mapped.extractor)
    extract = extract_without_site(data, mapped)
    for name in SPEC_SETS:
        files = spec_files(data, name)
        pages = watched(measure(labelled_pages(files), extract), name)
        score = summarise(each.score for each in pages)
        scores = {"pair_f1": score.pair_f1, "fragment_f1": score.fragment_f1}
        yield f"specs/{name}", digest(files), scores


def _fields(files: tuple[Path, ...], extractor: Extractor) -> dict[str, float]:
    measured = measure(labelled_pages(files), extractor.extract)
    scores, _ = fields_of(watched(measured, "fields"), SCORED_FIELDS)
    return {f"{score.field}_f1": score.f1 for score in scores}
