"""The commands show and table: what a run holds, one product, what pages say, as a table."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specdex.cli.export import COLUMNS, LANGUAGE
from specdex.cli.extract import give_read, learn_imported, tell_imported
from specdex.cli.options import PAGES, engine_of, worker_options
from specdex.cli.output import AS_JSON, Destination, destination_options
from specdex.cli.progress import counted, watched
from specdex.cli.rows import give, give_joined
from specdex.errors import InputError
from specdex.exporters.cells import prices
from specdex.records import Product, Specification

if TYPE_CHECKING:
    from specdex.runs import Run

__all__ = ["show", "table"]


@click.command()
@PAGES
@COLUMNS
@LANGUAGE
@worker_options
@destination_options
def table(
    pages: tuple[str, ...], columns: int, language: str, target: Destination, **options: Any
) -> int:
    """Make a spreadsheet of pages: one row a product, one column an attribute.

    PAGES are saved pages (HTML, MHTML), folders of them, WARC files, JSON lines of pages or of
    what extract printed, run folders, or - for standard input. Reads them, learns how each site
    prints its data where several pages are of it, joins what they say of one product, and writes
    the products: with -O products.xlsx for Excel. On a terminal without -O the first columns are
    shown.

    Example:

        specdex table pages/ -O products.xlsx
    """
    from specdex.pipeline.export import Wanted
    from specdex.pipeline.extract import extraction
    from specdex.pipeline.table import collection_of, gather
    from specdex.runs import RunFolder

    engine, mapped = engine_of(options), extraction()
    with (
        tempfile.TemporaryDirectory(prefix="specdex-") as scratch,
        RunFolder(Path(scratch) / "run") as run,
    ):
        done = gather(
            pages, run, mapped, engine, lambda each, of: watched(each, "reading", locations=of)
        )
        tell_imported(done, pages, "left out, as there is nothing to join")
        learn_imported(run, done, mapped)
        read = tuple(run.store.read(Specification))
    with counted(f"joining {len(read)} specifications"):
        collection = collection_of(read, engine)
    wanted = Wanted(columns=columns, least=target.least, language=language)
    give_joined(collection, target, wanted)
    return 1 if done.failures else 0


@click.command()
@click.argument("run", metavar="RUN|PAGE")
@click.argument("name", required=False, metavar="[ID]")
@click.option("--products", is_flag=True, help="The products of a run in place of its sites.")
@click.option(
    "--attributes",
    is_flag=True,
    help="Instead, the attributes that were joined, as people read them.",
)
@LANGUAGE
@AS_JSON
@destination_options
def show(
    run: str,
    name: str | None,
    *,
    products: bool,
    attributes: bool,
    language: str,
    target: Destination,
) -> int:
    """Show what a run holds, site by site or product by product; one product; or a page.

    A table on a terminal, JSON lines elsewhere. Of sites: site, status, round, pages, products,
    specifications, pairs, failures, reason. ID is a product's (`show RUN --products` tells them)
    or the address of one of its pages: its attributes, values, confidence and how many pages say
    so. Of attributes: title, name, kind and unit of their values and how these are spread,
    products, sites, pages. PAGE is a file or an address: what it says.

    Example:

        specdex show demo-run
    """
    from specdex.pipeline.explain import summary
    from specdex.pipeline.export import Wanted, kept_products, table_of
    from specdex.runs import Run

    if not Run.is_one(run):
        return _page(run, target)
    with Run(run) as folder:
        if name:
            rows = list(_claims(_product(folder, name)))
        elif products:
            rows = [_line(each) for each in folder.products()]
        elif attributes:
            wanted = Wanted("attributes", language=language)
            rows = list(table_of(kept_products(folder, wanted.scope), wanted).lines())
        else:
            rows = [row.line() for row in summary(folder)]
        what = "products" if products else "values" if name else "sites"
        return 0 if give(what, rows, target) else 1


def _page(location: str, target: Destination) -> int:
    from specdex.pipeline.extract import pages_at, shipped

    if not Path(location).exists() and "://" not in location:
        raise InputError(f"{location} is neither a run folder nor a page")
    return give_read(map(shipped(), pages_at([location])), target)


def _product(run: Run, name: str) -> Product:
    from specdex.runs.matrix import product as product_called

    found = product_called(run.store, name) or next(
        (each for each in run.products() if name in each.urls), None
    )
    if found is None:
        raise InputError(
            f"{run.path} has no product {name!r}: `specdex show {run.path} --products` tells them"
        )
    return found


def _line(product: Product) -> dict[str, Any]:
    lowest, _, currency = prices(product.offers)
    return {
        "id": product.id,
        "title": product.title,
        "category": product.category,
        "shops": len({each.site for each in product.offers}) or len(product.urls),
        "price": lowest,
        "currency": currency,
        "attributes": len(product.claims),
        "disputed": len(product.disputed),
    }


def _claims(product: Product) -> Iterator[dict[str, Any]]:
    for believed, claims in ((True, product.claims), (False, product.disputed)):
        for each in claims:
            yield {
                "attribute": each.attribute,
                "value": each.value,
                "confidence": round(each.confidence, 2),
                "pages": len(each.urls),
                "believed": "yes" if believed else "no",
                "as on": each.urls[0] if each.urls else "",
            }
