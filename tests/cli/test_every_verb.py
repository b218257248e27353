"""What every verb owes: a table on a terminal, JSON lines in a pipe, any file with -O.

A new verb is found here by itself: it needs an example below, or a reason to be let off.
"""

import contextlib
import csv
import json
import re
import sys
import zipfile

import click
import pytest

from specdex.cli import cli, main
from specdex.cli.rows import NEVER_CUT
from specdex.demo import DemoServer, build
from specdex.plugins import names

LET_OFF = {
    "specdex audit report": "writes a page and a table of its own",
    "specdex audit rules": "prints rules as they are written",
    "specdex completion": "prints what a shell reads",
    "specdex demo": "shows a harvest against the truth",
    "specdex demo audit": "the same of an audit",
    "specdex demo web": "serves until it is stopped",
    "specdex serve": "serves until it is stopped",
}
"""Verbs that give nothing that could be a table."""
SHOPS = ("voltamarket.example", "elektrokaiser.example")
MANNERS = ("--delay", "0", "--render", "never", "--max-pages", "8")
EXAMPLES = {
    "align": ["lines.jsonl"],
    "apply": ["wrappers.jsonl", "pages.jsonl"],
    "audit offers": ["run", "--register", "register.csv", "--min-confidence", "0"],
    "categories": ["run", "--min-shops", "1"],
    "compare": ["lines.jsonl", "fewer.jsonl"],
    "coverage": ["run", "--source", "commoncrawl:index.parquet"],
    "crawl": [SHOPS[0], "-c", "kettle", "--proxy", "{proxy}", *MANNERS],
    "decide": ["run", "--list"],
    "detect": ["pages.jsonl"],
    "diff": ["run", "--since", "2000-01-01"],
    "discover": ["--id", "KX-X101WE", "--search-engine", "results:results.jsonl"],
    "doctor": [],
    "explain": [SHOPS[0], "--run", "run"],
    "export": ["run", "--what", "pairs"],
    "extract": ["pages.jsonl"],
    "harvest": ["-c", "kettle", "-s", SHOPS[0], "--proxy", "{proxy}", "--rounds", "0", *MANNERS],
    "import": ["pages.jsonl", "--run", "fresh", "--no-join"],
    "index": ["run"],
    "join": ["lines.jsonl"],
    "learn": ["pages.jsonl"],
    "link": ["run"],
    "listings": ["category.html"],
    "patterns learn": ["pages.jsonl", "--dictionary", "dictionary.json"],
    "patterns seed": ["pages.jsonl", "--seed", "{seed}", "--seed", "{other}", "--dictionary", "d"],
    "patterns show": ["pages.jsonl", "--seed", "{seed}", "--seed", "{other}"],
    "plugins": [],
    "questions": ["run"],
    "roles suggest": ["pages.jsonl", "--domain", "product"],
    "run check": ["run"],
    "run compact": ["run"],
    "run merge": ["run", "--into", "memory://merged"],
    "run pack": ["run", "memory://packed"],
    "score": ["pages.jsonl", "labels.jsonl"],
    "show": ["run"],
    "spider": ["category.html"],
    "stats": ["run"],
    "status": ["run"],
    "synthesize": ["category.html", "--check", "spiders"],
    "table": ["lines.jsonl"],
}
"""How each verb is called on what the folder below holds."""
MAY_BE_SILENT = {"run check", "questions", "roles suggest", "diff", "categories", "audit offers"}
"""Verbs that may have nothing to say of a good small run."""
COSTLY = {"crawl", "harvest", "spider", "synthesize", "discover", "learn", "table", "import"}
"""Verbs that are tried in a pipe and on one terminal only: their writing is that of the others."""
SENTENCES = {"explain", "questions", "decide", "harvest", "join", "link", "synthesize"}
"""Verbs that speak in sentences to a person."""
BOLD = re.compile(r"\x1b\[\d*m")
TABLES = ("csv", "duckdb", "jsonld", "parquet", "xlsx")
TERMINALS = [(name, 50) for name in sorted(EXAMPLES)] + [
    (name, 80) for name in sorted(set(EXAMPLES) - COSTLY)
]


