"""Attributes: how sites name each, and what its values are; names are moved, merged and split."""

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from specdex.pipeline.decide import signed
from specdex.pipeline.renaming import Renaming, rename, renaming
from specdex.records import Attribute
from specdex.runs import Run, search
from specdex.runs.matrix import Cell, Name, examples, named
from specdex.runs.matrix import attributes as listed
from specdex.web.joins import join_state
from specdex.web.layout import back, opened, render, text_of, writable
from specdex.web.products import category_of
from specdex.web.security import change, shown

__all__ = ["attribute", "attributes", "move"]

NAV = "Attributes"
WITH_EXAMPLES = 10
"""Names for which a page is looked at."""


@shown("/r/{run}/attributes", "attributes")
def attributes(request: Request) -> Response:
    """The attributes of a category, those of most pages first."""
    words, after = text_of(request, "q"), text_of(request, "after")
    with opened(request) as run:
        known = search.categories(run.store)
        category = category_of(request, known)
        found, behind = listed(run.store, category, words, after)
        context = {
            "categories": known,
            "category": category,
            "found": found,
            "asked": {"category": category, "q": words},
            "after": after,
            "next": behind,
            "join_state": join_state(run, category),
        }
    return render(request, "attributes.html", context)


@shown("/r/{run}/attributes/one", "attribute")
def attribute(request: Request) -> Response:
    """One attribute: its names by site, and what moving some of them would mean."""
    name, target = text_of(request, "name"), text_of(request, "target")
    wordings = request.query_params.getlist("wording")
    with opened(request) as run:
        category = category_of(request, search.categories(run.store))
        known = next(run.store.read(Attribute, category=category, name=name), None)
        if known is None:
            raise HTTPException(404, f"The run has no attribute {name!r}.")
        names = named(run.store, category, name)
        asked = bool(target or wordings)
        context = {
            "attribute": known,
            "names": names,
            "examples": {each.name: _examples(run, each) for each in names[:WITH_EXAMPLES]},
            "others": [each.name for each in listed(run.store, category)[0] if each.name != name],
            "plan": renaming(run.store, category, name, wordings, target) if asked else None,
            "wordings": wordings,
            "join_state": join_state(run, category),
        }
    return render(request, "attributes_one.html", context)


def _examples(run: Run, name: Name) -> list[Cell]:
    """Where a site of those that say *name* prints it."""
    first = name.sites[0]
    return examples(run.store, first.category, first.site, first.name)


@change("/r/{run}/attributes/move", "move")
def move(request: Request, form: FormData) -> Response:
    """Keep that names mean another attribute."""
    name, category, target = (str(form.get(each, "")) for each in ("name", "category", "target"))
    wordings = [str(each) for each in form.getlist("wording")]
    with writable(request) as run:
        plan: Renaming = renaming(run.store, category, name, wordings, target)
        count = rename(run.store, plan, *signed())
    said = f"Kept: {count} decisions." if count else "That was decided before."
    return back(request, "attribute", said, {"name": name, "category": category})
