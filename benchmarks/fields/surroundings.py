"""What stands around a product's price: other amounts that are not what it costs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from benchmarks.fields.amounts import Printer

__all__ = ["ABOVE", "BELOW", "LEAD", "MONEY", "NOTES", "WITHIN", "Place"]

OTHERS = ("Linen apron", "Walnut tray", "Cast iron pan", "Copper kettle", "Bread knife")
CARDS = (
    '<li class="card"><a href="/o/{0}"><img src="/{0}.jpg"><h3>{1}</h3></a><p class="price">{2}',
    '<div class="tile"><a href="/o/{0}"><img src="/{0}.jpg"><span>{1}</span><b>{2}</b></a></div>',
    '<article><a href="/o/{0}">{1}</a><p>{2}</p><button>+</button></article>',
)
"""How other products look."""
MONEY = {
    "two-prices": "<span>{old}</span> <span>{price}</span>",
    "from": "<span>{from} {price}</span>",
    "range": "<span>{price}</span> &ndash; <span>{old}</span>",
    "cents": "<span>{raised}</span>",
    "split": "<span>{split}</span>",
    "labelled": "<span>{now}:</span> <strong>{price}</strong>",
    "coded": "<strong>{coded}</strong>",
    "dashed": "<strong>{dashed}</strong>",
}
"""How a situation prints the price, whatever the platform."""
NOTES: dict[str, tuple[tuple[str, str], ...]] = {
    "unit": (("per", ".13"),),
    "instalments": (("months", ".25"),),
    "credit": (("credit", ".06"),),
    "net": (("excl", ".83"),),
    "shipping": (("ship", ".09"),),
    "free-from": (("free", "1.6"),),
    "member": (("member", ".92"),),
    "lowest": (("lowest", "1.04"),),
    "used": (("used", ".6"),),
    "coupon": (("coupon", ".9"),),
    "plan": (("plan", ".17"),),
    "saved": (("save", "saved"),),
    "tiers": (("tier", ".9"), ("tier", ".82"), ("tier", ".75")),
    "many": (("per", ".13"), ("months", ".25"), ("ship", ".09"), ("free", "1.6")),
    "unit-first": (("per", ".13"),),
    "net-first": (("excl", ".83"),),
    "member-first": (("member", ".92"),),
    "instalments-first": (("months", ".25"),),
    "coupon-first": (("coupon", ".9"),),
    "lowest-first": (("lowest", "1.04"),),
    "free-first": (("free", "1.6"), ("points", "1")),
}
"""The notes beside a price: which words, and which share of the price is their amount."""
ABOVE = frozenset(name for name in NOTES if name.endswith("-first"))
"""Situations whose notes stand before the price."""


@dataclass(frozen=True, slots=True)
class Place:
    """A product, for those who print what is around it."""

    words: Mapping[str, str]
    printed: Printer
    cost: Decimal
    old: Decimal
    name: str
    seed: int

    def amount(self, share: str) -> str:
        """So much of the product's price."""
        return self.printed(self.cost * Decimal(share))

    def card(self, number: int, share: str) -> str:
        """Another product, in one of three looks."""
        name, price = OTHERS[number % len(OTHERS)], self.amount(share)
        return CARDS[self.seed % len(CARDS)].format(number, name, price)

    def cards(self, count: int) -> str:
        """Other products, cheaper and dearer."""
        return "".join(
            self.card(n, f"{(n * 7 + self.seed) % 11 * 0.15 + 0.35}") for n in range(count)
        )

    def zero(self) -> str:
        """Nothing, printed."""
        none = self.printed.number(Decimal(0))
        return self.words["money"].replace("#", none)


def _basket(place: Place) -> str:
    sum_ = f"<div>{place.words['subtotal']}</div><div>{place.zero()}</div>"
    return f'<div class="drawer"><h2>{place.words["basket"]}</h2>{sum_}</div>'


def _filled_basket(place: Place) -> str:
    words, cost = place.words, place.amount(".7")
    row = f"<a href='/o'><img src='/o.jpg'>{OTHERS[0]}</a><span>1 x</span><span>{cost}</span>"
    total = f"<div><span>{words['subtotal']}</span> <span>{cost}</span></div>"
    return f'<div class="mini"><h2>{words["basket"]}</h2><div>{row}</div>{total}</div>'


def _banner(place: Place) -> str:
    return f'<div class="bar">{place.words["free"].replace("@", place.amount("2"))}</div>'


def _deals(place: Place) -> str:
    return f'<div class="top"><h2>Top 5</h2><ul>{place.cards(4)}</ul></div>'


def _sticky(place: Place) -> str:
    money = f"<del>{place.printed(place.old)}</del> <span>{place.amount('1')}</span>"
    button = f"<button>{place.words['add']}</button>"
    return f'<div class="bar"><img src="/s.jpg"><span>{place.name}</span>{money}{button}</div>'


def _slider(place: Place) -> str:
    return (
        f'<aside><div>{place.amount(".1")} - {place.amount("4")}</div><input type="range"></aside>'
    )


def _currencies(place: Place) -> str:
    return "<ul><li>USD $</li><li>EUR €</li><li>GBP £</li></ul>" + f"<p>{place.words['code']}</p>"


def _related(place: Place) -> str:
    return (
        f'<section><h2>{place.words["related"]}</h2><ul class="row">{place.cards(5)}</ul></section>'
    )


def _recent(place: Place) -> str:
    return f"<div><h3>{place.words['recent']}</h3><div>{place.cards(2)}</div></div>"


def _bundle(place: Place) -> str:
    total = place.words["total"].replace("@", place.amount("2.4"))
    return f"<div><h3>{place.words['together']}</h3><div>{place.cards(3)}</div><p>{total}</p></div>"


def _reviews(place: Place) -> str:
    said = f"I paid {place.amount('1.1')} elsewhere, and {place.amount('.8')} for the older one."
    return f"<div><h3>{place.words['rated']}</h3><p>{said}</p><p>{said}</p></div>"


def _accessories(place: Place) -> str:
    rows = "".join(
        f'<label><input type="checkbox"> {OTHERS[n]} + {place.amount(share)}</label>'
        for n, share in enumerate((".1", ".2", ".3"))
    )
    return f'<fieldset class="extras">{rows}</fieldset>'


def _options(place: Place) -> str:
    rows = "".join(
        f'<div><input type="radio"> <label>{size}</label> <span>{place.amount(share)}</span></div>'
        for size, share in (("S", "1"), ("M", "1.2"), ("XL", "1.6"))
    )
    return f'<div class="variants">{rows}</div>'


def _choices(place: Place) -> str:
    rows = "".join(
        f"<option>{size} - {place.amount(share)}</option>"
        for size, share in (("S", ".8"), ("M", "1"), ("XL", "1.6"))
    )
    return f'<select name="v">{rows}</select>'


WITHIN: dict[str, Callable[[Place], str]] = {"options": _options, "choices": _choices}
"""What stands between the price and the button."""
LEAD: dict[str, Callable[[Place], str]] = {
    "basket": _basket,
    "filled-basket": _filled_basket,
    "banner": _banner,
    "deals": _deals,
    "sticky": _sticky,
    "slider": _slider,
    "currencies": _currencies,
}
"""What stands above the product."""
BELOW: dict[str, Callable[[Place], str]] = {
    "related": _related,
    "recent": _recent,
    "bundle": _bundle,
    "reviews": _reviews,
    "accessories": _accessories,
    "sticky-below": _sticky,
}
"""What stands below it."""
