"""Questions and attributes: what is least sure, answered; how sites name things, corrected."""

from collections.abc import Iterator
from dataclasses import astuple, dataclass, field
from functools import partial
from hashlib import blake2b
from itertools import islice
from pathlib import Path

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from specdex.errors import InputError
from specdex.pipeline.decide import Register, signed, undo
from specdex.pipeline.questions import Question, unanswered
from specdex.pipeline.questions import questions as asked_of
from specdex.pipeline.regroup import Renaming, rename, renaming
from specdex.records import Attribute, Decision, DecisionKind, Milestone, Product
from specdex.runs import Run, search
from specdex.runs.matrix import Cell, Name, beside, examples, matrix, named, pages_of, product
from specdex.runs.matrix import attributes as listed
from specdex.text import folded
from specdex.web.layout import back, later, opened, render, text_of, writable
from specdex.web.products import category_of, join_state, say_all
from specdex.web.security import change, shown

__all__ = ["answer", "questions", "take_back"]

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


QUEUE = 100
"""Questions that are put together at a time."""
MANY = 3000
"""Products from which on looking through them takes a process of its own."""
ANSWERS = {
    DecisionKind.SAME: ("Same", "Different"),
    DecisionKind.MEANS: ("Yes, it means that", "No, it does not"),
}


@dataclass
class _Session:
    """What was answered here, for as long as the server lives; decisions themselves are kept."""

    given: list[tuple[str, tuple[Decision, ...]]] = field(default_factory=list)
    """The questions, and what was decided; nothing where one was skipped."""

    def skipped(self) -> set[str]:
        """The questions that were left out."""
        return {name for name, decisions in self.given if not decisions}


_sessions: dict[tuple[Path, str], _Session] = {}


def name_of(question: Question) -> str:
    """What addresses call a question."""
    said = "\0".join(map(str, astuple(question.decision)))
    return blake2b(said.encode(), digest_size=8).hexdigest()


@shown("/r/{run}/questions", "questions")
def questions(request: Request) -> Response:
    """The question that is most worth answering, with both sides of it."""
    with opened(request) as run:
        known = search.categories(run.store)
        category = category_of(request, known)
        queue = _queue(run, category)
        session = _sessions.setdefault((run.path, category), _Session())
        skipped = session.skipped()
        asked = unanswered(run.store, category, queue or [])
        waiting = [each for each in asked if name_of(each) not in skipped]
        first = waiting[0] if waiting else None
        context = {
            "categories": known,
            "category": category,
            "queue": queue,
            "waiting": len(waiting),
            "done": len(session.given),
            "question": first,
            "name": name_of(first) if first else "",
            "answers": _answers(first) if first else (),
            "sides": _sides(run, first) if first else (),
            "lines": _lines(run, first) if first else (),
            "join_state": join_state(run, category),
        }
    return render(request, "questions.html", context)


def _queue(run: Run, category: str) -> list[Question] | None:
    """The questions of what was last joined; None while they are being put together."""
    stamp = tuple(each.mark for each in run.store.read(Milestone, category=category, name="inputs"))
    return later(
        run,
        f"questions {category}",
        partial(_asked, category=category),
        stamp or ("never joined",),
        apart=run.store.count(Product, category=category) > MANY,
    )


def _asked(run: Run, category: str) -> list[Question]:
    return asked_of(run.store, category, QUEUE)


def _answers(question: Question) -> tuple[str, str]:
    """What the two answers are called."""
    if question.decision.kind in ANSWERS:
        return ANSWERS[question.decision.kind]
    wrong = question.otherwise.value if question.otherwise else ""
    return f"“{question.decision.value}” is wrong", f"“{wrong}” is wrong"


def _sides(run: Run, question: Question) -> list[Cell]:
    """A place on a page for either side."""
    said, category = question.decision, question.decision.category
    if said.kind is DecisionKind.SAME:
        return [Cell(url, "", "", "", believed=True) for url in (said.one, said.other)]
    if said.kind is DecisionKind.WRONG:
        return _values(run, question)
    names = named(run.store, category, said.value)
    mine = (each for each in names if folded(each.name) == folded(said.other))
    theirs = (each for each in names if folded(each.name) != folded(said.other))
    return [
        cell
        for side in (mine, theirs)
        for each in islice(side, 1)
        for cell in examples(run.store, category, each.sites[0].site, each.sites[0].name, 1)
    ]


def _values(run: Run, question: Question) -> list[Cell]:
    """Where a product's pages print the two values."""
    said = question.decision
    known = product(run.store, said.one)
    lines = matrix(run.store, known).lines if known else ()
    cells = [
        cell
        for line in lines
        if line.attribute == said.other
        for cells in line.cells
        for cell in cells
    ]
    sides = (
        next((cell for cell in cells if cell.believed is believed), None)
        for believed in (False, True)
    )
    return [each for each in sides if each is not None]


def _lines(run: Run, question: Question) -> list[tuple[str, tuple[tuple[Cell, ...], ...]]]:
    """What two pages print, attribute by attribute."""
    said = question.decision
    if said.kind is not DecisionKind.SAME:
        return []
    pages = pages_of(run.store, (said.one, said.other))
    return beside(run.store, said.category, pages)


@change("/r/{run}/questions/answer", "answer")
def answer(request: Request, form: FormData) -> Response:
    """Keep an answer, or leave the question out for now."""
    category, name, say = (str(form.get(each, "")) for each in ("category", "name", "say"))
    with opened(request) as run:
        asked = next((each for each in _queue(run, category) or [] if name_of(each) == name), None)
        if asked is None:
            raise InputError("that question is not asked any more: load the page again")
        decisions = tuple(_decisions(run, asked, say))
        session = _sessions.setdefault((run.path, category), _Session())
    said = say_all(request, decisions) if decisions else "Skipped."
    session.given.append((name, decisions))
    return back(request, "questions", said, {"category": category})


def _decisions(run: Run, asked: Question, say: str) -> Iterator[Decision]:
    chosen = {"yes": asked.decision, "no": asked.otherwise}.get(say)
    if chosen is None and say != "skip":
        raise InputError("a question is answered with yes, no or skip")
    if chosen is None:
        return
    spoken = [chosen]
    if chosen.kind is DecisionKind.WRONG:
        spoken = Register(run.store).spoken(chosen)
    yield from spoken


@change("/r/{run}/questions/undo", "unanswer")
def take_back(request: Request, form: FormData) -> Response:
    """Take the last answer back."""
    category = str(form.get("category", ""))
    with writable(request) as run:
        session = _sessions.get((run.path, category))
        if session is None or not session.given:
            raise InputError("nothing was answered here yet")
        _, decisions = session.given.pop()
        for each in decisions:
            undo(run.store, each)
    return back(request, "questions", "Taken back.", {"category": category})
