"""Products: searched, each as its shops print it, split and merged; what people said of them."""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from specdex.errors import InputError
from specdex.harvest.diary import at_work
from specdex.pipeline.decide import decide, signed, undo
from specdex.pipeline.decisions import OPPOSITES, told
from specdex.pipeline.regroup import Regrouping, merge, split
from specdex.pipeline.rejoin import unheard
from specdex.pipeline.score import labels
from specdex.records import Decision, DecisionKind, Product, StoredPage
from specdex.runs import Run, RunFolder, figures, search
from specdex.runs.matrix import matches_within, matrix, product, variants
from specdex.runs.search import Choice
from specdex.urls import host
from specdex.web import frames
from specdex.web.layout import back, opened, render, text_of, writable
from specdex.web.security import change, shown

__all__ = ["Asked", "asked_of", "category_of", "join_state", "known_product", "say", "say_all"]

LOG = "join.log"

_joins: dict[Path, subprocess.Popen[bytes]] = {}


def join_state(run: Run, category: str) -> str:
    """``joining``, ``failed``, ``waiting`` where decisions wait for a join, or nothing."""
    joining = _joins.get(run.path)
    if joining is not None and joining.poll() is None:
        return "joining"
    if not unheard(run.store, category):
        return ""
    return "failed" if joining is not None and joining.returncode else "waiting"


@change("/r/{run}/join", "join_again")
def join_again(request: Request, form: FormData) -> Response:
    """Start to join the run, unless that goes on."""
    del form
    with writable(request) as run:
        path = run.path
    seen = at_work(path)
    if seen is not None and seen.running:
        raise InputError("a harvest is at work on this run: it joins what it finds at its end")
    before = _joins.get(path)
    if before is None or before.poll() is not None:
        command = [sys.executable, "-m", "specdex", "join", str(path)]
        with (path / LOG).open("wb") as log:
            _joins[path] = subprocess.Popen(  # noqa: S603 - our own command, with our own path
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log
            )
    return back(request, "products")


SHOWN = 500


@shown("/r/{run}/decisions", "said")
def decisions(request: Request) -> Response:
    """All that was decided, the newest first."""
    with opened(request) as run:
        found = sorted(run.store.read(Decision), key=lambda each: each.time, reverse=True)
        states = [join_state(run, each) for each in search.categories(run.store)]
    context = {
        "found": found[:SHOWN],
        "total": len(found),
        "told": told,
        "join_state": next(filter(None, states), ""),
    }
    return render(request, "said.html", context)


def say(run: RunFolder, decision: Decision) -> str:
    """Keep *decision*, whose opposite is taken back; a sentence that tells it."""
    store = run.store
    if decision.kind in OPPOSITES:
        opposite = replace(decision, kind=OPPOSITES[decision.kind])
        said = {"kind": opposite.kind, "one": opposite.one, "other": opposite.other}
        if store.count(Decision, **said):
            undo(store, opposite)
    author, time = signed()
    new = decide(store, [replace(decision, author=author, time=time)])
    return f"Kept: {told(new[0])}." if new else "That was decided before."


def say_all(request: Request, decisions: Iterable[Decision]) -> str:
    """Keep *decisions*, all or none; a sentence that tells how many were new."""
    author, time = signed()
    with writable(request) as run:
        new = decide(run.store, [replace(each, author=author, time=time) for each in decisions])
    if not new:
        return "That was decided before."
    return f"Kept: {told(new[0])}." if len(new) == 1 else f"Kept: {len(new)} decisions."


@change("/r/{run}/decisions/keep", "say")
def keep_said(request: Request, form: FormData) -> Response:
    """Keep what a person says of a page, or take it back."""
    given = {name: str(form.get(name, "")) for name in ("kind", "url", "other", "value", "node")}
    try:
        kind = DecisionKind(given["kind"])
    except ValueError as error:
        raise InputError(f"nobody can say {given['kind']!r} of a page") from error
    with writable(request) as run:
        stored = next(run.store.read(StoredPage, url=given["url"]), None)
        if stored is None:
            raise InputError(f"the run has no page {given['url']!r}")
        other = _place(run, stored, given["node"]) if given["node"] else given["other"]
        decision = Decision(kind, stored.url, other, given["value"], category=stored.category)
        if form.get("undo"):
            undo(run.store, decision)
            said = f"Taken back: {told(decision)}."
        else:
            said = say(run, decision)
    return back(request, "page", said, {"url": stored.url})


@change("/r/{run}/decisions/undo", "unsay")
def take_back_said(request: Request, form: FormData) -> Response:
    """Forget a decision."""
    words = [str(form.get(name, "")) for name in ("one", "other", "value")]
    decision = Decision(DecisionKind(str(form.get("kind", ""))), *words)
    with writable(request) as run:
        undo(run.store, decision)
    return back(request, "said", f"Taken back: {told(decision)}.")


@shown("/r/{run}/decisions/labels.jsonl", "labels")
def exported(request: Request) -> Response:
    """The labels, one a line, with their pages."""
    with opened(request) as run:
        lines = [json.dumps(each, ensure_ascii=False) + "\n" for each in labels(run)]
    name = "attachment; filename=labels.jsonl"
    headers = {"Content-Disposition": name}
    return Response("".join(lines), media_type="application/x-ndjson", headers=headers)


def _place(run: Run, stored: StoredPage, node: str) -> str:
    """The XPath of the element that was pointed at."""
    number = int(node) if node.isdecimal() and len(node) < 8 else -1  # noqa: PLR2004 - of digits
    xpath = frames.place_of(run.load(stored), number) if number >= 0 else ""
    if not xpath:
        raise InputError("that element is not on the page any more")
    return xpath


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
