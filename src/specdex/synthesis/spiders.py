"""A scheme as a small Scrapy project: text in, text out; nothing is written here.

The project runs with plain Scrapy and brings its own tests: saved pages with the items expected
of them.
"""

import json
import keyword
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pprint import pformat
from string import Template

from specdex.synthesis.scheme import Item, Scheme, scheme_to_json
from specdex.urls import host

__all__ = ["SavedPage", "expected_items", "project_files", "project_name"]

WIDTH = 96
SCHEME_FILE = "scheme.json"


@dataclass(frozen=True, slots=True)
class SavedPage:
    """A page that ships with a spider, and the items expected of it."""

    url: str
    html: str
    items: tuple[dict[str, str], ...]


SPIDER = Template('''\
"""Reads the items of $site."""

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

    def parse_item(self, response):
        """The items of a page, each value with the XPath that found it."""
        containers = response.xpath(CONTAINER) if CONTAINER else [response.selector]
        for container in containers:
            values, provenance = {}, {}
            for name, xpaths in ATTRIBUTES.items():
                value, xpath = first(container, xpaths)
                if value:
                    values[name] = value
                    provenance[name] = {"xpath": xpath, "confidence": CONFIDENCES[name]}
            if values:
                yield $item(url=response.url, provenance=provenance, **values)


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
SPIDER_MODULES = ["$package.spiders"]
NEWSPIDER_MODULE = "$package.spiders"
ROBOTSTXT_OBEY = True
DOWNLOAD_DELAY = 1.0
CONCURRENT_REQUESTS_PER_DOMAIN = 1
AUTOTHROTTLE_ENABLED = True
DEPTH_LIMIT = 12
COOKIES_ENABLED = False
FEED_EXPORT_ENCODING = "utf-8"
''')

TEST = Template('''\
"""The saved pages still give the items expected of them: python -m unittest discover tests."""

import json
import sys
import unittest
from pathlib import Path

from scrapy.http import HtmlResponse

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from $package.spiders.$package import $spider  # noqa: E402


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
            for item in items:
                self.assertEqual(item.pop("url"), expected["url"])
                provenance = item.pop("provenance")
                self.assertEqual(set(provenance), set(item))
            with self.subTest(case.stem):
                self.assertEqual(items, expected["items"])


if __name__ == "__main__":
    unittest.main()
''')

README = Template("""\
# A spider for $site

Made by specdex from `scheme.json`, which may be edited by hand.

    scrapy crawl $package -O items.jsonl      # needs Scrapy, nothing else
    python -m unittest discover tests         # the saved pages, and the items expected of them
""")

CONFIG = Template("""\
[settings]
default = $package.settings

[deploy]
project = $package
""")


def project_name(site: str) -> str:
    """The name of a site as a Python package.

    >>> project_name("www.my-shop.example")
    'my_shop_example'
    """
    plain = re.sub(r"[^a-z0-9]+", "_", site.lower().removeprefix("www.")).strip("_") or "site"
    return f"site_{plain}" if plain[0].isdigit() or keyword.iskeyword(plain) else plain


def expected_items(items: Sequence[Item]) -> tuple[dict[str, str], ...]:
    """What a spider gives for the items of a page: the first value of each attribute."""
    return tuple({_field(name): found[0].value for name, found in item.items()} for item in items)


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
    """What the templates are filled with."""
    name = "".join(part.capitalize() for part in package.split("_"))
    start = scheme.start_url or f"http://{scheme.site}/"
    fields = [f"    {_field(each)} = scrapy.Field()" for each in scheme.names]
    return {
        "package": package,
        "site": re.sub(r'["\\\n]', "", scheme.site),
        "item": f"{name}Item",
        "spider": f"{name}Spider",
        "name": repr(package),
        "domains": repr([host(start) or scheme.site]),
        "starts": repr([start]),
        "pattern": repr(scheme.url_pattern),
        "container": repr(scheme.container),
        "attributes": pformat(
            {_field(rule.name): rule.xpaths for rule in scheme.attributes},
            width=WIDTH,
            sort_dicts=False,
        ),
        "confidences": pformat(
            {_field(rule.name): rule.confidence for rule in scheme.attributes},
            width=WIDTH,
            sort_dicts=False,
        ),
        "fields": "\n".join(fields),
    }


def _field(name: str) -> str:
    """An attribute's name as a field of an item."""
    plain = re.sub(r"\W+", "_", name.strip()).strip("_") or "value"
    safe = f"a_{plain}" if plain[0].isdigit() or keyword.iskeyword(plain) else plain
    return f"{safe}_" if safe in {"url", "provenance"} else safe
