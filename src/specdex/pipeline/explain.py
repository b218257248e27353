"""What a run knows of its sites: a line each, and why one is in the collection, or not."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from specdex.records import Site, SiteStatus, to_json
from specdex.runs import Run, queries
from specdex.runs.queries import Failed, SiteCounts, Standing
from specdex.text import letters_and_digits
from specdex.urls import host

__all__ = ["Explanation", "explain", "summary"]

TOLD = ("category", "status", "round", "score", "crawled", "reason")
"""What a line tells of a verdict."""
SHOWN = 5
"""Evidence and failures that a sentence names."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything that a run knows of a site."""

    site: str
    verdicts: tuple[Site, ...] = ()
    """What became of it, one a category."""
    votes: tuple[Standing, ...] = ()
    pages: dict[str, int] = field(default_factory=dict)
    """Fetched pages by kind."""
    counts: SiteCounts = field(default_factory=SiteCounts)
    ids: int = 0
    shared_ids: int = 0
    """Ids that other sites publish as well."""
    failures: tuple[Failed, ...] = ()
    similar: tuple[str, ...] = ()
    """Sites with a similar name, where nothing is known of this one."""

    @property
    def known(self) -> bool:
        """Whether the run has heard of the site."""
        return bool(self.verdicts or self.votes or self.pages or self.failures)

    def sentences(self) -> Iterator[str]:
        """For a person."""
        if not self.known:
            yield f"The run knows nothing of {self.site}: nobody gave it, and nobody voted for it."
            if self.similar:
                yield f"It knows {_listed(self.similar)}."
            return
        yield from self._verdict_sentences()
        yield from (_vote(self.site, each) for each in self.votes)
        given = any(each.status is SiteStatus.SEED for each in self.verdicts)
        if self.verdicts and not self.votes and not given:
            yield "No search result and no hub voted for it."
        yield from self._page_sentences()
        yield from self._failure_sentences()

    def line(self) -> dict[str, Any]:
        """As JSON."""
        told = to_json(self)
        counts = told.pop("counts")
        verdicts = (
            {name: getattr(each, name) for name in TOLD} | {"in": each.status in queries.TRUSTED}
            for each in self.verdicts
        )
        return {
            "site": self.site,
            "known": self.known,
            **told,
            "verdicts": [each | {"score": round(each["score"], 4)} for each in verdicts],
            "votes": [each | {"score": round(each["score"], 4)} for each in told["votes"]],
            **{name: counts[name] for name in ("read", "specifications", "pairs")},
        }

    def _verdict_sentences(self) -> Iterator[str]:
        yield from map(_verdict, self.verdicts)
        if self.verdicts:
            return
        if self.votes:
            yield (
                f"{self.site} is out: it got votes, but was never among the best new sites of a"
                " round."
            )
        else:
            yield f"{self.site} was looked at, but is no candidate of the run."

    def _page_sentences(self) -> Iterator[str]:
        fetched = sum(self.pages.values())
        if not fetched:
            yield "None of its pages was fetched."
            return
        kinds = ", ".join(f"{count} {kind}" for kind, count in self.pages.items())
        yield f"{_counted(fetched, 'page')} of it {_was(fetched)} fetched: {kinds}."
        read = self.counts.read
        if read:
            yield (
                f"{read} of them {_was(read)} read: {self.counts.specifications} had a"
                f" specification, with {_counted(self.counts.pairs, 'pair')} together."
            )
        else:
            yield "No page was read for a specification."
        if self.ids:
            yield (
                f"It publishes {_counted(self.ids, 'product id')};"
                f" {self.shared_ids} of them other sites publish too."
            )

    def _failure_sentences(self) -> Iterator[str]:
        total = sum(each.count for each in self.failures)
        if not total:
            return
        yield f"{_counted(total, 'step')} failed for it:"
        for each in self.failures[:SHOWN]:
            times = f" ({each.count} times)" if each.count > 1 else ""
            yield f"- {each.step}: {each.reason.rstrip('.')}{times}, as for {each.example}"
        if len(self.failures) > SHOWN:
            yield f"- and {_counted(len(self.failures) - SHOWN, 'other reason')}"


