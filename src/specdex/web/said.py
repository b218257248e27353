"""What people said: kept as Decisions, listed, undone, and taken along as labels."""

import json
from collections.abc import Iterable
from dataclasses import replace

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from specdex.errors import InputError
from specdex.pipeline.decide import decide, signed, undo
from specdex.pipeline.decisions import OPPOSITES, told
from specdex.pipeline.score import labels
from specdex.records import Decision, DecisionKind, StoredPage
from specdex.runs import Run, RunFolder, search
from specdex.web import frames
from specdex.web.joins import join_state
from specdex.web.layout import back, opened, render, writable
from specdex.web.security import change, shown

__all__ = ["decisions", "exported", "keep", "say", "say_all", "take_back"]

NAV = "Decisions"
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
def keep(request: Request, form: FormData) -> Response:
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
def take_back(request: Request, form: FormData) -> Response:
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
