"""Whole harvests of small synthetic webs, stopped, extended and begun anew."""

from collections import Counter
from dataclasses import replace
from itertools import count

import pytest
from hypothesis import Phase, given
from hypothesis import settings as configured
from hypothesis import strategies as st

from specdex.errors import InputError
from specdex.harvest import Harvest, candidates
from specdex.harvest.diary import at_work, give_order
from specdex.harvest.plan import Done, next_step
from specdex.harvest.state import read_state
from specdex.html import Document, parsing
from specdex.pipeline.decide import decide
from specdex.pipeline.discover import Providers
from specdex.pipeline.extract import Extraction
from specdex.records import (
    Correspondence,
    Decision,
    DecisionKind,
    Failure,
    Product,
    Site,
    SiteStatus,
    Specification,
    Vote,
)
from specdex.runs import MemoryStore, RunFolder
from specdex.testing import CannedSearchEngine, MemoryRun
from tests.harvest.world import CATEGORY, MAPPED, Fetcher, Reader, World, held, settings

SHOPS = [f"shop{number}.example" for number in range(6)]
OTHERS = [f"other{number}.example" for number in range(3)]
LITTLE = World(
    {host: tuple(range(number, number + 4)) for number, host in enumerate(SHOPS)},
    dict.fromkeys(OTHERS, (0, 1, 2)),
    ((SHOPS[0], SHOPS[1], SHOPS[3], OTHERS[0]), (SHOPS[0], SHOPS[1], SHOPS[5])),
)


class Killed(BaseException):
    """What a process that is killed does no more."""


class Mortal(MemoryStore):
    """A store whose process is killed before its n-th write."""

    def __init__(self, lives=10**9):
        super().__init__()
        self.lives = lives

    def add(self, records):
        self._die()
        return super().add(records)

    def replace(self, kind, scope, records):
        self._die()
        super().replace(kind, scope, records)

    def _die(self):
        self.lives -= 1
        if self.lives < 0:
            raise Killed


def harvested(world, wanted, run=None, **about):
    run = run or MemoryRun()
    Harvest(
        wanted, run, mapped=MAPPED, crawler=Fetcher(world), providers=world.providers, **about
    ).go()
    return run


def test_a_harvest_finds_the_shops_and_keeps_its_verdicts():
    told = []
    run = harvested(LITTLE, settings(SHOPS[:2], 5), tell=told.append)
    sites = {site.host: site for site in run.store.read(Site)}
    shops = {host for host, site in sites.items() if site.status is SiteStatus.ACCEPTED}
    assert shops == set(SHOPS[2:])
    assert {sites[host].status for host in OTHERS if host in sites} == {SiteStatus.REJECTED}
    assert all(sites[host].home_score > 0.5 < sites[host].crawl_score for host in shops)
    assert all(site.reason for site in sites.values())
    assert run.store.count(Product) == 9
    assert {each.category for each in run.store.read(Product)} == {CATEGORY}
    assert "joined 24 specifications to 9 products" in told
    assert {vote.category for vote in run.store.read(Vote)} == {CATEGORY}


def test_a_product_page_is_parsed_to_be_read_and_to_be_learned_from_and_no_more(monkeypatch):
    parsed = Counter()

    def counted(page, *columns):
        parsed[page.url] += 1
        return Document(page, *columns)

    monkeypatch.setattr(parsing, "Document", counted)
    run = harvested(LITTLE, settings(SHOPS[:2], 5))
    read = {each.url for each in run.store.read(Specification)}
    assert len(read) == 24
    assert {parsed[url] for url in read} <= {1, 2}


def test_a_shop_is_read_for_its_ids_once_whatever_rounds_follow(monkeypatch):
    read = Counter()
    kept = candidates.coded_labels

    def counted(said):
        read.update({each.site for each in said})
        return kept(said)

    monkeypatch.setattr(candidates, "coded_labels", counted)
    harvested(LITTLE, settings(SHOPS[:2], 5))
    assert set(SHOPS[:2]) < set(read)
    assert set(read.values()) == {1}


def test_a_second_go_has_nothing_to_do():
    run = harvested(LITTLE, settings(SHOPS[:2]))
    before, told = held(run), []
    crawler = Fetcher(LITTLE)
    Harvest(
        settings(SHOPS[:2]),
        run,
        told.append,
        mapped=MAPPED,
        crawler=crawler,
        providers=LITTLE.providers,
    ).go()
    assert held(run) == before
    assert crawler.fetched == []
    assert told == ["done: all 3 rounds are done"]
    assert isinstance(next_step(read_state(run.store, settings(SHOPS[:2]))), Done)


