"""What stands around a product that tells of a stock, and not always of its own."""

from collections.abc import Callable

from benchmarks.fields.surroundings import OTHERS, Place

__all__ = ["GONE", "STOCKS", "UNDER"]

HIDING = (
    *('style="display:none"', "hidden", 'class="d-none"', 'class="hidden"', 'class="is-hidden"'),
    *('class="hide"', 'class="ng-hide"', 'aria-hidden="true"'),
)
"""How what is not shown is hidden."""


def _sizes(place: Place) -> str:
    gone = place.words["out"]
    rows = "".join(
        f"<label>{size}<span>{gone}</span></label>" if size == "M" else f"<label>{size}</label>"
        for size in ("S", "M", "XL")
    )
    return f'<div class="sizes">{rows}</div>'


def _buttons(place: Place) -> str:
    return f"<div><button>38</button><button disabled>39 {place.words['out']}</button></div>"


def _hidden(place: Place, word: str) -> str:
    return f"<p {HIDING[place.seed % len(HIDING)]}>{place.words[word]}</p>"


def _dialogue(place: Place) -> str:
    said = f"<p>{place.words['out']}</p><input type=email><button>{place.words['notify']}</button>"
    return f'<div class="modal" role="dialog">{said}</div>'


def _stores(place: Place) -> str:
    rows = "".join(
        f"<tr><td>{place.words['tld'].upper()}-{number}</td><td>{place.words['out']}</td></tr>"
        for number in range(1, 4)
    )
    return f"<table>{rows}</table>"


def _others(place: Place, word: str) -> str:
    cards = "".join(
        f'<div class="card"><a href="/o/{number}"><h3>{name}</h3></a><p>{place.words[word]}</p>'
        f"<b>{place.amount('.8')}</b></div>"
        for number, name in enumerate(OTHERS[:3])
    )
    return f"<section><h2>{place.words['related']}</h2>{cards}</section>"


def _marked(place: Place) -> str:
    told = '"offers": {"@type": "Offer", "availability": "https://schema.org/InStock"}'
    thing = f'{{"@type": "Product", "name": "{place.name}", {told}}}'
    return f'<script type="application/ld+json">{thing}</script>'


UNDER: dict[str, Callable[[Place], str]] = {
    "size-gone": _sizes,
    "size-buttons": _buttons,
    "hidden-gone": lambda place: _hidden(place, "out"),
    "dialogue": _dialogue,
    "gone-hidden": lambda place: _hidden(place, "in"),
}
"""What stands between the price and the button."""
STOCKS: dict[str, Callable[[Place], str]] = {
    "stores": _stores,
    "others-gone": lambda place: _others(place, "out"),
    "gone-others": lambda place: _others(place, "in"),
    "gone-marked": _marked,
}
"""What stands below the product."""
GONE = frozenset({"sold", "gone-hidden", "gone-others", "gone-marked"})
"""Situations of a product that is sold out."""
