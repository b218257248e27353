"""What is compiled is the sources as they stand, under their own names, and answers as they do."""

import ast
import importlib.util
import json
import os
import random
import re
import subprocess
import sys
import types
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIBRARIES = sorted((ROOT / "src").rglob("*.so"))
TYPED = sorted(path for path in (ROOT / "src").rglob("*.pxd") if path.with_suffix(".py").exists())
DECLARED = re.compile(r"^[ ]*cp?def (?:class )?(?:[\w.*\[\], ]+ )?(\w+)[(:]", re.MULTILINE)
PIECES = (
    *("<title>Canon EOS R6 | Shop</title>", "<h1>Canon EOS R6</h1>", "<h2>Related products</h2>"),
    *("<p>$ 1,299.00", "<del>1.499,00 €</del>", "<p>Price: 12 EUR", "<p>SKU: A-1234", "<b>"),
    *("<p>Brand: Canon", "<p>Brand", "<p>Canon", '<a class="brand" href="/brand/canon">Canon</a>'),
    *("<p>In stock", "<p>Sold out", '<input value="Add to cart">', "<button>Add to cart</button>"),
    *("<p>EAN: 4006381333931", "<p>MPN 5012B002", "<nav class=breadcrumb><a>Home</a></nav>"),
    *('<meta property="og:title" content="Canon EOS R6">', '<div itemscope itemtype="x/Product">'),
    *('<span itemprop="price">99</span>', '<meta itemprop="priceCurrency" content="EUR">'),
    '<script type="application/ld+json">{"@type":"Product","name":"Canon EOS R6"}</script>',
    *("<table>", "<tr>", "<th>", "<td>", "<td colspan=2>", "<td rowspan=3>", "</table>", "<h3>"),
    *("<ul>", "<li>", "</ul>", "<dl>", "<dt>", "<dd>", "</dl>", "<div>", '<div class="row a">'),
    *("</div>", '<span class="tooltip">', "<span>", "</span>", "</b>", "</h3>", "<dl hidden>"),
    *("<br>", '<a href="/more">', "</a>", '<img alt="yes">', '<p style="padding-left: 50px">'),
    *("Weight", "Weight:", "2 kg", ": 3 cm", "Colour \u2013 red", "Learn more", "16:9", "•", "1"),
    *("A sentence that is far too long to be the label of anything at all.", "重量\uff1a2 kg", " "),
    *("<h2>Specifications</h2>", '<div class="spec row">', "<div style=display:none>", "<nav>"),
    *(
        "Sensor: 16 MP",
        "Lens mount",
        "X100",
        "٣ cm",
        "It is far more than it seems to be!",
        "größe:",
    ),
    "<table class=specs><tr><td>Weight:<td>2 kg<tr><td>Size:<td>3 cm<tr><td>Lens<td>X</table>",
    '<div class="card"><a href="/p/1"><img src="a.jpg"></a><a href="/p/1">Lens 1</a> $ 12.00</div>',
)
ANSWERS = """
import json, sys
import specdex
for page in json.load(sys.stdin):
    print(specdex.extract(page, url="https://shop.example/p/canon-eos-r6-12345"))
    print(specdex.listings(page, url="https://shop.example/c/cameras"))
for name, module in sorted(sys.modules.items()):
    if name.partition(".")[0] == "specdex":
        print("LOADED", name, module.__file__)
"""


