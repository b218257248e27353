"""Whether emitted spiders still fit their sites, held against fresh pages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from specdex.errors import InputError
from specdex.html import parse
from specdex.pipeline.synthesize import Sites, Synthesis, write_project
from specdex.records import Page, json_of
from specdex.synthesis.scheme import Scheme, Verdict, read_items, scheme_from_json
from specdex.synthesis.spiders import SCHEME_FILE
from specdex.synthesis.url_patterns import accepts

__all__ = ["Checked", "State", "check_project", "make_again", "projects_in"]

STILL_GOOD = 0.9
"""A spider still fits its site where it reads this share of what it read before."""


class State(StrEnum):
    """What became of a site since its spider was made."""

    UNCHANGED = "unchanged"
    CHANGED = "changed"
    UNSEEN = "unseen"
    """There is no fresh page of it."""


@dataclass(frozen=True, slots=True)
class Checked:
    """Whether a spider still fits its site."""

    site: str
    state: State
    reason: str
    """One sentence."""
    before: float
    """Attributes that an item had when the spider was made, on average."""
    now: float
    scheme: Scheme


def projects_in(folder: Path) -> list[Path]:
    """The spiders of specdex below *folder*; an InputError where there are none."""
    found = sorted(path.parent for path in folder.glob(f"*/{SCHEME_FILE}"))
    if not found:
        raise InputError(f"no spider of specdex in {folder}")
    return found


def check_project(project: Path, sites: Sites) -> Checked:
    """How the spider in *project* reads fresh pages of its site."""
    scheme, before = _saved(project)
    pages = sites.get(scheme.site, [])
    fitting = [page for page in pages if accepts(scheme.url_pattern, page.url)]
    now = _attributes(scheme, fitting)
    state, reason = State.UNCHANGED, f"reads {now:.1f} attributes of an item, as before"
    if not pages:
        state, reason = State.UNSEEN, "there is no fresh page of it"
    elif not fitting:
        state, reason = State.CHANGED, f"none of {len(pages)} fresh URLs fits its pattern"
    elif now < STILL_GOOD * before:
        reason = f"reads {now:.1f} attributes of an item where it read {before:.1f}"
        state = State.CHANGED
    return Checked(scheme.site, state, reason, before, now, scheme)


def _saved(project: Path) -> tuple[Scheme, float]:
    """The scheme of a project, and how many attributes its saved items have on average."""
    try:
        scheme = scheme_from_json((project / SCHEME_FILE).read_text(encoding="utf-8"))
        cases = [
            json_of(each.read_text(encoding="utf-8"))
            for each in sorted((project / "tests" / "pages").glob("*.json"))
        ]
        # projects of earlier versions say only the items
        saved = [count for case in cases for count in case.get("read") or map(len, case["items"])]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{project} holds no spider of specdex: {error}") from error
    return scheme, sum(saved) / max(1, len(saved))


def _attributes(scheme: Scheme, pages: Sequence[Page]) -> float:
    """The attributes of an item, on average over all items of all pages with a URL that fits."""
    counts: list[int] = []
    for document in map(parse, pages):
        items = read_items(scheme, document.element(0)) if len(document) else []
        counts += [len(item) for item in items] or [0]
    return sum(counts) / max(1, len(counts))


def make_again(
    folder: Path, changed: Sequence[Checked], seeds: Sequence[Scheme], plan: tuple[Synthesis, Sites]
) -> Iterator[tuple[str, Verdict]]:
    """Make the spiders of *changed* sites again below *folder*; each site with what became of it.

    A site that no scheme can be made for any more keeps the spider it had.
    """
    synthesis, sites = plan
    wanted = {each.site for each in changed}
    known = [scheme for scheme in seeds if scheme.site in sites and scheme.site not in wanted]
    if not known:
        raise InputError("nothing to learn the changed sites from: give a scheme with --from")
    some = {scheme.site for scheme in known} | wanted
    for verdict in synthesis.verdicts(known, {each: sites[each] for each in sites if each in some}):
        if verdict.scheme is not None:
            write_project(folder, verdict.scheme, sites[verdict.site])
        yield verdict.site, verdict.verdict
