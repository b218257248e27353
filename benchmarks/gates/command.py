"""The quality gates: what was reached once is not lost."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import stdev

import click
import msgspec

from benchmarks.data import DATA_OPTION, SPEC_SETS, Part, beside, digest, spec_files
from benchmarks.fields.command import FIELD_SETS, field_halves
from benchmarks.listings.command import firm_listings, listing_rows
from benchmarks.listings.examples import LISTING_SETS
from benchmarks.specs.command import SEEDS, averaged, halves_of
from specdex.cli.logs import warn
from specdex.cli.progress import watched
from specdex.errors import InputError
from specdex.pipeline.extract import extraction

__all__ = ["EPSILON", "MAX_GAP", "Floor", "gates", "raised", "slips", "splits"]

FLOORS = Path(__file__).with_name("floors.json")


EPSILON = 0.002
"""What may be noise: another build of a library, another order of sums."""
SLACK = 0.01
"""How far below what was measured a floor is pinned: a single page may tip over."""
MAX_GAP = 0.03
"""How much more may be reached on open sites, which were looked at, than on blind ones."""
LISTING_SCORES = ("f1", "quiet", "name_accuracy", "price_accuracy")
SPECS_SCORES = ("pair_f1", "fragment_f1", "pair_calibration_error")
Scores = Mapping[str, float]
Sides = Mapping[Part, Scores]


@dataclass(frozen=True, slots=True)
class Floor:
    """What a measurement must reach on open and on blind sites, and on which data."""

    digest: str
    open: Scores
    blind: Scores
    known_gaps: Scores = field(default_factory=dict)
    """By how much open leads blind where that is more than MAX_GAP; these may only shrink."""


def slips(name: str, floor: Floor, measured: Sides) -> list[str]:
    """What of *measured* is below *floor*; a score that is missing counts as 0."""
    return [
        f"{name}, {part}: {score} {value:.4f} is under its floor {least:.4f}"
        for part, floors in ((Part.OPEN, floor.open), (Part.BLIND, floor.blind))
        for score, least in floors.items()
        if (value := measured[part].get(score, 0.0)) < least - EPSILON
    ]


def splits(name: str, floor: Floor, measured: Sides) -> list[str]:
    """Where open sites do better than blind ones by more than is allowed, or known."""
    found = []
    for score, gap in _gaps(measured).items():
        most = max(MAX_GAP, floor.known_gaps.get(score, 0.0))
        if gap > most + EPSILON:
            found.append(f"{name}: {score} is {gap:.4f} better on open sites, {most:.4f} at most")
    return found


def raised(floor: Floor | None, digest: str, measured: Sides) -> Floor:
    """*floor* raised to what was measured; never lowered on the same data, no gap ever wider.

    >>> sides = {Part.OPEN: {"f1": 0.9}, Part.BLIND: {"f1": 0.8}}
    >>> raised(Floor("d", {"f1": 0.7}, {"f1": 0.85}, {"f1": 0.2}), "d", sides)
    Floor(digest='d', open={'f1': 0.89}, blind={'f1': 0.85}, known_gaps={'f1': 0.1})
    """
    gaps = {score: round(gap, 3) for score, gap in _gaps(measured).items() if gap > MAX_GAP}
    cut = {
        part: {score: _cut(value) for score, value in scores.items()}
        for part, scores in measured.items()
    }
    if floor is None or floor.digest != digest:
        return Floor(digest, cut[Part.OPEN], cut[Part.BLIND], gaps)
    known = floor.known_gaps
    return replace(
        floor,
        open=_highest(floor.open, cut[Part.OPEN]),
        blind=_highest(floor.blind, cut[Part.BLIND]),
        known_gaps={score: min(gap, known[score]) for score, gap in gaps.items() if score in known},
    )


def _gaps(measured: Sides) -> dict[str, float]:
    """By how much each score is better on open sites."""
    open_, blind = measured[Part.OPEN], measured[Part.BLIND]
    return {score: value - blind.get(score, 0.0) for score, value in open_.items()}


def _highest(one: Scores, other: Scores) -> dict[str, float]:
    names = [*one, *(name for name in other if name not in one)]
    return {name: max(one.get(name, 0.0), other.get(name, 0.0)) for name in names}


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
@click.option(
    "--linked",
    is_flag=True,
    help="Linked sets, aligned names and fused claims, which take minutes, instead of pages.",
)
@click.option("--update", is_flag=True, help="Raise the floors to what is measured now.")
def gates(data: Path, floors: Path, *, linked: bool, update: bool) -> int:
    """Fail where a score is below its floor, or open sites do better than blind ones.

    Specifications are read by five detectors that never saw the page's site, and judged by their
    mean: chance alone moves what one of them reaches. Floors are pinned with a digest of the data;
    --update raises them, and lowers none on the same data. What is reached on open sites, which
    were looked at, may be .03 above what is on blind ones; where it is more, the file of floors
    says so as a known gap, which may only shrink. CI runs the gates of pages and of quantities;
    those of joining are run by hand, with --linked.

    Example:

        python -m benchmarks gates
    """
    pinned = _read(floors)
    found: list[str] = []
    for name, mark, sides in _linked(data) if linked else _measured(data):
        floor = pinned.get(name)
        if update:
            pinned[name] = raised(floor, mark, sides)
            found += splits(name, pinned[name], sides)
        elif floor is None or floor.digest != mark:
            found.append(f"{name}: no floor for this data; pin one with --update")
        else:
            found += slips(name, floor, sides) + splits(name, floor, sides)
        for side, row in beside(sides).items():
            shown = {score: round(value or 0.0, 4) for score, value in row.items()}
            click.echo(json.dumps({"gate": name, "part": side, **shown}))
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


def _measured(data: Path) -> Iterator[tuple[str, str, Sides]]:
    """Each gate's name, the digest of its data, and its scores."""
    from benchmarks.detection.models import judges_without_site  # noqa: PLC0415 - heavy
    from benchmarks.listings.models import half_trained, measure_listings  # noqa: PLC0415
    from benchmarks.quantities.command import PAVE, quantity_halves  # noqa: PLC0415

    yield "quantities", digest([data / PAVE]), quantity_halves(data)
    mapped = extraction()
    files = [path for name in FIELD_SETS for path in spec_files(data, name)]
    fields = field_halves(data, mapped.extractor.extract)
    yield (
        "fields",
        digest(files),
        {
            part: {f"{each.field}_f1": each.f1 for each in found}
            for part, (found, _) in fields.items()
        },
    )
    reader_for = half_trained(data)
    for name, path in LISTING_SETS.items():
        pages = firm_listings(data, name)
        rows = listing_rows(list(watched(measure_listings(pages, reader_for), name, len(pages))))
        sides = {
            part: {score: row[score] or 0.0 for score in LISTING_SCORES}
            for part, row in rows.items()
        }
        yield f"listings/{name}", digest([data / path]), sides
    judges = judges_without_site(data, mapped, range(SEEDS))
    for name in SPEC_SETS:
        halves = halves_of(data, name, judges)
        sides = {part: _specs_scores(averaged(tested)) for part, tested in halves.items()}
        gate = f"specs/{name}, mean of {SEEDS}"
        for part, tested in halves.items():
            spread = averaged(tested, stdev)
            told = {score: round(spread[score] or 0.0, 4) for score in SPECS_SCORES}
            click.echo(json.dumps({"gate": gate, "part": f"{part}, spread", **told}))
        yield gate, digest(spec_files(data, name)), sides


