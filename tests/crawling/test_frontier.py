from dataclasses import replace

from specdex.crawling.frontier import Frontier, Prospect, Prospects, Role, Step
from specdex.records import PageKind

SITE = "shop.example"


def step(name, score=0.5, **fields):
    return Step(name, f"http://shop.example/{name}", Role.LISTING, score, **fields)


def test_a_step_is_asked_for_once():
    frontier = Frontier()
    visit = frontier.ask(step("a"), SITE)
    assert (visit.url, visit.expected) == ("http://shop.example/a", PageKind.ENTRY)
    assert frontier.ask(step("a"), SITE) is None
    assert frontier.arrive("a") == step("a")
    assert frontier.arrive("a") is None


def test_the_best_candidate_comes_first_and_ties_go_by_address():
    frontier = Frontier()
    for each in (step("c", 0.5), step("a", 0.5), step("b", 0.4)):
        frontier.hold(each)
    assert frontier.best(0.1).key == "a"
    assert frontier.best(0.6) is None


def test_a_better_reason_for_a_candidate_replaces_a_worse_one():
    frontier = Frontier()
    for score in (0.2, 0.7, 0.3):
        frontier.hold(step("a", score))
    assert frontier.best(0.1).score == 0.7


def test_what_was_asked_for_is_held_no_more():
    frontier = Frontier()
    frontier.hold(step("a"))
    frontier.ask(step("a"), SITE)
    frontier.hold(step("a", 0.9))
    assert frontier.best(0.0) is None


def test_links_of_a_shape_without_luck_lose_their_worth():
    frontier = Frontier()
    candidate = step("a", 0.6, shape="/nav/a")
    assert frontier.worth(candidate) == 0.6
    for _ in range(4):
        frontier.credit(step("elsewhere", shape="/nav/a"), lucky=False)
    assert frontier.worth(candidate) == 0.6 * 2 / 6


def test_links_beside_lucky_ones_gain_below_the_home_page():
    frontier = Frontier()
    frontier.credit(step("b", shape="/ul/a"), lucky=True)
    assert frontier.worth(step("a", 0.1, shape="/ul/a", trail=("Home", "Over-ear"))) == 0.45
    assert frontier.worth(step("a", 0.1, shape="/ul/a", trail=("Home",))) == 0.1


def test_a_list_on_trial_is_adopted_once_its_products_speak_for_it():
    prospects = Prospects()
    offers = tuple(step(f"p{number}") for number in range(4))
    prospects.add(Prospect("list", offers[:2], ()))
    prospects.add(Prospect("list", offers[2:], ()))
    assert prospects.judge("p0", ours=True) is None
    assert prospects.judge("p1", ours=True).offers == offers
    assert prospects.judge("p2", ours=True) is None


def test_a_list_of_all_sorts_is_not_adopted():
    prospects = Prospects()
    prospects.add(Prospect("list", tuple(step(f"p{number}") for number in range(4)), ()))
    verdicts = [prospects.judge(f"p{number}", ours=number > 1) for number in range(4)]
    assert verdicts == [None] * 4


def test_one_product_is_enough_for_a_list_named_like_a_shelf():
    prospects = Prospects()
    prospects.add(Prospect("list", (step("p0"),), (), likely=True))
    assert prospects.likely("p0")
    assert prospects.judge("p0", ours=True)
    assert not prospects.likely("p0")


def test_a_region_of_a_site_that_leads_nowhere_counts_less():
    frontier = Frontier()
    candidate = step("http://a.example/tests/some-camera", 0.6)
    for number in range(4):
        frontier.credit(step(f"http://a.example/tests/other-{number}"), lucky=False)
    assert frontier.worth(candidate) < 0.6
    assert frontier.worth(step("http://a.example/shop/some-camera", 0.6)) == 0.6


def test_a_sitemap_is_asked_for_but_not_awaited():
    frontier = Frontier()
    visit = frontier.ask(replace(step("a"), role=Role.SITEMAP), SITE)
    assert visit.expected is PageKind.SITEMAP
    assert not frontier.awaited
