"""The candidates of a round: what is asked for, whom the votes propose, and what is kept of it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from specdex.discovery import rounds
from specdex.discovery.commonness import weighed
from specdex.discovery.rounds import Coded, coded_labels, learned_ids
from specdex.discovery.votes import Ranked, count_votes, merge, usable_strategy
from specdex.harvest.names import HITS, hit_lines
from specdex.harvest.state import ASKED, ROUND, State
from specdex.linkage.profiles import model_words
from specdex.pipeline.discover import Discovery, Providers, ReadHubs, common_of, discover
from specdex.ports import Store
from specdex.records import Milestone, ProductId, Site, SiteStatus, Specification, Vote
from specdex.settings import HarvestSettings
from specdex.text import letters_and_digits

__all__ = ["NAME", "Candidates", "ShopIds", "named_ids"]

ASKABLE = frozenset({"gtin", "mpn", "model"})
"""Kinds of ids that other shops use too; a sku is a shop's own."""
BELIEVED = 0.5
"""An id of less confidence is not asked for."""
NAME, LEAST_SIGNS, MOST_PAGES = "name", 4, 3
"""The kind of an id that stands in a product's name, its fewest letters and digits, and of how many
products of a shop at most: a word in more names means a series."""

AROUND = ".,:;!?()[]{}\"'|/-"
"""What may stand around a word."""

Tell = Callable[[str], None]


class ShopIds(NamedTuple):
    """What of a shop's specifications may be product ids."""

    told: Sequence[ProductId]
    """Under labels of ids."""
    coded: Sequence[Coded]
    """Under labels that others' ids may turn out to stand under, too."""
    named: Sequence[ProductId]
    """In the names of its products."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Finds the candidates of each round of the harvest that *settings* describe."""

    store: Store
    settings: HarvestSettings
    providers: Providers
    read_hubs: ReadHubs
    tell: Tell
    complain: Tell
    known: dict[str, ShopIds] = field(default_factory=dict)
    """What was read of shops, for the rounds to come: no round need read all of them again."""

    def find(self, state: State, number: int) -> None:
        """Ask the providers, count the votes, keep the best new sites as candidates."""
        trusted = [site.host for site in state.shops()]
        category, chosen = self.settings.category, self.settings.discovery
        earlier = list(self.store.read(Vote, strategy="search", category=category))
        asked = {vote.evidence for vote in earlier} | self._asked()
        ids = rounds.ids_to_ask(self.settings.ids, self.ids(trusted), chosen, asked)
        name = f"round {number}"
        alone = " (of one shop, the most telling)" if len(trusted) == 1 and ids else ""
        self.tell(f"{name}: asking for {len(ids)} product ids{alone} and {len(trusted)} sites")
        queries = rounds.queries(ids, category)
        found = discover(trusted, queries, chosen, self.providers, self.read_hubs)
        for reason in dict.fromkeys(failure.reason for failure in found.failures):
            self.complain(f"{name}: {reason}")
        votes = [replace(vote, round=number, category=category) for vote in found.votes]
        sites = self._sites(state, number, found, self._ranked(votes, earlier))
        failed = {failure.url for failure in found.failures}
        answered = "\n".join(each.product for each in queries if each.text not in failed)
        marks = [
            Milestone(category, mark, number, said)
            for mark, said in (
                *((ASKED, answered), (ROUND, "asked")),
                (HITS, hit_lines(found.hits, (site.host for site in sites))),
            )
            if said or mark != HITS
        ]
        self.store.add([*votes, *found.failures, *sites, *marks])

    def _asked(self) -> set[str]:
        """The ids that were asked for in earlier rounds, whatever the answer was."""
        marks = self.store.read(Milestone, category=self.settings.category, name=ASKED)
        return {each for milestone in marks for each in milestone.mark.splitlines()}

    def ids(self, sites: Sequence[str]) -> Iterator[ProductId]:
        """The ids that *sites* publish: under labels, by what others publish, and in names."""
        for site in sites:
            if site not in self.known:
                read = list(filter(self._is_ours, self.store.read(Specification, site=site)))
                told, named = list(self._told(site)), list(named_ids(read))
                self.known[site] = ShopIds(told, coded_labels(read), named)
        kinds = {
            site: {letters_and_digits(each.value): each.kind for each in self.known[site].told}
            for site in sites
        }
        for site in sites:
            others: dict[str, str] = {}
            for other, said in kinds.items():
                if other != site:
                    others |= said
            ids = self.known[site]
            yield from (*ids.told, *learned_ids(ids.coded, others), *ids.named)

    def _told(self, site: str) -> Iterator[ProductId]:
        return (
            each
            for each in self.store.read(ProductId, site=site)
            if each.kind in ASKABLE and each.confidence >= BELIEVED and self._is_ours(each)
        )

    def _is_ours(self, each: ProductId | Specification) -> bool:
        return each.category in {self.settings.category, ""}

    def _ranked(self, votes: Sequence[Vote], earlier: Sequence[Vote]) -> list[Ranked]:
        """The sites by this round's *votes*, and by what products said in earlier rounds."""
        search, backlink = count_votes([*earlier, *votes])
        if not any(vote.strategy == "backlink" for vote in votes):
            backlink = {}
        strategy = usable_strategy(
            self.settings.discovery.strategy, search=bool(search), backlink=bool(backlink)
        )
        common = common_of(self.providers.backlinks, {*search, *backlink})
        return merge(strategy, weighed(search, common), weighed(backlink, common))

    def _sites(
        self, state: State, number: int, found: Discovery, ranked: Sequence[Ranked]
    ) -> list[Site]:
        known = {site.host for site in state.before(number)}
        crawled = {site.host for site in state.sites if site.crawled}
        return [
            Site(
                each.site,
                SiteStatus.CANDIDATE,
                self.settings.category,
                each.score,
                number,
                crawled=each.site in crawled,
                home=found.homes.get(each.site, ""),
            )
            for each in rounds.new_candidates(ranked, known, self.settings.discovery.top)
        ]


def named_ids(read: Iterable[Specification]) -> Iterator[ProductId]:
    """The codes in the names of a shop's products that stand in few of them."""
    pages: dict[str, list[ProductId]] = {}
    for each in read:
        named = {code for word in each.title.split() for code in _codes(word)}
        for code in sorted(named):
            found = ProductId(code, NAME, each.site, each.url, BELIEVED, each.category)
            pages.setdefault(letters_and_digits(code), []).append(found)
    return (each for said in pages.values() if len(said) <= MOST_PAGES for each in said)


def _codes(word: str) -> Iterator[str]:
    """A printed word that may name a model; also without its series: FZ200 of DMC-FZ200."""
    code = word.strip(AROUND)
    for part in (code, code.partition("-")[2]):
        plain = letters_and_digits(part)
        mixed = not plain.isdigit() and not plain.isalpha()
        if len(plain) >= LEAST_SIGNS and mixed and model_words(part):
            yield part
