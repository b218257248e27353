"""Compiles modules in place where a C compiler is at hand; specdex runs without one, too.

A module with a ``.pxd`` beside it is compiled as it stands, with the types that the ``.pxd`` gives,
into a shared library of its own name, which Python prefers to the source. So is every ``.pyx``.

Wheels are compiled unless ``SPECDEX_PURE`` is set, and pure where that fails. Editable installs are
pure, so that an edit takes effect at once; ``SPECDEX_NATIVE`` compiles them, too, and insists.
"""

import os
import subprocess
import sys
import sysconfig
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "initializedcheck": False,
    # locals that hold C numbers need no word in a .pxd, as fast as with one
    "infer_types": True,
}
FLAGS = ["-O2", "-g0", "-ffp-contract=off"]
SHARED = "specdex._shared"
"""Holds what the compiled modules have in common, so that none of them carries it itself."""
TOLD = 15
"""Lines of a compiler's complaint that are shown; all of them are in the log."""


class CompileModules(BuildHookInterface):
    """Compiles what can be; a failure is told, and forgiven unless ``SPECDEX_NATIVE`` insists."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the wheel is put together, editable ones too."""
        insists = bool(os.environ.get("SPECDEX_NATIVE"))
        wanted = insists or (version != "editable" and not os.environ.get("SPECDEX_PURE"))
        if self.target_name != "wheel" or not wanted:
            return
        root = Path(self.root)
        # a process of its own: compilers write to file descriptors, and a pool needs a main module
        done = subprocess.run([sys.executable, root / "hatch_build.py"], cwd=root, check=False)  # noqa: S603
        if done.returncode:
            if insists:
                raise SystemExit("specdex: SPECDEX_NATIVE is set, but it could not be compiled")
            sys.stderr.write("specdex: this wheel is pure Python, and several times slower\n")
            return
        if version == "editable":
            place(root)
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update(
            {str(library): place.as_posix() for place, library in libraries(root).items()}
        )


def sources(root: Path) -> dict[str, Path]:
    """What is compiled: the modules with a ``.pxd``, and each ``.pyx``; the largest first."""
    found = {*root.glob("src/**/*.pyx")}
    found |= {path.with_suffix(".py") for path in root.glob("src/**/*.pxd")}
    ordered = sorted(filter(Path.exists, found), key=lambda path: (-path.stat().st_size, path))
    return {
        ".".join(path.relative_to(root / "src").with_suffix("").parts): path for path in ordered
    }


def libraries(root: Path) -> dict[Path, Path]:
    """Where each module's library belongs below ``src``, and where it was built."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    names = [SHARED, *sources(root)]
    places = [Path(*name.split(".")).with_suffix(suffix) for name in names]
    return {place: root / "build" / "lib" / place for place in places}


def place(root: Path) -> None:
    """Put the libraries beside their sources, and take away those whose source is gone."""
    built = libraries(root)
    for old in root.glob("src/**/*.so"):
        if old.relative_to(root / "src") not in built:
            old.unlink()
    for target, library in built.items():
        # a process that has the old library loaded keeps it
        fresh = (root / "src" / target).with_suffix(".new")
        fresh.write_bytes(library.read_bytes())
        fresh.replace(root / "src" / target)


def compile_all(root: Path) -> dict[str, str]:
    """Compile everything; the complaints of the compilers, by module."""
    modules = {name: str(path.relative_to(root)) for name, path in sources(root).items()}
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        said = pool.map(_compile, [SHARED, *modules], ["", *modules.values()])
        return {name: log for name, log in zip([SHARED, *modules], said, strict=True) if log}


def _compile(name: str, source: str) -> str:
    """Compile one module in place, in a process of the pool; the log where that failed."""
    log = Path("build", "logs", f"{name}.log")
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("w", encoding="utf-8") as file:
        os.dup2(file.fileno(), sys.stdout.fileno())
        os.dup2(file.fileno(), sys.stderr.fileno())
        try:
            _build(name, source)
        except BaseException as error:  # noqa: BLE001 - setuptools leaves by SystemExit
            print(f"{type(error).__name__}: {error}", flush=True)  # noqa: T201 - it goes to the log
            failed = True
        else:
            failed = False
    return log.read_text(encoding="utf-8") if failed else ""


def _build(name: str, source: str) -> None:
    """From one module to its library."""
    from Cython.Build import cythonize  # noqa: PLC0415 - there only where something is built
    from Cython.Build.SharedModule import generate_shared_module  # noqa: PLC0415 - the same
    from Cython.Compiler.Options import CompilationOptions  # noqa: PLC0415 - the same
    from setuptools import Distribution, Extension  # noqa: PLC0415 - the same

    code = Path("build", "cython", f"{name}.c")
    modules = [Extension(name, [source or str(code)], extra_compile_args=FLAGS)]
    if source:
        modules = cythonize(
            modules,
            build_dir="build/cython",
            include_path=["src"],
            compiler_directives=DIRECTIVES,
            shared_utility_qualified_name=SHARED,
        )
    elif not code.exists():
        code.parent.mkdir(parents=True, exist_ok=True)
        generate_shared_module(CompilationOptions(shared_c_file_path=str(code)))
    command = Distribution({"name": "specdex", "ext_modules": modules}).get_command_obj("build_ext")
    command.build_temp, command.build_lib = "build/temp", "build/lib"
    command.ensure_finalized()
    command.run()


def main() -> int:
    """Compile everything below the working directory, and tell what failed."""
    failed = compile_all(Path.cwd())
    for name, log in failed.items():
        sys.stderr.write(f"specdex: {name} could not be compiled (build/logs/{name}.log):\n")
        sys.stderr.writelines(f"    {line}\n" for line in log.splitlines()[-TOLD:])
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
