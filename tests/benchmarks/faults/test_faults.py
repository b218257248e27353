"""Files that fail under each verb, and harvests that are killed: a short run of the benchmark."""

import subprocess
import sys

import pytest

from benchmarks.faults.layer import is_possible

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not is_possible(), reason="needs Linux and a C compiler"),
]


def tried(*options):
    command = [sys.executable, "-m", "benchmarks", "faults", *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=250)


def test_faults_of_files_lose_nothing_and_double_nothing():
    done = tried("--points", "30", "--kills", "0")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("30 faults, 0 broken")


def test_a_harvest_that_is_killed_again_and_again_ends_as_an_undisturbed_one():
    done = tried("--points", "0", "--kills", "3", "--small")
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) >= 3
