"""Our own scripts: few, small, typed by JSDoc, and without a complaint of the linter."""

import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

STATIC = Path(str(files("specdex.web") / "static"))
SCRIPTS = sorted(STATIC.glob("*.js"))
MOST = 20_000


def test_they_are_small_and_typed():
    assert sum(each.stat().st_size for each in SCRIPTS) < MOST
    for each in SCRIPTS:
        assert each.read_text(encoding="utf-8").startswith("// @ts-check\n"), each.name


def test_the_linter_has_nothing_to_say():
    linter = shutil.which("oxlint", path=str(Path(sys.executable).parent)) or shutil.which("oxlint")
    if linter is None:
        pytest.skip("no oxlint")
    groups = ["correctness", "suspicious", "perf"]
    deny = [part for group in groups for part in ("-D", group)]
    told = subprocess.run([linter, *deny, str(STATIC)], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr
