"""The command serve: which runs, where, and who is let in."""

import pytest
from click.testing import CliRunner

from specdex.cli import serve as command
from specdex.cli.main import cli
from specdex.errors import InputError
from specdex.runs import RunFolder


@pytest.fixture
def served(monkeypatch):
    """What would be served, in place of serving it."""
    uvicorn = pytest.importorskip("uvicorn")
    seen = []
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, **_: seen.append(self.config.app))
    return seen


def make(path):
    RunFolder(path).close()
    return path


def call(*words):
    return CliRunner().invoke(cli, ["serve", "--no-open", "--port", "0", *map(str, words)])


def test_runs_are_served_by_their_folders_names(tmp_path, served):
    one, other = make(tmp_path / "a" / "camera-run"), make(tmp_path / "b" / "camera-run")
    done = call(one, other)
    assert done.exit_code == 0, done.output
    assert served[0].state.runs == {"camera-run": one, "camera-run-2": other}
    assert "http://127.0.0.1:" in done.output
    assert "token" not in done.output


def test_without_names_all_runs_here_are(tmp_path, served, monkeypatch):
    make(tmp_path / "camera-run")
    make(tmp_path / "kettle-run")
    (tmp_path / "else").mkdir()
    monkeypatch.chdir(tmp_path)
    call()
    assert list(served[0].state.runs) == ["camera-run", "kettle-run"]
    monkeypatch.chdir(tmp_path / "kettle-run")
    call()
    assert list(served[1].state.runs) == ["kettle-run"]


def test_beyond_loopback_a_token_is_printed(tmp_path, served):
    done = call(make(tmp_path / "run"), "--host", "0.0.0.0")
    assert "?token=" in done.output
    assert len(served) == 1


def test_what_is_no_run_is_told(tmp_path, served):
    done = call(tmp_path)
    assert isinstance(done.exception, InputError)
    assert "is not a run folder" in str(done.exception)
    assert served == []


def test_a_place_that_cannot_be_listened_on_is_told(tmp_path):
    with pytest.raises(InputError, match="cannot listen on nowhere"):
        command.serve_runs([make(tmp_path / "run")], host="nowhere.invalid", opens=False)
