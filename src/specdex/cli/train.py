"""Training: the recipes of the models that ship with specdex."""

from pathlib import Path

import click
import msgspec

from specdex.cli.bench.options import DATA_OPTION

__all__ = ["train"]


@click.group()
def train() -> None:
    """Train the models that ship with specdex, from labelled data.

    Example:

        specdex train detection -O detection.json
    """


@train.command()
@DATA_OPTION
@click.option(
    "-O",
    "--overwrite",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="The file that the model is written to, as JSON.",
)
def detection(data: Path, overwrite: Path) -> int:
    """Train the detector on labelled pages, calibrated on sites left out.

    Takes minutes; the same data gives the same model. Needs the extra learn.

    Example:

        specdex train detection -O src/specdex/models/detection.json
    """
    from specdex.pipeline.training import train as train_detection  # noqa: PLC0415 - heavy

    trained = train_detection(data)
    overwrite.write_bytes(msgspec.json.encode(trained.model.to_json()))
    click.echo(
        f"{overwrite}: learned from {trained.pages} pages; expected calibration error on sites "
        f"left out {trained.error_before:.3f}, after scaling {trained.error_after:.3f}"
    )
    return 0
