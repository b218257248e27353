"""Pages of a public package become a folder of data by labels of our own."""

import hashlib
import io
import json
import lzma
import tarfile

import pytest
from click.testing import CliRunner

from benchmarks.data import labelled_pages, spec_files
from benchmarks.public import command
from specdex.errors import InputError

PAGE = "<h1>Kettle</h1><p>é</p>".encode()
LABEL = {
    "id": "a",
    "url": "http://shop.example/k",
    "site": "shop.example",
    "category": "kettle",
    "fields": {"name": ["Kettle"]},
    "fragments": [],
}


@pytest.fixture
def archive(tmp_path, monkeypatch):
    path = tmp_path / "package.tar.gz"
    with tarfile.open(path, "w:gz") as opened:
        for name, body in (("p-1/html/1.html", PAGE), ("p-1/setup.py", b"raise SystemExit")):
            member = tarfile.TarInfo(name)
            member.size = len(body)
            opened.addfile(member, io.BytesIO(body))
    labels = tmp_path / "labels.jsonl.xz"
    row = {"set": "specs/real.jsonl.xz", "file": "html/1.html", "label": LABEL}
    both = [{**row, "archive": path.name}, {**row, "archive": "another.tgz"}]
    labels.write_bytes(lzma.compress("\n".join(map(json.dumps, both)).encode()))
    archives = tmp_path / "archives.json"
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    archives.write_text(json.dumps({path.name: {"digest": digest, "fetch": "npm pack p"}}))
    monkeypatch.setattr(command, "LABELS", labels)
    monkeypatch.setattr(command, "ARCHIVES", archives)
    return path


def test_a_package_and_our_labels_are_a_folder_of_data(archive, tmp_path):
    folder = tmp_path / "data"
    done = CliRunner().invoke(command.public, [str(archive), str(folder)], standalone_mode=False)
    assert done.output == f"1 labelled pages are in {folder}\n"
    [(gold, page)] = labelled_pages(spec_files(folder, "real"))
    assert (gold.site, page.body) == ("shop.example", PAGE)
    assert list(labelled_pages(spec_files(folder, "modern"))) == []


def test_another_archive_is_refused_before_it_is_opened(archive, tmp_path):
    archive.write_bytes(archive.read_bytes() + b"0")
    done = CliRunner().invoke(command.public, [str(archive), str(tmp_path / "data")])
    assert isinstance(done.exception, InputError)
    assert "is none of the archives that were labelled" in str(done.exception)
    assert not (tmp_path / "data").exists()


def test_the_folder_may_stand_first(archive, tmp_path):
    done = CliRunner().invoke(command.public, [str(tmp_path / "data"), str(archive)])
    assert done.output == f"1 labelled pages are in {tmp_path / 'data'}\n"


@pytest.mark.parametrize("given", [("data",), ("package.tar.gz",), ("data", "package.tar.gz", "b")])
@pytest.mark.usefixtures("archive")
def test_archives_and_one_folder_are_asked_for(tmp_path, given):
    done = CliRunner().invoke(command.public, [str(tmp_path / name) for name in given])
    assert "all of them files, and one folder" in done.output


def test_labels_name_their_page_and_set():
    rows = list(command.lines(command.LABELS))
    assert {row["set"] for row in rows} == {"specs/real.jsonl.xz", "listings/real.jsonl.xz"}
    assert all(row["file"].endswith(".html") and "html" not in row["label"] for row in rows)
    archives = json.loads(command.ARCHIVES.read_bytes())
    assert {row["archive"] for row in rows} == set(archives)
    assert all(set(each) == {"digest", "fetch"} for each in archives.values())


def test_no_page_is_labelled_twice():
    rows = [(row["set"], row["label"]["id"]) for row in command.lines(command.LABELS)]
    assert len(rows) == len(set(rows))
