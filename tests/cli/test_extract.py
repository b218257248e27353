"""The command line as a person meets it: real processes, real files."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

KETTLE = Path(__file__).parent / "pages" / "kettle.html"
PAIRS = [
    ["Power", "2200 W"],
    ["Capacity", "1.7 l"],
    ["Colour", "Brushed steel"],
    ["Weight", "1.15 kg"],
    ["Cord length", "0.75 m"],
    ["Model number", "K200-BS"],
]
KINDS = ["file", "folder", "warc", "lines", "gz", "xz"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_source_gives_the_same_specification(specdex, inputs, kind):
    done = specdex("extract", inputs[kind])
    assert done.returncode == 0, done.said
    (line,) = done.lines
    assert line["title"] == "Brisk K200 kettle | Kettle & Cup"
    (fragment,) = line["fragments"]
    assert fragment["pairs"] == PAIRS
    assert fragment["kind"] == "table"
    assert fragment["xpath"] == "/html/body/main/table"
    assert 0 < fragment["confidence"] <= 1
    assert line["failures"] == []


@pytest.mark.parametrize("kind", ["file", "warc", "lines"])
def test_standard_input_is_a_dash(specdex, inputs, tmp_path, kind):
    done = specdex("extract", "-", given=(tmp_path / inputs[kind]).read_bytes())
    assert done.returncode == 0, done.said
    assert done.lines[0]["fragments"][0]["pairs"] == PAIRS


def test_id_site_and_category_are_handed_through(specdex, inputs):
    (line,) = specdex("extract", inputs["lines"]).lines
    assert line["id"] == "7"
    assert line["category"] == "kettle"
    assert line["site"] == "kettleandcup.example"


def test_output_appends_and_overwrites_and_knows_the_ending(specdex, inputs, tmp_path):
    for _ in range(2):
        assert specdex("extract", inputs["file"], "-o", "all.jsonl").returncode == 0
    assert len((tmp_path / "all.jsonl").read_text().splitlines()) == 2
    for _ in range(2):
        assert specdex("extract", inputs["file"], "-O", "one.csv").returncode == 0
    text = (tmp_path / "one.csv").read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [[row["name"], row["value"]] for row in rows if row["fragment"]] == PAIRS
    assert "price" in {row["name"] for row in rows if not row["fragment"]}
    assert list(rows[0])[-3:] == ["xpath", "reader", "confidence"]


@pytest.mark.parametrize("ending", ["parquet", "jsonld", "zyte.jsonl", "csv.gz", "jsonl.gz"])
def test_every_format_is_written(specdex, inputs, tmp_path, ending):
    done = specdex("extract", inputs["file"], "-O", f"out.{ending}")
    assert done.returncode == 0, done.said
    assert (tmp_path / f"out.{ending}").stat().st_size > 100


def test_workers_change_nothing(specdex, inputs):
    one = specdex("extract", inputs["folder"], inputs["warc"], inputs["lines"])
    two = specdex("extract", inputs["folder"], inputs["warc"], inputs["lines"], "-j", "2")
    assert one.stdout == two.stdout
    assert len(one.lines) == 3


def test_verbs_are_pipeable(specdex, inputs):
    extracted = specdex("extract", inputs["lines"]).stdout
    (product,) = specdex("link", "-", given=extracted).lines
    assert {"Power", "Weight"} <= {claim["attribute"] for claim in product["claims"]}
    exported = specdex("export", "-", "-f", "csv", given=extracted)
    assert b"2200 W" in exported.stdout
    aligned = specdex("align", "-", given=extracted)
    assert aligned.returncode in {0, 1}


def test_detect_says_where(specdex, inputs):
    (line,) = specdex("detect", inputs["file"]).lines
    assert line["fragments"][0]["xpath"] == "/html/body/main/table"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["extract"], "Missing argument"),
        (["extract", "nowhere.html"], "nowhere.html"),
        (["extract", "--colour", "x"], "No such option"),
        (["extraxt", "x"], "No such command"),
        (["extract", "k.jsonl", "-o", "a.jsonl", "-O", "b.jsonl"], "not both"),
        (["extract", "k.jsonl", "-O", "out.docx"], "out.docx"),
        (["extract", "k.jsonl", "--detector", "psychic"], "psychic"),
        (["show", "nowhere"], "neither a run folder nor a page"),
        (["harvest", "nowhere.toml"], "nowhere.toml"),
        (["export", "nowhere.jsonl"], "nowhere.jsonl"),
        (["demo", "--category", "spaceship"], "spaceship"),
    ],
)
def test_a_wrong_call_gets_one_clear_sentence(specdex, inputs, args, says):
    del inputs
    done = specdex(*args)
    assert done.returncode == 2
    assert says in done.said
    assert "Traceback" not in done.said
    assert len(done.said.strip().splitlines()) <= 3
    assert done.stdout == b""


def test_bad_lines_are_told_and_lose_nothing(specdex, tmp_path):
    good = json.dumps({"url": "http://a.example/1", "html": KETTLE.read_text(encoding="utf-8")})
    (tmp_path / "mixed.jsonl").write_text(f"{good}\nnot json\n[]\n{good}\n", encoding="utf-8")
    done = specdex("extract", "mixed.jsonl")
    assert done.returncode == 1
    assert len(done.lines) == 2
    assert "line 2" in done.said
    assert "line 3" in done.said
    assert "Traceback" not in done.said


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("empty.html", b""),
        ("empty.jsonl", b""),
        ("empty.warc.gz", b""),
        ("junk.html", b"\x89PNG\r\n\x1a\n"),
    ],
)
def test_nothing_to_find_is_said(specdex, tmp_path, name, body):
    (tmp_path / name).write_bytes(body)
    done = specdex("extract", name)
    assert done.returncode == 1
    assert done.said.strip()
    assert "Traceback" not in done.said


def test_a_broken_warc_gives_what_it_can(specdex, inputs, tmp_path):
    whole = (tmp_path / inputs["warc"]).read_bytes()
    (tmp_path / "cut.warc.gz").write_bytes(whole + whole[: len(whole) // 2])
    done = specdex("extract", "cut.warc.gz")
    assert done.returncode == 1
    assert done.lines[0]["fragments"][0]["pairs"] == PAIRS
    assert "Traceback" not in done.said


def test_the_log_is_json_on_request(specdex):
    done = specdex("--log-json", "extract", "-")
    assert json.loads(done.said.splitlines()[0])["level"] == "warning"


def test_a_closed_pipe_is_no_error(specdex, inputs, tmp_path):
    del specdex
    lines = (tmp_path / inputs["lines"]).read_bytes() * 300
    (tmp_path / "many.jsonl").write_bytes(lines)
    code = os.system(  # the shell is what closes the pipe
        f"cd {tmp_path} && {sys.executable} -m specdex extract many.jsonl 2>err | head -1 >out"
    )
    assert code == 0
    assert (tmp_path / "out").read_text().startswith('{"id":')
    assert "Traceback" not in (tmp_path / "err").read_text()


def test_help_and_version_come_quickly(specdex):
    assert b"extract" in specdex("--help").stdout
    assert specdex("--version").stdout.startswith(b"specdex")


HELP = """
import sys
from click.testing import CliRunner
from specdex.cli.main import COMMANDS, cli

listed = CliRunner().invoke(cli, ["--help"], terminal_width=200).output
assert not {"numpy", "lxml", "rich", "scrapy"} & set(sys.modules), "help imports too much"
for name in COMMANDS:
    sentence = cli.get_command(None, name).get_short_help_str(180)
    assert f"{name} " in listed and sentence in listed, (name, sentence)
"""
"""In a process of its own, since only there nothing is imported yet."""


def test_help_tells_what_commands_say_without_importing_them():
    done = subprocess.run([sys.executable, "-c", HELP], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def test_a_command_ends_without_a_search_for_garbage():
    said = """
import atexit, gc
atexit.register(lambda: print(gc.get_freeze_count() > 0))
from specdex.cli import main
main(["--version"])
"""
    done = subprocess.run(
        [sys.executable, "-c", said], capture_output=True, check=True, text=True, timeout=60
    )
    assert done.stdout.splitlines()[-1] == "True"
