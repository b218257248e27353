"""What people see: tables that fit, verbs that are suggested, what is installed."""

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from specdex.cli import progress, rows
from specdex.cli.main import COMMANDS
from specdex.cli.output import Destination
from specdex.cli.patterns import MOST_STRATEGIES
from specdex.exporters.collection import Collection
from specdex.papers.patterns.reader import STRATEGIES
from specdex.pipeline.extract import how_many
from specdex.records import Product, SiteOffer

ROWS = [
    {"site": "a-shop-with-a-very-long-name-indeed.example", "pages": 12, "why": "word " * 30},
    {"site": "b.example", "pages": 1200, "why": ""},
]


@pytest.fixture
def shown(monkeypatch, capsys):
    """What a terminal of some width shows of rows."""

    def show(width, some=ROWS):
        monkeypatch.setenv("COLUMNS", str(width))
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        monkeypatch.setattr(rows, "console", lambda: rows_console(width))
        rows.print_grid(some)
        return capsys.readouterr().out

    return show


def rows_console(width):

    return Console(width=width, highlight=False, force_terminal=False)


@pytest.mark.parametrize("width", [120, 80, 50])
def test_hosts_are_never_cut_and_lines_fit(shown, width):
    told = shown(width)
    assert ROWS[0]["site"] in told
    assert max(map(len, told.splitlines())) <= max(width, len("site: ") + len(ROWS[0]["site"]))


def test_what_all_rows_share_is_told_once_and_what_says_nothing_not_at_all(shown):
    about = {"page": "kettle", "site": "shop.example"}
    pairs = [about | {"name": name, "value": "2200 W", "none": ""} for name in ("Power", "Output")]
    told = shown(50, pairs).splitlines()
    assert told[:2] == ["page: kettle", "site: shop.example"]
    assert told[2].split() == ["name", "value"]
    assert [line.split() for line in told[4:]] == [["Power", "2200", "W"], ["Output", "2200", "W"]]
    assert shown(50, []) == ""


def test_columns_that_count_to_nothing_go_where_the_others_need_their_place(shown):
    counts = {"specifications": 12, "failures_of_all_kinds": 0}
    sites = [{"site": f"shop-{each}.example"} | counts for each in range(2)]
    assert "failures" in shown(80, sites)
    narrow = shown(40, sites)
    assert "failures" not in narrow
    assert narrow.splitlines()[0].split() == ["site", "specifications"]


def test_numbers_stand_at_the_right(shown):
    lines = [line for line in shown(100).splitlines() if "example" in line]
    assert lines[0].index("12 ") + len("12") == lines[1].index("1200") + len("1200")


def test_rows_are_written_in_the_format_of_the_file(tmp_path):
    assert rows.give("sites", ROWS, Destination(str(tmp_path / "x.csv"), append=False)) == 2
    assert (tmp_path / "x.csv").read_text(encoding="utf-8-sig").startswith("site,pages,why")


def test_who_watches_is_told_what_was_written(tmp_path, monkeypatch, capsys):
    for watched in (False, True):
        monkeypatch.setattr(sys.stderr, "isatty", lambda it=watched: it, raising=False)
        rows.give("sites", ROWS, Destination(str(tmp_path / "x.csv"), append=False))
        said = capsys.readouterr().err
        assert said == (f"{tmp_path}/x.csv: 2 written\n" if watched else "")


def test_a_terminal_gets_a_table_without_colours_where_none_are_wanted(tmp_path):
    page = Path(__file__).parent / "pages" / "kettle.html"
    ours, theirs = pty.openpty()
    env = {**os.environ, "NO_COLOR": "1", "COLUMNS": "80", "TERM": "xterm"}
    process = subprocess.Popen(
        [sys.executable, "-m", "specdex", "show", page], stdout=theirs, cwd=tmp_path, env=env
    )
    os.close(theirs)
    told = b""
    try:
        while chunk := os.read(ours, 4096):
            told += chunk
    except OSError:
        pass
    assert process.wait(60) == 0
    assert b"Cord length" in told
    assert b'{"' not in told
    assert b"\x1b[3" not in told


def test_near_misses_of_verbs_are_suggested(command):
    done = command("exract", "page.html")
    assert done.returncode == 2
    assert "Did you mean extract" in done.said


def test_a_page_without_a_specification_is_said(command, tmp_path):
    (tmp_path / "prose.html").write_text("<p>Nothing is sold here.</p>")
    done = command("show", tmp_path / "prose.html")
    assert done.returncode == 1
    assert "no specification found on 1 page\n" in done.said


def test_a_place_without_pages_is_said(command, tmp_path):
    for verb in (
        ("extract",),
        ("table", "-O", tmp_path / "products.xlsx"),
        ("import", "--run", tmp_path / "run"),
    ):
        done = command(*verb, tmp_path)
        assert done.returncode > 0
        assert "no pages found" in done.said
    assert done.stdout == b""


