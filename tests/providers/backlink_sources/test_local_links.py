import pytest

from specdex.errors import ProviderError
from specdex.ports import BacklinkSource, LinkGraph
from specdex.providers.backlink_sources.local import LocalLinks
from specdex.records import Backlink

PAGES = [
    ("http://hub.example/1", ["a.example", "b.example", "hub.example", "www2.hub.example", ""]),
    ("http://hub.example/2", ["a.example"]),
    ("http://other.example/", ["a.example"]),
]


@pytest.fixture
def links(tmp_path):
    made = LocalLinks(str(tmp_path))
    assert made.add(PAGES) == 4
    return made


def test_pages_of_different_sites_come_first(links):
    assert isinstance(links, BacklinkSource)
    assert isinstance(links, LinkGraph)
    assert links.backlinks("a.example", 9) == (
        Backlink("a.example", "http://hub.example/1"),
        Backlink("a.example", "http://other.example/"),
        Backlink("a.example", "http://hub.example/2"),
    )
    assert len(links.backlinks("http://www.a.example/", 2)) == 2
    assert links.backlinks("hub.example", 9) == ()


def test_hubs_say_where_else_they_link(links):
    hubs = ["http://hub.example/1", "http://unknown.example/"]
    assert links.forward(hubs, 9) == {"http://hub.example/1": ("a.example", "b.example")}
    assert links.forward(hubs, 1) == {"http://hub.example/1": ("a.example",)}


def test_a_page_that_changed_has_its_new_links_only(links):
    links.add([("http://hub.example/1", ["c.example"])])
    assert links.backlinks("b.example", 9) == ()
    assert len(links.backlinks("c.example", 9)) == 1


def test_no_graph_and_no_database_are_told_in_one_sentence(tmp_path):
    with pytest.raises(ProviderError, match="make it with: specdex index"):
        LocalLinks(str(tmp_path)).backlinks("a.example", 1)
    (tmp_path / "links.db").write_bytes(b"nonsense" * 999)
    with pytest.raises(ProviderError, match="is no link graph"):
        LocalLinks(str(tmp_path)).backlinks("a.example", 1)
