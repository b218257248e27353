"""Golden pages: each layout of a specification, and the pairs that a person reads there."""

import json
from pathlib import Path

import pytest

from specdex.extraction.structure import StructureReader
from specdex.html import parse
from specdex.records import Candidate, FragmentKind, Page

PAGES = sorted((Path(__file__).parent / "pages").glob("*.html"))


def read(path):
    document = parse(Page(f"http://shop.example/{path.stem}", path.read_bytes()))
    node = document.find("//*[@id='spec']")
    pairs = StructureReader().read(document, Candidate(node, FragmentKind.DIV))
    return [[pair.name, pair.value, pair.group] for pair in pairs]


def text(pairs):
    lines = ",\n".join(f"  {json.dumps(pair, ensure_ascii=False)}" for pair in pairs)
    return f"[\n{lines}\n]\n" if pairs else "[]\n"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_fragment_reads_as_a_person_reads_it(path, request):
    golden = path.with_suffix(".json")
    if request.config.getoption("--update-golden", default=False):
        golden.write_text(text(read(path)), encoding="utf-8")
    assert read(path) == json.loads(golden.read_text(encoding="utf-8"))


def test_there_are_many_layouts_and_languages():
    languages = {path.read_text(encoding="utf-8").split('lang="')[1][:2] for path in PAGES}
    assert len(PAGES) >= 30
    assert len(languages) >= 10
