"""What everyone links to is weighed down by how common it is."""

from specdex.discovery.commonness import common_hubs, commonness, shipped_commonness, weighed


def test_the_shipped_list_says_how_it_was_made_and_holds_shares():
    shares = shipped_commonness()
    assert shares
    assert all(0 < share < 1 for share in shares.values())
    assert all(name == name.lower() and "." in name for name in shares)


def test_a_subdomain_is_as_common_as_its_domain():
    common = next(iter(shipped_commonness()))
    assert commonness([f"m.{common}", "shop.example"]) == {
        f"m.{common}": shipped_commonness()[common]
    }


def test_what_a_graph_has_counted_outweighs_the_list():
    common = next(iter(shipped_commonness()))
    found = commonness(
        [common, "a.example", "b.example"], lambda _: {common: 0.5, "a.example": 0.2}
    )
    assert found == {common: 0.5, "a.example": 0.2}


def test_a_share_that_a_good_shop_may_have_is_none():
    assert commonness(["a.example"], lambda _: {"a.example": 0.005}) == {}


def test_only_what_goes_beyond_the_common_share_counts():
    scores = {"network.example": 0.5, "market.example": 0.4, "shop.example": 0.2}
    common = {"network.example": 0.5, "market.example": 0.3}
    left = weighed(scores, common)
    assert sorted(left, key=lambda site: -left[site]) == ["shop.example", "market.example"]


def test_pages_of_common_sites_are_weaker_hubs():
    hubs = {"http://network.example/group": 0.5, "http://list.example/": 0.5}
    assert common_hubs(hubs, {"network.example": 0.4}) == {
        "http://network.example/group": 0.3,
        "http://list.example/": 0.5,
    }
