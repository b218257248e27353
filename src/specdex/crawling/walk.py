"""A walk through one site: home page, category, lists and their pages, products.

The walk asks at once for what it is sure of, the products of a category's list and the list's other
pages, and holds everything else back. When nothing is awaited any more it takes the best candidate
it holds, judged by its words and by what links of the same shape led to so far; when none is worth
a request, the walk has ended. Its state depends on nothing but the pages it saw, in their order.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from specdex.crawling.addresses import url_pattern
from specdex.crawling.category import Category
from specdex.crawling.frontier import Frontier, Prospect, Prospects, Role, Step
from specdex.crawling.index_pages import is_avoided
from specdex.crawling.links import PageLink, merged
from specdex.crawling.model import NOTHING, WalkMemory
from specdex.crawling.pagination import list_of
from specdex.crawling.sitemaps import (
    EntryVotes,
    SiteAddresses,
    Sitemap,
    Strategy,
    chosen_sitemaps,
    entry_score,
    extends,
    looks_like_a_name,
    named_steps,
    parse_sitemap,
    search_scores,
)
from specdex.crawling.target_pages import breadcrumbs, heading, mentions, of_category
from specdex.crawling.views import View, look
from specdex.html import Document
from specdex.ports import ListingReader
from specdex.records import PageKind, Sight, Visit
from specdex.urls import canonical, is_web

__all__ = ["SiteWalk"]

SURE = 0.6
"""A link or heading that names the category this surely leads into it."""
NESTED, NESTED_FRAMED, ASIDE = 0.5, 0.42, 0.42
"""Candidates on a page of the category that lists no products; the same in a menu, below its
address; candidates beside a list of products."""
STRAGGLER, LIKELY, STRANGE_PAGE, STRANGER = 0.3, 0.29, 0.2, 0.19
"""What stands outside the category's lists: products that name it, those of a shelf that often
holds it, further pages of such lists, and products of which nothing is known."""
PARENT = 0.5
"""The list that a product of the category names as its own."""
OFFER = 0.9
MIN_NAMED, MOST_NAMED = 3, 0.6
"""A list with products named after the category, this many and this share of them, is one of it."""
FLOOR_BLIND, FLOOR_FOUND = 0.04, 0.4
"""What a candidate must be worth before, and after, the category's products were found."""
MAX_BLIND = 40
"""Pages seen without finding any product of the category before the walk gives up."""
ERROR = 400
AGREEMENT = 0.3
"""How much of what is missing to certainty the agreement of several strategies gives."""
TOLD = 0.1
"""How much the classifier of anchors sways a candidate that does not name the category."""
UNNAMED = 0.39
"""The most that a candidate is worth which does not name the category."""
HIT = 0.55
"""What a search hit at the top is worth."""


