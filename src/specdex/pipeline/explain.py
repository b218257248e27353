"""Why a site is in a run's collection, or is not: all that the run knows of it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from specdex.records import (
    Failure,
    PageKind,
    ProductId,
    Site,
    SiteStatus,
    Specification,
    StoredPage,
    Vote,
)
from specdex.runs import RunFolder
from specdex.text import letters_and_digits
from specdex.urls import host

__all__ = ["Explanation", "Failed", "Holdings", "VotesOfRound", "explain"]

SHOWN = 5
"""Evidence and failures that a sentence names."""
IN = frozenset({SiteStatus.SEED, SiteStatus.ACCEPTED})


@dataclass(frozen=True, slots=True)
class VotesOfRound:
    """What one strategy said for a site in one round."""

    round: int
    strategy: str
    votes: int
    score: float
    place: int
    """In the ranking of all sites that got votes, from 1."""
    ranked: int
    """How many sites got votes."""
    evidence: tuple[str, ...]
    """The ids or hubs, the weightiest first."""

    def sentence(self, site: str) -> str:
        """In a sentence."""
        place = f"score {self.score:.3f}, place {self.place} of {self.ranked}"
        if self.strategy == "search":
            asked = round(self.votes / self.score) if self.score else self.votes
            who = f"a search for {self.votes} of {asked} product ids found {site}"
        elif self.strategy == "backlink":
            who = f"{_counted(self.votes, 'hub')} linked to {site}"
        else:
            who = f"{_counted(self.votes, 'vote')} by {self.strategy} named {site}"
        return f"In round {self.round}, {who} ({place}): {_listed(self.evidence)}."


@dataclass(frozen=True, slots=True)
class Failed:
    """A failure, as often as it came."""

    step: str
    reason: str
    count: int
    example: str


@dataclass(frozen=True, slots=True)
class Holdings:
    """What a run has of a site."""

    pages: dict[str, int] = field(default_factory=dict)
    """Fetched pages by kind."""
    read: int = 0
    """Pages that were looked at for a specification."""
    specifications: int = 0
    """Those that have one."""
    pairs: int = 0
    ids: int = 0
    shared_ids: int = 0
    """Ids that other sites publish as well."""

    def sentences(self) -> Iterator[str]:
        """In sentences."""
        fetched = sum(self.pages.values())
        if not fetched:
            yield "None of its pages was fetched."
            return
        kinds = ", ".join(f"{count} {kind}" for kind, count in self.pages.items())
        yield f"{_counted(fetched, 'page')} of it {_was(fetched)} fetched: {kinds}."
        if self.read:
            yield (
                f"{self.read} of them {_was(self.read)} read: {self.specifications} had a"
                f" specification, with {_counted(self.pairs, 'pair')} together."
            )
        else:
            yield "No page was read for a specification."
        if self.ids:
            yield (
                f"It publishes {_counted(self.ids, 'product id')};"
                f" {self.shared_ids} of them other sites publish too."
            )


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything that a run knows of a site."""

    site: str
    verdicts: tuple[Site, ...] = ()
    """What became of it, one a category."""
    votes: tuple[VotesOfRound, ...] = ()
    holdings: Holdings = field(default_factory=Holdings)
    failures: tuple[Failed, ...] = ()
    similar: tuple[str, ...] = ()
    """Sites with a similar name, where nothing is known of this one."""

    @property
    def known(self) -> bool:
        """Whether the run has heard of the site."""
        return bool(self.verdicts or self.votes or self.holdings.pages or self.failures)

    def sentences(self) -> Iterator[str]:
        """For a person."""
        if not self.known:
            yield f"The run knows nothing of {self.site}: nobody gave it, and nobody voted for it."
            if self.similar:
                yield f"It knows {_listed(self.similar)}."
            return
        yield from self._verdict_sentences()
        for each in self.votes:
            yield each.sentence(self.site)
        if self.verdicts and not self.votes and not self._given():
            yield "No search result and no hub voted for it."
        yield from self.holdings.sentences()
        yield from self._failure_sentences()

    def line(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "site": self.site,
            "known": self.known,
            "verdicts": [
                {
                    "category": each.category,
                    "in": each.status in IN,
                    "status": each.status.value,
                    "round": each.round,
                    "score": round(each.score, 4),
                    "crawled": each.crawled,
                    "reason": each.reason,
                }
                for each in self.verdicts
            ],
            "votes": [
                {
                    "round": each.round,
                    "strategy": each.strategy,
                    "votes": each.votes,
                    "score": round(each.score, 4),
                    "place": each.place,
                    "ranked": each.ranked,
                    "evidence": list(each.evidence),
                }
                for each in self.votes
            ],
            "pages": self.holdings.pages,
            "read": self.holdings.read,
            "specifications": self.holdings.specifications,
            "pairs": self.holdings.pairs,
            "ids": self.holdings.ids,
            "shared_ids": self.holdings.shared_ids,
            "failures": [
                {
                    "step": each.step,
                    "reason": each.reason,
                    "count": each.count,
                    "example": each.example,
                }
                for each in self.failures
            ],
            "similar": list(self.similar),
        }

    def _given(self) -> bool:
        return any(each.status is SiteStatus.SEED for each in self.verdicts)

    def _verdict_sentences(self) -> Iterator[str]:
        for each in self.verdicts:
            yield _verdict(each)
        if self.verdicts:
            return
        if self.votes:
            yield (
                f"{self.site} is out: it got votes, but was never among the best new sites of a"
                " round."
            )
        else:
            yield f"{self.site} was looked at, but is no candidate of the run."

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


