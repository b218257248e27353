"""Split a product, or merge two: what would change is shown first, then kept as Decisions."""

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from specdex.pipeline.regroup import Regrouping, merge, split
from specdex.records import Product
from specdex.runs import Run, search
from specdex.urls import host
from specdex.web.layout import back, opened, render, text_of
from specdex.web.products import known_product
from specdex.web.said import say_all
from specdex.web.security import change

__all__ = ["routes"]


def regroup(request: Request) -> Response:
    """What would change, or, where words are given, the products that may be meant."""
    pages, other = request.query_params.getlist("page"), text_of(request, "with")
    with opened(request) as run:
        product = known_product(run, request.path_params["product"])
        words = text_of(request, "q")
        found = None
        if words:
            listed = search.find(run.store, product.category, words).entries
            found = [each for each in listed if each.id != product.id]
        context = {
            "product": product,
            "found": found,
            "plan": None if words else _plan(run, product, pages, other),
            "pages": pages,
            "other": other,
            "host": host,
        }
    return render(request, "regroup.html", context)


def _plan(run: Run, product: Product, pages: list[str], other: str) -> Regrouping:
    if other:
        return merge(run.store, product, known_product(run, other))
    return split(run.store, product, pages)


@change
def keep(request: Request, form: FormData) -> Response:
    """Keep what splitting or merging means."""
    pages = [str(each) for each in form.getlist("page")]
    with opened(request) as run:
        product = known_product(run, request.path_params["product"])
        plan = _plan(run, product, pages, str(form.get("with", "")))
    said = say_all(request, plan.decisions)
    return back(request, "product", said, product=product.id)


routes = [
    Route("/r/{run}/products/{product}/regroup", regroup, name="regroup"),
    Route("/r/{run}/products/{product}/keep", keep, methods=["POST"], name="regroup_keep"),
]
