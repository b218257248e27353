"""Product pages as shops' platforms print them, in many situations: layouts that nobody learned.

``shops/`` holds the mark-up of one product and its prices for each platform, and the words of a
shop in many languages, all written by us. A page sets a product into a situation: on sale, with
what it costs by weight, in instalments or for members beside its price, with a basket above, with
others below. Its labels are true by construction. Platforms are open or blind, as sites are.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache
from html import escape
from pathlib import Path

from benchmarks.data import Part, part_of
from benchmarks.fields.amounts import Printer
from benchmarks.fields.stocks import GONE, STOCKS, UNDER
from benchmarks.fields.surroundings import ABOVE, BELOW, LEAD, MONEY, NOTES, WITHIN, Place
from benchmarks.listings.layouts import filled, pieces
from specdex.statistics.page_scores import GoldPage

__all__ = ["SITUATIONS", "laid_out", "platforms"]

SHOPS = Path(__file__).parent / "shops"
GOODS = (
    *("Ceramic teapot", "Folding garden chair", "Wool blanket 130 x 180 cm", "Trail jacket"),
    *("Espresso machine 2.0", "Headphones QX-31", "Oak desk lamp", "Steel bottle 750 ml"),
    *("Running shoe 42", "Cordless drill 18 V", "Hand cream 75 ml"),
)
MAKERS = ("Hallvard", "Sonne & Söhne", "Petit Atelier", "Zenko", "Aldous", "Ferro", "Brightwell")
TEXT = "Made by hand in small numbers and repaired for life. Washed, dried and packed in paper."
COSTS = ("7.99", "12.50", "24.90", "39", "59.95", "89", "129", "199.99", "349", "599", "1299")
STRUCTURE = (
    *("plain", "sale", "two-prices", "from", "range", "cents", "split", "labelled", "coded"),
    *("dashed", "sold", "early", "far", "apart", "twice", "untitled", "state"),
)
"""Situations that change how a product is printed."""
SITUATIONS = (*STRUCTURE, *NOTES, *LEAD, *WITHIN, *BELOW, *UNDER, *STOCKS)
ON_SALE = frozenset({"sale", "saved", "lowest", "lowest-first", "related", "sticky"})
"""Situations of a product that cost more before."""
MORE = Decimal("1.27")
"""How much more it cost."""
FAR = 14
"""Sentences between a heading and a price that stands far from it."""
SPECS = (("Height", "31 cm"), ("Weight", "1,2 kg"), ("Colour", "Moss"), ("Material", "Oak, steel"))


@cache
def _languages() -> list[dict[str, str]]:
    head, *rows = (SHOPS / "words.txt").read_text(encoding="utf-8").splitlines()
    return [dict(zip(head.split("|"), row.split("|"), strict=True)) for row in rows]


def platforms() -> list[str]:
    """The names of all platforms."""
    return sorted(path.stem for path in SHOPS.glob("*.html"))


def laid_out(parts: Sequence[Part] = tuple(Part)) -> Iterator[GoldPage]:
    """Every platform of *parts* in every situation, each in one of the languages, labelled."""
    for number, platform in enumerate(platforms()):
        if part_of(f"{platform}.example") in parts:
            for turn, situation in enumerate(SITUATIONS):
                yield _Product(platform, situation, number * 7 + turn).labelled()


class _Product:
    """One product's page in the making."""

    def __init__(self, platform: str, situation: str, seed: int) -> None:
        self.platform, self.situation, self.seed = platform, situation, seed
        self.parts = pieces(SHOPS / f"{platform}.html")
        self.words = _languages()[seed % len(_languages())]
        self.print = Printer(self.words)
        self.cost = self.print.rounded(Decimal(COSTS[seed % len(COSTS)]) * self.print.scale)
        self.old = self.print.rounded(self.cost * MORE)
        self.maker = MAKERS[seed % len(MAKERS)]
        self.code = f"{self.maker[:2].upper()}-{4000 + seed * 17}"
        self.short = f"{GOODS[seed * 3 % len(GOODS)]} {seed % 9 + 2}"
        self.name = f"{self.maker} {self.short}"

    def labelled(self) -> GoldPage:
        """The page and what is true of it."""
        sold = self.situation in GONE
        truth = {
            "price": (str(self.cost),),
            "currency": (self.words["code"],),
            "availability": ("OutOfStock" if sold else "InStock",),
            "name": (self.name, self.short),
            "brand": (self.maker,),
            "sku": (self.code,),
        }
        if self.situation == "range":
            truth["price"] = (str(self.cost), str(self.old))
        return GoldPage(
            id=f"{self.platform}/{self.situation}",
            site=f"{self.platform}.example",
            html=self._whole(),
            url=f"https://www.{self.platform}-shop.{self.words['tld']}/p/{self.situation}/{self.seed}",
            fields=truth,
        )

    def _whole(self) -> str:
        """The product within what all pages of a shop show."""
        menu = "".join(f'<li><a href="/m/{n}">{each}</a></li>' for n, each in enumerate(GOODS[:6]))
        lead, more = (self._around(each) for each in (LEAD, {**BELOW, **STOCKS}))
        shop = self.platform.split("-")[0].title()
        return (
            f'<html lang="{self.words["lang"]}"><head><title>{escape(self.name)} | {shop}</title>'
            f'</head><body><header><a href="/"><img src="/logo.svg" alt="{shop}"></a>'
            f'<ul>{menu}</ul></header>{lead}<div class="page"><nav><a href="/">{shop}</a> /'
            f' <a href="/g">{GOODS[0]}</a></nav>{self._main()}{more}</div><footer>'
            f"<ul>{menu}</ul><p>Tel. 0123 456789</p></footer>{self._state()}</body></html>"
        )

    def _around(self, found: Mapping[str, Callable[[Place], str]]) -> str:
        """What the situation has around the product, if it is one of those *found*."""
        prints = found.get(self.situation)
        place = Place(self.words, self.print, self.cost, self.old, escape(self.name), self.seed)
        return prints(place) if prints else ""

    def _state(self) -> str:
        """What scripts are told of a product whose price no mark-up shows."""
        if self.situation != "state":
            return ""
        told = {"name": self.name, "price": str(self.cost), "currency": self.words["code"]}
        held = {"props": {"pageProps": {"product": {**told, "sku": self.code}}}}
        return f'<script id="__NEXT_DATA__" type="application/json">{json.dumps(held)}</script>'

    def _main(self) -> str:
        """The product."""
        money, situation = self._money(), self.situation
        over, under = (self._notes(side) for side in ("over", "under"))
        under += self._around({**WITHIN, **UNDER})
        if situation == "far":
            over = f"<div><p>{TEXT * FAR}</p></div>"
        box = f'<div class="box"><div>{money}</div><button>{self.words["add"]}</button></div>'
        held = "" if situation in {"early", "apart", "state"} else money
        page = self._filled(self.parts["page"], money=held, over=over, under=under)
        if situation == "untitled":
            page = page.replace("<h1", "<div").replace("</h1>", "</div>")
        if situation == "twice":
            return f'<div class="small"><b>{escape(self.name)}</b><div>{money}</div></div>{page}'
        before, behind = situation == "early", situation == "apart"
        return f"{box * before}{page}{f'<p>{TEXT * FAR}</p>{box}' * behind}"

    def _notes(self, side: str) -> str:
        """What stands over or under the price."""
        text = self.parts.get("note", '<div class="product-{kind}">{note}</div>')
        kind, notes = self.situation, NOTES.get(self.situation, ())
        return "".join(
            self._filled(text, kind=kind.removesuffix("-first"), note=self._noted(word, share))
            for word, share in notes
            if (side == "over") == (kind in ABOVE)
        )

    def _noted(self, word: str, share: str) -> str:
        """A note in the page's words: ``@`` is an amount, ``#`` how many."""
        worth = self.old - self.cost if share == "saved" else self.cost * Decimal(share)
        return self.words[word].replace("#", "5").replace("@", self.print(worth))

    def _money(self) -> str:
        """The price, as its platform or the situation prints it."""
        part = MONEY.get(self.situation)
        part = part or self.parts["sale" if self.situation in ON_SALE else "price"]
        return self._filled(part, old=self.print(self.old), save=self._noted("save", "saved"))

    def _filled(self, mark_up: str, **more: str) -> str:
        sold = self.situation in GONE
        rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in SPECS)
        known = {
            **self.words,
            **self.print.forms(self.cost),
            "price": self.print(self.cost),
            "number": str(self.seed),
            "name": escape(self.name),
            "short": escape(self.short),
            "maker": escape(self.maker),
            "code": self.code,
            "plain": str(self.cost),
            "stock": self.words["out" if sold else "in"],
            "buy": self.words["notify" if sold else "add"],
            "text": TEXT,
            "specs": f"<table>{rows}</table>",
            **more,
        }
        return filled(mark_up, known)
