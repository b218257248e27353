"""Scrapy with specifications: an add-on, an item pipeline, and a spider for a category.

One line in a project's settings, ``ADDONS = {"specdex.scrapy.Addon": 500}``, and every HTML
response of every spider, and of ``scrapy shell``, knows what its page says:

- ``response.specification`` is the Specification of the page, ``response.offers`` are the products
  that it lists, ``response.product`` is the page's product as an item of zyte-common-items;
- ``response.xpath(pair.xpath)`` leads to the element that holds a value: selectors, specification
  and offers share one parse of the body.

``SpecdexSpider`` walks shops to the products of a category without a selector of its own, and
``SpecificationPage`` is a page object for scrapy-poet.
"""

import logging
from collections.abc import AsyncIterator, Iterator
from functools import cached_property
from typing import Any, Self

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Response
from scrapy.selector import Selector
from scrapy.settings import BaseSettings

from specdex import plugins
from specdex.crawling.walk import SiteWalk
from specdex.errors import MissingExtra
from specdex.exporters.lines import zyte_product
from specdex.html import Document, parse
from specdex.pipeline.crawl import READER
from specdex.pipeline.extract import said_by, shipped
from specdex.pipeline.homes import home_of
from specdex.ports import ListingReader
from specdex.records import Offer, Page, PageKind, Site, SiteStatus, Specification, Visit
from specdex.runs import RunFolder
from specdex.urls import host

__all__ = ["Addon", "Reading", "RunPipeline", "SpecdexResponse", "SpecdexSpider", "product_of"]

NEAREST = 50
"""The place of the middleware: it hears responses last, when they are decompressed and complete."""
LAST = 900
"""The place of the pipeline."""
RUN = "SPECDEX_RUN"
"""The setting that names the run folder for RunPipeline."""
VISIT, WALK = "specdex_visit", "specdex_walk"
_log = logging.getLogger(__name__)


def product_of(specification: Specification) -> Any:
    """The product of *specification* as ``zyte_common_items.Product``; a dict without that library.

    >>> product_of(Specification("https://shop.example/k", title="Kettle")).name
    'Kettle'
    """
    known = zyte_product(specification)
    try:
        from zyte_common_items import Product  # noqa: PLC0415 - an extra
    except ImportError:
        return known
    return Product.from_dict(known)


class SpecdexResponse(HtmlResponse):
    """An HTML response that knows what its page says; each answer is made when it is asked for."""

    @cached_property
    def document(self) -> Document:
        """The page as parsed, once for everything."""
        kind = (self.headers.get("Content-Type") or b"").decode("latin-1")
        site = host(self.url)
        return parse(
            Page(self.url, self.body, site=site, content_type=kind, encoding=self.encoding or "")
        )

    @property
    def selector(self) -> Selector:
        """What ``css`` and ``xpath`` select from: the tree that every XPath of ours is true of."""
        if self._cached_selector is None and len(self.document):
            root = self.document.element(0).getroottree().getroot()
            self._cached_selector = Selector(type="html", root=root, base_url=self.document.base)
            self._cached_selector.response = self
        return super().selector

    @cached_property
    def specification(self) -> Specification:
        """What the page says about its main product; never raises for what the page holds."""
        return shipped().read(self.document)

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """The products that the page lists, in page order."""
        return tuple(_reader().read(self.document).offers)

    @property
    def product(self) -> Any:
        """The page's product as an item; see ``product_of``."""
        return product_of(self.specification)


def _reader() -> ListingReader:
    reader: ListingReader = plugins.load("listing_readers", READER)()
    return reader


class Reading:
    """The downloader middleware that lets HTML responses know what their pages say."""

    def process_response(
        self, request: Request, response: Response, spider: Spider | None = None
    ) -> Response:
        """The same response, with what it says; what is no HTML passes."""
        del request, spider
        if not isinstance(response, HtmlResponse) or isinstance(response, SpecdexResponse):
            return response
        return response.replace(cls=SpecdexResponse)


class Addon:
    """What a project names in ADDONS."""

    def update_settings(self, settings: BaseSettings) -> None:
        """Let responses know what their pages say, and keep items where a run is named."""
        add = settings.setdefault_in_component_priority_dict
        add("DOWNLOADER_MIDDLEWARES", Reading, NEAREST)
        if settings.get(RUN):
            add("ITEM_PIPELINES", RunPipeline, LAST)


