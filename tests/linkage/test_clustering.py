import random

from hypothesis import given
from hypothesis import strategies as st

from specdex.linkage.clustering import cluster
from specdex.records import Match

URLS = "abcdefghij"
matches_among = st.lists(
    st.builds(
        Match,
        st.sampled_from(URLS),
        st.sampled_from(URLS),
        st.sampled_from([0.7, 0.85, 0.95, 0.98]),
    ),
    max_size=25,
)
gtins_of = st.dictionaries(
    st.sampled_from(URLS), st.frozensets(st.sampled_from("123"), max_size=2), max_size=6
)


@given(matches_among, gtins_of)
def test_every_url_is_in_exactly_one_group(matches, gtins):
    groups = cluster(URLS, matches, gtins)
    assert sorted(url for group in groups for url in group) == sorted(URLS)


@given(matches_among, gtins_of, st.randoms(use_true_random=False))
def test_the_order_of_urls_and_matches_does_not_matter(matches, gtins, chance):
    shuffled, urls = list(matches), list(URLS)
    chance.shuffle(shuffled)
    chance.shuffle(urls)
    assert cluster(urls, shuffled, gtins) == cluster(URLS, matches, gtins)


@given(matches_among)
def test_without_doubt_or_conflict_groups_are_the_connected_components(matches):
    sure = [Match(match.one, match.other, 0.95) for match in matches]
    place = {url: number for number, group in enumerate(cluster(URLS, sure)) for url in group}
    assert all(place[match.one] == place[match.other] for match in sure)
    parts = len(set(place.values()))
    assert parts >= len(URLS) - len({frozenset((match.one, match.other)) for match in sure})


@given(matches_among, gtins_of)
def test_members_of_a_group_are_joined_by_matches(matches, gtins):
    edges = {frozenset((match.one, match.other)) for match in matches}
    for group in cluster(URLS, matches, gtins):
        reached, rest = {group[0]}, set(group[1:])
        while found := {url for url in rest if any({url, known} in edges for known in reached)}:
            reached |= found
            rest -= found
        assert not rest


def test_groups_with_different_gtins_are_not_joined_by_a_page_between_them():
    matches = [Match("a", "b", 0.95), Match("b", "c", 0.9)]
    gtins = {"a": frozenset("1"), "c": frozenset("2")}
    assert cluster("abc", matches, gtins) == (("a", "b"), ("c",))


def test_one_unsure_match_is_no_bridge_between_larger_groups():
    sure = [Match("a", "b", 0.95), Match("b", "c", 0.95), Match("x", "y", 0.95)]
    sure += [Match("y", "z", 0.95)]
    bridge = [Match("c", "x", 0.8)]
    assert cluster("abcxyz", sure + bridge) == (("a", "b", "c"), ("x", "y", "z"))
    assert len(cluster("abcxyz", [*sure, *bridge, Match("a", "z", 0.8)])) == 1


def test_a_match_with_an_unknown_page_is_left_out():
    assert cluster("a", [Match("a", "b")]) == (("a",),)


def test_many_pages_are_grouped_in_moderate_time():
    chance = random.Random(7)
    urls = [str(number) for number in range(20_000)]
    matches = [Match(*chance.sample(urls, 2), 0.95) for _ in range(20_000)]
    assert sum(len(group) for group in cluster(urls, matches)) == len(urls)


couples = st.lists(st.tuples(st.sampled_from(URLS), st.sampled_from(URLS)), max_size=4)


@given(matches_among, gtins_of, couples, couples)
def test_what_people_said_is_the_same_is_together_and_what_is_different_apart(
    matches, gtins, same, different
):
    place = {
        url: number
        for number, group in enumerate(cluster(URLS, matches, gtins, same, different))
        for url in group
    }
    assert all(place[one] == place[other] for one, other in same)
    tied = cluster(URLS, [Match(one, other) for one, other in same])
    leader = {url: group[0] for group in tied for url in group}
    assert all(
        place[one] != place[other] for one, other in different if leader[one] != leader[other]
    )


def test_a_page_that_is_different_from_one_stays_with_the_others():
    matches = [Match("a", "b", 0.95), Match("b", "c", 0.95), Match("a", "c", 0.95)]
    assert cluster("abc", matches, {}, (), [("a", "b"), ("a", "c")]) == (("a",), ("b", "c"))