def explain(run: Run, site: str) -> Explanation:
    """What *run* knows of *site*, given by host or URL."""
    name = host(site if "://" in site else f"http://{site}") or site
    kinds = queries.page_kinds(run.store, name)
    mine, theirs = _ids(run, name)
    found = Explanation(
        name,
        tuple(run.store.read(Site, host=name)),
        tuple(queries.standings(run.store, name)),
        {kind.value or "unknown": count for kind, count in kinds.items()},
        queries.site_counts(run.store, name).get(name, SiteCounts()),
        len(mine),
        len(mine & theirs),
        tuple(queries.failures_of(run.store, name)),
    )
    if found.known:
        return found
    hosts = sorted(queries.hosts(run.store))
    return Explanation(name, similar=tuple(get_close_matches(name, hosts, SHOWN)))


def _ids(run: Run, site: str) -> tuple[set[str], set[str]]:
    """The product ids of *site*, and those of the others, as they are compared."""
    mine: set[str] = set()
    theirs: set[str] = set()
    for value, own in queries.id_values(run.store, site):
        (mine if own else theirs).add(letters_and_digits(value))
    return mine - {""}, theirs


def _verdict(site: Site) -> str:
    """Whether a site is in, since when, and why."""
    shop = f"a shop of {site.category}" if site.category else "a shop"
    since = f" in round {site.round} (score {site.score:.3f})" if site.round else ""
    why = f": {site.reason}" if site.reason else ""
    walked = "" if site.crawled else " It was not crawled to the end."
    match site.status:
        case SiteStatus.SEED:
            return f"{site.host} is in: it was given as {shop}.{walked}"
        case SiteStatus.ACCEPTED:
            return f"{site.host} is in: it was accepted as {shop}{since}{why}.{walked}"
        case SiteStatus.REJECTED:
            return f"{site.host} is out: it was rejected as {shop}{since}{why}."
        case SiteStatus.CANDIDATE:
            return f"{site.host} is undecided: it is a candidate for {shop}{since}{why}.{walked}"


def _vote(site: str, votes: Standing) -> str:
    """What one strategy said for a site in one round."""
    place = f"score {votes.score:.3f}, place {votes.place} of {votes.ranked}"
    if votes.strategy == "search":
        asked = round(votes.votes / votes.score) if votes.score else votes.votes
        who = f"a search for {votes.votes} of {asked} product ids found {site}"
    elif votes.strategy == "backlink":
        who = f"{_counted(votes.votes, 'hub')} linked to {site}"
    else:
        who = f"{_counted(votes.votes, 'vote')} by {votes.strategy} named {site}"
    return f"In round {votes.round}, {who} ({place}): {_listed(votes.evidence)}."


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _was(number: int) -> str:
    return "was" if number == 1 else "were"


def _listed(names: tuple[str, ...]) -> str:
    """Some names, and how many more there are."""
    rest = len(names) - SHOWN
    shown = ", ".join(names[:SHOWN])
    return f"{shown} and {rest} more" if rest > 0 else shown


@dataclass(frozen=True, slots=True)
class SiteSummary:
    """One site of a run."""

    site: Site
    counts: SiteCounts

    def line(self) -> dict[str, Any]:
        """As a JSON line."""
        return {
            "site": self.site.host,
            "status": self.site.status.value,
            "round": self.site.round,
            "pages": self.counts.pages,
            "products": self.counts.products,
            "specifications": self.counts.specifications,
            "pairs": self.counts.pairs,
            "failures": self.counts.failures,
            "reason": self.site.reason,
        }


def summary(run: Run) -> list[SiteSummary]:
    """Every site that *run* knows, in the order it came to know them."""
    counts = queries.site_counts(run.store)
    return [SiteSummary(site, counts.get(site.host, SiteCounts())) for site in run.sites()]
