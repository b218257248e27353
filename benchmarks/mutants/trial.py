"""Tests run against a changed module, in a child process that knows only the change."""

import importlib
import importlib.util
import io
import os
import resource
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from specdex.errors import InputError

__all__ = ["ROOT", "is_killed", "path_of", "prepare"]

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 240
"""A trial that takes more of a processor never ends: the mutant is killed."""
LIBRARIES = (
    *("numpy", "lxml.html", "msgspec", "rapidfuzz", "scrapy", "scrapy.crawler", "click"),
    *("sklearn.tree", "sklearn.ensemble", "sklearn.linear_model", "scipy.optimize"),
    *("pytest", "hypothesis.strategies", "web_poet", "httpx", "jinja2", "rich.table"),
)
"""What takes time to import: a child that nothing is imported in needs seconds for it."""
SURVIVED, KILLED, NO_TESTS = 0, 1, 5


def path_of(module: str) -> Path:
    """Where the source of a module lies."""
    inside = Path(*module.split("."))
    top = ROOT / "src" if module.startswith("specdex") else ROOT
    return top / inside.with_suffix(".py")


class _Mutant(MetaPathFinder, Loader):
    """Gives one module with another source."""

    def __init__(self, module: str, source: str) -> None:
        self.module = module
        self.source = source

    def find_spec(
        self, name: str, _path: object = None, _target: object = None
    ) -> ModuleSpec | None:
        if name != self.module:
            return None
        return importlib.util.spec_from_loader(name, self, origin=str(path_of(name)))

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(path_of(self.module))
        exec(compile(self.source, module.__file__, "exec"), module.__dict__)  # noqa: S102 - ours


def prepare() -> None:
    """Import what the children would import one after the other: libraries, nothing of ours."""
    for name in LIBRARIES:
        with suppress(ImportError):
            importlib.import_module(name)


NO_PLUGINS = ("cacheprovider", "xdist", "randomly")
OURS = frozenset({"specdex", "benchmarks", "tests"})
"""What a mutant is imported with anew: tests that know the original would not notice it."""


def is_killed(module: str, source: str, tests: Sequence[str]) -> bool:
    """Whether one of *tests* fails where *module* has *source*."""
    child = os.fork()
    if not child:
        os._exit(_outcome(module, source, tests))
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code == NO_TESTS:
        raise InputError(f"no tests in {', '.join(tests)}")
    return code != SURVIVED


def _outcome(module: str, source: str, tests: Sequence[str]) -> int:
    """In the child: what pytest says, with nothing of ours imported before."""
    import pytest  # noqa: PLC0415 - the parent need not have it

    # of a processor, not of a clock: whoever has to wait was noticed by nobody
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    for name in [each for each in sys.modules if each.split(".")[0] in OURS]:
        del sys.modules[name]
    os.environ["SPECDEX_PURE"] = "1"
    importlib.import_module("specdex")  # which looks for sources in its own way: be asked before
    sys.meta_path.insert(0, _Mutant(module, source))
    os.chdir(ROOT)
    # nobody reads why a test fails: assertions need not be rewritten
    options = ["-x", "-q", "--assert=plain"]
    options += [each for name in NO_PLUGINS for each in ("-p", f"no:{name}")]
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        try:
            code = pytest.main([*options, *tests])
        except BaseException:  # noqa: BLE001 - whatever breaks, the mutant was noticed
            return KILLED
    return NO_TESTS if code == NO_TESTS else SURVIVED if code == 0 else KILLED
