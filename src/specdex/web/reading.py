"""What was read from one page, as a person looks at it: its parts, and ways to take it along."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from specdex.records import Decision, DecisionKind, Field, Fragment, Pair, Specification, to_json

__all__ = ["Part", "Reading", "reading"]

PYTHON = """\
import specdex

with open("page.html", "rb") as file:
    specification = specdex.extract(file.read(), url={url!r})
for pair in specification.pairs:
    print(pair.name, pair.value, pair.xpath, sep="\\t")
"""
SPIDER = '''\
import scrapy
import specdex


class {name}Spider(scrapy.Spider):
    """Reads the specification of each page, wherever it stands; here it was at {places}."""

    name = {site!r}
    start_urls = [{url!r}]

    def parse(self, response):
        specification = specdex.extract(response.body, url=response.url)
        yield {{
            "url": response.url,
            "title": specification.title,
            **{{field.name: field.value for field in specification.fields}},
            "pairs": {{pair.name: pair.value for pair in specification.pairs}},
        }}
'''
NO_PLACE = "no place"


@dataclass(frozen=True, slots=True)
class Part:
    """A fragment with its pairs, each with the name of its mark."""

    name: str
    fragment: Fragment
    pairs: tuple[tuple[str, Pair], ...]
    verdict: str = ""
    """What a person said of it: ``fragment`` or ``no_fragment``."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read from a page."""

    specification: Specification
    parts: tuple[Part, ...]
    fields: tuple[tuple[str, Field], ...]
    added: tuple[str, ...] = ()
    """XPaths where a person found a specification that was not read."""
    wrong: frozenset[tuple[str, str]] = frozenset()
    """Names and values that a person called wrong."""

    @property
    def as_json(self) -> str:
        """All of it, as ``specdex extract`` prints it."""
        return json.dumps(to_json(self.specification), ensure_ascii=False, indent=1)

    @property
    def as_python(self) -> str:
        """A program that reads it."""
        return PYTHON.format(url=self.specification.url)

    @property
    def as_spider(self) -> str:
        """A Scrapy spider that reads it."""
        site = self.specification.site or "shop"
        letters = "".join(filter(str.isalnum, site.title())) or "Shop"
        name = letters if letters[0].isalpha() else f"Shop{letters}"
        places = ", ".join(part.fragment.xpath for part in self.parts) or NO_PLACE
        url = self.specification.url
        return SPIDER.format(name=name, places=places.replace('"', "'"), site=site, url=url)


def reading(specification: Specification, decisions: Iterable[Decision] = ()) -> Reading:
    """*specification* with the names of its marks, and what people said of it."""
    said = list(decisions)
    verdicts = {each.other: each.kind.value for each in said if each.kind in _OF_FRAGMENTS}
    parts = tuple(_parts(specification, verdicts))
    known = {part.fragment.xpath for part in parts}
    return Reading(
        specification,
        parts,
        tuple((f"v{at}", field) for at, field in enumerate(specification.fields)),
        tuple(
            each.other
            for each in said
            if each.kind is DecisionKind.FRAGMENT and each.other not in known
        ),
        frozenset((each.other, each.value) for each in said if each.kind is DecisionKind.WRONG),
    )


_OF_FRAGMENTS = (DecisionKind.FRAGMENT, DecisionKind.NO_FRAGMENT)


def _parts(specification: Specification, verdicts: dict[str, str]) -> Iterator[Part]:
    number = 0
    for at, fragment in enumerate(specification.fragments):
        pairs = tuple((f"p{number + place}", pair) for place, pair in enumerate(fragment.pairs))
        number += len(pairs)
        yield Part(f"f{at}", fragment, pairs, verdicts.get(fragment.xpath, ""))