def test_an_id_without_results_is_asked_for_once_and_one_that_failed_again():
    engine = CannedSearchEngine({}, broken=['"MPN-000-X"'])
    within = {"search_within": False}
    about = {"mapped": MAPPED, "crawler": Fetcher(LITTLE)}
    providers = Providers(engine, LITTLE)
    Harvest(settings(SHOPS[:2], 2, **within), MemoryRun(), providers=providers, **about).go()
    asked = Counter(engine.asked)
    assert asked.pop('"MPN-000-X"') == 2, "nobody answered in the first round"
    assert set(asked.values()) == {1}


class Foreign(Reader):
    """The same, but one shop calls its ids something that nobody knows."""

    def extract(self, document):
        said = super().extract(document)
        if said.site != SHOPS[1]:
            return said
        (fragment,) = said.fragments
        pairs = tuple(
            replace(pair, name="Plakette") if pair.name == "MPN" else pair
            for pair in fragment.pairs
        )
        return replace(said, fragments=(replace(fragment, pairs=pairs),), fields=())


@pytest.mark.parametrize("taught", [True, False])
def test_ids_under_a_label_that_only_rules_know_are_asked_for_within_the_rounds(
    taught, monkeypatch
):
    if not taught:
        monkeypatch.setattr(candidates, "learned_ids", lambda *_: ())
    engine = CannedSearchEngine({})
    Harvest(
        settings(SHOPS[:2], 1, search_within=False),
        MemoryRun(),
        mapped=Extraction(Foreign()),
        crawler=Fetcher(LITTLE),
        providers=Providers(engine, None),
    ).go()
    assert ('"MPN-004-X"' in engine.asked) is taught, "only the second shop prints it"


def test_one_shop_is_enough_to_begin_and_it_is_told():
    told = []
    run = harvested(LITTLE, settings(SHOPS[:1], 3, min_sites=1), tell=told.append)
    assert "round 1: asking for 4 product ids (of one shop, the most telling) and 1 sites" in told
    assert {site.host for site in run.store.read(Site)} > {SHOPS[0], SHOPS[1]}


def test_homes_are_as_they_are_given_or_voted_for_or_as_they_answer():
    hub = (f"https://www.{SHOPS[2]}/a", SHOPS[3], f"https://www.{SHOPS[4]}/a")
    world = World(dict.fromkeys(SHOPS, (1, 2, 3, 4)), {}, (tuple(SHOPS[:2]) + hub,))
    places = {
        SHOPS[0]: f"https://{SHOPS[0]}:8443/",
        SHOPS[1]: f"https://{SHOPS[1]}/",
        SHOPS[2]: f"https://www.{SHOPS[2]}/",
        SHOPS[3]: f"http://www.{SHOPS[3]}/",
        SHOPS[4]: f"http://{SHOPS[4]}/",
    }
    for host, home in places.items():
        world.pages[home] = world.pages.pop(f"http://{host}/")
    given = [f"https://{SHOPS[0]}:8443/", SHOPS[1]]
    run = harvested(world, settings(given, 1, top=9, strategy="backlink"))
    sites = {site.host: site for site in run.store.read(Site)}
    assert {host: sites[host].home for host in places} == places
    assert {sites[host].status for host in SHOPS[2:5]} == {SiteStatus.ACCEPTED}
    assert not run.store.count(Failure)


def test_a_second_join_is_never_stale():
    """A harvest that was extended said 38 products and held 47: never again."""
    run, told = MemoryRun(), []
    for rounds in range(4):
        harvested(LITTLE, settings(SHOPS[:2], rounds), run, tell=told.append)
        joined = [line for line in told if line.startswith("joined")][-1]
        assert joined.endswith(f"to {run.store.count(Product)} products")
        trusted = {SiteStatus.SEED, SiteStatus.ACCEPTED}
        shops = {site.host for site in run.store.read(Site) if site.status in trusted}
        assert {each.site for each in run.store.read(Correspondence)} <= shops
        said = {url for each in run.store.read(Product) for url in each.urls}
        assert said == {each.url for each in run.store.read(Specification) if each.site in shops}


def test_pages_of_a_site_that_was_let_go_of_are_not_read_again():
    sold = [(1, 2), (0, 1, 4, 5, 7), (1, 2, 3, 4, 5), (0, 3, 5), (2, 4, 6), (1, 2, 4, 5, 7)]
    mentioned = [(2, 3), (1, 4, 5, 6), (0, 2, 4, 5, 6)]
    hub = (SHOPS[4], SHOPS[3], OTHERS[2], SHOPS[2])
    world = World(
        dict(zip(SHOPS, sold, strict=True)), dict(zip(OTHERS, mentioned, strict=True)), (hub,)
    )
    whole = settings(SHOPS[:2], 1, filters="crawl")
    run = harvested(world, settings(SHOPS[:1], 1, filters="crawl"))
    assert run.store.count(Specification, site=SHOPS[2])
    harvested(world, whole, run)
    assert not run.store.count(Specification, site=SHOPS[2])
    assert held(run) == held(harvested(world, whole))


