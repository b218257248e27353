"""What fools a detector: rows and tables on product pages that are no specification."""

from collections.abc import Callable
from html import escape

from benchmarks.pages.layouts import draw, fragment
from benchmarks.pages.words import Speech

__all__ = ["DECOYS", "decoys"]

SMALL, LARGE = 3, 7
"""How many rows."""
SELDOM, EVENLY = 0.2, 0.5
"""How often."""


def _rows(kind: str, speech: Speech) -> str:
    """Pairs that are no attributes, printed as attributes are."""
    chance = speech.chance
    pairs = speech.pairs(kind, chance.randint(1, LARGE))
    title = chance.choice(("", speech.one("links"), speech.one("titles"), speech.one("names")))
    return fragment(draw(chance), [(title, pairs)])


def _ratings(speech: Speech) -> str:
    return _rows("ratings", speech)


def _offers(speech: Speech) -> str:
    return _rows("offers", speech)


def _store(speech: Speech) -> str:
    return _rows("store", speech)


def _cookies(speech: Speech) -> str:
    return _rows("cookies", speech)


def _questions(speech: Speech) -> str:
    return _rows("questions", speech)


def _stars(speech: Speech) -> str:
    """How many reviews give how many stars."""
    chance = speech.chance
    pairs = [(f"{5 - at} ★", f"{chance.randint(0, 90)}%") for at in range(5)]
    return fragment(draw(chance), [("", pairs)])


def _sizes(speech: Speech) -> str:
    chance, names = speech.chance, speech.words["sizes"]
    head = "".join(f"<th>{escape(each)}</th>" for each in names)
    low = chance.randint(60, 90)
    rows = "".join(
        f"<tr><td>{size}</td>"
        + "".join(f"<td>{low + 4 * at}-{low + 4 * at + 3}</td>" for _ in names[1:])
        + "</tr>"
        for at, size in enumerate(("XS", "S", "M", "L", "XL"))
    )
    return f"<table><tr>{head}</tr>{rows}</table>"


def _comparison(speech: Speech) -> str:
    """Other models beside each other."""
    chance = speech.chance
    models = speech.some("names", SMALL)
    names = [name for name, _ in speech.pairs("attributes", LARGE)]
    head = "".join(f"<th>{escape(each)}</th>" for each in ("", *models))
    rows = []
    for name in names:
        values = (
            speech.pairs("offers", 1)[0][1] if chance.random() < SELDOM else "✓" for _ in models
        )
        cells = "".join(f"<td>{escape(each)}</td>" for each in values)
        rows.append(f"<tr><th>{escape(name)}</th>{cells}</tr>")
    return f'<table class="compare"><tr>{head}</tr>{"".join(rows)}</table>'


def _variants(speech: Speech) -> str:
    """A picker of variants: names of attributes with what may be chosen."""
    chance = speech.chance
    found = []
    for name, value in speech.pairs("attributes", SMALL):
        texts = [value, *(said for _, said in speech.pairs("attributes", 2))]
        if chance.random() < EVENLY:
            inside = "".join(f"<option>{escape(each)}</option>" for each in texts)
            found.append(f"<label>{escape(name)}</label><select>{inside}</select>")
        else:
            inside = "".join(f"<button>{escape(each)}</button>" for each in texts)
            found.append(
                f"<div><span>{escape(name)}:</span> <span>{escape(value)}</span>{inside}</div>"
            )
    return f'<form class="variants">{"".join(found)}</form>'


def _filters(speech: Speech) -> str:
    found = []
    for name, value in speech.pairs("attributes", SMALL):
        texts = [value, *(said for _, said in speech.pairs("attributes", 2))]
        inside = "".join(
            f'<li><a href="/c?f={at}">{escape(each)}</a> ({speech.chance.randint(1, 80)})</li>'
            for at, each in enumerate(texts)
        )
        found.append(f"<div><h4>{escape(name)}</h4><ul>{inside}</ul></div>")
    return f"<aside>{''.join(found)}</aside>"


def _related(speech: Speech) -> str:
    """Other products, sometimes with rows of their own."""
    chance, layout = speech.chance, draw(speech.chance)
    detailed = chance.random() < EVENLY
    cards = []
    for name in speech.some("names", 4):
        price = speech.pairs("offers", 1)[0][1]
        rows = fragment(layout, [("", speech.pairs("attributes", SMALL))]) if detailed else ""
        cards.append(
            f'<li><a href="/p/{len(name)}"><img src="/i.jpg" alt=""></a>'
            f'<h3><a href="/p/{len(name)}">{escape(name)}</a></h3>{rows}<p>{escape(price)}</p></li>'
        )
    return f"<section><h2>{escape(speech.one('prose'))}</h2><ul>{''.join(cards)}</ul></section>"


def _number(speech: Speech) -> str:
    """The article's number on a line of its own."""
    chance = speech.chance
    name = chance.choice(("SKU", "Art. no.", "EAN", "Ref.", "Item #"))
    number = chance.randrange(10**7, 10**8)
    return chance.choice(
        (
            f'<div class="sku"><span>{name}:</span> <span>{number}</span></div>',
            f"<p>{name}: {number}</p>",
            f"<small>{name} {number}</small>",
        )
    )


def _reviews(speech: Speech) -> str:
    chance = speech.chance
    found = "".join(
        f"<article><b>{escape(speech.one('names'))}</b><div>{'★' * chance.randint(1, 5)}</div>"
        f"<p>{escape(speech.one('prose'))}</p>{_rows('ratings', speech)}</article>"
        for _ in range(chance.randint(1, SMALL))
    )
    return f'<div class="reviews">{found}</div>'


DECOYS: dict[str, Callable[[Speech], str]] = {
    "ratings": _ratings,
    "offers": _offers,
    "store": _store,
    "cookies": _cookies,
    "questions": _questions,
    "stars": _stars,
    "sizes": _sizes,
    "comparison": _comparison,
    "variants": _variants,
    "filters": _filters,
    "related": _related,
    "number": _number,
    "reviews": _reviews,
}
"""What is printed, by name."""


def decoys(speech: Speech, most: int) -> list[str]:
    """Some of them, at most *most*."""
    kinds = speech.chance.choices(tuple(DECOYS), k=speech.chance.randint(0, most))
    return [DECOYS[kind](speech) for kind in kinds]
