"""``python -m benchmarks`` as one who has labels meets it."""

import re
import subprocess
import sys

import click
import pytest

from benchmarks.__main__ import bench


def commands(group=bench, path="python -m benchmarks"):
    context = click.Context(group)
    yield pytest.param(group, id=path)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")
        else:
            yield pytest.param(command, id=f"{path} {name}")


@pytest.mark.parametrize("command", list(commands()))
def test_commands_have_help_with_an_example(command):
    assert "Example:" in command.help
    assert re.search(r"^\s+python -m benchmarks ", command.help, re.MULTILINE)
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{parameter.name} has no help"


def test_data_that_is_not_there_gets_one_clear_sentence():
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "specs", "--data", "nowhere"],
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 2
    assert "nowhere" in done.stderr
    assert len(done.stderr.splitlines()) == 1
