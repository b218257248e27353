"""Builds the compiled modules where a C compiler is at hand; specdex runs without one, too."""

import os
import re
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = {
    "specdex.html._compiled": Path("src") / "specdex" / "html" / "_compiled.pyx",
    "specdex.html._reading": Path("src") / "specdex" / "html" / "_reading.pyx",
    "specdex.detection._compiled": Path("src") / "specdex" / "detection" / "_compiled.pyx",
    "specdex.extraction._compiled": Path("src") / "specdex" / "extraction" / "_compiled.pyx",
    "specdex.listings._compiled": Path("src") / "specdex" / "listings" / "_compiled.pyx",
}
TWINS = (
    "specdex.labels",
    "specdex.structure.found",
    "specdex.structure.outline",
    "specdex.structure.looks",
    "specdex.structure.blocks",
    "specdex.structure.tables",
    "specdex.structure.readers",
    "specdex.extraction.arbitration",
    "specdex.detection.cells",
    "specdex.detection.shapes",
    "specdex.detection.candidates",
    "specdex.detection.carving",
    "specdex.detection.alike",
    "specdex.detection.wording",
    "specdex.detection.surroundings",
    "specdex.detection.rows",
    "specdex.detection.weighing",
    "specdex.detection.odds",
    "specdex.extraction.fields.view",
    "specdex.extraction.fields.amounts",
    "specdex.extraction.fields.brands",
    "specdex.extraction.fields.prices",
    "specdex.extraction.fields.words",
    "specdex.extraction.fields.stock",
    "specdex.extraction.fields.marks",
    "specdex.extraction.fields.heading",
    "specdex.extraction.fields.identifiers",
    "specdex.extraction.fields.trail",
    "specdex.extraction.fields.claims",
    "specdex.extraction.fields.marked",
    "specdex.extraction.fields.gathering",
    "specdex.markup.jsonld",
    "specdex.markup.scopes",
    "specdex.markup.understanding",
    "specdex.markup.metatags",
    "specdex.markup.reader",
)
"""Modules compiled as they are, with the types of their ``.pxd``, as ``<name>_compiled``."""
TWINNED = re.compile(rf"\b({'|'.join(map(re.escape, TWINS))})\b")
DIRECTIVES = {"language_level": 3, "annotation_typing": False, "initializedcheck": False}


class CompileModules(BuildHookInterface):
    """Compiles each ``_compiled.pyx`` and each twin; a failure is told and forgiven."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the wheel is put together, editable ones too."""
        del version
        if self.target_name != "wheel" or os.environ.get("SPECDEX_PURE"):
            return
        try:
            libraries = compile_modules(Path(self.root))
        except BaseException as error:  # noqa: BLE001 - setuptools leaves by SystemExit
            sys.stderr.write(f"specdex: nothing was compiled ({error}); using pure Python\n")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["artifacts"] += [each.relative_to(self.root).as_posix() for each in libraries]


def compile_modules(root: Path) -> list[Path]:
    """The shared libraries, compiled in place; raises where that is impossible."""
    import lxml  # noqa: PLC0415 - there only where something is built
    from Cython.Build import cythonize  # noqa: PLC0415 - the same
    from setuptools import Distribution, Extension  # noqa: PLC0415 - the same

    build = root / "build"
    sources = {name: root / source for name, source in SOURCES.items()} | _twins(
        root, build / "twins"
    )
    extensions = [
        Extension(
            name,
            [str(source)],
            include_dirs=lxml.get_include(),
            extra_compile_args=["-O3", "-g0", "-ffp-contract=off"],
        )
        for name, source in sources.items()
    ]
    modules = cythonize(
        extensions,
        build_dir=str(build / "cython"),
        include_path=[str(build / "twins")],
        compiler_directives=DIRECTIVES,
        quiet=True,
    )
    command = Distribution({"name": "specdex", "ext_modules": modules}).get_command_obj("build_ext")
    command.build_temp, command.build_lib = str(build / "temp"), str(build / "lib")
    command.parallel = os.cpu_count()
    command.ensure_finalized()
    command.run()
    return [
        _placed(
            (root / "src").joinpath(*name.split(".")[:-1]), Path(command.get_ext_fullpath(name))
        )
        for name in sources
    ]


def _twins(root: Path, build: Path) -> dict[str, Path]:
    """Copies of the modules to be compiled, which know each other by their new names."""
    found = {}
    for name in TWINS:
        place = Path(*name.split("."))
        twin = (build / place).with_name(f"{place.name}_compiled.py")
        twin.parent.mkdir(parents=True, exist_ok=True)
        for package in place.parents[:-1]:
            (build / package / "__init__.pxd").touch()
        for suffix in (".pxd", ".py"):
            source = (root / "src" / place).with_suffix(suffix)
            if source.exists():
                _copy(source, twin.with_suffix(suffix))
        found[f"{name}_compiled"] = twin
    return found


def _copy(source: Path, twin: Path) -> None:
    """Write *source* as *twin*, unless it is that already."""
    text = TWINNED.sub(r"\1_compiled", source.read_text(encoding="utf-8"))
    if source.suffix == ".py":  # so that a test can tell what was changed since
        text += f'\nSOURCE = "{sha256(source.read_bytes()).hexdigest()}"\n'
    if not twin.exists() or twin.read_text(encoding="utf-8") != text:
        twin.write_text(text, encoding="utf-8")


def _placed(folder: Path, built: Path) -> Path:
    """The library *built*, put beside its source."""
    target = folder / built.name
    # a process that has the old library loaded keeps it
    fresh = target.with_suffix(".new")
    fresh.write_bytes(built.read_bytes())
    fresh.replace(target)
    return target
