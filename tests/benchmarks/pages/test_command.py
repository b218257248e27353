import json

from click.testing import CliRunner

from benchmarks.pages.command import pages
from benchmarks.pages.shells import Pages


def test_pages_are_written_as_lines_of_labels(tmp_path):
    path = tmp_path / "pages.jsonl"
    arguments = ["write", "--count", "3", "--first", "5", "-O", str(path)]
    done = CliRunner().invoke(pages, arguments)
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert lines == json.loads(json.dumps([Pages().line(number) for number in (5, 6, 7)]))
