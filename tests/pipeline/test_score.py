import json

from specdex.page_sources.streams import MAX_BYTES
from specdex.pipeline.score import read_labels


def test_a_line_has_a_limit_and_a_file_has_none(tmp_path):
    path = tmp_path / "labels.jsonl"
    long = "x" * (MAX_BYTES // 3)
    with path.open("w", encoding="utf-8") as stream:
        for number in range(4):
            stream.write(json.dumps({"id": str(number), "html": long}) + "\n")
    assert [len(each.html) for each in read_labels(str(path))] == [len(long)] * 4
