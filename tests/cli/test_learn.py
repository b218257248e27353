"""Learning a site's wrapper from its pages, and reading further pages with it."""

import json

import pytest

from specdex.demo import build
from specdex.pipeline.learn import read_wrappers


@pytest.fixture(scope="module")
def pages():
    web = build()
    truth = web.truth()
    site = truth["seeds"]["kettle"][0]
    urls = truth["sites"][site]["products"]["kettle"]
    lines = [
        json.dumps({"url": url, "html": web.answer(url).body.decode()}).encode() for url in urls
    ]
    return lines, [truth["pages"][url] for url in urls]


def test_a_learned_wrapper_reads_pages_it_has_not_seen(specdex, tmp_path, pages):
    lines, truth = pages
    learned = specdex("learn", "-", given=b"\n".join(lines[:10]))
    assert learned.returncode == 0, learned.said
    assert learned.lines[0]["rules"]
    (tmp_path / "w.jsonl").write_bytes(learned.stdout)
    applied = specdex("apply", "w.jsonl", "-", given=b"\n".join(lines[10:]))
    assert applied.returncode == 0, applied.said
    for line, page in zip(applied.lines, truth[10:], strict=True):
        said = [pair for fragment in line["fragments"] for pair in fragment["pairs"]]
        right = [pair for pair in page["pairs"] if pair in said]
        assert len(right) >= 0.9 * len(page["pairs"])


def test_patterns_may_label_the_pages_too(specdex, pages):
    readers = ("--reader", "structure", "--reader", "patterns")
    learned = specdex("learn", "-", *readers, given=b"\n".join(pages[0][:10]))
    assert learned.returncode == 0, learned.said
    assert learned.lines[0]["rules"]


def test_one_page_is_not_enough_and_that_is_said(specdex, pages):
    done = specdex("learn", "-", given=pages[0][0])
    assert done.returncode == 1
    assert "not learned" in done.said
    assert done.stdout == b""


def test_a_file_that_holds_no_wrapper_is_named(specdex, tmp_path, pages):
    (tmp_path / "w.json").write_text("{}")
    done = specdex("apply", "w.json", "-", given=pages[0][0])
    assert done.returncode == 2
    assert "wrapper" in done.said.lower()


def test_a_broken_wrapper_is_named_and_nothing_of_it_is_written(specdex, tmp_path, pages):
    lines = pages[0]
    learned = specdex("learn", "-", given=b"\n".join(lines[:10]))
    (tmp_path / "w.jsonl").write_bytes(learned.stdout)
    moved = [
        line.replace(b"<t", b"<x").replace(b"<d", b"<x").replace(b"<l", b"<x") for line in lines
    ]
    done = specdex("apply", "w.jsonl", "-", given=b"\n".join(moved[:6]))
    assert done.returncode == 1
    assert "its wrapper is broken" in done.said
    assert done.stdout.strip() == b""


@pytest.mark.parametrize("method", ["induced", "induced-paper", "together", "both", "wi", "hybrid"])
def test_wrappers_say_in_plain_words_how_they_were_learned(specdex, pages, method):
    done = specdex("learn", "-", "--method", method, given=b"\n".join(pages[0][:8]))
    assert done.returncode == 0, done.said
    said = {"wi": "induced", "hybrid": "both"}.get(method, method)
    assert {json.loads(line)["method"] for line in done.stdout.splitlines()} == {said}


@pytest.mark.parametrize("method", ["structure", "se"])
def test_reading_page_by_page_learns_nothing(specdex, pages, method):
    done = specdex("learn", "-", "--method", method, given=b"\n".join(pages[0][:8]))
    assert done.returncode == 1
    assert "structure is read page by page" in done.said


def test_wrappers_of_earlier_versions_are_read_and_called_as_today(tmp_path):
    (tmp_path / "old.json").write_text('{"site": "a.example", "rules": [], "method": "wi"}')
    (wrapper,) = read_wrappers(tmp_path / "old.json")
    assert wrapper.method == "induced"