def _specs_scores(row: Mapping[str, float | None]) -> dict[str, float]:
    pairs, fragments, error = (row[score] or 0.0 for score in SPECS_SCORES)
    return {"pair_f1": pairs, "fragment_f1": fragments, "pair_honesty": 1 - error}


def _linked(data: Path) -> Iterator[tuple[str, str, Sides]]:
    from benchmarks.align.command import NAMES, aligned_halves  # noqa: PLC0415 - heavy
    from benchmarks.fuse.command import FLIGHTS, fused_halves  # noqa: PLC0415 - the same
    from benchmarks.link.command import measured_sets  # noqa: PLC0415 - the same
    from benchmarks.link.sets import LINK_SETS  # noqa: PLC0415 - the same

    fused = {part: {"accuracy": row["trust"]} for part, row in fused_halves(data).items()}
    yield "fuse", digest([data / file for file in FLIGHTS]), fused
    halves = {row["name"]: {"f1": row["f1"]} for row in aligned_halves(data)}
    names = {part: halves[str(part)] for part in Part}
    yield "align", digest([data / file for file in NAMES]), names
    for name, row in measured_sets(data, LINK_SETS):
        mark = digest([data / file for file in LINK_SETS[name]])
        yield f"link/{name}", mark, {part: {"f1": row[part]} for part in Part}