class RunPipeline:
    """Keeps the specifications among a spider's items in the run folder that SPECDEX_RUN names.

    ``specdex join``, ``show`` and ``export`` go on from there.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._run: RunFolder | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """The pipeline with the folder that settings name."""
        return cls(crawler.settings.get(RUN) or "specdex-run")

    def open_spider(self, spider: Spider | None = None) -> None:
        """Open the run."""
        del spider
        self._run = RunFolder(self.path)

    def close_spider(self, spider: Spider | None = None) -> None:
        """Let go of it."""
        del spider
        if self._run is not None:
            self._run.close()

    def process_item(self, item: Any, spider: Spider | None = None) -> Any:
        """Keep *item* where it is a Specification; every item passes."""
        del spider
        if isinstance(item, Specification) and self._run is not None:
            site = Site(
                item.site, SiteStatus.ACCEPTED, item.category, 1.0, crawled=True, reason="given"
            )
            self._run.store.add([site, *said_by(item)])
        return item


class SpecdexSpider(Spider):
    """Walks shops to their products of a category: no selector, no rule, items out.

    ::

        class Kettles(SpecdexSpider):
            name = "kettles"
            category = "kettle"
            sites = ["https://shop.example"]

    ``category`` and ``sites``, several parted by commas, can also be given with ``-a``. What is
    yielded for a product page is what ``item`` returns: a product of zyte-common-items, unless
    ``item`` is another method.
    """

    name = "specdex"
    category = ""
    sites: tuple[str, ...] | list[str] | str = ()

    async def start(self) -> AsyncIterator[Any]:
        """The pages that the walk through each site begins with."""
        given = self.sites.split(",") if isinstance(self.sites, str) else self.sites
        if not self.category or not given:
            raise ValueError("a SpecdexSpider needs a category and sites")
        for site in given:
            home = home_of(site.strip())
            walk = SiteWalk(host(home), home, self.category, reader=_reader())
            for visit in walk.start():
                yield self._request(walk, visit)

    def item(self, response: SpecdexResponse) -> Any:
        """What is yielded for a product page."""
        return response.product

    def parse(self, response: Response, **_: Any) -> Iterator[Any]:
        """Let the walk see a page: yield its product, and go where it leads."""
        walk, visit = response.meta[WALK], response.meta[VISIT]
        # also where the add-on is not named
        read = Reading().process_response(response.request or Request(visit.url), response)
        known = read if isinstance(read, SpecdexResponse) else None
        document = known.document if known else parse(Page(response.url, response.body))
        sight = walk.see(visit, document)
        if known and sight.kind is PageKind.PRODUCT and sight.category:
            yield self.item(known)
        for each in sight.visits:
            yield self._request(walk, each)

    def missed(self, failure: Any) -> Iterator[Request]:
        """Tell the walk that a page will not come."""
        walk, visit = failure.request.meta[WALK], failure.request.meta[VISIT]
        _log.debug("%s did not come: %s", visit.url, failure.value)
        for each in walk.see(visit, parse(Page(visit.url, b"", site=walk.site, status=599))).visits:
            yield self._request(walk, each)

    def _request(self, walk: SiteWalk, visit: Visit) -> Request:
        return Request(
            visit.url,
            callback=self.parse,
            errback=self.missed,
            priority=round(1000 * visit.priority),
            meta={WALK: walk, VISIT: visit},
        )


def __getattr__(name: str) -> Any:
    """``SpecificationPage``, a page object; needs the extra ``poet``."""
    if name != "SpecificationPage":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from web_poet import WebPage  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtra("web-poet", "poet") from error

    class SpecificationPage(WebPage):  # type: ignore[type-arg]
        """A page object: scrapy-poet injects it where a callback asks for it."""

        @cached_property
        def specification(self) -> Specification:
            """What the page says about its main product."""
            page = Page(str(self.url), bytes(self.response.body), site=host(str(self.url)))
            return shipped().read(parse(page))

        async def to_item(self) -> Any:
            """Its product; see ``product_of``."""
            return product_of(self.specification)

    SpecificationPage.__module__ = __name__
    globals()[name] = SpecificationPage
    return SpecificationPage