def test_pages_that_cannot_be_read_are_told_once(command, tmp_path):
    path = tmp_path / "page.html"
    path.write_bytes(b"%PDF-1.7")
    done = command("extract", path)
    assert done.returncode == 1
    assert done.said.count("specdex: ") == 1
    assert "is a PDF document, which holds no pages" in done.said


def test_help_lists_every_verb_by_purpose_and_cuts_no_sentence(command):
    told = command("--help").stdout.decode()
    assert "Read pages:" in told
    assert "..." not in told.partition("Read pages:")[2]
    assert max(map(len, told.splitlines())) <= 80


HEAVY = {
    *("numpy", "lxml", "scrapy", "twisted", "pandas", "duckdb", "pyarrow", "openpyxl"),
    *("rich", "warcio", "asyncio", "sqlite3", "jinja2"),
}


def test_help_of_no_verb_imports_what_only_its_work_needs():
    modules = {place.partition(":")[0] for place in COMMANDS.values()}
    imports = f"import sys; before = {{*sys.modules}}; import {', '.join(modules)}"
    # what counts lines, where they are counted, is there before
    code = f"{imports}; print(*({HEAVY} & sys.modules.keys() - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.strip() == b""


def test_all_strategies_of_the_paper_can_be_chosen():
    assert len(STRATEGIES) == MOST_STRATEGIES


def test_every_verb_says_more(command, inputs):
    assert command("detect", inputs["file"], "-v").returncode == 0


def test_the_doctor_tells_what_is_there_and_what_answers(command):
    done = command("doctor", "http://127.0.0.1:9/", "--render", "never")
    states = {line["what"]: line["state"] for line in done.lines}
    assert states["specdex"] == "ok"
    assert states["http://127.0.0.1:9/"] == "failed"
    assert done.returncode == 1


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_one_command(command, shell):
    assert b"_SPECDEX_COMPLETE" in command("completion", shell).stdout


def test_products_are_shown_one_by_one_and_together(command, inputs):
    assert command("import", inputs["lines"], "--run", "run").returncode == 0
    (line,) = command("show", "run", "--products").lines
    values = {each["attribute"]: each["value"] for each in command("show", "run", line["id"]).lines}
    assert values["Power"] == "2200 W"
    assert command("show", "run", "nothing").returncode == 2


def test_products_have_their_price_beside_them_where_it_is_narrow(monkeypatch, capsys):
    kettle = Product(
        "k1",
        "A kettle with quite a long name, in brushed steel",
        urls=("https://a.example/k",),
        offers=(SiteOffer("a.example", "https://a.example/k", "39.00", "EUR"),),
    )
    monkeypatch.setattr(rows, "console", lambda: rows_console(50))
    assert rows.print_products(Collection(lambda: iter((kettle,)))) == 1
    told = capsys.readouterr().out.splitlines()
    assert "A kettle with quite a lo…" in told[2]
    assert "39" in told[2]
    assert max(map(len, told)) <= 50


def test_pages_are_counted_where_that_is_cheap(tmp_path, inputs):
    folder = tmp_path / "in"
    (folder / "kettle_files").mkdir()
    (folder / "kettle_files" / "frame.html").write_text("<html>")
    (folder / ".hidden.html").write_text("<html>")
    (folder / "more").mkdir()
    (folder / "more" / "page").write_text("<html><body><p>A page without an ending.")
    assert how_many([str(folder), inputs["file"]]) is None  # the latter is not there
    assert how_many([str(folder), "https://a.example/"]) == 3
    assert how_many([str(tmp_path / inputs["lines"])]) is None
    assert how_many(["-"]) is None
    warc = tmp_path / inputs["warc"]
    assert how_many([str(warc)]) is None
    warc.with_name(f"{warc.name}.cdxj").write_text("!meta {}\na 1 {}\nb 2 {}\n")
    assert how_many([str(warc)]) == 2


def test_a_phase_is_one_line_where_nobody_watches(command, inputs, monkeypatch):
    monkeypatch.setattr(progress, "LONG", 0.0)
    said = command("extract", inputs["folder"]).said
    assert re.search(
        r"^specdex: extracting: 1 of 1 pages, \d+ a (second|minute), \d+ s$", said, re.MULTILINE
    )
    assert re.search(
        r"^specdex: extracting: 1 pages, ", command("extract", inputs["lines"]).said, re.MULTILINE
    )
    monkeypatch.setattr(progress, "LONG", 60.0)
    assert "extracting" not in command("extract", inputs["folder"]).said


def test_a_bar_tells_how_many_of_how_many_and_how_quickly(monkeypatch):
    seen = io.StringIO()
    terminal = Console(file=seen, force_terminal=True, width=120)
    monkeypatch.setattr(progress, "console", lambda **_: terminal)
    with progress.counted("reading", 4) as step:
        step()
        step()
    told = seen.getvalue()
    assert "reading" in told
    assert "2/4" in told
    assert "a second" in told
    with progress.counted("reading") as step:
        step()
    assert "1/?" in seen.getvalue()
