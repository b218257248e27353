"""Changes of sources are small, always the same, and noticed by tests that look."""

import ast

import pytest
from click.testing import CliRunner

from benchmarks.mutants.changes import changes_of, mutated, sample
from benchmarks.mutants.command import TARGETS, mutants
from benchmarks.mutants.named import NAMED
from benchmarks.mutants.trial import ROOT, is_killed, path_of

SOURCE = '''"""A module."""
import sys
LEAST = 0.5
MAX_SIZE = 100
def judge(a: int, b: int) -> bool:
    if not a and b in (1, 2):
        return a + b * 2 >= LEAST
    return "x" + str(a) == "y"
'''


def test_every_place_that_can_be_changed_is_found():
    said = [each.what for each in changes_of(SOURCE)]
    assert sorted(said) == sorted(
        [
            *("0.5 changed", "1 changed", "2 changed", "2 changed", "not left out", "negated In"),
            *("or for and, and for or", "Add reversed", "Mult reversed", "negated GtE"),
            "negated Eq",
        ]
    )


def test_a_change_changes_one_thing_and_is_a_program():
    before = ast.unparse(ast.parse(SOURCE))
    texts = {mutated(SOURCE, change) for change in changes_of(SOURCE)}
    assert len(texts) == len(changes_of(SOURCE))
    for text in texts:
        compile(text, "x", "exec")
        one, other = before.splitlines(), text.splitlines()
        assert sum(a != b for a, b in zip(one, other, strict=True)) == 1


def test_the_sample_is_always_the_same():
    assert sample("m", SOURCE, 4) == sample("m", SOURCE, 4)
    assert len(sample("m", SOURCE, 4)) == 4
    assert sample("m", SOURCE, 99) == changes_of(SOURCE)


def test_every_module_and_every_test_is_there():
    for module, tests in TARGETS.items():
        assert path_of(module).exists()
        assert all((ROOT / each).exists() for each in tests)
    for each in NAMED:
        assert each.old in path_of(each.module).read_text(encoding="utf-8"), each.name
        assert all((ROOT / test).exists() for test in each.tests)


def test_a_mutant_is_killed_by_the_test_that_notices_it():
    named = next(each for each in NAMED if each.module == "specdex.papers.light")
    source = path_of(named.module).read_text(encoding="utf-8")
    assert is_killed(named.module, source.replace(named.old, named.new), named.tests)
    assert not is_killed(named.module, source, named.tests)


@pytest.mark.parametrize("arguments", [["--module", "json"]])
def test_a_module_without_tests_is_refused(arguments):
    result = CliRunner().invoke(mutants, arguments, standalone_mode=False)
    assert "no tests are known for json" in str(result.exception)
