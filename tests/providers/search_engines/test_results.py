import json

import pytest

from specdex.errors import ProviderError
from specdex.ports import SearchEngine
from specdex.providers.search_engines.results import ResultsFile


def kept(tmp_path, *lines):
    path = tmp_path / "results.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return ResultsFile(str(path))


def test_it_fits_the_port():
    assert isinstance(ResultsFile("x"), SearchEngine)


def test_a_query_finds_what_was_kept_for_it(tmp_path):
    results = [{"url": f"http://a.example/{n}", "title": "t"} for n in range(3)]
    line = json.dumps({"query": '"X 100"', "results": results})
    engine = kept(tmp_path, line, "")
    assert [each.url for each in engine.search('"x  100"', 2)] == [
        "http://a.example/0",
        "http://a.example/1",
    ]
    assert engine.search("unknown", 5) == ()


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"query": "x"}', '{"query": "x", "results": [{"url": "ftp://a"}]}']
)
def test_a_line_that_holds_no_results_is_named(tmp_path, line):
    good = json.dumps({"query": "x", "results": []})
    with pytest.raises(ProviderError, match="line 2, holds no results"):
        kept(tmp_path, good, line).search("x", 1)


def test_a_missing_file_is_named():
    with pytest.raises(ProviderError, match="cannot read nowhere"):
        ResultsFile("nowhere").search("x", 1)
