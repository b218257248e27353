# ruff: noqa: RUF001 - words of many languages
"""Words that tell the home page of a shop from other sites', as data."""

import re

__all__ = ["BASKET", "CURRENCY", "NOT_A_SHOP", "SERVICE"]

BASKET = (
    *("cart", "basket", "bag", "checkout", "shopping cart", "shopping bag", "my cart", "my basket"),
    *("warenkorb", "einkaufswagen", "kasse", "panier", "mon panier", "caddie", "carrito", "cesta"),
    *("mi cesta", "carrello", "carrinho", "sacola", "winkelwagen", "winkelmand", "winkelmandje"),
    *("koszyk", "košík", "nákupní košík", "varukorg", "kundvagn", "indkøbskurv", "kurv"),
    *("handlekurv", "handlevogn", "ostoskori", "kosár", "coș", "coșul meu", "корзина", "кошик"),
    *(
        "sepet",
        "sepetim",
        "καλάθι",
        "カート",
        "買い物かご",
        "购物车",
        "購物車",
        "장바구니",
        "عربة التسوق",
    ),
    *("add to cart", "add to basket", "in den warenkorb", "ajouter au panier", "añadir al carrito"),
    *("aggiungi al carrello", "buy now", "jetzt kaufen", "acheter", "comprar", "acquista"),
)
"""A shop has a basket, and says so in links and buttons."""

SERVICE = (
    *(
        "shipping",
        "shipping delivery",
        "delivery",
        "returns",
        "payment",
        "payment methods",
        "orders",
    ),
    *("my account", "wishlist", "order status", "versand", "versandkosten", "lieferung", "zahlung"),
    *("zahlungsarten", "rückgabe", "widerruf", "mein konto", "merkzettel", "livraison", "paiement"),
    *(
        "retours",
        "mon compte",
        "envío",
        "envíos",
        "pago",
        "devoluciones",
        "mi cuenta",
        "spedizione",
    ),
    *(
        "pagamento",
        "resi",
        "il mio account",
        "entrega",
        "envio",
        "verzending",
        "betaling",
        "retour",
    ),
    *(
        "dostawa",
        "płatność",
        "zwroty",
        "doprava",
        "platba",
        "leverans",
        "frakt",
        "levering",
        "fragt",
    ),
    *(
        "toimitus",
        "szállítás",
        "livrare",
        "доставка",
        "оплата",
        "kargo",
        "配送",
        "返品",
        "配送方式",
    ),
    *(
        "gift cards",
        "gutscheine",
        "sale",
        "special offers",
        "angebote",
        "soldes",
        "ofertas",
        "offerte",
    ),
)
"""What else shops link to."""

NOT_A_SHOP = (
    *(
        "news",
        "latest news",
        "breaking news",
        "politics",
        "sports",
        "opinion",
        "editorial",
        "forum",
    ),
    *(
        "forums",
        "threads",
        "topics",
        "members",
        "new posts",
        "unanswered",
        "reviews",
        "all reviews",
    ),
    *("buying guides", "tests", "testberichte", "vergleich", "preisvergleich", "compare prices"),
    *("price comparison", "comparateur", "subscribe", "newsletter archive", "podcast", "authors"),
    *(
        "investors",
        "investor relations",
        "careers",
        "press room",
        "wiki",
        "recent changes",
        "articles",
    ),
    *("nachrichten", "actualités", "noticias", "notizie", "themen", "mitglieder", "ratgeber"),
)
"""What news sites, forums, review sites and companies link to."""

_SIGNS = "[$€£¥₹₽₺₩₪฿₴]"
_CODES = "USD|EUR|GBP|CHF|CAD|AUD|SEK|NOK|DKK|PLN|CZK|kr|zł|Kč|Ft|lei|руб"
CURRENCY = re.compile(
    rf"(?:{_SIGNS}|\b(?:{_CODES})\b)\s?\d|\d[\d.,' \u00a0]*\s?(?:{_SIGNS}|(?:{_CODES})\b)",
    re.IGNORECASE,
)
"""An amount of money."""
