"""The host-level web graph, in the format that Common Crawl publishes it in."""

import gzip
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.discovery.common_sites import most_linked
from specdex.errors import InputError, ProviderError
from specdex.ports import BacklinkSource, CountedLinks, LinkGraph
from specdex.providers.backlink_sources import graph_files
from specdex.providers.backlink_sources.web_graph import WebGraph, index_web_graph

HOSTS = ["com.hub", "com.shop.foto", "example.a", "example.b", "org.wiki"]
EDGES = [(0, 1), (0, 2), (0, 3), (4, 2), (2, 0), (3, 3), (4, 2)]


def write(folder, hosts, edges, parts=2):
    """The graph as it is published: folders of numbered, compressed parts."""
    for kind, lines in (
        ("vertices", [f"{number}\t{name}\n" for number, name in enumerate(hosts)]),
        ("edges", [f"{one}\t{other}\n" for one, other in edges]),
    ):
        place = folder / f"cc-main-2026-host-{kind}"
        place.mkdir(parents=True)
        size = -(-len(lines) // parts) or 1
        for part in range(parts):
            text = "".join(lines[part * size : (part + 1) * size])
            (place / f"part-{part:05}.txt.gz").write_bytes(gzip.compress(text.encode(), 1))
    return folder


@pytest.fixture
def graph(tmp_path):
    folder = write(tmp_path / "graph", HOSTS, EDGES)
    assert index_web_graph(folder) == folder / "web-graph.db"
    return WebGraph(str(folder))


def test_backlinks_are_hosts_as_home_pages(graph):
    assert isinstance(graph, BacklinkSource)
    assert isinstance(graph, LinkGraph)
    assert {each.url for each in graph.backlinks("a.example", 9)} == {
        "http://hub.com/",
        "http://wiki.org/",
    }
    assert [each.url for each in graph.backlinks("http://foto.shop.com/", 9)] == ["http://hub.com/"]
    assert len(graph.backlinks("www.a.example", 1)) == 1
    assert graph.backlinks("unknown.example", 9) == ()
    assert [each.url for each in graph.backlinks("b.example", 9)] == ["http://hub.com/"]


def test_hubs_say_where_they_link(graph):
    found = graph.forward(["http://hub.com/", "http://unknown.example/", "http://b.example/"], 9)
    assert {hub: sorted(sites) for hub, sites in found.items()} == {
        "http://hub.com/": ["a.example", "b.example", "foto.shop.com"]
    }


def test_the_graph_tells_how_common_links_to_a_site_are(graph):
    assert isinstance(graph, CountedLinks)
    assert graph.commonness(["a.example", "http://foto.shop.com/", "wiki.org", "x.example"]) == {
        "a.example": 2 / 5,
        "http://foto.shop.com/": 1 / 5,
    }
    assert most_linked(graph.path, 0.3) == {"a.example": 0.4}


def test_lists_that_are_cut_keep_in_common_what_they_had(tmp_path):
    names = [f"example.h{number:03}" for number in range(302)]
    edges = [(number, target) for number in range(300) for target in (300, 301)]
    index_web_graph(write(tmp_path, names, edges))
    graph = WebGraph(str(tmp_path))
    one, other = (
        [each.url for each in graph.backlinks(site, 10)]
        for site in ("h300.example", "h301.example")
    )
    assert one == other
    assert one != sorted(one), "the alphabet is no reason"


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("edges", "1\tx"),
        ("edges", "1"),
        ("edges", "1\t2\t3"),
        ("edges", "-1\t2"),
        ("edges", "1\t99999999999999999"),
        ("vertices", "x\tcom.a"),
        ("vertices", "1"),
        ("vertices", "7 com.a"),
    ],
)
def test_a_strange_line_is_named_and_leaves_no_index(tmp_path, kind, line):
    folder = write(tmp_path, HOSTS, EDGES)
    path = folder / f"cc-main-2026-host-{kind}" / "part-00001.txt.gz"
    path.write_bytes(gzip.compress(f"1\t2\n{line}\n".encode()))
    with pytest.raises(InputError, match=r"part-00001\.txt\.gz"):
        index_web_graph(folder)
    assert not (folder / "web-graph.db").exists()
    assert not list(folder.glob(".graph-*")), "nothing is left lying about"


def test_a_file_that_is_cut_off_is_named(tmp_path):
    folder = write(tmp_path, HOSTS, EDGES)
    path = folder / "cc-main-2026-host-edges" / "part-00000.txt.gz"
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(InputError, match=r"cannot read .*part-00000"):
        index_web_graph(folder)


def test_no_graph_and_no_index_are_told_in_one_sentence(tmp_path):
    with pytest.raises(InputError, match="holds no vertices files"):
        index_web_graph(tmp_path)
    with pytest.raises(ProviderError, match="specdex index --web-graph"):
        WebGraph(str(tmp_path)).backlinks("a.example", 1)
    (tmp_path / "web-graph.db").write_bytes(b"nonsense" * 999)
    with pytest.raises(ProviderError, match="no index of a web graph"):
        WebGraph(str(tmp_path)).backlinks("a.example", 1)


def test_edges_of_hosts_without_a_name_are_left_out(tmp_path):
    index_web_graph(write(tmp_path, HOSTS, [*EDGES, (77, 1), (1, 77)]))
    assert len(WebGraph(str(tmp_path)).backlinks("foto.shop.com", 9)) == 1


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=300))
def test_sorting_on_disk_groups_as_sorting_in_memory_does(tmp_path_factory, edges):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graph_files, "FITS", 7)
        patch.setattr(graph_files, "PARTS", 3)
        scratch = tmp_path_factory.mktemp("scratch")
        rows = np.array(edges, dtype=np.int64).reshape(-1, 2)
        found = list(graph_files.grouped(iter([rows]), 41, scratch))
        assert not list(scratch.iterdir())
    assert [number for number, _ in found] == sorted({one for one, _ in edges})
    wanted = {}
    for one, other in edges:
        wanted.setdefault(one, set()).add(other)
    assert {number: set(ends.tolist()) for number, ends in found} == wanted
    assert all(len(ends) == len(set(ends.tolist())) for _, ends in found)


PEAK = """
import sys
from pathlib import Path
from specdex.providers.backlink_sources.web_graph import index_web_graph
index_web_graph(Path(sys.argv[1]))
print(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="nobody says what memory peaks")
def test_memory_does_not_grow_with_the_graph(tmp_path):
    def peak(hosts, edges):
        rng = np.random.default_rng(7)
        names = (f"example.host{number:07}" for number in range(hosts))
        ends = rng.integers(hosts, size=edges), (rng.random(edges) ** 3 * hosts).astype(int)
        some = list(zip(*(end.tolist() for end in ends), strict=True))
        folder = write(tmp_path / str(edges), names, some, parts=1)
        done = subprocess.run(
            [sys.executable, "-c", PEAK, str(folder)], capture_output=True, check=True, text=True
        )
        return int(done.stdout) / 1024

    small, large = peak(20_000, 200_000), peak(20_000, 2_000_000)
    assert large < small + 100, "ten times the edges need at most a sort's worth more"
