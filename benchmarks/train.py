"""Training: the recipes of the models that ship with specdex."""

from pathlib import Path

import click
import msgspec

from benchmarks.data import DATA_OPTION
from benchmarks.written import written
from specdex.cli.progress import progress

__all__ = ["train"]

MODEL_OPTION = click.option(
    "-O",
    "--overwrite",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="The file that the model is written to, as JSON.",
)


DEXTER_PAGES = 6
"""Pages of a site that DEXTER's detectors are learned from."""


@click.group()
def train() -> None:
    """Train the models that ship with specdex, from labelled data.

    Example:

        python -m benchmarks train detection -O detection.json
    """


@train.command()
@DATA_OPTION
@MODEL_OPTION
def detection(data: Path, overwrite: Path) -> int:
    """Train the detector on labelled pages, calibrated on sites left out.

    Takes minutes; the same data gives the same model. Needs the extra learn.

    Example:

        python -m benchmarks train detection -O src/specdex/models/detection.json
    """
    from benchmarks.detection.models import train as train_detection  # noqa: PLC0415 - heavy

    trained = train_detection(data)
    overwrite.write_bytes(msgspec.json.encode(written(trained.model)))
    click.echo(
        f"{overwrite}: learned from {trained.pages} pages; expected calibration error on sites "
        f"left out {trained.error_before:.3f}, after scaling {trained.error_after:.3f}"
    )
    return 0


@train.command()
@DATA_OPTION
@MODEL_OPTION
def dexter(data: Path, overwrite: Path) -> int:
    """Train DEXTER's detectors dexter, wang-hu and combined, on as many yes as no.

    Takes a minute; the same data gives the same model. Needs the extra learn. How good such
    models are on sites they have not seen: python -m benchmarks detection.

    Example:

        python -m benchmarks train dexter -O src/specdex/models/dexter.json
    """
    from benchmarks.detection.experiments import train_dexter  # noqa: PLC0415 - heavy
    from benchmarks.detection.models import labelled_pages  # noqa: PLC0415 - heavy

    pages = list(labelled_pages(data, DEXTER_PAGES))
    overwrite.write_bytes(msgspec.json.encode(train_dexter(pages)))
    click.echo(f"{overwrite}: learned from {len(pages)} pages")
    return 0


@train.command()
@DATA_OPTION
@MODEL_OPTION
def listings(data: Path, overwrite: Path) -> int:
    """Train the judges of listings on labelled listing pages, shops and other pages.

    Takes a minute; the same data gives the same model. Needs the extra learn. How good such a
    model is on sites it has not seen: python -m benchmarks listings.

    Example:

        python -m benchmarks train listings -O src/specdex/models/listings.json
    """
    from benchmarks.listings.models import train_listings  # noqa: PLC0415 - heavy

    trained = train_listings(data)
    overwrite.write_bytes(msgspec.json.encode(trained.model))
    click.echo(
        f"{overwrite}: learned from {trained.listings} listing pages and "
        f"{trained.pages - trained.listings} others of {trained.sites} sites"
    )
    return 0


@train.command()
@DATA_OPTION
@MODEL_OPTION
def crawling(data: Path, overwrite: Path) -> int:
    """Train what walks know: pagers, types of pages, anchors that lead to a category.

    Takes minutes; the same data gives the same model. Needs the extra learn. How good such a
    model is on hosts and sites it has not seen: python -m benchmarks crawling.

    Example:

        python -m benchmarks train crawling -O src/specdex/models/crawling.json
    """
    from benchmarks.crawling.demo_shops import demo_seeds  # noqa: PLC0415 - heavy
    from benchmarks.crawling.models import train_crawling  # noqa: PLC0415 - the same

    model = train_crawling(data, demo_seeds())
    overwrite.write_bytes(msgspec.json.encode(written(model)))
    click.echo(f"{overwrite}: knows the anchors of {', '.join(model.anchors)}")
    return 0


@train.command()
@DATA_OPTION
@MODEL_OPTION
def synthesis(data: Path, overwrite: Path) -> int:
    """Train the judge of synthesis: which places of a new site read a known attribute.

    Takes minutes; the same data gives the same model. Needs the extra learn. How good such a
    model is on kinds of sites it has not seen: python -m benchmarks synthesis.

    Example:

        python -m benchmarks train synthesis -O src/specdex/models/synthesis.json
    """
    from benchmarks.synthesis.trials import (  # noqa: PLC0415 - heavy
        labelled_sites,
        train_synthesis,
        verticals,
    )

    kinds = verticals(data)
    sites = sum(len(labelled_sites(data, kind)) for kind in kinds)
    with progress() as bar:
        task = bar.add_task("surveying", total=sites)
        model = train_synthesis(
            data, lambda site: bar.update(task, description=f"surveying {site}", advance=1)
        )
    overwrite.write_bytes(msgspec.json.encode(model))
    click.echo(f"{overwrite}: learned from {sites} sites of {len(kinds)} kinds: {', '.join(kinds)}")
    return 0


