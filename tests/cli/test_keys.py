"""A key that is planted in the environment is found nowhere afterwards."""

import os
import subprocess
import sys

import pytest

KEY = "planted-key-4711"
NOWHERE = "http://127.0.0.1:9"
HARVEST = ("-c", "kettle", "--site", "nosuch.invalid", "--id", "MPN-77-X", "--rounds", "1")


@pytest.mark.slow
def test_a_key_reaches_no_log_run_folder_or_export(tmp_path):
    run = str(tmp_path / "run")
    environment = {
        **os.environ,
        "BRAVE_API_KEY": KEY,
        "https_proxy": NOWHERE,
        "http_proxy": NOWHERE,
    }
    said = ""
    for command in (
        ("-vv", "--log-json", "harvest", *HARVEST, "--search-engine", "brave", "--run", run),
        ("export", run, "-O", str(tmp_path / "out.jsonl")),
        ("stats", run),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "specdex", *command],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=200,
        )
        assert "Traceback" not in done.stderr
        said += done.stdout + done.stderr
    assert "brave" in said, "the engine was asked"
    assert KEY not in said
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if KEY.encode() in path.read_bytes()]
