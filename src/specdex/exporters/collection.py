"""What was joined, as tables: one row a product, and where every value came from."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from specdex.exporters.cells import cell_of, ids_of, measured, normal_of, price_of, prices, shown
from specdex.exporters.tables import Cell, Table
from specdex.lexicon import phrases
from specdex.quantities import convert, normal_value
from specdex.records import Attribute, Claim, Correspondence, Pair, Product, Specification
from specdex.text import collapse, folded
from specdex.urls import host

__all__ = ["MAX_COLUMNS", "Collection", "Layout", "tables_of"]

MAX_COLUMNS = 60
"""Attributes with a column of their own; the others stand together in one."""
BEFORE = ("Title", "Lowest price", "Highest price", "Currency", "Shops", "GTIN", "MPN", "Model")
BEHIND = ("More", "SKU", "Category", "Variants", "Id", "Addresses")
"""What stands before and behind the columns of attributes."""
NUMBERS = frozenset({"Lowest price", "Highest price", "Shops"})
OFFERS = (
    *("product", "title", "site", "url"),
    *("price", "amount", "currency", "availability", "time"),
)
ATTRIBUTES = (
    *("attribute", "name", "kind", "unit", "spread"),
    *("products", "sites", "pages", "category"),
)
CLAIMS = (
    *("product", "title", "attribute", "value", "normal", "unit"),
    *("confidence", "believed", "pages"),
)
SOURCES = (
    *("product", "title", "attribute", "value", "normal", "unit"),
    *("confidence", "believed", "site", "url", "name", "xpath"),
)
BRAND, BRANDS = "Brand", frozenset(map(folded, phrases("labels.brands")))
ID_SHARE = 0.8
"""An attribute whose values are the product's ids this often has no column beside theirs."""
TYPED_SHARE = 0.5
"""A unit stands in the header where this share of the numbers has it."""
BETWEEN = "; "


@dataclass(frozen=True, slots=True)
class Collection:
    """What was joined, wherever it is kept. Products may be asked for again and again."""

    products: Callable[[], Iterable[Product]]
    specification: Callable[[str], Specification | None] = lambda _: None
    """What the page at an address says."""
    attributes: Sequence[Attribute] = ()
    correspondences: Sequence[Correspondence] = ()


@dataclass(slots=True)
class _Seen:
    """What the products' claims of one attribute are like."""

    products: int = 0
    ids: int = 0
    units: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class _Column:
    attribute: str
    header: str
    unit: str = ""
    is_number: bool = False


class Layout:
    """Which attributes have a column, in which order, under which header and in which unit.

    Brands come first, then what most products have. It takes one pass over the products.
    """

    def __init__(self, collection: Collection, most: int = MAX_COLUMNS) -> None:
        self.seen: dict[str, _Seen] = {}
        self.known = {each.name: each for each in collection.attributes}
        for product in collection.products():
            ids = {folded(each.partition(":")[2]) for each in product.ids}
            for claim in product.claims:
                self._see(claim, is_id=folded(claim.value) in ids)
        self.order = sorted(
            self.seen,
            key=lambda name: (folded(self._title(name)) not in BRANDS, -self.seen[name].products),
        )
        self.titles = _apart({name: self._title(name) for name in self.order})
        """By attribute: what it is called in every table, different for each."""
        units = self._units = {name: self._unit(name) for name in self.order}
        headers = {
            name: f"{self.titles[name]} ({shown(units[name])})" if units[name] else title
            for name, title in self.titles.items()
        }
        headers = _apart(headers, taken=(*BEFORE, *BEHIND))
        self.ids = {name for name, seen in self.seen.items() if seen.ids > ID_SHARE * seen.products}
        self.brands = {name for name in self.order if folded(self._title(name)) in BRANDS}
        """Attributes that name the brand, which has one column whatever shops call it."""
        rest = [name for name in self.order if name not in self.ids | self.brands]
        own = [_Column(name, BRAND) for name in self.order if name in self.brands][:1]
        self.columns = (
            *own,
            *(
                _Column(
                    name,
                    headers[name],
                    units[name],
                    self._fitting(name, units[name]) == self.seen[name].products,
                )
                for name in rest[: most - len(own)]
            ),
        )

    def title(self, attribute: str) -> str:
        """What *attribute* is called."""
        return self.titles.get(attribute) or self._title(attribute)

    def brand(self, product: Product) -> str:
        """The brand of *product*; empty where none is known."""
        said = (each.value for each in product.claims if each.attribute in self.brands)
        return next(said, "")

    def unit(self, claim: Claim) -> str:
        """The unit in which the value of *claim* is a number; empty where it is none."""
        unit = self._units.get(claim.attribute, "")
        return unit if isinstance(cell_of(claim, unit), (int, float)) else ""

    def _see(self, claim: Claim, *, is_id: bool) -> None:
        seen = self.seen.setdefault(claim.attribute, _Seen())
        seen.products += 1
        seen.ids += is_id
        number = measured(claim)
        if number is not None:
            seen.units[number[1]] += 1

    def _title(self, name: str) -> str:
        known = self.known.get(name)
        return collapse((known.title if known else "") or name)

    def _unit(self, name: str) -> str:
        """The unit of a header: most of the values below it are numbers in it."""
        known, seen = self.known.get(name), self.seen[name]
        unit = (known.unit if known else "") or next(iter(seen.units.most_common(1)), ("", 0))[0]
        return unit if self._fitting(name, unit) >= TYPED_SHARE * seen.products else ""

    def _fitting(self, name: str, unit: str) -> int:
        """How many values of an attribute are numbers in *unit*."""
        return sum(
            count
            for other, count in self.seen[name].units.items()
            if other == unit or convert(1.0, other, unit) is not None
        )


