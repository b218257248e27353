"""A scheme as a small Scrapy project: text in, text out; nothing is written here.

The project runs with plain Scrapy and brings its own tests: saved pages with the items expected
of them, as far as something else than the scheme says the same.
"""

import json
import keyword
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import isfinite
from pprint import pformat
from string import Template

from specdex.synthesis.scheme import Item, Scheme, scheme_to_json
from specdex.urls import host

__all__ = [
    "SCHEME_FILE",
    "SavedPage",
    "expected_items",
    "field_names",
    "project_files",
    "project_name",
]

WIDTH = 96
SCHEME_FILE = "scheme.json"
TAKEN = frozenset({"url", "provenance"})
"""Fields that every item has."""


@dataclass(frozen=True, slots=True)
class SavedPage:
    """A page that ships with a spider, and the verified values expected of it."""

    url: str
    html: str
    items: tuple[dict[str, str], ...]
    read: tuple[int, ...] = ()
    """How many attributes each item of the page had when the spider was made."""


def project_name(site: str) -> str:
    """The name of a site as a Python package that no other package has.

    >>> project_name("www.my-shop.example"), project_name("json")
    ('my_shop_example', 'json_site')
    """
    plain = re.sub(r"[^a-z0-9]+", "_", site.lower().removeprefix("www.")).strip("_")
    named = f"site_{plain}" if not plain or plain[0].isdigit() else plain
    return named if "_" in named.strip("_") else f"{named.strip('_')}_site"


def expected_items(scheme: Scheme, items: Sequence[Item]) -> tuple[dict[str, str], ...]:
    """What a spider gives for the items of a page: the first value of each attribute."""
    fields = field_names(scheme.names)
    return tuple({fields[name]: found[0].value for name, found in item.items()} for item in items)


def project_files(scheme: Scheme, pages: Sequence[SavedPage]) -> dict[str, str]:
    """The files of the project, by path."""
    package = project_name(scheme.site)
    words = _words(scheme, package)
    places = {
        "README.md": "README.md",
        "scrapy.cfg": "scrapy.cfg",
        f"{package}/items.py": "items.py",
        f"{package}/settings.py": "settings.py",
        f"{package}/spiders/{package}.py": "spider.py",
        "tests/test_spider.py": "test_spider.py",
    }
    files = {path: _template(name).substitute(words) for path, name in places.items()}
    files[SCHEME_FILE] = scheme_to_json(scheme) + "\n"
    files |= dict.fromkeys((f"{package}/__init__.py", f"{package}/spiders/__init__.py"), "")
    files["tests/__init__.py"] = ""
    for number, page in enumerate(pages):
        expected = {"url": page.url, "items": list(page.items), "read": list(page.read)}
        files[f"tests/pages/{number:03d}.html"] = page.html
        files[f"tests/pages/{number:03d}.json"] = (
            json.dumps(expected, ensure_ascii=False, indent=2) + "\n"
        )
    return files


@cache
def _template(name: str) -> Template:
    """A file of every project, with places to be filled."""
    path = resources.files("specdex.synthesis").joinpath("project", f"{name}.tmpl")
    return Template(path.read_text(encoding="utf-8"))


def _words(scheme: Scheme, package: str) -> dict[str, str]:
    """What the templates are filled with: plain names, and literals of Python."""
    name = "".join(part.capitalize() for part in package.split("_"))
    start = scheme.start_url or f"http://{scheme.site}/"
    fields = field_names(scheme.names)
    xpaths = {fields[rule.name]: rule.xpaths for rule in scheme.attributes}
    confidences = {
        fields[rule.name]: float(rule.confidence) if isfinite(rule.confidence) else 0.0
        for rule in scheme.attributes
    }
    return {
        "package": package,
        "site": re.sub(r"[^A-Za-z0-9.:-]", "", scheme.site) or package,
        "item": f"{name}Item",
        "spider": f"{name}Spider",
        "name": repr(package),
        "domains": ascii([host(start) or scheme.site]),
        "starts": ascii([start]),
        "pattern": _literal(scheme.url_pattern),
        "container": _literal(scheme.container),
        "attributes": _literal(xpaths),
        "confidences": _literal(confidences),
        "fields": "\n".join(f"    {each} = scrapy.Field()" for each in fields.values()),
    }


def _literal(value: object) -> str:
    """*value* as a literal of Python that says nothing else."""
    return pformat(value, width=WIDTH, sort_dicts=False)


def field_names(names: Sequence[str]) -> dict[str, str]:
    """Attributes' names as fields of an item, all different.

    >>> field_names(["unit price", "unit-price", "class", "url", "2nd"]).values()
    dict_values(['unit_price', 'unit_price_2', 'class_', 'url_', 'a_2nd'])
    """
    fields: dict[str, str] = {}
    for name in names:
        field = wanted = _field(name)
        number = 1
        while field in fields.values():
            number += 1
            field = f"{wanted}_{number}"
        fields[name] = field
    return fields


def _field(name: str) -> str:
    """A name that Python takes."""
    known = unicodedata.normalize("NFKC", name)
    plain = re.sub(r"\W+", "_", known).strip("_")
    if not f"a_{plain}".isidentifier():
        plain = re.sub(r"[^A-Za-z0-9]+", "_", plain).strip("_")
    plain = unicodedata.normalize("NFKC", plain) or "value"
    safe = plain if plain.isidentifier() else f"a_{plain}"
    return f"{safe}_" if keyword.iskeyword(safe) or safe in TAKEN else safe
