import pytest

from specdex.errors import ProviderError
from specdex.ports import BacklinkSource
from specdex.providers.backlink_sources.links import LinksFile

JSONL = """{"site": "a.example", "url": "http://h.example/1"}

{"site": "http://www.a.example/", "url": "http://h.example/2"}
"""
CSV = "site,url\na.example,http://h.example/1\na.example,http://h.example/2\n"


@pytest.mark.parametrize(
    ("name", "text"), [("l.jsonl", JSONL), ("l.csv", CSV), ("l.tsv", CSV.replace(",", "\t"))]
)
def test_backlinks_are_read_from_json_lines_and_tables(tmp_path, name, text):
    (tmp_path / name).write_text(text, encoding="utf-8")
    source = LinksFile(str(tmp_path / name))
    assert isinstance(source, BacklinkSource)
    assert [link.url for link in source.backlinks("a.example", 5)] == [
        "http://h.example/1",
        "http://h.example/2",
    ]
    assert len(source.backlinks("a.example", 1)) == 1
    assert source.backlinks("b.example", 5) == ()


@pytest.mark.parametrize(
    "line", ["nonsense", '{"site": "a.example"}', '{"url": "http://h.example/"}', "[]"]
)
def test_a_line_that_holds_no_backlink_is_named(tmp_path, line):
    (tmp_path / "l.jsonl").write_text(line, encoding="utf-8")
    with pytest.raises(ProviderError, match="line 1, holds no backlink"):
        LinksFile(str(tmp_path / "l.jsonl")).backlinks("a.example", 1)


def test_a_missing_file_is_named():
    with pytest.raises(ProviderError, match="cannot read nowhere"):
        LinksFile("nowhere").backlinks("a.example", 1)