def _apart(names: Mapping[str, str], taken: Iterable[str] = ()) -> dict[str, str]:
    """*names* with a number behind each that is taken already, as DuckDB compares them."""
    used, found = {each.casefold() for each in taken}, {}
    for key, name in names.items():
        free = name or key
        number = 1
        while free.casefold() in used:
            number += 1
            free = f"{name} ({number})"
        used.add(free.casefold())
        found[key] = free
    return found


def tables_of(collection: Collection, layout: Layout, names: Sequence[str] = ()) -> list[Table]:
    """The tables of *collection*, or those of *names* in their order."""
    known = {
        "products": Table(
            "products",
            (*BEFORE, *(each.header for each in layout.columns), *BEHIND),
            lambda: (_product_row(each, layout) for each in collection.products()),
            NUMBERS | {each.header for each in layout.columns if each.is_number},
            is_sheet=True,
        ),
        "sources": _long("sources", SOURCES, lambda: _sources(collection, layout)),
        "claims": _long("claims", CLAIMS, lambda: _claims(collection, layout)),
        "offers": _long("offers", OFFERS, lambda: _offers(collection)),
        "attributes": _long("attributes", ATTRIBUTES, lambda: _attributes(layout)),
    }
    return [known[name] for name in names or known]


def _long(name: str, columns: Sequence[str], rows: Callable[[], Iterable[Sequence[Cell]]]) -> Table:
    numbers = {"confidence", "pages", "amount", "products", "sites"}
    return Table(name, columns, rows, frozenset(numbers & set(columns)), is_sheet=True)


def _product_row(product: Product, layout: Layout) -> list[Cell]:
    claims = {claim.attribute: claim for claim in product.claims}
    low, high, currency = prices(product.offers)
    codes = {kind: ids_of(product, kind) for kind in ("gtin", "mpn", "model", "sku")}
    models = [each for each in codes["model"] if each not in codes["mpn"]]
    brand = layout.brand(product)
    for name in layout.brands & claims.keys():
        if claims[name].value == brand:
            del claims[name]
    own = [
        (brand or None)
        if each.attribute in layout.brands
        else cell_of(claims.pop(each.attribute), each.unit)
        if each.attribute in claims
        else None
        for each in layout.columns
    ]
    ids = {folded(each) for values in codes.values() for each in values}
    more = [
        f"{layout.title(name)}: {collapse(claim.value)}"
        for name, claim in claims.items()
        if name not in layout.ids or folded(claim.value) not in ids
    ]
    return [
        *(product.title, low, high, currency or None),
        len({host(url) or url for url in product.urls}),
        *map(_joined, (codes["gtin"], codes["mpn"], models)),
        *own,
        *map(_joined, (more, codes["sku"])),
        *(product.category or None, product.model or None, product.id),
        " ".join(product.urls),
    ]


def _joined(texts: Sequence[str]) -> str | None:
    return BETWEEN.join(texts) or None


def _said(product: Product) -> Iterator[tuple[Claim, str]]:
    """All claims of a product, and whether each is believed."""
    yield from ((claim, "yes") for claim in product.claims)
    yield from ((claim, "no") for claim in product.disputed)


def _claims(collection: Collection, layout: Layout) -> Iterator[Sequence[Cell]]:
    for product in collection.products():
        for claim, believed in _said(product):
            yield (
                *(product.id, product.title, layout.title(claim.attribute), claim.value),
                *(*normal_of(claim), claim.confidence, believed, len(claim.urls)),
            )


def _sources(collection: Collection, layout: Layout) -> Iterator[Sequence[Cell]]:
    """A row for each page that prints a value."""
    meant = {(each.site, folded(each.name)): each.attribute for each in collection.correspondences}
    for product in collection.products():
        pages = {url: collection.specification(url) for url in product.urls}
        for claim, believed in _said(product):
            normal = normal_of(claim)
            for url in claim.urls:
                page = pages.get(url)
                pair = _printed(page, claim, meant) if page else None
                yield (
                    *(product.id, product.title, layout.title(claim.attribute)),
                    *(collapse(pair.value) if pair else claim.value, *normal),
                    *(claim.confidence, believed, (page.site if page else "") or host(url), url),
                    *((pair.name, pair.xpath) if pair else (None, None)),
                )


def _printed(
    page: Specification, claim: Claim, meant: Mapping[tuple[str, str], str]
) -> Pair | None:
    """The pair of *page* that a claim rests on."""
    site, attribute = page.site or host(page.url), folded(claim.attribute)
    named = [
        pair
        for pair in page.pairs
        if attribute == folded(meant.get((site, folded(pair.name)), pair.name))
    ]
    value, normal = collapse(claim.value), normal_value(claim.value)
    for like in (
        lambda pair: collapse(pair.value) == value,
        lambda pair: normal_value(pair.value) == normal,
        lambda _: True,
    ):
        found = next(filter(like, named), None)
        if found is not None:
            return found
    return next((pair for pair in page.pairs if collapse(pair.value) == value), None)


def _offers(collection: Collection) -> Iterator[Sequence[Cell]]:
    for product in collection.products():
        for each in product.offers:
            yield (
                *(product.id, product.title, each.site, each.url, each.price),
                *(price_of(each), each.currency, each.availability, each.time),
            )


def _attributes(layout: Layout) -> Iterator[Sequence[Cell]]:
    for name in layout.order:
        known = layout.known.get(name) or Attribute(name)
        yield (
            *(layout.title(name), name, known.kind, known.unit, BETWEEN.join(known.spread)),
            *(layout.seen[name].products, known.sites, known.pages, known.category),
        )
