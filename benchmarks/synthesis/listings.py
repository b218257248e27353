"""Synthesis on listing pages of real shops: from one shop's scheme to those of all others.

What stands on a page is told by its links: an item is what stands around the links to one known
product, and its title and price are those that the catalogue has.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.data import lines
from benchmarks.synthesis.shops import OK, shop_hosts
from specdex.html import Document, parse
from specdex.money import NUMBER, plain_number
from specdex.papers.cross_supervised import PaperSynthesizer
from specdex.pipeline.synthesize import Sites, Synthesis
from specdex.records import Page
from specdex.statistics.metrics import f1 as f_measure
from specdex.synthesis.descriptors import descriptor_of, nodes_at, xpath_of
from specdex.synthesis.equivalences import JACCARD, Words
from specdex.synthesis.scheme import (
    AttributeRule,
    Item,
    Scheme,
    SiteVerdict,
    judge_site,
    read_items,
)
from specdex.synthesis.url_patterns import Descriptor, unify
from specdex.text import letters_and_digits
from specdex.urls import absolute, canonical

__all__ = ["ATTRIBUTES", "ListScore", "ListShop", "list_scores", "list_shops", "mean_shares"]

ATTRIBUTES = ("price", "title")
SHORTENED = ("...", "…")
FEWEST_ITEMS = 2
"""Pages with fewer items do not show where an item ends."""
AGREEING = (0.95, 0.5)
"""A person's scheme holds nearly all items, or most where some stand apart."""


@dataclass(frozen=True, slots=True)
class Product:
    """What the catalogue says of a product."""

    title: str
    price: str

    def is_called(self, said: str) -> bool:
        """Whether *said* is the title, perhaps cut short."""
        text = said.strip()
        short = next((text[: -len(end)] for end in SHORTENED if text.endswith(end)), "")
        whole = letters_and_digits(self.title)
        if short:
            return whole.startswith(letters_and_digits(short))
        return bool(text) and letters_and_digits(text) == whole

    def costs(self, said: str) -> bool:
        """Whether *said* is the price."""
        return _amount(said) == _amount(self.price) != ""


@dataclass(frozen=True, slots=True)
class ListShop:
    """The listing pages of a shop, what they show, and the scheme a person would write."""

    host: str
    pages: tuple[Page, ...]
    truth: Mapping[str, tuple[Product, ...]]
    """The items of each page."""
    scheme: Scheme


@dataclass(frozen=True, slots=True)
class ListScore:
    """What the scheme made for one shop from another's reads, attribute by attribute."""

    seed: str
    site: str
    verdict: str
    shares: Mapping[str, tuple[float, float]]
    """Precision and recall of each attribute that has a rule."""

    @property
    def completeness(self) -> float:
        """The share of the attributes that have a rule."""
        return len(self.shares) / len(ATTRIBUTES)

    def f1(self, name: str) -> float:
        """Of one attribute; 0 where it has no rule."""
        return f_measure(*self.shares.get(name, (0.0, 0.0)))


def list_shops(data: Path) -> list[ListShop]:
    """All shops with their listing pages."""
    return [_shop(data / "shops", host) for host in shop_hosts(data)]


def list_scores(
    shops: Sequence[ListShop], method: str, threshold: float = JACCARD
) -> Iterator[ListScore]:
    """Every shop as the only seed of all other ones, which are made together."""
    sites: Sites = {shop.host: list(shop.pages) for shop in shops}
    by_host = {shop.host: shop for shop in shops}
    documents = {shop.host: [parse(page) for page in shop.pages] for shop in shops}
    for seed in shops:
        if method == "paper":
            maker = PaperSynthesizer(equivalences={name: Words(threshold) for name in ATTRIBUTES})
            made = maker.synthesize(documents, {seed.host: seed.scheme})
            found = [
                judge_site(host, made.get(host), ATTRIBUTES, {})
                for host in by_host
                if host != seed.host
            ]
        else:
            found = list(Synthesis(method).verdicts([seed.scheme], sites))
        for verdict in found:
            yield _score(seed.host, verdict, by_host[verdict.site], documents[verdict.site])


def mean_shares(scores: Sequence[ListScore], name: str) -> tuple[float, float, float]:
    """Mean precision and recall where there is a rule, as the paper has it, and F1 over all."""
    ruled = [each.shares[name] for each in scores if name in each.shares]
    precision, recall = (sum(each[part] for each in ruled) / max(1, len(ruled)) for part in (0, 1))
    return precision, recall, sum(each.f1(name) for each in scores) / max(1, len(scores))


