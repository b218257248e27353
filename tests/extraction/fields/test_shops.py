"""Product pages as the platforms of today print them, in many languages and currencies.

Each is two files in ``shops``: the page, and what it says of its product.
"""

import json
from pathlib import Path

import pytest

from specdex.extraction.fields.reader import FieldReader
from specdex.html import parse
from specdex.records import Page

SHOPS = sorted((Path(__file__).parent / "shops").glob("*.html"))


@pytest.mark.parametrize("path", SHOPS, ids=[path.stem for path in SHOPS])
def test_a_shop_is_read_as_it_prints(path):
    told = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    read = FieldReader().read(parse(Page(url=told["url"], body=path.read_bytes())))
    found = {field.name: field.value for field in read}
    assert {name: found.get(name) for name in told["fields"]} == told["fields"]
