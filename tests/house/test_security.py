"""What no module does, whoever wrote the data: run it."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "specdex"
MODULES = sorted(SOURCE.rglob("*.py"))
OWN_LINES = {"engines/work.py"}
"""Where records travel between processes that this house has started itself."""
RUNS_TEXT = {"eval", "exec", "compile", "__import__"}
SHELLS = {"system", "popen", "getoutput", "getstatusoutput"}
UNPACKS = {"pickle", "cPickle", "dill", "joblib", "shelve", "marshal"}


def place(path):
    return path.relative_to(SOURCE).as_posix()


@pytest.mark.parametrize("path", MODULES, ids=place)
def test_no_module_runs_text_asks_a_shell_or_unpickles_files(path):
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Name):
                assert called.id not in RUNS_TEXT, node.lineno
            elif isinstance(called, ast.Attribute):
                assert called.attr not in SHELLS, node.lineno
            given = {each.arg: each.value for each in node.keywords}
            assert not isinstance(given.get("shell"), ast.Constant), node.lineno
        if place(path) not in OWN_LINES:
            assert not set(imported(node)) & UNPACKS, node.lineno


def imported(node):
    if isinstance(node, ast.Import):
        return [each.name.partition(".")[0] for each in node.names]
    return [(node.module or "").partition(".")[0]] if isinstance(node, ast.ImportFrom) else []


@pytest.mark.parametrize("path", sorted((SOURCE / "runs").glob("*.py")), ids=place)
def test_no_value_is_written_into_sql(path):
    """What is put into a statement are names of ours; values are parameters."""
    data = {"value", "url", "text", "title", "category", "site", "words", "term"}
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.JoinedStr) and _is_sql(node):
            put_in = [each.value for each in node.values if isinstance(each, ast.FormattedValue)]
            names = {each.id for each in put_in if isinstance(each, ast.Name)}
            assert not names & data, (node.lineno, names & data)


def _is_sql(node):
    fixed = "".join(str(each.value) for each in node.values if isinstance(each, ast.Constant))
    return any(word in fixed for word in ("SELECT ", "INSERT ", "UPDATE ", "DELETE ", "WHERE "))
