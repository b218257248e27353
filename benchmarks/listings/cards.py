"""Listing pages in random layouts: what teaches the judges of lists more looks than labels hold.

Every page is made by chance alone: how cards are built and called, what they print and in which
currency, how they stand in rows and shelves, and what else is on the page. Pages of one product
with others beside it, and lists of articles, are made the same way: what they list is no offer.
"""

from dataclasses import dataclass
from html import escape
from random import Random

__all__ = ["RECORD", "CardLayout", "Made", "made"]

RECORD = "data-record"
"""The attribute that says which record an element is."""

NOUNS = (
    *("Kettle", "Lampe", "Radio", "Appareil photo", "Trípode", "Altavoz", "Монитор", "Tastatur"),
    *("Fender set", "Chaise", "Ayna", "Rukavice", "Kurtka zimowa", "ケトル", "椅子", "كتاب"),
    *("Drill bit", "Hydrating serum", "Running shoe", "Wanduhr", "Schraubenset", "Poster"),
)
MAKERS = ("Norvik", "Altea", "Brunn & Co", "Kestrel", "Omnia", "Тайга", "Lumo", "Hokkai", "")
ADJECTIVES = (
    "black",
    "XL",
    "2nd edition",
    "Pro",
    "mini",
    "in Blau",
    "rouge",
    "500 ml",
    "27 inch",
    "",
)
SIGNS = (
    *("$ #", "$#", "# €", "€ #", "€#", "£#", "# zł", "# kr", "Rs. #", "₹#", "R$ #", "#円", "¥#"),
    *("# Kč", "# Ft", "# ₽", "# TL", "₺#", "CHF #", "# AED", "# DH", "# DT", "# FCFA"),
    *("US$#", "# лв.", "# lei", "# XQN", "QTZ #", "#", "₫#", "# грн", "RM#", "S/ #", "# تومان"),
)
"""How prices are printed; some currencies are known to nobody."""
PLACES = ("Home", "Shop", "Products", "Sale", "New in", "Brands", "Blog", "Contact", "Imprint")
BADGES = ("New", "-20%", "Sale", "Bestseller", "Neu", "Top", "2+1", "Promo", "Low stock")
BUTTONS = ("Add to cart", "In den Warenkorb", "Acheter", "Comprar", "View", "Details", "Купить")
UTILITIES = (
    *("flex", "grid", "p-4", "mt-2", "w-full", "text-sm", "font-bold", "rounded-lg", "relative"),
    *("bg-white", "shadow", "items-center", "hover:opacity-75", "md:w-1/2", "col-6", "gap-2"),
)
PARTS = {
    "list": ("product-list", "products", "grid", "items", "results", "catalog", "listing", "shelf"),
    "card": ("product-card", "product", "item", "tile", "card", "product-item", "box", "entry"),
    "name": ("title", "name", "product-name", "card__title", "heading", "caption"),
    "price": ("price", "product-price", "amount", "preis", "cost", "price-box", "prix"),
    "picture": ("image", "thumb", "media", "product-image", "pic"),
}
GRID_SIZES = (2, 3, 4, 5, 6)
COUNTS = (2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 20, 24, 30, 36, 48)
FRAMES = (
    *(("ul", "li"), ("div", "div"), ("div", "div"), ("div", "article"), ("section", "article")),
    *(("ol", "li"), ("table", "tr"), ("div", "a"), ("x-grid", "x-card"), ("main", "section")),
)


@dataclass(frozen=True, slots=True)
class Made:
    """A page that was made: its address and mark-up, and whether it lists products."""

    url: str
    markup: str
    is_listing: bool
    records: int
    names: tuple[str, ...] = ()
    prices: tuple[str, ...] = ()


