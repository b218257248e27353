from specdex.discovery.rounds import (
    RoundReport,
    ids_to_ask,
    new_candidates,
    queries,
    sites_per_id,
    why_stop,
)
from specdex.discovery.votes import Ranked
from specdex.records import ProductId
from specdex.settings import DiscoverySettings

LEARNED = [
    ProductId("WH-1000", "mpn", "a.example"),
    ProductId("wh1000", "sku", "b.example"),
    ProductId("wh1000", "mpn", "b.example"),
    ProductId("X-5", "mpn", "a.example"),
    ProductId("Q7", "mpn", "a.example"),
    ProductId("Q7", "mpn", "b.example"),
    ProductId("Q7", "mpn", "c.example"),
    ProductId("--", "mpn", "c.example"),
]
RANKED = [Ranked("a.example", 1.0), Ranked("b.example", 0.5), Ranked("c.example", 0.4)]


def test_an_id_counts_the_sites_that_publish_it_in_any_spelling():
    assert sites_per_id(LEARNED) == {"wh1000": ("WH-1000", 2), "x5": ("X-5", 1), "q7": ("Q7", 3)}


def test_ids_of_more_than_tau_sites_are_asked_for_most_widespread_first():
    assert ids_to_ask([], LEARNED, DiscoverySettings(min_sites=1)) == ["Q7", "WH-1000"]
    assert ids_to_ask([], LEARNED, DiscoverySettings(min_sites=2)) == ["Q7"]
    assert ids_to_ask([], LEARNED, DiscoverySettings(redundancy=2)) == ["Q7", "WH-1000"]
    assert ids_to_ask([], LEARNED, DiscoverySettings(redundancy=3)) == ["Q7"]


def test_one_shop_is_enough_to_begin_with_its_most_telling_ids():
    alone = [
        ProductId(value, kind, "a.example", "http://a.example/")
        for value, kind in (("X1", "model"), ("4006381333931", "gtin"), ("WH-1000", "mpn"))
    ]
    assert ids_to_ask([], alone, DiscoverySettings(min_sites=1)) == [
        "4006381333931",
        "WH-1000",
        "X1",
    ]
    assert ids_to_ask([], (), DiscoverySettings(min_sites=1)) == []


def test_where_shops_share_no_id_their_own_are_asked_for():
    apart = [ProductId("X1-55", "mpn", "a.example"), ProductId("Y2-77", "mpn", "b.example")]
    assert ids_to_ask([], apart, DiscoverySettings(min_sites=1)) == ["X1-55", "Y2-77"]
    assert ids_to_ask([], apart, DiscoverySettings(min_sites=1), ["X1-55"]) == ["Y2-77"]
    shared = [*apart, ProductId("X1-55", "mpn", "b.example")]
    assert ids_to_ask([], shared, DiscoverySettings(min_sites=1)) == ["X1-55"]


def test_what_several_sites_have_in_names_only_comes_after_what_has_a_label():
    named = [ProductId("A9-9", "name", f"{site}.example") for site in "abcd"]
    assert ids_to_ask([], [*LEARNED, *named], DiscoverySettings()) == ["Q7", "WH-1000", "A9-9"]
    both = [ProductId("X5", "name", "b.example")]
    assert ids_to_ask([], [*LEARNED, *both], DiscoverySettings()) == ["Q7", "WH-1000", "X-5"]


def test_kinds_and_shops_take_turns_where_nobody_knows_what_others_print():
    codes = [
        ProductId(f"40063813339{number:02}", "gtin", "a.example", f"http://a.example/{number // 3}")
        for number in range(9)
    ]
    apart = [
        *codes,
        ProductId("EOS 700D", "model", "b.example", "http://b.example/1"),
        ProductId("X100", "model", "b.example", "http://b.example/2"),
        ProductId("WH-1000", "mpn", "a.example", "http://a.example/0"),
    ]
    asked = ids_to_ask([], apart, DiscoverySettings())
    assert asked[:3] == ["4006381333900", "WH-1000", "EOS 700D"]
    # of what a page prints several of, one comes before the others
    assert [each for each in asked if each.startswith("4006")][:4] == [
        *(f"40063813339{number:02}" for number in (0, 3, 6, 1)),
    ]
    assert asked == ids_to_ask([], apart[::-1], DiscoverySettings())
    assert len(asked) == len(apart)


def test_given_ids_come_first_and_nothing_is_asked_twice():
    asked = ids_to_ask(["Z9", "q-7"], LEARNED, DiscoverySettings(), asked=["z9"])
    assert asked == ["q-7", "WH-1000"]


def test_no_more_ids_are_asked_for_than_settings_allow():
    assert ids_to_ask(["A1", "B2", "C3"], [], DiscoverySettings(max_queries=2)) == ["A1", "B2"]


def test_the_best_unknown_sites_are_candidates():
    assert new_candidates(RANKED, {"a.example"}, 1) == [RANKED[1]]
    assert new_candidates(RANKED, set(), 10) == RANKED


def test_rounds_stop_for_a_reason():
    good, none, dry = RoundReport(3, (0.9, 0.8)), RoundReport(3), RoundReport(0)
    drifted = RoundReport(3, (0.5, 0.6))
    assert why_stop([good], 3) == ""
    assert why_stop([good] * 3, 3) == "all 3 rounds are done"
    assert why_stop([good, dry], 5, patience=3) == "no new site got a vote"
    more = RoundReport(0, full=True)
    assert why_stop([good, more, more], 5, patience=3) == ""
    assert why_stop([more, more, more], 5, patience=3) == "no new site got a vote"
    assert why_stop([good, none], 5, patience=2) == ""
    assert "none of the new sites" in why_stop([good, none, none], 5, patience=2)
    assert "hardly" in why_stop([good, drifted, drifted], 5, patience=2)
    assert why_stop([good, drifted], 5, patience=2) == ""


def test_an_id_is_asked_for_in_quotes():
    assert [query.text for query in queries(["WF-1000XM5"])] == ['"WF-1000XM5"']


def test_a_short_id_is_joined_by_the_category():
    texts = [query.text for query in queries(["X100", "EOS-700D-BK"], "camera")]
    assert texts == ['"X100" camera', '"EOS-700D-BK"']


def test_words_join_every_id_where_they_are_asked_for():
    assert queries(["EOS-700D-BK"], "camera", words=True)[0].text == '"EOS-700D-BK" camera'


def test_spellings_of_one_id_are_one_query():
    found = queries(["EOS 700D", "eos-700d", " ", '"EOS" 700D'])
    assert [(query.product, query.text) for query in found] == [("EOS 700D", '"EOS 700D"')]
