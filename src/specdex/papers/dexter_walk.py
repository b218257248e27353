"""DEXTER's in-site crawling (section 3.2), to compare our walk with: classifiers of anchors alone.

An entry page of the category is chosen by three strategies and the harmonic mean of what they say;
from there on links are followed that stand in groups whose anchors read like those of products on
other sites (index pages), over one more level of lists where the entry page shows no such group
(nested indices), and through the pages of a list.
"""

from collections.abc import Sequence
from dataclasses import replace

from specdex.crawling.frontier import Role, Step
from specdex.crawling.index_pages import LinkGroup
from specdex.crawling.links import PageLink, merged
from specdex.crawling.model import NOTHING, WalkMemory, learned
from specdex.crawling.sitemaps import Strategy, harmonic_mean, search_scores
from specdex.crawling.target_pages import of_category
from specdex.crawling.views import View, look
from specdex.crawling.walk import ERROR, SiteWalk
from specdex.html import Document
from specdex.ports import ListingReader
from specdex.records import PageKind, Sight, Visit
from specdex.urls import canonical

__all__ = ["DexterWalk"]

INDEX = 0.6
"""A group of links whose anchors score more on average leads to products (set empirically)."""
MIN_GROUP = 2
"""Links that make a group."""
MOST_HITS = 3
"""Pages that a search found which are looked at: they may be target pages."""
MOST_EXPLORED = 8
"""Links of the home page that are followed for links to further candidates."""
MOST_ENTRIES = 3
"""Candidates that are tried as entry pages before the site is given up."""
MOST_NESTED = 40
"""Pages that an entry page without products points to which are looked at."""
SURE = 0.6
"""How surely a product page outside of the category's lists must name the category."""


class DexterWalk(SiteWalk):
    """Decides where a crawl of one site goes, as the paper does; no listing reader is asked."""

    sitemaps = False

    def __init__(
        self,
        site: str,
        home: str,
        category: str,
        memory: WalkMemory = NOTHING,
        reader: ListingReader | None = None,
    ) -> None:
        super().__init__(site, home, category, memory, reader)
        own = dict.fromkeys((*self.category.keys, *memory.names))
        for name in (*own, *learned().anchors):
            # what seed shops taught knows the names of categories: its own, and of others
            self.entry.learn(name, lucky=name in own)
            self.names.learn(name, lucky=name in own)
        self.urls: dict[str, str] = {}
        """The addresses of candidates, by canonical address."""
        self.looked = dict[str, View]()
        """Pages that were seen on the way to an entry page."""
        self.tried = set[str]()
        """Candidates that were taken for the entry page."""
        self.targets = set[str]()
        """Product pages that were seen before: none of them is an entry page."""

    def start(self) -> Sequence[Visit]:
        """The home page, and what a search within the site has found."""
        steps = [Step(canonical(self.home), self.home, Role.HOME)]
        for url, score in search_scores(self.memory.hits).items():
            self._vote(url, Strategy.SEARCH, score)
            steps.append(Step(canonical(url), url, Role.LISTING))
        return tuple(self._ask(steps[: 1 + MOST_HITS]))

    def see(self, visit: Visit, document: Document) -> Sight:
        """What *document* is, and where to go from it."""
        step = self.frontier.arrive(canonical(visit.url)) or Step.unexpected(visit)
        if not len(document) or document.page.status >= ERROR:
            return self._seen(Sight(visit))
        view = look(document, step, nofollow=self.nofollow)
        if view.is_product:
            return self._target(step, visit, view)
        if step.inside:
            asked = self._follow(step, view)
            return self._seen(Sight(visit, step.kind, self.category.name, tuple(asked)))
        self.looked[step.key] = view
        explored = self._from_home(step, view) if step.role is Role.HOME or step.score else []
        kind = PageKind.HOME if step.role is Role.HOME else PageKind.OTHER
        return self._seen(Sight(visit, kind, "", tuple(explored)))

    def _from_home(self, step: Step, view: View) -> list[Visit]:
        """The first strategy: a candidate is worth the product of the anchors on the way to it."""
        before = 1.0 if step.role is Role.HOME else step.score
        found = []
        for key, link in merged(list(view.links)).items():
            score = before * self.entry.score(view.anchors.get(key, link.anchor))
            self._vote(link.url, Strategy.HOME, score)
            found.append(replace(step.onward(link, link.anchor), score=score))
        if step.role is not Role.HOME:
            return []
        best = sorted(found, key=lambda each: (-each.score, each.key))
        return self._ask(best[:MOST_EXPLORED])

    def _target(self, step: Step, visit: Visit, view: View) -> Sight:
        """A product page: of the category where the walk has entered it, else it tells of entries.

        The second strategy scores the links of each target page and takes the average over them.
        """
        if step.inside:
            self.found += 1
            return self._seen(Sight(visit, PageKind.PRODUCT, self.category.name))
        self.targets.add(step.key)
        for key, link in merged(list(view.links)).items():
            self._vote(
                link.url, Strategy.TARGET, self.entry.score(view.anchors.get(key, link.anchor))
            )
        ours = of_category(view.document, self.category) >= SURE
        return self._seen(Sight(visit, PageKind.PRODUCT, self.category.name if ours else ""))

    def _vote(self, url: str, strategy: Strategy, score: float) -> None:
        self.urls.setdefault(canonical(url), url)
        self.votes.vote(canonical(url), strategy, score)

    def _follow(self, step: Step, view: View) -> list[Visit]:
        """From a page of the category: products and further pages, or lists below it."""
        groups = [group for group in view.groups if len(group.links) >= MIN_GROUP]
        index = [group for group in groups if self._score(group, view) > INDEX]
        if index:
            targets = [self._onward(step, link, Role.PRODUCT) for g in index for link in g.links]
            pages = [self._onward(step, link, Role.PAGER) for link in view.pages]
            return self._ask([*targets, *pages])
        if step.role is not Role.LISTING or step.depth > 1:
            return []
        nested = [link for group in groups for link in group.links if not link.framed]
        return self._ask(self._onward(step, link, Role.LISTING) for link in nested[:MOST_NESTED])

    def _score(self, group: LinkGroup, view: View) -> float:
        """The average score of a group's anchors."""
        said = [self.names.score(view.anchors.get(each.key, each.anchor)) for each in group.links]
        return sum(said) / len(said)

    def _onward(self, step: Step, link: PageLink, role: Role) -> Step:
        return replace(step.onward(link, link.anchor), role=role, score=1.0, inside=True)

    def _seen(self, sight: Sight) -> Sight:
        """*sight*; where nothing is awaited and no product was found, an entry page is tried."""
        asked = list(sight.visits)
        while not asked and not self.frontier.awaited and not self.found:
            key = self._best_entry()
            if not key:
                break
            self.tried.add(key)
            step = replace(Step.remembered(self.urls[key], self.category.name), key=key)
            view = self.looked.get(key)
            asked = self._follow(step, view) if view else self._ask([step])
        return replace(sight, visits=tuple(asked))

    def _best_entry(self) -> str:
        """The candidate of most strategies with the best harmonic mean; empty where none is left.

        A strategy that could say nothing of a site has no part in it.
        """
        if len(self.tried) >= MOST_ENTRIES:
            return ""
        left = self.votes.said.keys() - self.tried - self.targets
        ranked = []
        for key in left:
            said = self.votes.said[key].values()
            promise = harmonic_mean(total / count for total, count in said)
            ranked.append((-len(said), -promise, key))
        return min(ranked, default=(0, 0.0, ""))[2]