def leaves(group=cli, path="specdex"):
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from leaves(command, f"{path} {name}")
            if command.invoke_without_command:
                yield f"{path} {name}", command
        else:
            yield f"{path} {name}", command


VERBS = dict(leaves())


@pytest.mark.parametrize("name", sorted(VERBS))
def test_every_verb_writes_any_format_to_any_file(name):
    options = {opt: each for each in VERBS[name].params for opt in each.opts}
    if name in LET_OFF:
        assert "-O" not in options, "it need not be let off"
        return
    assert name.removeprefix("specdex ") in EXAMPLES, "give an example of it"
    assert {"-o", "--output", "-O", "--overwrite", "-f", "--format"} <= set(options)
    assert list(options["-f"].type.choices) == list(names("exporters"))


def test_what_is_let_off_and_what_has_an_example_are_verbs():
    assert {*LET_OFF, *(f"specdex {name}" for name in EXAMPLES)} == set(VERBS)


@pytest.fixture(scope="module")
def web():
    return build()


@pytest.fixture(scope="module")
def stock(tmp_path_factory, web):
    """A folder with pages of two shops, a run, and what was read of them."""
    folder = tmp_path_factory.mktemp("verbs")
    truth = web.truth()
    urls = [
        url
        for shop in SHOPS
        for url, page in truth["pages"].items()
        if page["site"] == shop and page["category"] == "kettle"
    ]
    chosen = [url for shop in SHOPS for url in [u for u in urls if shop in u][:5]]
    pages = [
        {"url": url, "html": web.answer(url).body.decode(), "category": "kettle"} for url in chosen
    ]
    lines(folder / "pages.jsonl", pages)
    listing = truth["sites"][SHOPS[0]]["index"]["kettle"][0]
    mark = f"<!-- saved from url=({len(listing):04d}){listing} -->\n".encode()
    (folder / "category.html").write_bytes(mark + web.answer(listing).body)
    query = [{"query": '"KX-X101WE"', "results": [{"url": url, "title": ""} for url in chosen[:3]]}]
    lines(folder / "results.jsonl", query)
    index(folder / "index.parquet", chosen[:3])
    header = "name,generic name,approval number,manufacturer,country,prescription,controlled\n"
    (folder / "register.csv").write_text(header + "A,B,MA-1-1,N,L,no,no\n", encoding="utf-8")
    return folder


def index(path, urls):
    """A columnar index of Common Crawl that holds *urls*."""
    import duckdb

    rows = ", ".join(f"('{url}', '{SHOPS[0]}')" for url in urls)
    with duckdb.connect() as database:
        database.execute(
            "COPY (SELECT url, url_host_registered_domain, TIMESTAMP '2026-01-01' AS fetch_time,"
            " 200 AS fetch_status, 'text/html' AS content_mime_detected, 'a' AS warc_filename,"
            " 1 AS warc_record_offset, 1 AS warc_record_length"
            f" FROM (VALUES {rows}) AS t(url, url_host_registered_domain)) TO '{path}'"
        )


def lines(path, things):
    path.write_text("".join(json.dumps(each) + "\n" for each in things), encoding="utf-8")


@pytest.fixture(scope="module")
def made(stock):
    """The same with a run, wrappers and labels, made by the verbs themselves."""

    def call(*words):
        with contextlib.chdir(stock), pytest.raises(SystemExit):
            main(list(words))

    call("extract", "pages.jsonl", "-O", "lines.jsonl")
    call("learn", "pages.jsonl", "-O", "wrappers.jsonl")
    call("import", "pages.jsonl", "--run", "run", "-c", "kettle")
    call("decide", "run", "means", "Nennleistung", "Power")
    call("spider", "category.html")
    read = [json.loads(line) for line in (stock / "lines.jsonl").read_text().splitlines()]
    lines(stock / "fewer.jsonl", read[:3])
    labels = [{"url": each["url"], "fragments": each["fragments"]} for each in read]
    lines(stock / "labels.jsonl", labels)
    first, second = labels[0]["fragments"][0]["pairs"][:2]
    seeds = {"seed": "=".join(first), "other": "=".join(second)}
    words = ["pages.jsonl", "--seed", seeds["seed"], "--seed", seeds["other"]]
    call("patterns", "seed", *words, "--dictionary", "dictionary.json")
    return stock, seeds


