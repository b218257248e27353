import pytest

from specdex.html import parse
from specdex.papers.entropy.roles import parse_domain
from specdex.records import Page

SHELF = """
name = "shelf"
qualifiers = ["product"]

[roles.code]
synonyms = ["Product code", "Code"]

[roles.manufacturer]
synonyms = ["Manufacturer", "Hersteller"]

[roles.price]
synonyms = ["Price", "Our price"]
pattern = '\\d'
offer = true

[roles.description]
synonyms = ["Description"]

[roles.weight]
synonyms = ["Weight"]
unit = "g"

[roles.warnings]
synonyms = ["Warnings"]

[roles.title]
synonyms = ["Name"]
title = true
"""


@pytest.fixture(scope="session")
def shelf():
    return parse_domain(SHELF, "shelf.toml")


@pytest.fixture
def page():
    def make(html, category=""):
        body = html.encode()
        return parse(Page("http://shop.example/1", body, encoding="utf-8", category=category))

    return make
