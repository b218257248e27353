"""A scheme as a small Scrapy project: text in, text out; nothing is written here.

The project runs with plain Scrapy and brings its own tests: saved pages with the items expected
of them.
"""

import json
import keyword
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
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
    """A page that ships with a spider, and the items expected of it."""

    url: str
    html: str
    items: tuple[dict[str, str], ...]


SPIDER = Template('''\
"""Reads the items of $site."""

import re

from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule

from $package.items import $item

ITEM_PAGES = $pattern
CONTAINER = $container
ATTRIBUTES = $attributes
CONFIDENCES = $confidences


class $spider(CrawlSpider):
    """Walks $site and reads every page whose URL fits ITEM_PAGES."""

    name = $name
    allowed_domains = $domains
    start_urls = $starts
    rules = (
        Rule(LinkExtractor(allow=ITEM_PAGES), callback="parse_item", follow=True),
        Rule(LinkExtractor(), follow=True),
    )

    def parse_start_url(self, response, **kwargs):
        """The first page may hold items, too."""
        return self.parse_item(response) if re.search(ITEM_PAGES, response.url) else ()

    def parse_item(self, response):
        """The items of a page, each value with the XPath that found it."""
        containers = response.xpath(CONTAINER) if CONTAINER else [response.selector]
        for container in containers:
            item = $item(url=response.url, provenance={})
            for name, xpaths in ATTRIBUTES.items():
                value, xpath = first(container, xpaths)
                if value:
                    item[name] = value
                    found_by = {"xpath": xpath, "confidence": CONFIDENCES[name]}
                    item["provenance"][name] = {"url": response.url, **found_by}
            if item["provenance"]:
                yield item


def first(container, xpaths):
    """The first text that any of the XPaths finds, and which one did."""
    for xpath in xpaths:
        for found in container.xpath(xpath):
            root = found.root
            text = root if isinstance(root, str) else "".join(root.itertext())
            value = " ".join(text.split())
            if value:
                return value, xpath
    return "", ""
''')

ITEMS = Template('''\
"""What the spider reads."""

import scrapy


class $item(scrapy.Item):
    """One item of $site."""

    url = scrapy.Field()
    provenance = scrapy.Field()
$fields
''')

SETTINGS = Template('''\
"""Settings of a polite spider."""

BOT_NAME = "$package"
USER_AGENT = "$package (a spider that obeys robots.txt; write your address here)"
ROBOTSTXT_USER_AGENT = "$package"
SPIDER_MODULES = ["$package.spiders"]
NEWSPIDER_MODULE = "$package.spiders"
ROBOTSTXT_OBEY = True
DOWNLOAD_DELAY = 1.0
CONCURRENT_REQUESTS_PER_DOMAIN = 1
AUTOTHROTTLE_ENABLED = True
AUTOTHROTTLE_START_DELAY = 1.0
AUTOTHROTTLE_TARGET_CONCURRENCY = 1.0
DEPTH_LIMIT = 12
COOKIES_ENABLED = False
FEED_EXPORT_ENCODING = "utf-8"
''')

TEST = Template('''\
"""The saved pages still give the items expected of them: pytest, or python -m unittest."""

import json
import re
import sys
import unittest
from pathlib import Path

from scrapy.http import HtmlResponse

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from $package.spiders.$package import ITEM_PAGES, $spider  # noqa: E402


class SavedPages(unittest.TestCase):
    """One page after another."""

    def test_items(self):
        cases = sorted(HERE.glob("pages/*.json"))
        self.assertTrue(cases)
        for case in cases:
            expected = json.loads(case.read_text(encoding="utf-8"))
            body = case.with_suffix(".html").read_bytes()
            response = HtmlResponse(expected["url"], body=body, encoding="utf-8")
            items = [dict(item) for item in $spider().parse_item(response)]
            with self.subTest(case.stem):
                self.assertTrue(re.search(ITEM_PAGES, expected["url"]))
                for item in items:
                    self.assertEqual(item.pop("url"), expected["url"])
                    self.assertEqual(set(item.pop("provenance")), set(item))
                self.assertEqual(items, expected["items"])


if __name__ == "__main__":
    unittest.main()
''')

README = Template("""\
# A spider for $site

Made by specdex from `scheme.json`, which may be edited by hand.

    scrapy crawl $package -O items.jsonl      # needs Scrapy, nothing else
    python -m unittest                        # or pytest: saved pages and their expected items

`settings.py` is polite: it obeys robots.txt, waits between two pages and says who it is. Write the
address under which you can be reached into `USER_AGENT` before you crawl.
""")

CONFIG = Template("""\
[settings]
default = $package.settings

[deploy]
project = $package
""")


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
    files = {
        "README.md": README.substitute(words),
        "scrapy.cfg": CONFIG.substitute(words),
        SCHEME_FILE: scheme_to_json(scheme) + "\n",
        f"{package}/__init__.py": "",
        f"{package}/items.py": ITEMS.substitute(words),
        f"{package}/settings.py": SETTINGS.substitute(words),
        f"{package}/spiders/__init__.py": "",
        f"{package}/spiders/{package}.py": SPIDER.substitute(words),
        "tests/__init__.py": "",
        "tests/test_spider.py": TEST.substitute(words),
    }
    for number, page in enumerate(pages):
        expected = {"url": page.url, "items": list(page.items)}
        files[f"tests/pages/{number:03d}.html"] = page.html
        files[f"tests/pages/{number:03d}.json"] = (
            json.dumps(expected, ensure_ascii=False, indent=2) + "\n"
        )
    return files


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