@pytest.fixture
def call(made, web, command, monkeypatch):
    """Calls a verb as its example says, with more words, on the folder."""
    folder, seeds = made
    monkeypatch.chdir(folder)

    def go(name, *more):
        words = EXAMPLES[name]
        if "{proxy}" not in words:
            return command(*name.split(), *(each.format(**seeds) for each in words), *more)
        with DemoServer(web) as server:
            said = [each.format(proxy=server.url, **seeds) for each in words]
            return command(*name.split(), *said, *more)

    return go


def confidences(thing):
    if isinstance(thing, dict):
        own = [thing["confidence"]] if isinstance(thing.get("confidence"), float) else []
        return own + [each for value in thing.values() for each in confidences(value)]
    return [each for one in thing for each in confidences(one)] if isinstance(thing, list) else []


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_a_pipe_gets_json_lines(call, name):
    done = call(name)
    assert done.returncode in {0, 1}, done.said
    assert "Traceback" not in done.said
    text = done.stdout.decode()
    assert len(done.lines) == len(text.splitlines()), text[:300]
    assert done.lines or name in MAY_BE_SILENT
    if confidences(done.lines):
        options = {opt for each in VERBS[f"specdex {name}"].params for opt in each.opts}
        assert "--min-confidence" in options, "it says how sure it is"
        sure = call(name, "--min-confidence", "0.97")
        assert min(confidences(sure.lines), default=1.0) >= 0.97


@pytest.mark.parametrize(("name", "width"), TERMINALS)
def test_a_terminal_gets_a_table_that_fits(call, monkeypatch, name, width):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    done = call(name)
    assert done.returncode in {0, 1}, done.said
    assert b"\x1b[3" not in done.stdout, "a colour, though none is wanted"
    shown = BOLD.sub("", done.stdout.decode())
    assert shown.strip() or name in MAY_BE_SILENT
    assert not re.search(r"^\{\"", shown, re.MULTILINE), "JSON for a person"
    if name not in SENTENCES:
        whole = tuple(f"{each}: " for each in NEVER_CUT)
        wide = [x for x in shown.splitlines() if len(x) > width and not x.startswith(whole)]
        assert wide == []


@pytest.mark.parametrize("name", sorted(set(EXAMPLES) - COSTLY))
def test_a_file_gets_the_format_of_its_ending(call, tmp_path, name):
    for ending in ("csv", "jsonld"):
        path = tmp_path / f"out.{ending}"
        done = call(name, "-O", path)
        assert done.returncode in {0, 1}, done.said
        assert done.stdout == b""
        if path.exists():
            holds(path, ending)


@pytest.mark.parametrize("ending", TABLES)
@pytest.mark.parametrize("name", ["detect", "show", "plugins"])
def test_every_format_holds_what_verbs_give(call, tmp_path, name, ending):
    path = tmp_path / f"out.{ending}"
    assert call(name, "-O", path).returncode == 0
    assert holds(path, ending)


def test_a_format_of_products_says_so_of_everything_else(call):
    done = call("plugins", "-f", "zyte")
    assert done.returncode == 2
    assert "these do: csv, duckdb" in done.said


def holds(path, ending):
    """How many rows a file has."""
    if ending == "csv":
        with path.open(encoding="utf-8-sig", newline="") as stream:
            return len(list(csv.DictReader(stream)))
    if ending == "jsonld":
        return len(json.loads(path.read_text(encoding="utf-8"))["@graph"])
    if ending == "xlsx":
        with zipfile.ZipFile(path) as book:
            return book.read("xl/worksheets/sheet1.xml").count(b"<row") - 1
    if ending == "parquet":
        return pytest.importorskip("pyarrow.parquet").read_table(path).num_rows
    duckdb = pytest.importorskip("duckdb")
    with duckdb.connect(str(path), read_only=True) as database:
        ((table,),) = database.execute("SELECT table_name FROM duckdb_tables()").fetchall()
        return database.execute(f'SELECT count(*) FROM "{table}"').fetchall()[0][0]
