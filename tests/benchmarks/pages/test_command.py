import json

from click.testing import CliRunner

from benchmarks.pages.command import pages
from benchmarks.pages.decoys import DECOYS
from benchmarks.pages.families import family_tallies
from benchmarks.pages.layouts import KINDS
from benchmarks.pages.shells import Pages


def test_pages_are_written_as_lines_of_labels(tmp_path):
    path = tmp_path / "pages.jsonl"
    arguments = ["write", "--count", "3", "--first", "5", "-O", str(path)]
    done = CliRunner().invoke(pages, arguments)
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert lines == json.loads(json.dumps([Pages().line(number) for number in (5, 6, 7)]))


def test_each_family_has_its_row():
    done = CliRunner().invoke(pages, ["families", "--count", "1"])
    assert done.exit_code == 0, done.output
    assert all(kind in done.output for kind in (*KINDS, *DECOYS))


def test_a_family_is_read_as_it_is_printed():
    tallies = {(what, kind): tally for what, kind, tally in family_tallies(3)}
    assert tallies["layout", "table"].recall == tallies["decoy", "sizes"].recall == 1.0
    assert tallies["decoy", "offers"].precision == 1.0
