"""The quality gates: what was reached once is not lost."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
import msgspec

from benchmarks.data import SPEC_SETS, digest, labelled_pages, spec_files
from benchmarks.gates.floors import Floor, raised, slips
from benchmarks.options import DATA_OPTION
from specdex.cli.logs import warn
from specdex.cli.progress import watched
from specdex.errors import InputError
from specdex.pipeline.extract import Extractor, extraction
from specdex.pipeline.score import fields_of, measure
from specdex.statistics.field_scores import SCORED_FIELDS
from specdex.statistics.page_scores import summarise

__all__ = ["gates"]

FLOORS = Path(__file__).with_name("floors.json")


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
