from specdex.pipeline.join import join
from specdex.records import Correspondence, Match, Product, Site, SiteStatus, Specification
from specdex.runs import Run, RunFolder
from specdex.testing import SPECIFICATION


def test_what_is_joined_has_the_category_of_what_was_given(run):
    with Run(run) as folder:
        joined = join(list(folder.specifications()))
    assert {each.category for each in joined.correspondences} == {"kettle"}
    assert {each.category for each in joined.products} == {"kettle"}
    assert join([]).matches == ()


def test_linking_a_run_again_replaces_what_was_linked(specdex, run):
    with RunFolder(run) as folder:
        folder.store.add([Product("stale"), Match("x", "y"), Correspondence("x", "y", "z")])
    assert specdex("link", run).returncode == 0
    with Run(run) as folder:
        assert {url for each in folder.products() for url in each.urls} == {
            "http://a.example/k1",
            "http://b.example/k1",
        }
        assert folder.store.count(Match, one="x") == 0
        assert folder.store.count(Correspondence, site="x") == 0


def test_a_site_that_was_turned_down_is_not_linked(specdex, run):
    with RunFolder(run) as folder:
        folder.store.add([Site("b.example", SiteStatus.REJECTED, "kettle"), SPECIFICATION])
        assert folder.store.count(Specification) == 3
    assert specdex("link", run).returncode == 0
    with Run(run) as folder:
        assert {url for each in folder.products() for url in each.urls} == {
            "http://a.example/k1",
            SPECIFICATION.url,
        }
