"""Fuzzing that coverage guides, by hand: ``scripts/fuzz_guided`` has what it needs installed.

Without ``SPECDEX_PURE`` the compiled reader is what is watched, with the sanitizers it was built
with; with it, every line of Python is.
"""

import importlib
import os
import sys
from typing import Any

__all__ = ["main"]


def main() -> None:
    """Put what libFuzzer makes through every reader in turn, until it ends or something breaks."""
    atheris: Any = importlib.import_module("atheris")
    watched = ["specdex"] if os.environ.get("SPECDEX_PURE") else []
    with atheris.instrument_imports(include=watched):
        targets = importlib.import_module("benchmarks.fuzz.targets")
    names = tuple(targets.PAGES)

    def one(data: bytes) -> None:
        targets.try_page("find", data)
        targets.try_page(names[sum(data[:8]) % len(names)], data)

    atheris.Setup(sys.argv, one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