class SiteWalk:
    """Decides where a crawl of one site goes to see the products of one category.

    *memory* is what an earlier crawl or a search within the site told, *reader* reads the offers
    of listing pages.
    """

    sitemaps = True
    """Whether the sitemaps that the site's robots.txt names shall be brought first."""
    nofollow = False
    """Whether links that their page marks ``nofollow`` are left alone."""

    def __init__(
        self,
        site: str,
        home: str,
        category: str,
        memory: WalkMemory = NOTHING,
        reader: ListingReader | None = None,
    ) -> None:
        self.site = site
        self.home = home if is_web(home) else f"http://{site}/"
        self.category = Category.of(category, memory.names)
        self.frontier = Frontier()
        self.framework = set[str]()
        """The addresses that the home page links to: every page repeats them."""
        self.inside = set[str]()
        """The addresses of the category's own pages."""
        self.arrived = set[str]()
        """The addresses of the pages seen: a redirect to one of these shows nothing new."""
        self.prospects = Prospects()
        self.memory = memory
        self.reader = reader
        self.votes = EntryVotes()
        self.entry = memory.classifier("entry", self.category)
        self.names = memory.classifier("index", self.category)
        """The classifiers of anchors, which learn from what each link turns out to lead to."""
        self.addresses = SiteAddresses()
        self.patterns = set(memory.products)
        """URL patterns of the category's products."""
        self.seen = 0
        self.found = 0
        """Products of the category seen."""
        self.listed = False
        """Whether a list of the category has led to products."""

    def start(self) -> Sequence[Visit]:
        """The home page, and the entry pages that an earlier crawl found."""
        home = Step(canonical(self.home), self.home, Role.HOME)
        known = [Step.remembered(url, self.category.name) for url in self.memory.entries]
        for url, score in search_scores(self.memory.hits).items():
            self.votes.vote(canonical(url), Strategy.SEARCH, score)
            self._hold(Step(canonical(url), url, Role.LISTING, HIT * score, "", 1, ("",)))
        return tuple(self._ask([home, *known]))

    def see(self, visit: Visit, document: Document) -> Sight:
        """What *document* is, and where to go from it.

        A page that could not be fetched is seen as an empty Document: the walk goes on elsewhere.
        """
        if visit.expected is PageKind.SITEMAP:
            return self._sitemap(visit, document)
        step = self.frontier.arrive(canonical(visit.url)) or Step.unexpected(visit)
        self.seen += 1
        if not len(document) or document.page.status >= ERROR:
            return self._sight(step, Sight(visit))
        view = look(document, step, self.reader, nofollow=self.nofollow)
        # a list names its first page as the canonical one; only a product is known by that name
        names = {view.place, view.named} if view.is_product else {view.place}
        if names - {step.key} & self.arrived:
            return self._sight(step, Sight(visit))
        self.arrived |= names | {step.key}
        self.frontier.forget(names)
        if view.is_product:
            return self._product(step, visit, view)
        return self._list(step, visit, view)

    def _sitemap(self, visit: Visit, document: Document) -> Sight:
        """A file that lists addresses: further such files, and what names the category."""
        listed = parse_sitemap(document.page.body) if document.page.status < ERROR else Sitemap()
        self.addresses.add(listed)
        for step in named_steps(listed, self.category, self.home):
            self._hold(step)
        files = [
            Step(canonical(entry.url), entry.url, Role.SITEMAP, 1.0, "", visit.depth + 1)
            for entry in chosen_sitemaps(listed.sitemaps, self.home)
        ]
        asked = self._ask(files[: self.addresses.room(len(files))])
        return Sight(visit, PageKind.SITEMAP, "", tuple(asked))

    def _product(self, step: Step, visit: Visit, view: View) -> Sight:
        """A page of one product."""
        ours = self._is_ours(step, view)
        self.found += ours
        self.names.learn(heading(view.document), lucky=ours)
        self.listed = self.listed or (ours and step.inside and len(step.trail) > 1)
        if ours:
            self.patterns.add(url_pattern(step.url))
            self._hold_trail(step, view)
        # a product named after the category, or of a list of it, says nothing of other lists
        told = step.inside or (bool(step.trail) and self._names(step))
        prospect = None if told else self.prospects.judge(step.key, ours=ours)
        # the rest of a list that has shown what it holds
        rest = (*prospect.offers, *prospect.pages) if prospect else ()
        asked = self._ask(replace(each, inside=True) for each in rest)
        category = self.category.name if ours else ""
        sight = Sight(visit, PageKind.PRODUCT, category, tuple(asked))
        return self._sight(step, sight, lucky=ours)

    def _is_ours(self, step: Step, view: View) -> bool:
        """Whether a product is of the category: by its own words, or by the list it stands on."""
        said = of_category(view.document, self.category)
        if said:
            return said >= SURE
        if step.inside:
            return True
        return self.prospects.likely(step.key) and mentions(view.document, self.category)

    def _hold_trail(self, step: Step, view: View) -> None:
        """A product's own trail leads back to the list it belongs to."""
        crumbs = [crumb for crumb in breadcrumbs(view.document)[1:-1] if crumb.url]
        for crumb in crumbs:
            score = self.category.match(crumb.text)
            if score < SURE:
                score = PARENT if crumb is crumbs[-1] else 0.0
            trail = (*step.trail[:1], crumb.text)
            key = canonical(crumb.url)
            self.votes.vote(key, Strategy.TARGET, score)
            self._hold(Step(key, crumb.url, Role.LISTING, score, "", step.depth, trail))

    def _list(self, step: Step, visit: Visit, view: View) -> Sight:
        """A page that is no product: of the category or on the way to it."""
        if step.role is Role.HOME:
            self.framework = {link.key for link in view.links}
        if not self._is_inside(step, view):
            asked = self._ask(self._named_offers(step, view))
            held = len(self.frontier.held)
            self._hold_outside(step, view)
            kind = PageKind.HOME if step.role is Role.HOME else PageKind.OTHER
            lucky = bool(asked) or (step.role is Role.PAGER and len(self.frontier.held) > held)
            return self._sight(step, Sight(visit, kind, "", tuple(asked)), lucky=lucky)
        self.inside |= {view.place, step.key}
        asked = self._ask(self._offer_steps(step, view))
        lucky = bool(asked)
        if lucky or not view.offers:
            asked += self._ask(replace(each, inside=True) for each in self._pager_steps(step, view))
        self._hold_nested(step, view)
        sight = Sight(visit, step.kind, self.category.name, tuple(asked))
        return self._sight(step, sight, lucky=lucky)

    def _is_inside(self, step: Step, view: View) -> bool:
        """Whether a page that is no product belongs to the category."""
        if step.inside:
            return True
        if step.role is not Role.LISTING:
            return False
        name = heading(view.document)
        if step.score >= SURE or self.category.match(name) >= SURE:
            return True
        if self.category.is_near(name) and not self.listed and not self._knows_better(view):
            return True
        # what the home page shows already is no news of this list
        offers = [each for each in self._offer_steps(step, view) if each.key not in self.framework]
        named = sum(self._names(each) for each in offers)
        return named >= max(MIN_NAMED, MOST_NAMED * len(offers))

    def _knows_better(self, view: View) -> bool:
        """Whether a link of the page, or one held back, names the category outright."""
        return any(
            self.category.match(anchor) >= SURE and not looks_like_a_name(anchor)
            for anchor in (
                *view.anchors.values(),
                *(step.trail[-1] for step in self.frontier.held.values() if step.trail),
            )
        )

    def _names(self, step: Step) -> bool:
        """Whether the anchor of *step* names the category."""
        return self.category.match(step.trail[-1]) >= SURE

    def _named_offers(self, step: Step, view: View) -> list[Step]:
        """The products of a list of all sorts that are named after the category, if several are."""
        named = [each for each in self._offer_steps(step, view) if self._names(each)]
        return named if len(named) >= MIN_NAMED and step.role is not Role.LISTING else []

    def _offer_steps(self, step: Step, view: View) -> Iterator[Step]:
        """The products that a page of the category lists."""
        for link in view.offers.links if view.offers else ():
            if link.key not in self.inside and link.key != canonical(self.home):
                found = step.onward(link, view.anchors.get(link.key, link.anchor))
                yield replace(found, role=Role.PRODUCT, score=OFFER, inside=True)

    def _pager_steps(self, step: Step, view: View) -> Iterator[Step]:
        """The other pages of a list: side by side, however one gets from one to the next."""
        depth = step.depth + (step.role is not Role.PAGER)
        for link in view.pages:
            yield Step(link.key, link.url, Role.PAGER, 1.0, link.shape, depth, step.trail)

    def _hold_nested(self, step: Step, view: View) -> None:
        """Keep what else a page of the category links to: lists below it, or unlike products."""
        taken = {link.key for link in view.pages}
        for link in merged([link for link in view.links if not is_avoided(link)]).values():
            if link.key in taken or link.key in self.framework or link.anchor.strip().isdigit():
                continue
            anchor = view.anchors.get(link.key, link.anchor)
            named = entry_score(link, anchor, self.category)
            score = named if named >= SURE else self._nested_score(link, anchor, view)
            self._hold(replace(step.onward(link, anchor), score=score, inside=True))

    def _nested_score(self, link: PageLink, anchor: str, view: View) -> float:
        below = extends(link.url, view.document.page.url)
        if self.category.match(anchor) or not anchor.strip():
            return 0.0
        if link.framed:
            return NESTED_FRAMED if below else 0.0
        return ASIDE if view.offers else NESTED

    def _hold_outside(self, step: Step, view: View) -> None:
        """Keep what a page outside the category links to that may lead into it."""
        offers = {each.key: each for each in self._prospect(step, view)}
        pages = {link.key for link in view.pages}
        links = merged([link for link in view.links if not is_avoided(link)])
        for key, link in links.items():
            if key in pages:
                continue
            anchor = view.anchors.get(key, link.anchor)
            role = Role.PRODUCT if looks_like_a_name(anchor) else Role.LISTING
            score = self._entry_score(step, link, anchor)
            self._hold(
                offers.get(key) or replace(step.onward(link, anchor), score=score, role=role)
            )

    def _entry_score(self, step: Step, link: PageLink, anchor: str) -> float:
        """How surely a link leads to the category: by its words, and by what such words led to."""
        score = entry_score(link, anchor, self.category)
        if score < FLOOR_FOUND:
            swayed = score * (1 + TOLD * (2 * self.entry.score(anchor) - 1))
            score = min(swayed, UNNAMED)
        self.votes.vote(link.key, Strategy.HOME, score * (step.score if step.trail else 1.0))
        raised = score + AGREEMENT * self.votes.joined(link.key) * (1 - score)
        # only words make a link sure, and keep a walk going that has found its lists
        limit = 1.0 if score >= SURE else max(score, UNNAMED)
        return min(raised, limit) if score else 0.0

    def _prospect(self, step: Step, view: View) -> list[Step]:
        """The products of a list that does not say what it holds; the list goes on trial."""
        if view.offers is None or not view.offers.priced:
            return []
        pages = tuple(self._pager_steps(step, view))
        for page in pages:
            self._hold(replace(page, score=STRANGE_PAGE))
        shelf = self.category.is_shelf(heading(view.document))
        likely = shelf and step.role is not Role.HOME and not self.listed
        place = list_of(view.document.page.url)
        offers = [
            replace(
                each,
                inside=False,
                score=self._offer_score(each, likely=likely),
                # lists on trial are judged each by its own products
                shape=f"{place} {each.shape}",
            )
            for each in self._offer_steps(step, view)
        ]
        if step.role is not Role.HOME:
            self.prospects.add(Prospect(place, tuple(offers), pages, likely))
        return offers

    def _offer_score(self, step: Step, *, likely: bool) -> float:
        """How much a product of a list on trial is worth a look."""
        if self._names(step):
            return STRAGGLER
        sway = 1 + TOLD * (2 * self.names.score(step.trail[-1]) - 1)
        return min(STRAGGLER, sway * (LIKELY if likely else STRANGER))

    def _hold(self, step: Step) -> None:
        if step.score > 0:
            self.frontier.hold(step)

    def _ask(self, steps: Iterable[Step]) -> list[Visit]:
        changed = self.addresses.changed
        visits = ((self.frontier.ask(step, self.site), step.key) for step in steps)
        return [replace(each, changed=changed.get(key, "")) for each, key in visits if each]

    def _sight(self, step: Step, sight: Sight, *, lucky: bool = False) -> Sight:
        """*sight*, with the next candidate where nothing else is awaited."""
        if step.shape:
            self.frontier.credit(step, lucky=lucky)
        if step.role is Role.LISTING and step.trail and not step.inside:
            self.entry.learn(step.trail[-1], lucky=lucky)
        if self.frontier.awaited:
            return sight
        return replace(sight, visits=(*sight.visits, *self._take()))

    def _take(self) -> list[Visit]:
        """The best candidate held back, if one is worth a request."""
        if not self.found and self.seen > MAX_BLIND:
            return []
        floor = FLOOR_FOUND if self.listed else FLOOR_BLIND
        step = self.frontier.best(floor)
        if step is None and self.found:
            # the lists are exhausted: what the sitemaps list and no page has shown
            seen = self.frontier.known | self.arrived
            for each in self.addresses.alike(frozenset(self.patterns), self.names, seen):
                self._hold(each)
            step = self.frontier.best(floor)
        return self._ask([step]) if step else []
