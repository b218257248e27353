"""Products: searched, counted by what they have; each as its shops print it; split and merged."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from specdex.pipeline.regroup import Regrouping, merge, split
from specdex.records import Decision, DecisionKind, Product
from specdex.runs import Run, figures, search
from specdex.runs.matrix import matches_within, matrix, product, variants
from specdex.runs.search import Choice
from specdex.urls import host
from specdex.web.joins import join_state
from specdex.web.layout import back, opened, render, text_of
from specdex.web.said import say_all
from specdex.web.security import change, shown

__all__ = ["Asked", "asked_of", "category_of", "known_product"]

NAV = "Products"
IS, LOW, HIGH = "is.", "low.", "high."
"""How addresses say that products have a term, or an amount from and up to."""
MOST_CHOICES = 12
OF_PRODUCTS = (DecisionKind.SAME, DecisionKind.DIFFERENT)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a reader looks for."""

    category: str
    text: str = ""
    choices: tuple[Choice, ...] = ()

    def query(self, after: str = "") -> dict[str, Any]:
        """As addresses say it."""
        found: dict[str, Any] = {"category": self.category, "q": self.text, "after": after}
        for each in self.choices:
            if each.term:
                found.setdefault(f"{IS}{each.attribute}", []).append(each.term)
            else:
                found[f"{LOW}{each.attribute}"] = each.low
                found[f"{HIGH}{each.attribute}"] = each.high
        return found

    def with_term(self, attribute: str, term: str) -> dict[str, Any]:
        """The same, of which products also have *term*."""
        return replace(self, choices=(*self.choices, Choice(attribute, term))).query()

    def between(self, attribute: str, low: float, high: float) -> dict[str, Any]:
        """The same, of which products also lie between two amounts."""
        kept = (each for each in self.choices if each.term or each.attribute != attribute)
        return replace(self, choices=(*kept, Choice(attribute, "", low, high))).query()

    def without(self, choice: Choice) -> dict[str, Any]:
        """The same without *choice*."""
        kept = tuple(each for each in self.choices if each != choice)
        return replace(self, choices=kept).query()

    def limits(self, attribute: str) -> tuple[float | None, float | None]:
        """The amounts that *attribute* must lie between."""
        found = (each for each in self.choices if each.attribute == attribute and not each.term)
        return next(((each.low, each.high) for each in found), (None, None))


@shown("/r/{run}/products", "products")
def products(request: Request) -> Response:
    """Products that have all words and values of the address, with how others are spread."""
    with opened(request) as run:
        known = search.categories(run.store)
        asked = asked_of(request, known)
        after = text_of(request, "after")
        found = search.find(run.store, asked.category, asked.text, asked.choices, after)
        context = {
            "categories": known,
            "asked": asked,
            "after": after,
            "found": found,
            "titles": {each.attribute: each.title for each in found.facets},
            "join_state": join_state(run, asked.category),
        }
    return render(request, "products.html", context)


def category_of(request: Request, known: Iterable[str]) -> str:
    """The category that the address names, or the first that the run has."""
    names = tuple(known)
    said = text_of(request, "category")
    return said if said in names else next(iter(names), "")


def asked_of(request: Request, known: Iterable[str]) -> Asked:
    """What the address asks for."""
    choices = tuple(_choices(request.query_params.multi_items()))
    return Asked(category_of(request, known), text_of(request, "q", longest=200), choices)


def _choices(said: Iterable[tuple[str, str]]) -> Iterator[Choice]:
    amounts: dict[str, dict[str, float]] = {}
    for name, value in list(said)[: 10 * MOST_CHOICES]:
        if name.startswith(IS) and value:
            yield Choice(name.removeprefix(IS), value)
        for side in (LOW, HIGH):
            amount = _amount(value) if name.startswith(side) else None
            if amount is not None:
                amounts.setdefault(name.removeprefix(side), {})[side] = amount
    for name, sides in list(amounts.items())[:MOST_CHOICES]:
        yield Choice(name, "", sides.get(LOW), sides.get(HIGH))


def _amount(text: str) -> float | None:
    try:
        found = float(text)
    except ValueError:
        return None
    return found if abs(found) < float("inf") else None


@shown("/r/{run}/products/{product}", "product")
def one(request: Request) -> Response:
    """One product: what each shop prints of it, what it costs, and why its pages are one."""
    with opened(request) as run:
        found = known_product(run, request.path_params["product"])
        laid_out = matrix(run.store, found)
        context = {
            "product": found,
            "matrix": laid_out,
            "titles": {page.url: page.title for page in laid_out.pages},
            "variants": variants(run.store, found),
            "matches": matches_within(run.store, found.urls),
            "decided": [
                each
                for kind in OF_PRODUCTS
                for each in run.store.read(Decision, kind=kind)
                if each.one in found.urls or each.other in found.urls
            ],
            "fetched": figures.fetched(run.store, (each.url for each in found.offers)),
            "host": host,
            "join_state": join_state(run, found.category),
        }
    return render(request, "products_one.html", context)


def known_product(run: Run, name: str) -> Product:
    """The product with that id; an answer that there is none where the run has not got it."""
    found = product(run.store, name)
    if found is None:
        sentence = f"The run has no product {name!r}: it may have been joined anew."
        raise HTTPException(404, sentence)
    return found


@shown("/r/{run}/products/{product}/regroup", "regroup")
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


@change("/r/{run}/products/{product}/keep", "regroup_keep")
def keep(request: Request, form: FormData) -> Response:
    """Keep what splitting or merging means."""
    pages = [str(each) for each in form.getlist("page")]
    with opened(request) as run:
        product = known_product(run, request.path_params["product"])
        plan = _plan(run, product, pages, str(form.get("with", "")))
    said = say_all(request, plan.decisions)
    return back(request, "product", said, product=product.id)
