"""The docs as a site: built strictly, without requests to elsewhere; references are current."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OUTSIDE = re.compile(
    r"<(?:script|img|iframe)[^>]+src=.?https?:"
    r"|<link[^>]+(?:stylesheet|preload|icon)[^>]+href=.?https?:"
)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    pytest.importorskip("material")
    target = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", target],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return target


def test_the_site_is_built_strictly_and_asks_nobody_else(site):
    pages = list(site.rglob("*.html"))
    assert len(pages) > 20
    assert [page.name for page in pages if OUTSIDE.search(page.read_text(encoding="utf-8"))] == []


def test_every_page_is_in_the_navigation():
    named = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for path in sorted((ROOT / "docs").rglob("*.md")):
        assert path.relative_to(ROOT / "docs").as_posix() in named


def test_links_of_docs_and_readme_lead_somewhere():
    for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for target in LINK.findall(path.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (path.parent / target).exists(), f"{path.name}: {target}"


@pytest.mark.parametrize("name", ["settings.md", "plugins.md"])
def test_the_tables_of_settings_and_plugins_are_current(name):
    code = f"from docs.tables_reference import *; print(filled(Path('docs/{name}')), end='')"
    fresh = [sys.executable, "-c", f"from pathlib import Path; {code}"]
    told = subprocess.run(fresh, cwd=ROOT, capture_output=True, check=True, encoding="utf-8").stdout
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == told, "run `make docs`"


def test_the_python_reference_is_current():
    fresh = [sys.executable, "docs/api_reference.py", "/dev/stdout"]
    told = subprocess.run(fresh, cwd=ROOT, capture_output=True, check=True, encoding="utf-8").stdout
    assert (ROOT / "docs" / "python.md").read_text(encoding="utf-8") == told, "run `make docs`"