class CardLayout:
    """How one site builds its pages, by chance."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.css: dict[str, str] = {}
        pick = chance.choice
        self.style = pick(("plain", "plain", "prefixed", "utility", "hashed", "bare"))
        self.prefix = pick(("c", "mod", "s", "plp", "x1", "theme"))
        self.frame, self.card = pick(FRAMES)
        self.name_tag = pick(("h2", "h3", "h4", "div", "span", "p", "a", "strong"))
        self.sign = pick(SIGNS)
        self.decimals = pick((",99", ".99", ".00", "", ",50", ".490"))
        self.order = self._order()
        self.depth = pick((0, 0, 1, 1, 2, 3))
        self.is_priced = self.likely(0.85)
        self.is_linked_whole = self.likely(0.25)
        self.is_open = self.card in {"li", "article"} and self.likely(0.15)
        self.row = pick((0, 0, 0, 0, *GRID_SIZES))
        self.shelves = pick((1, 1, 1, 1, 2, 3))
        self.picture = pick(("img", "img", "lazy", "picture", "noscript", "none"))

    def _order(self) -> list[str]:
        some = ["badge", "brand", "rating", "text", "button", "old", "code", "swatches", "compare"]
        parts = ["name", "price", *self.chance.sample(some, self.chance.randint(0, 4))]
        self.chance.shuffle(parts)
        if self.likely(0.7):
            parts.sort(key=lambda part: part not in {"name", "badge", "brand"})
        return ["picture", *parts] if self.likely(0.9) else [*parts, "picture"]

    def likely(self, share: float) -> bool:
        """Yes in this *share* of all cases."""
        return self.chance.random() < share

    def called(self, part: str) -> str:
        """The class attribute of a part of cards, the same each time."""
        if part not in self.css:
            self.css[part] = self._call(part)
        return f' class="{self.css[part]}"' if self.css[part] else ""

    def _call(self, part: str) -> str:
        chance = self.chance
        word = chance.choice(PARTS.get(part, (part,)))
        if self.style == "bare":
            return ""
        if self.style == "utility":
            return " ".join(chance.sample(UTILITIES, chance.randint(2, 6)))
        if self.style == "hashed":
            return "".join(chance.choices("abcdefghkmnpqrstuvwxyz0123456789", k=6))
        return f"{self.prefix}-{word}" if self.style == "prefixed" else word

    def price(self, low: int = 5) -> str:
        """A price as this site prints it."""
        number = self.chance.randint(low, low * 40)
        return self.sign.replace("#", f"{number}{self.decimals}")


def made(seed: int) -> Made:
    """The page that *seed* makes: mostly a listing."""
    chance = Random(seed)  # noqa: S311 - layouts, no secrets
    layout = CardLayout(chance)
    kind = chance.choice(("listing", "listing", "listing", "product", "articles", "plans"))
    page = _Page(layout)
    if kind == "listing":
        body = page.listing()
    elif kind == "product":
        body = page.product()
    elif kind == "plans":
        body = page.plans()
    else:
        body = page.articles()
    folder = chance.choice(("c", "category", "shop", "collections", "x", "de/katalog", "news"))
    url = f"https://shop{seed}.example/{folder}/{chance.randint(1, 999)}"
    names, prices = tuple(page.names), tuple(page.prices)
    is_listing = kind == "listing"
    return Made(url, page.whole(body), is_listing, len(names) if is_listing else 0, names, prices)


class _Page:
    """One page in the making."""

    def __init__(self, layout: CardLayout) -> None:
        self.layout = layout
        self.chance = layout.chance
        self.names: list[str] = []
        self.prices: list[str] = []

    def listing(self) -> str:
        """The middle of a page that lists products."""
        layout, chance = self.layout, self.chance
        size = chance.choice(COUNTS)
        shelves = layout.shelves if size >= 2 * layout.shelves else 1
        parts = []
        for shelf in range(shelves):
            count = size // shelves + (shelf < size % shelves)
            heading = f"<h2>{chance.choice(PLACES)} {shelf}</h2>" if shelves > 1 else ""
            parts.append(heading + self._shelf([self._card() for _ in range(count)]))
        before = self._some(("<h1>Kitchen and home</h1>", self._crumbs(), self._sorting()))
        behind = self._some((self._pager(), f"<p>{'Choose with care. ' * 20}</p>", self._aside()))
        side = self._filters() if self.layout.likely(0.5) else ""
        return f"{before}<div>{side}<div>{''.join(parts)}</div></div>{behind}"

    def product(self) -> str:
        """The middle of a page about one product, with others below."""
        name, rows = self._name(), range(self.chance.randint(4, 20))
        table = "".join(f"<tr><th>Feature {n}</th><td>{n * 7} mm</td></tr>" for n in rows)
        thumbs = "".join(f'<li><img src="/t{n}.jpg" alt=""></li>' for n in range(4))
        main = (
            f"{self._crumbs()}<h1>{escape(name)}</h1><div><ul>{thumbs}</ul></div>"
            f"<p{self.layout.called('price')}>{escape(self.layout.price())}</p>"
            f'<form><input name="quantity" value="1"><button>{self._button()}</button></form>'
            f"<p>{'It does what it must, for years. ' * self.chance.randint(2, 30)}</p>"
            f"<table>{table}</table>"
        )
        others = [self._card(marked=False) for _ in range(self.chance.choice((2, 3, 4, 6, 8, 12)))]
        heading = self.chance.choice(("You may also like", "Related products", "Zubehör"))
        return f"{main}<h2>{heading}</h2>{self._shelf(others)}"

    def articles(self) -> str:
        """The middle of a page that lists what is not for sale."""
        layout = self.layout
        card, called = layout.card, layout.called("card")
        time = "<time>{}.3.2024</time>" if layout.likely(0.5) else "<i>{}.3.2024</i>"
        told = f"We paid {escape(layout.price())} for it." if layout.likely(0.5) else ""
        cards = [
            f"<{card}{called}><img src='/a{number}.jpg'>"
            f"<h3><a href='/news/{number}'>How we went to {self._name()}</a></h3>"
            f"{time.format(number + 1)}<p>{'On a fine day we went out. ' * 5}{told}</p>"
            f"<a href='/news/{number}#more'>Read more</a></{card}>"
            for number in range(self.chance.randint(3, 20))
        ]
        return f"<h1>News</h1>{self._shelf(cards)}{self._pager()}"

    def plans(self) -> str:
        """The middle of a page that sells one thing in several sizes, or advises which to take."""
        card, called = self.layout.card, self.layout.called("card")
        parts = self._some(("<img src='/best.png'>", "<a href='/more'>More</a>", "<p>Our pick</p>"))
        cards = [
            f"<{card}{called}>{parts}<h3>{plan}</h3><b>{escape(self.layout.price())}</b>"
            f"<p>{'Helps you every day. ' * 6}</p><a href='/sign-up?{plan}'>Begin</a></{card}>"
            for plan in self.chance.sample(ADJECTIVES[:-1], self.chance.randint(2, 6))
        ]
        text = f"<p>{'We tell you what is good for you. ' * self.chance.randint(5, 60)}</p>"
        return f"<h1>Which one is best</h1>{text}{self._shelf(cards)}{text}"

    def whole(self, body: str) -> str:
        """*body* within what every page of the site shows."""
        menu = "".join(f'<li><a href="/m/{n}">{each}</a></li>' for n, each in enumerate(PLACES))
        main = "main" if self.layout.likely(0.5) else "div"
        return (
            f"<html><head><title>Shop</title></head><body><header><a href='/'>"
            f"<img src='/logo.png'></a><ul>{menu}</ul></header><{main}>{body}</{main}>"
            f"<footer><ul>{menu}</ul><p>All prices with tax. Tel. 0123 456</p></footer>"
            "</body></html>"
        )

    def _some(self, parts: tuple[str, ...]) -> str:
        return "".join(part for part in parts if self.layout.likely(0.7))

    def _shelf(self, cards: list[str]) -> str:
        layout = self.layout
        if layout.row and layout.card not in {"tr", "li"}:
            rows = [cards[n : n + layout.row] for n in range(0, len(cards), layout.row)]
            cards = [f"<div{layout.called('row')}>{''.join(row)}</div>" for row in rows]
        return f"<{layout.frame}{layout.called('list')}>{''.join(cards)}</{layout.frame}>"

    def _card(self, *, marked: bool = True) -> str:
        layout = self.layout
        number = len(self.names)
        name, price = self._name(), layout.price() if layout.is_priced else ""
        self.names.append(name)
        self.prices.append(price)
        href = f"/p/{number}-{self.chance.randint(100, 999)}"
        inside = "".join(self._part(part, name, price, href) for part in layout.order)
        for level in range(layout.depth):
            inside = f"<div{layout.called(f'wrap{level}')}>{inside}</div>"
        mark = f' {RECORD}="{number}"' if marked else ""
        if layout.card == "a":
            return f'<a{layout.called("card")}{mark} href="{href}">{inside}</a>'
        if layout.is_linked_whole:
            inside = f'<a href="{href}">{inside}</a>'
        if layout.card == "tr":
            inside = f"<td>{inside}</td>"
        close = "" if layout.is_open else f"</{layout.card}>"
        return f"<{layout.card}{layout.called('card')}{mark}>{inside}{close}"

    def _part(self, part: str, name: str, price: str, href: str) -> str:
        layout, called = self.layout, self.layout.called
        is_bare = layout.card == "a" or layout.is_linked_whole
        link, end = ("", "") if is_bare else (f'<a href="{href}">', "</a>")
        if part == "name":
            tag = "div" if layout.name_tag == "a" else layout.name_tag
            return f"<{tag}{called('name')}>{link}{escape(name)}{end}</{tag}>"
        if part == "price":
            return f"<span{called('price')}>{escape(price)}</span>" if price else ""
        if part == "picture":
            return f"{link}{self._picture(name)}{end}"
        if part == "old":
            old = escape(layout.price(400))
            return f"<del{called('old')}>{old}</del>" if price and self._often() else ""
        return self._small_part(part)

    def _small_part(self, part: str) -> str:
        called, chance = self.layout.called, self.chance
        if part == "badge":
            return f"<span{called(part)}>{chance.choice(BADGES)}</span>" if self._often() else ""
        if part == "brand":
            return f"<div{called(part)}>{escape(chance.choice(MAKERS) or 'Own')}</div>"
        if part == "rating":
            stars = chance.choice(("★★★★☆", "4.5", "4,7 / 5"))
            return f"<div{called(part)}>{stars} ({chance.randint(1, 300)})</div>"
        return self._tool(part)

    def _tool(self, part: str) -> str:
        called, chance = self.layout.called, self.chance
        if part == "button":
            return f"<button{called(part)}>{self._button()}</button>"
        if part == "swatches":
            return "<ul>" + "<li><img src='/s.png'></li>" * chance.randint(1, 4) + "</ul>"
        if part == "code":
            return f"<small{called(part)}>Art. {chance.randint(10000, 99999)}</small>"
        if part == "compare":
            return f"<label{called(part)}><input type='checkbox'> Compare</label>"
        return f"<p{called(part)}>{'Made to last a long time. ' * chance.randint(1, 4)}</p>"

    def _picture(self, name: str) -> str:
        kind, number = self.layout.picture, self.chance.randint(1, 9999)
        alt = escape(name) if self.layout.depth else ""
        image = f'<img src="/i/{number}.jpg" alt="{alt}">'
        if kind == "lazy":
            return f'<img data-src="/i/{number}.jpg" src="/blank.gif" alt="{alt}">'
        if kind == "picture":
            return f'<picture><source srcset="/i/{number}.webp">{image}</picture>'
        if kind == "noscript":
            return f"<noscript>{image}</noscript>"
        return image if kind == "img" or not self.layout.is_priced else ""

    def _name(self) -> str:
        chance = self.chance
        words = (chance.choice(MAKERS), chance.choice(NOUNS), chance.choice(ADJECTIVES))
        return " ".join(word for word in (*words, str(chance.randint(1, 999))) if word)

    def _often(self) -> bool:
        return self.layout.likely(0.6)

    def _button(self) -> str:
        return self.chance.choice(BUTTONS)

    def _crumbs(self) -> str:
        return '<ol><li><a href="/">Home</a></li><li><a href="/a">All</a></li><li>Here</li></ol>'

    def _sorting(self) -> str:
        return "<select><option>By price</option><option>By name</option></select>"

    def _pager(self) -> str:
        links = "".join(f'<li><a href="?page={n}">{n}</a></li>' for n in range(1, 6))
        return f"<ul>{links}</ul>"

    def _filters(self) -> str:
        rows = "".join(
            f'<li><a href="?f={n}">{noun}</a> ({n * 3 + 1})</li>'
            for n, noun in enumerate(NOUNS[:9])
        )
        return f"<aside><h3>Filter</h3><ul>{rows}</ul></aside>"

    def _aside(self) -> str:
        """What was looked at before: a few cards of another look."""
        names = [self._name() for _ in range(self.chance.randint(2, 5))]
        seen = "".join(
            f'<div class="seen"><a href="/p/{n}"><img src="/r{n}.jpg"></a>'
            f"<b>{escape(each)}</b></div>"
            for n, each in enumerate(names)
        )
        return f"<section><h4>Recently viewed</h4>{seen}</section>"