def _score(
    seed: str, verdict: SiteVerdict, shop: ListShop, documents: Iterable[Document]
) -> ListScore:
    scheme = verdict.scheme
    counts: dict[str, Counter[str]] = {
        name: Counter() for name in (scheme.names if scheme else ()) if name in ATTRIBUTES
    }
    for document in documents:
        items = read_items(scheme, document.element(0)) if scheme else []
        _count(items, shop.truth[document.page.url], counts)
    shares = {
        name: (
            found["right"] / found["said"] if found["said"] else 0.0,
            found["right"] / found["wanted"] if found["wanted"] else 0.0,
        )
        for name, found in counts.items()
    }
    return ListScore(seed, shop.host, verdict.verdict, shares)


def _count(
    items: Sequence[Item], truth: Sequence[Product], counts: Mapping[str, Counter[str]]
) -> None:
    """Each product is found once; a price is right that is the price of the item's title."""
    left = list(truth)
    for found in counts.values():
        found["wanted"] += len(truth)
    for item in items:
        said = {name: item[name][0].value if name in item else "" for name in ATTRIBUTES}
        fits = [each for each in left if each.is_called(said["title"])]
        if not said["title"]:
            fits = [each for each in left if each.costs(said["price"])]
        best = next((each for each in fits if each.costs(said["price"])), fits[0] if fits else None)
        if best is not None:
            left.remove(best)
        right = {
            "title": best is not None and bool(said["title"]),
            "price": best is not None and best.costs(said["price"]),
        }
        for name, found in counts.items():
            found["said"] += bool(said[name])
            found["right"] += right[name]


def _amount(text: str) -> str:
    found = NUMBER.search(text)
    return f"{float(plain_number(found.group())):.2f}" if found else ""


def _shop(folder: Path, host: str) -> ListShop:
    name = host.removesuffix(".example")
    truth = json.loads((folder / f"{name}.truth.json").read_text(encoding="utf-8"))
    kinds = truth["categories"].values()
    products = {
        url: Product(each["title"], each["price"])
        for kind in kinds
        for url, each in kind["products"].items()
    }
    named = {url: products[to] for url, to in truth["aliases"].items() if to in products}
    wanted = {url for kind in kinds for url in kind["index"]}
    pages = tuple(
        Page(line["url"], line["html"].encode(), site=host, encoding="utf-8")
        for line in lines(folder / f"{name}.jsonl.xz")
        if line["url"] in wanted and line["status"] == OK
    )
    known = {canonical(url): product for url, product in (products | named).items()}
    return _labelled(host, pages, known)


def _labelled(host: str, pages: Sequence[Page], products: Mapping[str, Product]) -> ListShop:
    """A shop by the links of its listing pages to known products."""
    documents = [parse(page) for page in pages]
    places: Counter[Descriptor] = Counter()
    cards = [_cards(document, products) for document in documents]
    for document, found in zip(documents, cards, strict=True):
        if len(found) >= FEWEST_ITEMS:
            places.update(descriptor_of(document, node, split=True) for node, _ in found)
    tried = [xpath_of(unify(places, share)) for share in AGREEING]
    meant = {each: [set(nodes_at(document, each)) for document in documents] for each in tried}
    container = max(
        tried,
        key=lambda each: sum(
            node in there
            for there, found in zip(meant[each], cards, strict=True)
            for node, _ in found
        ),
    )
    rules: dict[str, Counter[Descriptor]] = {name: Counter() for name in ATTRIBUTES}
    truth = {}
    for document, found, there in zip(documents, cards, meant[container], strict=True):
        kept = [(node, product) for node, product in found if node in there]
        truth[document.page.url] = tuple(product for _, product in kept)
        for node, product in kept:
            for name, place in _labels(document, node, product):
                rules[name][place] += 1
    attributes = tuple(
        AttributeRule(name=name, xpaths=(xpath_of(found.most_common(1)[0][0], "."),))
        for name, found in rules.items()
        if found
    )
    scheme = Scheme(site=host, container=container, attributes=attributes, method="labels")
    return ListShop(host, tuple(pages), truth, scheme)


def _cards(document: Document, products: Mapping[str, Product]) -> list[tuple[int, Product]]:
    """The largest elements with links to one product only."""
    linked: dict[int, set[Product]] = {}
    for node in document.nodes_of("a"):
        to = products.get(absolute(document.base, document.attribute(node, "href")))
        if to is not None:
            for each in (node, *document.ancestors(node)):
                linked.setdefault(each, set()).add(to)
    return [
        (node, next(iter(found)))
        for node, found in linked.items()
        if len(found) == 1 and len(linked.get(document.parent[node], ())) > 1
    ]


def _labels(document: Document, node: int, product: Product) -> Iterator[tuple[str, Descriptor]]:
    """Where title and price stand in an item: the innermost elements that say them."""
    tests = {"title": product.is_called, "price": product.costs}
    inside = range(node, document.end[node])
    for name, test in tests.items():
        said = [each for each in inside if test(document.text_of(each))]
        outer = {document.parent[each] for each in said}
        for each in said:
            if each not in outer:
                yield name, descriptor_of(document, each, node, split=True)
                break
