from hypothesis import given
from hypothesis import strategies as st

from specdex.discovery.votes import (
    backlink_votes,
    count_votes,
    forward_scores,
    hub_scores,
    search_scores,
    search_votes,
)
from specdex.records import Backlink, SearchResult

SITES = [f"s{number}.example" for number in range(8)]
HUBS = [f"http://h{number}.example/list" for number in range(6)] + ["http://s1.example/links"]
results = st.dictionaries(st.sampled_from("abcd"), st.sets(st.sampled_from(SITES)), min_size=1)
links = st.dictionaries(st.sampled_from(HUBS), st.sets(st.sampled_from(SITES), min_size=1))
known_sites = st.sets(st.sampled_from(SITES), min_size=1)


def scores(found, linked, known):
    returned = {
        product: [SearchResult(f"http://{site}/p") for site in sorted(sites)]
        for product, sites in found.items()
    }
    backlinks = {
        site: [Backlink(site, hub) for hub in sorted(linked) if site in linked[hub]]
        for site in sorted(known)
    }
    return returned, hub_scores(backlinks)


@given(results, links, known_sites)
def test_votes_add_up_to_the_scores(found, linked, known):
    returned, hubs = scores(found, linked, known)
    votes = [*search_votes(returned), *backlink_votes(hubs, linked)]
    search, backlink = count_votes(votes)
    assert set(search) == set(search_scores(returned))
    expected = forward_scores(hubs, linked)
    assert {site: round(score, 9) for site, score in backlink.items()} == {
        site: round(score, 9) for site, score in expected.items()
    }


def test_products_vote_in_all_rounds_and_hubs_in_the_latest():
    first = [*search_votes({"a": [SearchResult("http://x.example/")]}, 1)]
    first += backlink_votes({"http://h.example/": 1.0}, {"http://h.example/": ["x.example"]}, 1)
    second = [*search_votes({"b": [SearchResult("http://y.example/")]}, 2)]
    second += backlink_votes({"http://g.example/": 1.0}, {"http://g.example/": ["y.example"]}, 2)
    assert count_votes([*first, *second]) == (
        {"x.example": 0.5, "y.example": 0.5},
        {"y.example": 1.0},
    )
