"""Schemes for sites whose pages list many items, from what known schemes read."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from specdex import plugins
from specdex.crawling.page_types import COLLECTION, page_type
from specdex.groups import by_key
from specdex.html import Document
from specdex.pipeline.crawl import READER
from specdex.synthesis.checks import checked, key_of
from specdex.synthesis.descriptors import nodes_at
from specdex.synthesis.equivalences import Equivalence
from specdex.synthesis.lists import Manner, Record, choose_columns, columns_of, container_of
from specdex.synthesis.page_groups import page_groups
from specdex.synthesis.scheme import Item, Scheme
from specdex.synthesis.url_patterns import unify_urls
from specdex.text import collapse

__all__ = ["MANY_ITEMS", "ListMaker", "manners_of"]

MANY_ITEMS = 3
"""A page with so many records is a list of items."""
MOST_TRIED = 5
"""So many pages of a template tell whether it is one of lists."""
MOST_GROUPS = 4


def manners_of(
    items: Iterable[Item], equivalences: Mapping[str, Equivalence] | None = None
) -> dict[str, Manner]:
    """What the values of each attribute of known *items* are like."""
    values = by_key((name, found[0].value) for item in items for name, found in item.items())
    given = equivalences or {}
    return {name: Manner(said, given.get(name)) for name, said in sorted(values.items())}


@dataclass(frozen=True, slots=True)
class ListMaker:
    """Makes schemes for lists from what is known of each attribute."""

    manners: Mapping[str, Manner]

    def site_scheme(
        self, site: str, documents: Sequence[Document], *, mixed: bool
    ) -> tuple[Scheme | None, dict[str, str]] | None:
        """The scheme of a site that lists items, and why attributes are missing.

        None where its pages are no lists. With *mixed* other templates of the site may show one
        item a page: what is known comes from lists, so lists are looked for.
        """
        groups = [[documents[at] for at in group] for group in page_groups(documents)[:MOST_GROUPS]]
        lists = [group for group in groups if self.is_list(group)]
        if not lists or not (mixed or len(lists) == len(groups)):
            return None
        records = self.records(lists[0])
        return self.scheme(site, documents, records) if records else None

    def is_list(self, documents: Sequence[Document]) -> bool:
        """Whether pages of one template list many items: by a few of them."""
        some = documents[:: max(1, len(documents) // MOST_TRIED)][:MOST_TRIED]
        if not some or median(len(self.records([each])) for each in some) < MANY_ITEMS:
            return False
        return 2 * sum(page_type(each).name == COLLECTION for each in some) >= len(some)

    def shows_many(self, documents: Sequence[Document]) -> bool:
        """Whether most pages print many of the names that are known."""
        key = key_of(self.manners)
        if not key:
            return False
        counts = []
        for document in documents:
            texts = {collapse(text) for _, text in document.runs_of(0)}
            counts.append(len(self.manners[key].known.known_among(texts)))
        return bool(counts) and median(counts) >= MANY_ITEMS

    def records(self, documents: Sequence[Document]) -> list[Record]:
        """The records of pages that list items, in page order."""
        reader = plugins.load("listing_readers", READER)()
        found: list[Record] = []
        for document in documents:
            offers = reader.read(document).offers
            nodes = [document.find(each.xpath) for each in offers if not each.rest]
            found += [(document, node) for node in nodes if node is not None]
        return found

    def scheme(
        self, site: str, documents: Sequence[Document], records: Sequence[Record]
    ) -> tuple[Scheme | None, dict[str, str]]:
        """The scheme that reads *records*, checked, and why attributes are missing."""
        container = container_of(records)
        if not container:
            return None, {}
        rules, why = choose_columns(columns_of(records), self.manners)
        urls = [each.page.url for each in documents if nodes_at(each, container)]
        scheme = Scheme(
            site=site,
            container=container,
            attributes=tuple(rules),
            url_pattern=unify_urls(urls),
            method="specdex",
        )
        believed, trouble = checked(scheme, documents, self.manners)
        return (believed if believed.attributes else None), {**why, **trouble}

    def completed(
        self, given: Scheme, documents: Sequence[Document]
    ) -> tuple[Scheme, dict[str, str]]:
        """A *given* scheme for lists with rules for the attributes that it lacks."""
        records = [(each, node) for each in documents for node in nodes_at(each, given.container)]
        missing = {name: each for name, each in self.manners.items() if name not in given.names}
        rules, why = choose_columns(columns_of(records), missing)
        added = replace(given, attributes=tuple(rules))
        believed, trouble = checked(added, documents, self.manners)
        attributes = (*given.attributes, *believed.attributes)
        return replace(given, attributes=attributes), {**why, **trouble}
