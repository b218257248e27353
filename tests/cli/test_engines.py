"""Every verb that maps says the same with workers as without."""

import json

import pytest

from specdex.demo import build


@pytest.fixture(scope="module")
def pages():
    """Some product pages and their list, of three shops."""
    web = build()
    truth = web.truth()
    found = []
    for site in list(truth["seeds"]["kettle"])[:3]:
        products = truth["sites"][site]["products"]["kettle"][:6]
        found += [{"url": url, "html": web.answer(url).body.decode()} for url in products]
    return b"\n".join(json.dumps(page).encode() for page in found)


@pytest.mark.parametrize("verb", ["learn", "listings", "extract"])
def test_workers_say_what_one_says(specdex, pages, verb):
    alone = specdex(verb, "-", given=pages)
    assert alone.stdout, alone.said
    assert specdex(verb, "-", "-j", "2", given=pages).stdout == alone.stdout
    assert specdex(verb, "-", "--engine", "processes", given=pages).stdout == alone.stdout


def test_wrappers_are_applied_by_workers(specdex, tmp_path, pages):
    (tmp_path / "w.jsonl").write_bytes(specdex("learn", "-", given=pages).stdout)
    alone = specdex("apply", "w.jsonl", "-", given=pages)
    assert alone.stdout, alone.said
    assert specdex("apply", "w.jsonl", "-", "-j", "2", given=pages).stdout == alone.stdout


def test_the_environment_may_name_the_engine(specdex, monkeypatch, pages):
    monkeypatch.setenv("SPECDEX_ENGINE", "steam")
    done = specdex("extract", "-", given=pages)
    assert done.returncode == 2
    assert "no engine called 'steam'; there are: processes, ray, serial" in done.said


@pytest.fixture
def said(specdex, tmp_path):
    """What pages of three categories say, in a file."""
    web = build()
    truth = web.truth()
    found = [
        {"url": url, "html": web.answer(url).body.decode(), "category": category}
        for category in truth["seeds"]
        for site in truth["seeds"][category]
        for url in truth["sites"][site]["products"][category][:4]
    ]
    lines = b"\n".join(json.dumps(page).encode() for page in found)
    (tmp_path / "pages.jsonl").write_bytes(lines)
    (tmp_path / "said.jsonl").write_bytes(specdex("extract", "pages.jsonl").stdout)


@pytest.mark.usefixtures("said")
def test_categories_are_joined_by_workers(specdex):
    alone = specdex("join", "said.jsonl")
    assert len({line["category"] for line in alone.lines}) > 1
    assert specdex("join", "said.jsonl", "-j", "2").stdout == alone.stdout
    specdex("import", "pages.jsonl", "--run", "one", "--no-join")
    specdex("import", "pages.jsonl", "--run", "two", "--no-join")
    kept = specdex("join", "one").lines
    assert kept
    by_id = sorted(specdex("join", "two", "-j", "2").lines, key=lambda line: line["urls"])
    timeless = [_timeless(line) for line in by_id]
    assert timeless == [_timeless(line) for line in sorted(kept, key=lambda line: line["urls"])]


def _timeless(line):
    return line | {"offers": [offer | {"time": ""} for offer in line.get("offers", [])]}