def answers(pages, **environment):
    """What a fresh interpreter says of *pages*, and the file of each module it loaded."""
    known = {name: value for name, value in os.environ.items() if name != "SPECDEX_PURE"}
    done = subprocess.run(
        [sys.executable, "-c", ANSWERS],
        input=json.dumps(pages),
        env=known | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    loaded = [line.split()[1:] for line in lines if line.startswith("LOADED ")]
    return [line for line in lines if not line.startswith("LOADED ")], dict(loaded)


def test_pure_means_python_sources_only_and_each_once():
    _, loaded = answers(["<h1>x"], SPECDEX_PURE="1")
    assert "specdex.structure.outline" in loaded
    assert "specdex.html._reading" not in loaded
    assert {Path(file).suffix for file in loaded.values()} == {".py"}
    assert len(set(loaded.values())) == len(loaded)


@pytest.mark.skipif(not LIBRARIES, reason="nothing is compiled: make native")
def test_what_is_compiled_answers_as_its_source_does():
    chance = random.Random(15)
    pages = ["".join(chance.choices(PIECES, k=chance.randint(3, 60))) for _ in range(400)]
    native, loaded = answers(pages)
    assert any(file.endswith(".so") for file in loaded.values())
    assert len({file.partition(".")[0] for file in loaded.values()}) == len(loaded)
    pure, _ = answers(pages, SPECDEX_PURE="1")
    assert native == pure
    assert sum("fragments=(Fragment(" in line for line in pure) > len(pages) / 10


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda path: path.name.partition(".")[0])
def test_no_library_is_older_than_its_source(library):
    source = library.with_name(library.name.partition(".")[0])
    for suffix in (".py", ".pxd", ".pyx"):
        written = source.with_suffix(suffix)
        if written.exists():
            assert library.stat().st_mtime >= written.stat().st_mtime, (
                f"{written.name} is newer than its library: run `make native` or `make pure`"
            )


def is_undeclarable(function):
    """Whether *function* would not compile if it were declared: it holds another, or a yield."""
    inner = (ast.Lambda, ast.FunctionDef, ast.GeneratorExp, ast.Yield, ast.YieldFrom)
    held = any(isinstance(each, inner) for each in ast.walk(function) if each is not function)
    return held or bool(function.args.vararg or function.args.kwonlyargs)


def undeclared(source, types):
    """The functions, classes and methods of *source* that *types* could declare and do not."""
    known = set(DECLARED.findall(types))
    found = []
    for each in ast.parse(source).body:
        inside = each.body if isinstance(each, ast.ClassDef) and not each.bases else []
        plain = [each, *inside] if not getattr(each, "decorator_list", ()) else []
        found += [
            node.name
            for node in plain
            if (isinstance(node, ast.FunctionDef) and not is_undeclarable(node))
            or (isinstance(node, ast.ClassDef) and not node.bases)
            if not node.decorator_list and not node.name.startswith("__")
        ]
    return [name for name in found if name not in known]


@pytest.mark.parametrize("types", TYPED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_whatever_can_be_declared_beside_a_compiled_module_is(types):
    missing = undeclared(types.with_suffix(".py").read_text(), types.read_text())
    assert not missing, f"{types.name} does not declare {missing}: compiled, they stay slow"


def test_what_is_not_declared_is_told():
    source = "class A:\n def b(self): return 1\n\ndef c(): return [x for x in ()]\n"
    assert undeclared(source, "cdef class A:\n    cpdef int b(self)\ncdef bint c() noexcept") == []
    assert undeclared(source, "cdef class B:\n    cdef int d(self)") == ["A", "b", "c"]
    assert undeclared("def a(): yield 1\n@b\ndef c(): pass\ndef d(): return lambda: 1", "") == []


def hidden(types):
    """The names of a .pxd that only other compiled modules see, those they cimport."""
    values = re.findall(
        r"^cdef (?!class )(?:const )?[\w.\[\]: *]+? ([\w, ]+)$", types, re.MULTILINE
    )
    functions = re.findall(r"^cdef (?!class )[\w.\[\]: *]*?(\w+)\(", types, re.MULTILINE)
    return {name.strip() for each in values for name in each.split(",")} | set(functions)


def imported(source):
    """The names that *source* imports from modules, each as its module's name and its own."""
    froms = [each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.ImportFrom)]
    return {(each.module, name.name) for each in froms for name in each.names}


def dotted(path):
    return ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)


