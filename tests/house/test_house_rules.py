"""The rules of the house that no linter knows."""

import ast
import importlib
import os
import pkgutil
import re
import subprocess
import sys
import tomllib
from dataclasses import fields
from importlib.metadata import entry_points
from pathlib import Path

import click
import pytest

import specdex
from specdex import plugins, settings
from specdex.cli import cli

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "specdex"
MAX_LINES = 400
MAX_README = 120
MAX_FUNCTION = 60
ATTICS = {"utils", "util", "helpers", "misc", "common", "manager", "base", "core"}
MODULES = sorted(SOURCE.rglob("*.py"))


def relative(path):
    return path.relative_to(ROOT).as_posix()


def commands(group=cli, path="specdex"):
    context = click.Context(group)
    yield pytest.param(group, id=path)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")
        else:
            yield pytest.param(command, id=f"{path} {name}")


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_modules_stay_small_and_are_named_after_what_they_hold(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES
    assert path.stem not in ATTICS


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_functions_stay_small(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno - node.lineno < MAX_FUNCTION, node.name


@pytest.mark.parametrize(
    "name",
    [
        each.name
        for each in pkgutil.walk_packages(specdex.__path__, "specdex.")
        if not each.name.rpartition(".")[2].startswith("_")
    ],
)
def test_all_is_what_is_exported(name):
    module = importlib.import_module(name)
    exported = getattr(module, "__all__", None)
    file = Path(module.__file__)
    source = file.with_name(file.name.partition(".")[0]).with_suffix(".py")
    tree = ast.parse(source.read_text(encoding="utf-8"))
    defined = {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
    }
    if defined or exported is not None:
        assert exported is not None, "say what is public in __all__"
        assert [each for each in exported if not hasattr(module, each)] == []
        assert sorted(set(exported)) == sorted(exported), "a name twice"


@pytest.mark.parametrize("command", list(commands()))
def test_commands_have_help_with_an_example(command):
    assert "Example:" in command.help
    assert re.search(r"^\s+specdex ", command.help, re.MULTILINE)


@pytest.mark.parametrize("command", list(commands()))
def test_every_option_has_help(command):
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{parameter.name} has no help"


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind in plugins.KINDS for name in plugins.names(kind)]
)
def test_every_registered_plugin_loads(kind, name):
    assert callable(plugins.load(kind, name))


def test_what_packages_register_is_read_once_for_all_kinds(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "importlib.metadata.entry_points", lambda: asked.append(1) or entry_points()
    )
    for name in ("_points", "_registered"):
        getattr(plugins, name).cache_clear()
    assert all(map(plugins.names, plugins.KINDS))
    assert asked == [1]


def test_every_plugin_kind_has_a_built_in_and_is_documented():
    documented = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
    for kind in plugins.KINDS:
        assert plugins.names(kind)
        assert f"specdex.{kind}" in documented
        for name in plugins.names(kind):
            assert f"`{name}`" in documented, f"{kind} {name} is not in docs/plugins.md"


def test_the_cli_reference_is_current():
    # in a process of its own: click remembers how a command was first asked for its help
    fresh = [
        sys.executable,
        "-c",
        "from docs.cli_reference import reference; print(reference(), end='')",
    ]
    told = subprocess.run(fresh, cwd=ROOT, capture_output=True, check=True, encoding="utf-8").stdout
    written = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert written == told, "run `make docs`"


def test_every_setting_is_documented():
    documented = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    for name in settings.__all__:
        kind = getattr(settings, name)
        if isinstance(kind, type):
            for each in fields(kind):
                assert f"`{each.name}`" in documented, f"{name}.{each.name} is not documented"


def test_the_readme_stays_short_and_shows_the_two_commands():
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= MAX_README
    assert "make demo" in lines
    assert "make test" in lines


def test_ci_calls_the_readmes_test_command():
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert "make test" in [line.partition(" || ")[0] for line in lines]


def test_the_map_names_every_room():
    drawn = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for path in sorted(SOURCE.iterdir()):
        is_room = path.suffix == ".py" or (path / "__init__.py").exists()
        if is_room and not path.name.startswith("__"):
            assert path.stem in drawn, f"{path.name} is not on the map"


def test_nothing_is_pickled_to_disk():
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\b(pickle|joblib)\.(dump|load)\(", text), relative(path)


def test_the_readmes_session_is_real():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    command, *shown = re.search(r"```console\n\$ (.*?)```", readme, re.DOTALL)[1].splitlines()
    folder = Path(sys.executable).parent
    done = subprocess.run(
        command,
        shell=True,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"},
    )
    assert done.stdout.splitlines() == shown


def test_the_recipe_of_wheels_asks_runners_for_nothing_that_they_lack():
    recipe = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    workflow = (ROOT / ".github" / "workflows" / "wheels.yml").read_text(encoding="utf-8")
    assert "uv" not in recipe["cibuildwheel"]["build-frontend"] or "setup-uv" in workflow
    assert recipe["cibuildwheel"]["build"] == ["cp311-*", "cp312-*", "cp313-*"]
