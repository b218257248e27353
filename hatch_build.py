"""Builds the compiled flattener where a C compiler is at hand; without one specdex runs all the same."""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCE = Path("src") / "specdex" / "html" / "_compiled.pyx"


class CompileFlattener(BuildHookInterface):
    """Compiles ``_compiled.pyx`` beside itself; a failure is told and forgiven."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the wheel is put together, editable ones too."""
        del version
        if self.target_name != "wheel" or os.environ.get("SPECDEX_PURE"):
            return
        try:
            library = compile_flattener(Path(self.root))
        except BaseException as error:  # noqa: BLE001 - setuptools leaves by SystemExit
            print(f"specdex: the compiled flattener was not built ({error}); using pure Python", file=sys.stderr)  # noqa: T201
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["artifacts"].append(library.relative_to(self.root).as_posix())


def compile_flattener(root: Path) -> Path:
    """The shared library, compiled in place; raises where that is impossible."""
    import lxml
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension

    extension = Extension(
        "specdex.html._compiled",
        [str(root / SOURCE)],
        include_dirs=lxml.get_include(),
        extra_compile_args=["-O2"],
    )
    build = root / "build"
    modules = cythonize([extension], build_dir=str(build / "cython"), quiet=True)
    command = Distribution({"name": "specdex", "ext_modules": modules}).get_command_obj("build_ext")
    command.build_temp, command.build_lib = str(build / "temp"), str(build / "lib")
    command.ensure_finalized()
    command.run()
    built = Path(command.get_ext_fullpath("specdex.html._compiled"))
    target = root / SOURCE.parent / built.name
    # a process that has the old library loaded keeps it
    fresh = target.with_suffix(".new")
    fresh.write_bytes(built.read_bytes())
    fresh.replace(target)
    return target