def explain(run: RunFolder, site: str) -> Explanation:
    """What *run* knows of *site*, given by host or URL."""
    name = host(site if "://" in site else f"http://{site}") or site
    found = Explanation(
        name,
        tuple(run.store.read(Site, host=name)),
        tuple(_votes(run, name)),
        _holdings(run, name),
        tuple(_failures(run, name)),
    )
    if found.known:
        return found
    hosts = {each.host for each in run.store.read(Site)} | {
        each.site for each in run.store.read(Vote)
    }
    return Explanation(name, similar=tuple(get_close_matches(name, sorted(hosts), SHOWN)))


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


def _votes(run: RunFolder, site: str) -> Iterator[VotesOfRound]:
    mine: dict[tuple[int, str], list[Vote]] = {}
    for vote in run.store.read(Vote, site=site):
        mine.setdefault((vote.round, vote.strategy), []).append(vote)
    for (number, strategy), votes in sorted(mine.items()):
        scores: dict[str, float] = {}
        for vote in run.store.read(Vote, round=number, strategy=strategy):
            scores[vote.site] = scores.get(vote.site, 0.0) + vote.weight
        better = sum((-score, name) < (-scores[site], site) for name, score in scores.items())
        votes.sort(key=lambda vote: (-vote.weight, vote.evidence))
        evidence = tuple(vote.evidence for vote in votes)
        yield VotesOfRound(
            number, strategy, len(votes), scores[site], better + 1, len(scores), evidence
        )


def _holdings(run: RunFolder, site: str) -> Holdings:
    captures: set[tuple[str, int]] = set()
    kinds: Counter[PageKind] = Counter()
    # an address that only leads on to another is told by that one
    pages = sorted(run.store.read(StoredPage, site=site), key=lambda page: page.kind == "other")
    for page in pages:
        kinds[page.kind] += (page.file, page.offset) not in captures
        captures.add((page.file, page.offset))
    counted = {kind.value or "unknown": kinds[kind] for kind in PageKind if kinds[kind]}
    read = list(run.store.read(Specification, site=site))
    mine, theirs = _ids(run, site)
    return Holdings(
        counted,
        len(read),
        sum(bool(each.pairs) for each in read),
        sum(len(each.pairs) for each in read),
        len(mine),
        len(mine & theirs),
    )


def _ids(run: RunFolder, site: str) -> tuple[set[str], set[str]]:
    """The product ids of *site*, and those of the others."""
    mine: set[str] = set()
    theirs: set[str] = set()
    for each in run.store.read(ProductId):
        (mine if each.site == site else theirs).add(letters_and_digits(each.value))
    return mine - {""}, theirs


def _failures(run: RunFolder, site: str) -> list[Failed]:
    counts: Counter[tuple[str, str]] = Counter()
    examples: dict[tuple[str, str], str] = {}
    for each in run.store.read(Failure):
        if site in {host(each.url), each.url}:
            counts[each.step, each.reason] += 1
            examples.setdefault((each.step, each.reason), each.url)
    ordered = sorted(counts, key=lambda key: (-counts[key], key))
    return [Failed(*key, counts[key], examples[key]) for key in ordered]


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _was(number: int) -> str:
    return "was" if number == 1 else "were"


def _listed(names: tuple[str, ...]) -> str:
    """Some names, and how many more there are."""
    rest = len(names) - SHOWN
    shown = ", ".join(names[:SHOWN])
    return f"{shown} and {rest} more" if rest > 0 else shown
