import pytest

from specdex.errors import StoreError
from specdex.records import Page, StoredPage
from specdex.runs import RunFolder


def test_a_run_is_a_store_an_archive_and_exports(tmp_path):
    page = Page("https://a.example/", b"<p>")
    with RunFolder(tmp_path / "new" / "run") as run:
        stored = run.archive.append(page)
        run.store.add([stored])
        assert run.exports.is_dir()
        assert stored.file == "warc/specdex-00001.warc.gz"
        assert (run.path / stored.file).is_file()
    with RunFolder(str(tmp_path / "new" / "run"), create=False) as run:
        assert [run.archive.load(each) for each in run.store.read(StoredPage)] == [page]


def test_a_run_is_recognised(tmp_path):
    assert not RunFolder.is_one(tmp_path)
    RunFolder(tmp_path / "run").close()
    assert RunFolder.is_one(tmp_path / "run")
    assert not RunFolder.is_one("a\0b")


@pytest.mark.parametrize("name", ["empty", "hidden"])
def test_an_empty_folder_becomes_a_run(tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    if name == "hidden":
        (folder / ".DS_Store").write_text("")
    RunFolder(folder).close()
    assert RunFolder.is_one(folder)


def test_a_file_is_no_run_folder(tmp_path):
    (tmp_path / "notes.txt").write_text("notes")
    with pytest.raises(StoreError, match="is a file, not a run folder"):
        RunFolder(tmp_path / "notes.txt")
    with pytest.raises(StoreError, match="cannot"):
        RunFolder(tmp_path / "notes.txt" / "run")


def test_a_folder_with_other_things_is_left_alone(tmp_path):
    (tmp_path / "notes.txt").write_text("notes")
    with pytest.raises(StoreError, match="holds other things"):
        RunFolder(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_missing_run_is_not_made_where_it_is_only_looked_for(tmp_path):
    with pytest.raises(StoreError, match="no run"):
        RunFolder(tmp_path / "run", create=False)
    assert not (tmp_path / "run").exists()


def test_a_damaged_database_lets_go_of_everything(tmp_path):
    (tmp_path / "specdex.db").write_text("not a database" * 99)
    with pytest.raises(StoreError, match="not a database"):
        RunFolder(tmp_path)