def test_no_name_that_compiling_hides_is_imported():
    hides = {dotted(path): hidden(path.read_text()) for path in TYPED}
    assert sum(len(names) for names in hides.values()) > 500
    lost = []
    for path in sorted((ROOT / "src").rglob("*.py")):
        types = path.with_suffix(".pxd").read_text() if path.with_suffix(".pxd").exists() else ""
        taken = set(re.findall(r"\w+", " ".join(re.findall(r"cimport \(?([\w,\s]+)", types))))
        wanted = {
            (module, name) for module, name in imported(path.read_text()) if name not in taken
        }
        lost += [(dotted(path), *each) for each in wanted if each[1] in hides.get(each[0], ())]
    assert not lost, f"compiled, these have nothing to import: declare them without cdef: {lost}"


def test_what_compiling_hides_is_told():
    types = (
        "cdef int A, B\ncdef const double[::1] C\ncpdef int d(int e)\ncdef tuple f(View g, int h)\n"
    )
    assert hidden(types + "cdef class I:\n    cdef int j\ncdef k()\n") == {"A", "B", "C", "f", "k"}
    assert imported("from a.b import c, d as e\nimport f") == {("a.b", "c"), ("a.b", "d")}


@pytest.fixture
def hook(monkeypatch, tmp_path):
    """The build hook on a small tree, and the commands it ran; its compiler fails as told."""
    for name in ("thing.py", "thing.pxd", "other.py", "gone.so"):
        (tmp_path / "src" / "specdex" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "src" / "specdex" / name).touch()
    interface = types.ModuleType("hatchling.builders.hooks.plugin.interface")
    interface.BuildHookInterface = object
    monkeypatch.setitem(sys.modules, interface.__name__, interface)
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.delenv("SPECDEX_PURE", raising=False)
    monkeypatch.delenv("SPECDEX_NATIVE", raising=False)

    def run(version, *, fails=False):
        ran = []

        def compile_all(command, **_):
            ran.append(command)
            for library in module.libraries(tmp_path).values():
                library.parent.mkdir(parents=True, exist_ok=True)
                library.touch()
            return types.SimpleNamespace(returncode=fails)

        monkeypatch.setattr(module.subprocess, "run", compile_all)
        hook = module.CompileModules()
        hook.root, hook.target_name = str(tmp_path), "wheel"
        data = {"force_include": {}}
        hook.initialize(version, data)
        return len(ran), data

    return types.SimpleNamespace(module=module, run=run)


def test_wheels_are_compiled_and_editable_installs_only_when_asked(hook, monkeypatch, tmp_path):
    count, data = hook.run("standard")
    assert count == 1
    assert {name.partition(".")[0] for name in data["force_include"].values()} == {
        "specdex/_shared",
        "specdex/thing",
    }
    assert hook.run("editable")[0] == 0
    monkeypatch.setenv("SPECDEX_PURE", "1")
    assert hook.run("standard")[0] == 0
    monkeypatch.setenv("SPECDEX_NATIVE", "1")
    assert hook.run("editable")[0] == 1
    placed = {each.name.partition(".")[0] for each in tmp_path.glob("src/specdex/*.so")}
    assert placed == {"_shared", "thing"}


def test_a_failed_compilation_makes_a_pure_wheel_or_fails_where_it_was_asked_for(
    hook, monkeypatch, capsys
):
    assert "infer_tag" not in hook.run("standard", fails=True)[1]
    assert "pure Python" in capsys.readouterr().err
    monkeypatch.setenv("SPECDEX_NATIVE", "1")
    with pytest.raises(SystemExit, match="could not be compiled"):
        hook.run("standard", fails=True)


def test_what_is_compiled_is_what_has_types_beside_it(hook):
    sources = hook.module.sources(ROOT)
    assert sources["specdex.structure.outline"].name == "outline.py"
    assert sources["specdex.html._reading"].name == "_reading.pyx"
    assert "specdex.html.parsing" not in sources
