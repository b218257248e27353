"""Tags and words that help to read listings, as data: no site, and no language in the structure."""

import re

__all__ = [
    "ASIDE_PRICE_WORDS",
    "ASIDE_WORDS",
    "BUTTONS",
    "DETAIL_STEPS",
    "FRAMES",
    "FREE",
    "FROM",
    "HEADINGS",
    "HIDDEN_WORDS",
    "LISTING_STEPS",
    "NAME_WORDS",
    "NOT_NAME_WORDS",
    "OLD_PRICE_WORDS",
    "PICTURES",
    "QUANTITY",
    "RANGE",
    "RECORD_WORDS",
    "STRUCK",
    "TAGS",
]

PICTURES = ("img", "picture", "amp-img", "noscript", "image")
"""What may show the product; a lazy picture stands in noscript."""

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
BUTTONS = ("button", "input", "select")

FRAMES = frozenset({"nav", "header", "footer", "aside"})
"""What frames a page."""

TAGS = {
    tag: number
    for number, tag in enumerate(
        ("a", "time", "meta", "script", "link", "main", *PICTURES, *HEADINGS, *BUTTONS), 1
    )
}
"""The tags that are counted, and the number each goes by; 0 is any other."""

RECORD_WORDS = (
    *("prod", "item", "result", "search", "grid", "listing", "catalog", "tile", "card", "offer"),
    *("deal", "collection"),
)
"""What programmers call elements that hold records."""

ASIDE_WORDS = (
    *("related", "recommend", "similar", "recent", "viewed", "upsell", "cross", "also", "carousel"),
    *("slider", "swiper", "slick", "menu", "nav", "footer", "header", "review", "comment"),
    *("filter", "facet", "sidebar", "breadcrumb", "blog", "post", "article", "news", "teaser"),
    *("widget", "banner", "promo"),
)
"""What they call what is not the page's main list."""

LISTING_STEPS = frozenset(
    {
        *("c", "cat", "category", "categories", "collection", "collections", "catalog"),
        *("catalogue", "search", "results", "query", "q", "s", "k", "keyword", "keywords"),
        *("browse", "list", "listing", "listings", "department", "departments", "brand"),
        *("brands", "shop", "store", "products", "range", "kategorie", "kategorien", "suche"),
        *("categorie", "recherche", "categoria", "categorias", "busca", "buscar", "ricerca"),
        *("kategori", "kategoria", "zoeken"),
    }
)
"""Words in the addresses of pages that list products, between the marks of an address."""

DETAIL_STEPS = frozenset(
    {
        *("p", "dp", "pd", "product", "produkt", "produit", "producto", "prodotto", "item"),
        *("detail", "details", "sku", "article", "articles", "blog", "blogs", "news", "post"),
        *("posts", "story", "wiki", "forum", "thread", "threads", "topic", "questions", "docs"),
        *("help", "review", "reviews", "about", "guide", "guides", "jobs", "recipe", "recipes"),
    }
)
"""Words in the addresses of pages about one thing, and of pages that sell nothing."""

QUANTITY = re.compile(r"qty|quant|menge|anzahl|amount", re.IGNORECASE)
"""What they call the field that asks how many."""

NAME_WORDS = ("name", "title", "heading", "product-link", "productlink")
"""What they call the element of the name."""

NOT_NAME_WORDS = (
    *("brand", "vendor", "seller", "manufacturer", "author", "price", "badge", "label", "flag"),
    *("button", "btn", "review", "rating", "stock", "swatch", "color", "colour", "categor", "tag"),
    *("ship", "subtitle", "sub-title", "sku", "code", "visuallyhidden", "visually-hidden"),
    "sr-only",
)
"""What they call what is not the name."""

HIDDEN_WORDS = (
    *("sr-only", "visuallyhidden", "visually-hidden", "is-hidden", "screenreader"),
    "screen-reader",
)
"""What they call what is only for screen readers."""

STRUCK = frozenset({"del", "s", "strike"})
"""Tags of text that no longer holds."""

OLD_PRICE_WORDS = re.compile(
    r"(?<![a-z])(?:old|was|list-?price|regular|rrp|msrp|uvp|compare|orig(?:inal)?|strike|struck"
    r"|before|crossed|retail|previous|non-?sale|full-?price)(?![a-rt-z])"
)
"""What they call the price before, in classes whose words are set apart."""

ASIDE_PRICE_WORDS = re.compile(
    r"(?<![a-z])(?:save|saving|discount|unit|per|shipping|ship|monthly?|instal+ments?|financ\w*"
    r"|delivery|cashback|points|coupon)(?![a-rt-z])"
)
"""What they call amounts that are no price."""

FROM = frozenset(
    {
        *("from", "ab", "desde", "da", "od", "vanaf", "fra", "från", "от", "à", "partir", "de"),
        *("dès", "a", "starting", "at", "já", "alkaen", "tól", "από"),
    }
)
"""Words that belong to a price because it is the lowest of several."""

RANGE = frozenset({"-", "\u2013", "\u2014", "~", "to", "bis", "à", "a", "до", "tot", "till", "til"})
"""What stands between the lowest and the highest price."""

FREE = re.compile(
    r"\W*(?:free(?: to play)?|gratis|kostenlos|gratuit[eo]?|бесплатно|безплатно|無料|免费|무료)\W*",
    re.IGNORECASE,
)
"""A price of nothing."""
