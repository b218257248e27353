"""Listing pages as today's platforms print them, in many situations: layouts that taught nobody.

``platforms/`` holds the mark-up of one list, one card and its prices for each platform, and words
in a dozen languages, all written by us. A page sets them into a situation: goods on sale, without
pictures, with swatches, banners in between. No model learns from these pages.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path

from benchmarks.listings.cards import RECORD
from benchmarks.listings.score import GoldListing
from specdex.html import parse
from specdex.records import Page

__all__ = ["LISTS", "OTHERS", "filled", "laid_out", "pieces", "platforms"]

FOLDER = Path(__file__).parent / "platforms"
_PART = re.compile(r"<!-- (\w+) ?(\d*) -->\n")
_BLANK = re.compile(r"\{(\w+)\}")
_PICTURE = re.compile(r"<picture>.*?</picture>|<img[^>]*>")
_TAG = re.compile(r"<([\w-]+)")
SIZE = 14
SIZES = {"few": 2, "many": 48}
"""How many records a page lists."""
DEEP = 3
"""How often blanks stand in what fills blanks."""
CUT = 18
"""Characters of a name that is cut."""
BANNER = 5
"""A banner stands before every so manieth card."""

LISTS = (
    *("plain", "sale", "from", "range", "unit", "instalments", "unpriced", "unpictured", "rated"),
    *("badged", "branded", "swatches", "banners", "sponsored", "shelves", "slider", "dialogs"),
    *("cut", "few", "many", "bare", "unknown", "filters", "hidden"),
)
"""Situations of pages that list products."""
OTHERS = ("product", "variants", "articles", "departments")
"""Situations of pages that list none: what they show beside something else is no list."""
CURRENCIES = {"bare": "#", "unknown": "# QXR"}
"""Prices without a currency, and in one that nobody knows."""

_SWATCH = '<a class="swatch" href="{{href}}?v={0}" title="{0}"><img src="/s/{0}.png" alt="{0}"></a>'
ABOVE = {
    "badged": (3, '<span class="badge">{sale}</span>'),
    "branded": (1, '<div class="vendor">{maker}</div>'),
    "sponsored": (6, "<span>Sponsored</span>"),
    "rated": (1, '<div class="stars">{rated} {stars}</div><span>(1{number})</span>'),
    "hidden": (1, '<span class="visually-hidden">{quick}</span>'),
    "swatches": (1, "".join(map(_SWATCH.format, ("sand", "moss", "rust")))),
}
"""What a situation sets above the name, and in every how manieth card."""
BELOW = {
    "unit": '<small class="per">({small} {per})</small>',
    "instalments": '<div class="credit">{months}</div>',
    "dialogs": (
        '<div class="modal" hidden><h4>{quick}</h4><form><input name="qty"><select><option>S'
        "</option><option>M</option></select><button>{add}</button></form></div>"
    ),
}
"""What it sets below the price."""
PRICES = {"unpriced": "", "from": "{from} {price}", "range": "{price} - {more}"}
"""How a price is printed."""
MAKERS = ("Hallvard", "Sonne & Söhne", "Petit Atelier", "Zenko", "Aldous", "Ferro")
TEXT = "Made by hand in small numbers, repaired for life"


@cache
def _lines(name: str) -> list[str]:
    return (FOLDER / name).read_text(encoding="utf-8").splitlines()


@cache
def pieces(path: Path) -> dict[str, str]:
    """The pieces of mark-up of the platform at *path*; ``size`` is how many cards share a row."""
    _, *parted = _PART.split(path.read_text(encoding="utf-8"))
    found = {"size": "0", "row": ""}
    for name, size, text in zip(parted[::3], parted[1::3], parted[2::3], strict=True):
        found[name] = text.strip()
        found["size"] = size or found["size"]
    return found


def filled(mark_up: str, known: Mapping[str, str]) -> str:
    """*mark_up* with its blanks filled by what is *known*, those that stand in them, too."""
    for _ in range(DEEP):
        mark_up = _BLANK.sub(lambda each: known[each[1]], mark_up)
    return mark_up


def platforms() -> list[str]:
    """The names of all platforms."""
    return sorted(path.stem for path in FOLDER.glob("*.html"))


def laid_out() -> Iterator[GoldListing]:
    """Every platform in every situation, each in one of the languages, with its labels."""
    for number, platform in enumerate(platforms()):
        for turn, situation in enumerate((*LISTS, *OTHERS)):
            yield _Page(platform, situation, number * 5 + turn).labelled()


class _Page:
    """One page in the making."""

    def __init__(self, platform: str, situation: str, seed: int) -> None:
        self.parts, self.goods = pieces(FOLDER / f"{platform}.html"), _lines("goods.txt")
        self.platform, self.situation, self.seed = platform, situation, seed
        names, *languages = (line.split("|") for line in _lines("words.txt"))
        self.words = dict(zip(names, languages[seed % len(languages)], strict=True))
        self.words["money"] = CURRENCIES.get(situation, self.words["money"])
        self.fields: list[dict[str, str]] = []

    def labelled(self) -> GoldListing:
        """The page, with its records where it lists products."""
        is_listing = self.situation in LISTS
        markup = self._whole(self._list() if is_listing else getattr(self, f"_{self.situation}")())
        url = f"https://{self.platform}.example/{'range/home' if is_listing else 'about/this-one'}"
        document = parse(Page(url, markup.encode(), encoding="utf-8"))
        marked = [node for node in range(len(document)) if document.has(node, RECORD)]
        region = {"records": [document.xpath(node) for node in marked], "fields": self.fields}
        return GoldListing(
            id=f"{self.platform}/{self.situation}",
            site=f"{self.platform}.example",
            html=markup,
            url=url,
            regions=(region,) if is_listing else (),
        )

    def _filled(self, mark_up: str, **more: str) -> str:
        return filled(mark_up, {**self.words, **more})

    def _whole(self, body: str) -> str:
        """*body* within what all pages of a shop show."""
        kinds = enumerate(self.goods[:9])
        menu = "".join(f'<li><a href="/m/{n}">{each}</a></li>' for n, each in kinds)
        crumbs = '<nav class="breadcrumbs"><ol><li><a href="/">1</a></li><li>2</li></ol></nav>'
        return (
            f'<html lang="{self.words["lang"]}"><head><title>Northern goods</title></head><body>'
            f'<header><a href="/"><img src="/logo.svg" alt="Northern goods"></a><ul>{menu}</ul>'
            f'</header><div class="page">{crumbs}{body}</div><footer><ul>{menu}</ul>'
            '<p>Tel. 0123 456789</p><img src="/visa.svg"><img src="/cash.svg"></footer></body>'
        )

    def _list(self) -> str:
        count = SIZES.get(self.situation, SIZE)
        results = self.words["results"].replace("#", str(count))
        pages = "".join(f'<li><a href="?page={n}">{n}</a></li>' for n in range(1, 5))
        pager = "" if self.situation == "few" else f"<ul class='pager'>{pages}</ul>"
        before = {"filters": self._filters, "slider": self._slider}.get(self.situation, str)()
        if self.situation == "shelves":
            halves = (self._shelf(self._cards(count // 2)) for _ in range(2))
            body = "".join(f"<h2>{self.words['sale']}</h2>{half}" for half in halves)
        else:
            body = self._shelf(self._cards(count))
        return f"<h1>{self.goods[self.seed % 9]}</h1><p>{results}</p>{before}{body}{pager}"

    def _cards(self, count: int) -> list[str]:
        cards = []
        tag = _TAG.match(self.parts["card"])
        for _ in range(count):
            number = len(self.fields)
            if self.situation == "banners" and tag and number % BANNER == BANNER - 2:
                promo = f'<a href="/promo/{number}"><img src="/b{number}.jpg"></a>'
                cards.append(f'<{tag[1]} class="banner">{promo}</{tag[1]}>')
            cards.append(self._card(number))
        return cards

    def _shelf(self, cards: list[str]) -> str:
        size = int(self.parts["size"])
        if size:
            rows = (cards[n : n + size] for n in range(0, len(cards), size))
            cards = [self.parts["row"].replace("{row}", "".join(row)) for row in rows]
        return self.parts["shelf"].replace("{cards}", "".join(cards))

    def _card(self, number: int, mark: str = "") -> str:
        situation = self.situation
        name, price = self._name(number), self._amount(number)
        shown = f"{name[:CUT]}\u2026" if situation == "cut" else name
        mark = mark or f' {RECORD}="{number}"'
        price = self._filled(
            PRICES.get(situation, price), price=price, more=self._amount(number, 3)
        )
        every, above = ABOVE.get(situation, (1, ""))
        small = self.words["money"].replace("#", f"{2 + number},95")
        href = f"{self.parts['folder']}{name.split()[0].lower()}-{number}"
        own = self.parts["sale" if situation == "sale" and number % 2 else "price"]
        known = {
            "mark": mark,
            "number": str(4000 + number),
            "href": href,
            "image": f"/media/{self.seed}/{number}.jpg",
            "name": escape(shown),
            "full": escape(name),
            "text": TEXT if number % 3 else "",
            "maker": escape(MAKERS[number % len(MAKERS)]),
            "rated": f"{3 + number % 3}.{number % 10}",
            "small": small,
            "months": self.words["months"].replace("@", small),
            "before": "" if number % every else above,
            "after": BELOW.get(situation, ""),
        }
        known["money"] = (
            self._filled(own, price=price, old=self._amount(number, 3)) if price else ""
        )
        card = self.parts["card"]
        is_pictured = situation != "unpictured"
        self.fields.append(
            {
                "name": shown,
                "url": href.replace("&amp;", "&"),
                "price": price,
                "image": known["image"] if is_pictured else "",
            }
        )
        return self._filled(card if is_pictured else _PICTURE.sub("", card), **known)

    def _name(self, number: int) -> str:
        maker = MAKERS[(self.seed + number) % len(MAKERS)]
        kind = self.goods[(self.seed * 3 + number) % len(self.goods)]
        return f"{kind} {number + 2}" if self.situation == "branded" else f"{maker} {kind} {number}"

    def _amount(self, number: int, factor: int = 1) -> str:
        whole = (19 + (self.seed * 7 + number * 13) % 180) * factor
        return self.words["money"].replace("#", f"{whole}{self.words['cents']}")

    def _filters(self) -> str:
        rows = "".join(
            f'<li><a href="?kind={n}"><img src="/icons/{n}.svg">{each} <span>({n * 3 + 2})</span>'
            "</a></li>"
            for n, each in enumerate(self.goods)
        )
        prices = "".join(f"<li><a href='?to={n}'>{self._amount(n)}</a></li>" for n in range(5))
        return f'<aside class="facets"><ul>{rows}</ul><ul>{prices}</ul></aside>'

    def _slider(self) -> str:
        """A few goods in another look above the list."""
        cards = "".join(
            f'<div class="slide"><a href="/top/{n}"><img src="/top{n}.jpg"><b>{kind}</b></a>'
            f"<i>{self._amount(n)}</i></div>"
            for n, kind in enumerate(self.goods[:5])
        )
        return f'<div class="slider"><h3>Top 5</h3>{cards}</div>'

    def _product(self) -> str:
        """A product with others below, in the look of lists."""
        rows = "".join(f"<tr><th>Part {n}</th><td>{n * 7} cm</td></tr>" for n in range(12))
        thumbs = "".join(f'<li><a href="#"><img src="/t{n}.jpg"></a></li>' for n in range(5))
        others = [self._card(n, " ") for n in range(3 + self.seed // 5 % 6)]
        return (
            f'<h1>{self.goods[self.seed % 9]}</h1><ul>{thumbs}</ul><div class="price">'
            f'{self._amount(3)}</div><form><input name="quantity" value="1"><button>'
            f"{self.words['add']}</button></form><p>{f'{TEXT}. ' * 9}</p><table>{rows}</table>"
            f"<h3>{self.words['quick']}</h3>{self._shelf(others)}"
        )

    def _variants(self) -> str:
        """A product in several sizes, each with a price of its own."""
        rows = "".join(
            f'<div class="variant"><label><input type="radio" name="v"><img src="/v{n}.png">'
            f'{each}</label><span class="price">{self._amount(n)}</span></div>'
            for n, each in enumerate(("S", "M", "L", "XL"))
        )
        return (
            f"<h1>{self.goods[self.seed % 9]}</h1><img src='/big.jpg'><div class='price'>"
            f"{self._amount(1)}</div>{rows}<button>{self.words['add']}</button>"
            f"<p>{f'{TEXT}. ' * 20}</p>"
        )

    def _articles(self) -> str:
        """A blog of the shop."""
        cards = "".join(
            f"<article class='post'><img src='/a{n}.jpg'><h2><a href='/blog/{n}'>{kind}</a></h2>"
            f"<time>{n + 1}.4.2025</time><p>{f'{TEXT}. ' * 5}</p></article>"
            for n, kind in enumerate(self.goods[: 4 + self.seed % 9])
        )
        return f"<h1>Journal</h1><div class='posts'>{cards}</div>"

    def _departments(self) -> str:
        """Departments with pictures, and no products."""
        cells = "".join(
            f'<div class="dept"><a href="/d/{n}"><img src="/d{n}.jpg"><span>{each}</span></a></div>'
            for n, each in enumerate(self.goods[: 4 + self.seed % 9])
        )
        return f"<h1>All departments</h1><div class='depts'>{cells}</div>"
