import json

from specdex.pipeline.discover import backlink_source, search_engine
from specdex.pipeline.index import index_pages
from specdex.providers.backlink_sources.local import LocalLinks


def test_a_run_becomes_a_search_engine_and_a_link_graph(run):
    done = index_pages([str(run)], run)
    assert (done.pages, done.unchanged, done.links) == (4, 0, 2)
    assert done.failures == ()
    found = search_engine(f"local:{run}").search('"KX-100"', 9)
    assert [each.url for each in found] == ["http://a.example/k1", "http://b.example/k1"]
    links = backlink_source(f"local:{run}").backlinks("b.example", 9)
    assert [each.url for each in links] == ["http://hub.example/links"]
    assert LocalLinks(str(run)).forward(["http://hub.example/links"], 9) == {
        "http://hub.example/links": ("a.example", "b.example")
    }


def test_what_is_indexed_is_left_alone(run):
    index_pages([str(run)], run)
    done = index_pages([str(run)], run)
    assert (done.pages, done.unchanged) == (0, 4)


def test_files_of_pages_are_indexed_too_and_changes_are_seen(tmp_path):
    path = tmp_path / "pages.jsonl"
    line = {"url": "http://a.example/1", "html": "<title>Kettle</title><p>KX-100"}
    path.write_text(f"{json.dumps(line)}\nnonsense\n", encoding="utf-8")
    done = index_pages([str(path)], tmp_path / "index")
    assert done.pages == 1
    assert len(done.failures) == 1
    path.write_text(json.dumps(line | {"html": "<p>other"}), encoding="utf-8")
    assert index_pages([str(path)], tmp_path / "index").pages == 1
    assert search_engine(f"local:{tmp_path / 'index'}").search("kettle", 9) == ()


def test_the_command_says_what_it_did(specdex, run, tmp_path):
    done = specdex("index", run)
    told = {"index": str(run), "pages": 4, "indexed": 4, "unchanged": 0, "links": 2}
    assert json.loads(done.stdout) == told
    assert done.returncode == 0
    graph = tmp_path / "graph"
    graph.mkdir()
    (graph / "x-vertices.txt").write_text("0\texample.a\n1\texample.b\n")
    (graph / "x-edges.txt").write_text("0\t1\n")
    done = specdex("index", "--web-graph", graph)
    assert done.returncode == 0, done.stderr
    assert [
        each.url for each in backlink_source(f"web-graph:{graph}").backlinks("b.example", 5)
    ] == ["http://a.example/"]


def test_wrong_calls_are_told_in_one_sentence(specdex, tmp_path):
    for args, sentence in [
        ((), "name a run folder"),
        (("nowhere.jsonl",), "--into FOLDER"),
        (("nowhere.jsonl", "--into", "i"), "there is no nowhere.jsonl"),
        (("--web-graph", "nowhere"), "there is no folder nowhere"),
        (("--web-graph", tmp_path), "holds no vertices files"),
    ]:
        done = specdex("index", *args)
        assert done.returncode == 2, args
        assert sentence in done.stderr
        assert done.stderr.count("\n") == 1
