"""Soups made by a grammar, and pages and files with a few bytes changed."""

import random
from collections.abc import Callable, Iterator

__all__ = ["KINDS", "mutated", "soup", "soups"]

TAGS = (
    *("div", "p", "span", "table", "tr", "td", "th", "tbody", "thead", "caption", "dl", "dt", "dd"),
    *("ul", "ol", "li", "a", "img", "br", "hr", "h1", "h2", "b", "i", "font", "select", "option"),
    *(
        "form",
        "input",
        "button",
        "svg",
        "math",
        "object",
        "frameset",
        "frame",
        "iframe",
        "template",
    ),
    *(
        "html",
        "head",
        "body",
        "title",
        "meta",
        "link",
        "base",
        "script",
        "style",
        "noscript",
        "area",
    ),
    *("o:p", "x-y", "a.b", "p:q:r", "_", "x_1", "é", "a·b", "h1x", "div:", "a-", "xml", "xmlns:x"),
    *("DIV", "Table", "sVg", "nobr", "center", "plaintext", "xmp", "textarea", "video", "image"),
)
ATTRIBUTES = (
    *(
        ' class="a b"',
        " id=x",
        " itemscope",
        " itemprop=price",
        " content=1",
        ' style="display:none"',
    ),
    *(" colspan=99999", " rowspan=0", " rowspan=-1", " hidden", ' href="?a=1&b=2"', " href=//[::1"),
    *(
        ' itemtype="http://schema.org/Product"',
        " data-x='[{1'",
        " é=ü",
        " xml:lang=de",
        " =x",
        ' "',
    ),
    *(
        ' src="data:,x"',
        " alt=r",
        ' typeof="schema:Product"',
        " property=name",
        " xmlns:o=urn:x",
        "/",
    ),
)
TEXTS = (
    *("Weight", "Color: red", "2 kg", "$12.99", "EUR 1.299,00", "SKU 123", "4.5/5", "Yes", "1-2-3"),
    *(
        "x",
        " ",
        "\n",
        "\t",
        "&nbsp;",
        "&amp;",
        "&#0;",
        "&#x110000;",
        "&#55296;",
        "&",
        "<",
        ">",
        "</",
    ),
    *(
        "<!--",
        "-->",
        "<!-- x -->",
        "<![CDATA[x]]>",
        "<?p ?>",
        "<!doctype html>",
        "\r\n",
        "\x00",
        "\x1f",
    ),
    *(
        "\u202e",
        "\ufeff",
        "\U0001f600",
        "\u0130",
        "\ufb03",
        "\u0663",
        "\xa0",
        "é",
        ":",
        "|",
        ";",
        "\u2013",
    ),
    *(
        '{"@type":"Product","name":"x"',
        "<script type=application/ld+json>",
        "</script>",
        "]]>",
        "a" * 300,
    ),
    *(
        "<meta charset=utf-16>",
        "<meta charset=hex>",
        '{"a":' * 20,
        "[" * 50,
        "9" * 400,
        "1e999",
        "-0",
    ),
)
PARTS = 40
KINDS = 4
"""Of so many documents in a row, the first is a page that was changed, the others are soups."""


def soup(chance: random.Random) -> bytes:
    """A document of tags that open and close as they like."""
    parts = []
    for _ in range(chance.randint(1, PARTS)):
        kind = chance.random()
        if kind < 0.45:  # noqa: PLR2004 - nearly half of it opens
            some = chance.choices(ATTRIBUTES, k=chance.choice((0, 0, 1, 1, 2, 3)))
            parts.append(
                f"<{chance.choice(TAGS)}{''.join(some)}{chance.choice(('>', '>', '/>', ''))}"
            )
        elif kind < 0.65:  # noqa: PLR2004 - a fifth closes
            parts.append(f"</{chance.choice(TAGS)}>")
        else:
            parts.append(chance.choice(TEXTS))
    text = "".join(parts)
    return text.encode(chance.choice(("utf-8", "utf-8", "utf-8", "utf-16", "cp1252")), "replace")


def mutated(data: bytes, chance: random.Random) -> bytes:
    """*data* with a few bytes flipped, cut out, doubled or put in."""
    made = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(made) + 1)
        size = chance.choice((1, 1, 2, 8, 64))
        match chance.randrange(5):
            case 0:
                del made[at : at + size]
            case 1:
                made[at:at] = made[at : at + size] * chance.choice((1, 2, 30))
            case 2:
                made[at : at + 1] = bytes([chance.randrange(256)])
            case 3:
                made[at:at] = chance.choice(TEXTS).encode("utf-8", "replace")
            case _:
                there = chance.randrange(len(made) + 1)
                made[at : at + size] = made[there : there + size]
    return bytes(made)


def soups(seed: int, numbers: range, pages: Callable[[], list[bytes]]) -> Iterator[bytes]:
    """The documents of these *numbers*: soups, and mutations of *pages*, in turn.

    A document depends on its number and *seed* alone, so that a long run can go on where it ended.
    """
    known = pages()
    for number in numbers:
        chance = random.Random(f"{seed} {number}")  # noqa: S311 - no secret
        yield soup(chance) if number % KINDS or not known else mutated(chance.choice(known), chance)
