"""The executor of a harvest: it does one step after the other, each kept in the run.

What is done next is decided by ``next_step`` from the run alone, so that a harvest that was stopped
at any moment goes on, and one that is extended ends with what a fresh one would hold.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from specdex.errors import InputError
from specdex.harvest import plan
from specdex.harvest.candidates import Candidates, ShopIds
from specdex.harvest.diary import Diary, Stopped
from specdex.harvest.judge import TRUSTED, Judge
from specdex.harvest.kept import keep_settings
from specdex.harvest.names import CategoryNames
from specdex.harvest.state import BASIS, JOIN, LOOSE, State, read_state, unread_of
from specdex.html import Document
from specdex.pipeline.crawl import (
    RunRecorder,
    Start,
    default_crawler,
    documents,
    look_at,
    searched,
    walk_sites,
)
from specdex.pipeline.discover import Providers
from specdex.pipeline.extract import Extraction, extract_run, extraction, uncollected
from specdex.pipeline.homes import answering, home_of
from specdex.pipeline.learn import RunLearning, learn_here, read_by_wrapper
from specdex.pipeline.lessons import ShardLearning, learn_apart
from specdex.pipeline.rejoin import join_run
from specdex.pipeline.renewal import renewals
from specdex.pipeline.shards import ShardWalk, let_go, walk_apart
from specdex.plugins import engine as make_engine
from specdex.plugins import load as load_plugin
from specdex.ports import Crawler, RunLike
from specdex.records import (
    Correspondence,
    Milestone,
    NotLearned,
    Observation,
    PageKind,
    ProductId,
    Site,
    SiteStatus,
    Specification,
    UrlPattern,
    Version,
    Vote,
    Wrapper,
)
from specdex.runs import RunFolder
from specdex.settings import HarvestSettings
from specdex.settings import load as load_settings
from specdex.urls import host
from specdex.wrappers.knowledge import Knowledge, Teachers

__all__ = ["Harvest"]

KINDS_OF_SITES: tuple[type, ...] = (
    *(Wrapper, NotLearned, Specification, ProductId, Correspondence),
    *(Observation, Version),
)
"""What goes with a site that is let go of."""

TOGETHER = 32
"""Shops that are learned from the same knowledge of each other."""
TEACHERS = 500
"""So many shops, the first and surest, tell what others print."""

Tell = Callable[[str], None]


@dataclass
class Harvest:
    """One harvest in one run: discover shops, crawl, read, learn and join, in rounds.

    *settings* are what to harvest, or the path of a TOML file that says so; *run* is the folder
    that keeps everything. ``go`` does all that is left to do there and may be stopped at any
    moment; called again, with more rounds or more seeds, it goes on.

    ``Harvest("camera.toml", "camera-run", tell=print).go()``

    *tell* hears of each step, *complain* of what went wrong and does not stop the harvest; *watch*
    is called about twice a second. With *jobs*, sites are walked, read and learned by so many
    processes. Who fetches, answers and reads, and what keeps the run, can be handed in.
    """

    settings: HarvestSettings | Path | str
    run: RunLike | Path | str
    tell: Tell = lambda _: None
    complain: Tell = lambda _: None
    watch: Callable[[], None] = lambda: None
    jobs: int = 1
    mapped: Extraction = field(default_factory=extraction)
    crawler: Crawler | None = None
    providers: Providers | None = None

    def __post_init__(self) -> None:
        if isinstance(self.settings, (str, Path)):
            self.settings = load_settings(HarvestSettings, Path(self.settings))
        if isinstance(self.run, str):
            self.run = Path(self.run)
        if not self.settings.category:
            raise InputError("say what to harvest: a category")
        chosen, manners = self.settings.discovery, self.settings.politeness
        place = self.run if isinstance(self.run, Path) else None
        self.providers = self.providers or Providers.of(chosen, manners.proxy, place)
        self.crawler = self.crawler or default_crawler(manners, self.settings.budget)

    def go(self) -> None:
        """Do all that is left to do."""
        with ExitStack() as opened:
            run = opened.enter_context(_opened(self.run))
            if isinstance(self.crawler, AbstractContextManager):
                opened.enter_context(self.crawler)
            if not isinstance(run, RunFolder):
                _Executor(self, run).go()
                return
            assert isinstance(self.settings, HarvestSettings)  # noqa: S101 - since it was made
            keep_settings(run.path, self.settings)
            diary = opened.enter_context(Diary(run.path, self.settings))
            try:
                _Executor(self._overheard(diary), run).go()
            except Stopped as stopped:
                self.tell(str(stopped))

    def _overheard(self, diary: Diary) -> "Harvest":
        """The same, which *diary* hears, and through which it obeys."""

        def tell(sentence: str) -> None:
            diary.tell(sentence)
            self.tell(sentence)

        def complain(sentence: str) -> None:
            diary.tell(sentence)
            self.complain(sentence)

        def watch() -> None:
            self.watch()
            diary.obey()

        return replace(self, tell=tell, complain=complain, watch=watch)


def _opened(run: Any) -> AbstractContextManager[RunLike]:
    return RunFolder(run) if isinstance(run, Path) else nullcontext(run)


class _Executor:
    """Does the steps of *harvest* in an open run."""

    def __init__(self, harvest: Harvest, run: RunLike) -> None:
        settings, crawler, providers = harvest.settings, harvest.crawler, harvest.providers
        assert isinstance(settings, HarvestSettings) and crawler and providers  # noqa: S101, PT018
        self.harvest, self.run, self.store = harvest, run, run.store
        self.settings, self.crawler, self.providers = settings, crawler, providers
        self.category = settings.category
        workers = (harvest.jobs if harvest.jobs > 1 else 0) or settings.workers or None
        self.engine = make_engine(settings.engine, workers)
        self.joiners = make_engine(settings.engine, workers, chunk=1)
        self.apart = not isinstance(self.engine, load_plugin("engines", "serial"))
        """Whether others work beside this process."""
        self.names = CategoryNames(run, settings)
        filters = settings.discovery.filters
        named, shown = self._names_of, self.names.shown
        self.judge = Judge(run, self.category, filters, names=named, shown=shown)
        self.knowledge: dict[str, Knowledge] = {}
        """What each shop prints, as it was when it was last read, …"""
        self.ids: dict[str, ShopIds] = {}
        """… and what of that may be product ids."""
        self.actions: dict[type, Callable[[State, Any], None]] = {
            plan.Seed: self._seed,
            plan.Begin: self._begin,
            plan.Discover: self._discover,
            plan.FilterHomes: self._filter_homes,
            plan.Crawl: self._crawl,
            plan.Read: self._read,
            plan.JudgeCrawls: self._judge_crawls,
            plan.Learn: self._learn,
            plan.Drop: self._drop,
            plan.Join: self._join,
        }

    def go(self) -> None:
        """One step after the other, until there is none."""
        # what changed since outside a harvest, a page or a decision, is joined, too
        self.store.add([Milestone(self.category, JOIN)])
        while True:
            state = read_state(self.store, self.settings)
            step = plan.next_step(state)
            if isinstance(step, plan.Done):
                self._let_go()
                self.harvest.tell(f"done: {step.reason}")
                return
            if state.joined:
                self.store.add([Milestone(self.category, JOIN)])
            self.actions[type(step)](state, step)
            self.harvest.watch()

    def _seed(self, state: State, step: plan.Seed) -> None:
        known = {site.host: site for site in state.sites}
        given = {host(home_of(each)): home_of(each) for each in self.settings.sites}
        self.store.add(
            Site(
                each,
                SiteStatus.SEED,
                self.category,
                1.0,
                crawled=each in known and known[each].crawled,
                reason=plan.GIVEN,
                home=given[each],
            )
            for each in step.hosts
        )

    def _begin(self, state: State, step: plan.Begin) -> None:
        """Rest on a basis; what rested on another is decided again, without fetching anything."""
        with self.store.transaction():
            if step.anew:
                self.harvest.tell("what is given has changed: the rounds are asked anew")
                self.store.replace(Vote, {"category": self.category}, ())
                self.store.replace(Milestone, {"category": self.category}, ())
                self.store.add(map(_undecided, state.sites))
                for site in state.sites:
                    self._unlearn(site.host)
            self.store.add([Milestone(self.category, BASIS, mark=step.basis)])

    def _unlearn(self, site: str) -> None:
        """Forget how *site* prints its data, and what was read by that."""
        self._forget(site)
        self.store.replace(Wrapper, {"site": site}, ())
        self.store.replace(NotLearned, {"site": site}, ())
        for each in list(self.store.read(Specification, site=site)):
            if read_by_wrapper(each):
                self.store.replace(Specification, {"url": each.url}, ())
                self.store.replace(ProductId, {"url": each.url}, ())

    def _forget(self, site: str) -> None:
        self.knowledge.pop(site, None)
        self.ids.pop(site, None)
        self.judge.forget(site)

    def _discover(self, state: State, step: plan.Discover) -> None:
        told = self.harvest.tell, self.harvest.complain
        kept = self.store, self.settings, self.providers, self._hubs
        Candidates(*kept, *told, self.ids).find(state, step.round)

    def _hubs(self, urls: Sequence[str]) -> Iterator[tuple[str, Document]]:
        self._look(urls, PageKind.OTHER)
        return documents(self.run, urls)

    def _look(self, urls: Iterable[str], kind: PageKind = PageKind.HOME) -> None:
        look_at(urls, self.run, self.crawler, kind, self.harvest.watch)

    def _filter_homes(self, state: State, step: plan.FilterHomes) -> None:
        sites = answering(step.sites, self.store, self._look)
        known = state.before(step.round)
        judged = self.judge.homes(sites, known)
        # whoever shows products that were asked for may call the category by another name
        strange = [site.host for site in judged if site.status is SiteStatus.REJECTED]
        hits = self.names.hits(strange)
        if hits:
            self._look(hits, PageKind.OTHER)
            shown = {host(url) for url in hits}
            again = [site for site in sites if site.host in shown]
            renamed = {site.host: site for site in self.judge.homes(again, known)}
            judged = [renamed.get(site.host, site) for site in judged]
        self.store.add(judged)

    def _names_of(self, site: str, known: Sequence[Site]) -> tuple[str, ...]:
        """What *site* may call the category, by itself and by the shops among *known*."""
        return self.names.of(site, [each.host for each in known if each.status in TRUSTED])

    def _crawl(self, state: State, step: plan.Crawl) -> None:
        """Walk the sites, with what a search within each finds, where one can be asked."""
        known = {site.host: site for site in state.sites}
        self.harvest.tell(f"crawling {len(step.hosts)} site{'s' * (len(step.hosts) != 1)}")
        within = self.settings.discovery.search_within
        engine = self.providers.search if within else None
        nofollow = self.settings.politeness.nofollow
        starts = (
            Start(
                home_of(known[each]),
                nofollow=nofollow,
                names=self._names_of(each, state.before(known[each].round)),
            )
            for each in step.hosts
        )
        found = searched(starts, self.category, engine, self.harvest.complain)
        mapped, watch = self.harvest.mapped, self.harvest.watch
        if self.apart and isinstance(self.run, RunFolder):
            manners, shards = self.settings.politeness, self.settings.shards
            walk = ShardWalk(self.category, self.crawler, mapped, manners, shards)
            for damage in walk_apart(found, self.run, walk, self.engine, watch):
                self.harvest.complain(damage)
        else:
            recorder = RunRecorder(self.run, renewals(self.run, self.category), mapped)
            walk_sites(found, self.category, recorder, self.crawler, watch)
        for each in step.hosts:
            self._forget(each)

    def _read(self, state: State, step: plan.Read) -> None:
        del step
        pages = list(unread_of(self.store, state.sites))
        read = extract_run(self.run, self.harvest.mapped, self.engine, pages, self.harvest.watch)
        self.harvest.tell(f"read {read} product pages")
        for site in state.sites:
            self._forget(site.host)

    def _judge_crawls(self, state: State, step: plan.JudgeCrawls) -> None:
        judged = self.judge.crawls(step.sites, state.before(step.round))
        self.store.add(judged)
        barren = [site for site in judged if not site.crawl_score]
        for site in barren if not step.round else ():
            self.harvest.complain(f"the seed {site.host} gave no specifications: {site.reason}")
        if step.round:
            after = read_state(self.store, self.settings)
            report = plan.report_of(after, step.round)
            new = len(report.confidences)
            sure = f", precision about {report.precision:.2f}" if new else ""
            self.harvest.tell(
                f"round {step.round}: {report.candidates} candidates, {new} new shops{sure}"
            )

    def _learn(self, state: State, step: plan.Learn) -> None:
        """Some shops at a time, with what all known shops print; those are kept at one go.

        So what is learned depends neither on who was faster nor on when a harvest was stopped.
        """
        shops = [site.host for site in state.shops(step.round)][:TEACHERS]
        for start in range(0, len(step.hosts), TOGETHER):
            some = step.hosts[start : start + TOGETHER]
            known = {each: self._knowledge(each) for each in shops}
            learning = RunLearning(self.harvest.mapped, Teachers.of(known.values()), known)
            changed = self._learned(some, learning)
            for each in some:
                self._forget(each)
                if changed[each]:
                    told = f"learned how {each} prints its data: {changed[each]} pages read anew"
                    self.harvest.tell(told)
            self._let_go(step.hosts[start + TOGETHER :])

    def _learned(self, hosts: Sequence[str], learning: RunLearning) -> dict[str, int]:
        """How many pages of each of *hosts* are read anew, now that all of them are learned."""
        watch, changed = self.harvest.watch, dict[str, int]()
        if not self.apart or not isinstance(self.run, RunFolder):
            return learn_here(hosts, self.run, learning, watch)
        # workers see themselves what a site teaches
        elsewhere = replace(learning, teaches=dict.fromkeys(learning.teaches))
        work = ShardLearning(self.category, elsewhere, self.settings.shards)
        for taught in learn_apart(hosts, self.run, work, self.engine, watch):
            changed |= taught.changed
            if taught.damage:
                self.harvest.complain(f"{taught.damage}; its sites are given out once more")
        return changed

    def _let_go(self, waiting: Sequence[str] = ()) -> None:
        if isinstance(self.run, RunFolder):
            let_go(self.run, waiting)

    def _knowledge(self, site: str) -> Knowledge:
        if site not in self.knowledge:
            self.knowledge[site] = Knowledge.of(self.store.read(Specification, site=site))
        return self.knowledge[site]

    def _drop(self, state: State, step: plan.Drop) -> None:
        """Let go of what other seeds had found; the pages themselves stay."""
        del state
        with self.store.transaction():
            for each in step.hosts:
                for kind in KINDS_OF_SITES:
                    self.store.replace(kind, {"site": each}, ())
                self.store.replace(UrlPattern, {"site": each, "category": self.category}, ())
                self.store.replace(Site, {"host": each, "category": self.category}, ())
                self._forget(each)

    def _join(self, state: State, step: plan.Join) -> None:
        del step
        sites = {site.host for site in state.shops()}
        with uncollected():
            found = join_run(self.store, self.category, sites, engine=self.joiners)
        self.store.add([Milestone(self.category, JOIN, mark="joined")])
        if found.changed:
            self.harvest.tell(
                f"joined {found.specifications} specifications to {found.products} products"
            )


def _undecided(site: Site) -> Site:
    """*site* before anything was decided of it; whether it was crawled is no decision."""
    if site.status is SiteStatus.SEED:
        return replace(site, reason=plan.GIVEN, crawl_score=0.0)
    fresh = Site(site.host, SiteStatus.CANDIDATE, site.category, round=LOOSE)
    return replace(fresh, crawled=site.crawled, home=site.home)