def test_what_people_decided_is_obeyed_by_the_next_harvest():
    run, told = harvested(LITTLE, settings(SHOPS[:2])), []
    shared = next(each for each in run.store.read(Product) if len(each.urls) > 1)
    decide(run.store, [Decision(DecisionKind.DIFFERENT, *shared.urls[:2], category=CATEGORY)])
    harvested(LITTLE, settings(SHOPS[:2]), run, tell=told.append)
    assert told[0].startswith("joined ")
    kept = {each.id: each.urls for each in run.store.read(Product)}
    assert not any(set(shared.urls[:2]) <= set(urls) for urls in kept.values())
    assert shared.id in kept


@configured(max_examples=15, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(st.data())
def test_a_harvest_extended_in_steps_holds_what_a_fresh_one_holds(data):
    draw = data.draw
    products = st.sets(st.integers(0, 7), min_size=2, max_size=5).map(
        lambda some: tuple(sorted(some))
    )
    world = World(
        {host: draw(products) for host in SHOPS},
        {host: draw(products) for host in OTHERS},
        tuple(draw(st.lists(st.sampled_from(SHOPS + OTHERS), max_size=5)) for _ in range(2)),
    )
    seeds, rounds = draw(st.integers(1, 3)), draw(st.integers(0, 3))
    filters = draw(st.sampled_from(["both", "crawl", "none"]))
    whole = settings(SHOPS[:seeds], rounds, filters=filters)
    fresh = held(harvested(world, whole))
    store = Mortal()
    run = MemoryRun(store)
    for _ in range(draw(st.integers(1, 3))):
        part = settings(
            SHOPS[: draw(st.integers(1, seeds))], draw(st.integers(0, rounds)), filters=filters
        )
        store.lives = draw(st.integers(0, 40))
        try:
            harvested(world, part, run)
        except Killed:
            continue
    store.lives = 10**9
    harvested(world, whole, run)
    assert held(run) == fresh


def test_a_harvest_killed_before_any_of_its_writes_ends_the_same():
    whole = settings(SHOPS[:2], 2)
    fresh = held(harvested(LITTLE, whole))
    for lives in count(0, 2):
        store = Mortal(lives)
        run = MemoryRun(store)
        try:
            harvested(LITTLE, whole, run)
        except Killed:
            store.lives = 10**9
            harvested(LITTLE, whole, run)
            assert held(run) == fresh
        else:
            break
    assert lives > 20


def test_pages_are_fetched_once_whatever_is_begun_anew():
    run, crawler = MemoryRun(), Fetcher(LITTLE)
    for seeds in (1, 2, 3):
        Harvest(
            settings(SHOPS[:seeds]),
            run,
            mapped=MAPPED,
            crawler=crawler,
            providers=LITTLE.providers,
        ).go()
    assert len(crawler.fetched) == len(set(crawler.fetched))


def test_a_run_folder_holds_the_same(tmp_path):
    whole = settings(SHOPS[:2])
    fresh = held(harvested(LITTLE, whole))
    harvested(LITTLE, settings(SHOPS[:1], 1), tmp_path / "run")
    harvested(LITTLE, whole, tmp_path / "run")
    with RunFolder(tmp_path / "run") as run:
        assert held(run) == fresh


def test_a_seed_without_specifications_is_told():
    complaints = []
    harvested(LITTLE, settings([SHOPS[0], OTHERS[0]], 0), complain=complaints.append)
    assert complaints == [f"the seed {OTHERS[0]} gave no specifications: none of its pages came"]


def test_settings_may_be_a_file(tmp_path):
    path = tmp_path / "kettle.toml"
    path.write_text(f'category = "kettle"\nsites = ["{SHOPS[0]}"]\n[discovery]\nrounds = 0\n')
    run = harvested(LITTLE, str(path))
    assert run.store.count(Specification) == 4
    with pytest.raises(InputError, match="a category"):
        Harvest(replace(settings(SHOPS), category=""), run)


def test_a_harvest_in_a_folder_is_seen_and_stops_when_told(tmp_path):
    told, path, whole = [], tmp_path / "run", settings(SHOPS[:2])
    harvested(LITTLE, whole, path, tell=told.append, watch=lambda: give_order(path, "stop"))
    assert told[-1].startswith("stopped, as somebody asked")
    assert not at_work(path).running
    assert at_work(path).category == CATEGORY
    harvested(LITTLE, whole, path, tell=told.append)
    assert told[-1].startswith("done")
    assert at_work(path).said[0][1] == told[-1]
    with RunFolder(path) as run:
        assert held(run) == held(harvested(LITTLE, whole))