@train.command()
@DATA_OPTION
@MODEL_OPTION
def homes(data: Path, overwrite: Path) -> int:
    """Train the home-page filter's general part: the menus of shops and of other sites.

    Takes a minute; the same data gives the same model. How good the filter is, with what a
    category's own examples add: python -m benchmarks discovery.

    Example:

        python -m benchmarks train homes -O src/specdex/models/home_pages.json
    """
    from benchmarks.discovery.training import (  # noqa: PLC0415 - heavy
        labelled_homes,
        leave_sites_out,
        train_homes,
    )

    examples = labelled_homes(data)
    overwrite.write_bytes(msgspec.json.encode(written(train_homes(examples))))
    click.echo(f"{overwrite}: learned from {len(examples)} pages")
    for part, tally in leave_sites_out(examples).items():
        shares = f"precision {tally.precision:.3f}, recall {tally.recall:.3f}"
        click.echo(f"shops among {part} sites left out: {shares}")
    return 0


@train.command()
@DATA_OPTION
@MODEL_OPTION
def linkage(data: Path, overwrite: Path) -> int:
    """Train the score of pairs of specifications on all labelled sets.

    Takes a minute; the same data gives the same model. Needs the extra learn.

    Example:

        python -m benchmarks train linkage -O src/specdex/models/linkage.json
    """
    from benchmarks.link.sets import LINK_SETS, link_set  # noqa: PLC0415 - heavy
    from benchmarks.link.training import examples  # noqa: PLC0415 - heavy
    from benchmarks.link.training import train as train_linkage  # noqa: PLC0415 - heavy

    sets = [examples(link_set(data, name)) for name in LINK_SETS]
    overwrite.write_bytes(msgspec.json.encode(written(train_linkage(sets))))
    pairs = sum(len(each.target) for each in sets)
    click.echo(f"{overwrite}: learned from {pairs} pairs of {len(sets)} sets")
    return 0


@train.command()
@DATA_OPTION
@MODEL_OPTION
def alignment(data: Path, overwrite: Path) -> int:
    """Train the score of pairs of names on labelled names, and on names that meet on pages.

    Takes two minutes; the same data gives the same model. Needs the extra learn.

    Example:

        python -m benchmarks train alignment -O src/specdex/models/alignment.json
    """
    from benchmarks.align.command import collection, labels  # noqa: PLC0415 - heavy
    from benchmarks.align.training import labelled, learn, met  # noqa: PLC0415 - heavy
    from specdex.alignment.aligner import Aligner  # noqa: PLC0415 - heavy
    from specdex.linkage import link  # noqa: PLC0415 - heavy

    pages = collection(data, "monitor")
    aligner = Aligner(pages)
    groups = link(pages, aligner.correspondences()).groups
    known = labelled(aligner, groups, labels(data))
    score = learn(known, met(Aligner(collection(data, "camera"))))
    overwrite.write_bytes(msgspec.json.format(msgspec.json.encode(score), indent=1) + b"\n")
    click.echo(f"{overwrite}: learned from {len(known.same)} pairs of names")
    return 0


@train.command("common-sites")
@click.argument("graph", type=click.Path(path_type=Path, exists=True))
@MODEL_OPTION
def common_sites(graph: Path, overwrite: Path) -> int:
    """Count in the index of a web graph which sites everyone links to.

    GRAPH is what `specdex index --web-graph` made. Discovery takes a site's score less the share
    of all sites that link to it anyway.

    Example:

        python -m benchmarks train common-sites web-graph.db -O src/specdex/models/common_sites.json
    """
    from benchmarks.discovery.common_sites import most_linked  # noqa: PLC0415 - as below
    from specdex.discovery.commonness import LEAST  # noqa: PLC0415 - the others do not need it

    shares = most_linked(graph, LEAST)
    made = {"kind": "common_sites", "recipe": f"counted in {graph.name}", "shares": shares}
    overwrite.write_bytes(msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n")
    click.echo(f"{overwrite}: {len(shares)} sites that at least {LEAST:.0%} of all link to")
    return 0
