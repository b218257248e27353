# ruff: noqa: RUF001 - words of many languages
"""What addresses, classes and scripts call the types of pages, as data: many languages, no site."""

import re

__all__ = [
    "ADDRESS_WORDS",
    "CLASS_SIGNS",
    "HEAD_SIGNS",
    "ITEM_KEY",
    "MARKUP_TYPES",
    "RECORD_SIGNS",
    "SCRIPT_SIGNS",
    "SHOP_LINKS",
    "TEXT_SIGNS",
]

ADDRESS_WORDS = {
    "product": re.compile(
        r"(?:^|/)(?:products?|produkte?|produits?|productos?|prodott[io]|produtos?|producten|p|pr|dp|ip|"
        r"itm|items?|pd|pdp|details?|artikel|article-\d+|sku|listing|t)(?:/|$|-)|/p/|\.p$",
        re.IGNORECASE,
    ),
    "collection": re.compile(
        r"(?:^|/)(?:collections?|categor(?:y|ies|ia|ias|ie)|kategorien?|cat|c|l|w|b|s|browse|search|shop|"
        r"store|all|brands?|departments?|dept|sale|product-category|catalog(?:ue)?|genre|buy|"
        r"best-?sellers|zgbs|parts|sch|plp|subcategory)(?:/|$|-|\?)",
        re.IGNORECASE,
    ),
    "reading": re.compile(
        r"(?:^|/)(?:blogs?|news|articles?|posts?|stor(?:y|ies)|magazine?|guides?|reviews?|how-to\w*|"
        r"research|topics?|tags?|wiki|press|insights?|resources?|recipes?|opinion|\d{4}/\d\d)(?:/|$|-)",
        re.IGNORECASE,
    ),
    "talk": re.compile(
        r"(?:^|/|\.)(?:forums?|threads?|discussions?|community|questions?|answers?|topic|viewtopic|"
        r"showthread|comments?|r|groups?)(?:/|$|-|\.)",
        re.IGNORECASE,
    ),
    "manual": re.compile(
        r"(?:^|/|\.)(?:docs?|documentation|manuals?|api|reference|guide|learn|tutorials?|help|support|"
        r"developers?|kb|handbook)(?:/|$|-|\.)",
        re.IGNORECASE,
    ),
    "service": re.compile(
        r"(?:^|/)(?:services?|solutions?|pricing|about|company|features?|platform|enterprise|contact|"
        r"locations?|plans?|practice-areas?|treatments?)(?:/|$|-)",
        re.IGNORECASE,
    ),
}
"""Parts of addresses by the type of page they lead to."""

MARKUP_TYPES = {
    "product": frozenset({"product", "productgroup", "productmodel", "individualproduct"}),
    "list": frozenset({"itemlist", "collectionpage", "searchresultspage", "offercatalog"}),
    "reading": frozenset(
        {"article", "newsarticle", "blogposting", "techarticle", "report", "recipe", "howto"}
    ),
    "talk": frozenset({"discussionforumposting", "qapage", "question", "socialmediaposting"}),
    "service": frozenset({"service", "localbusiness", "professionalservice", "faqpage"}),
    "software": frozenset({"softwareapplication", "course", "event", "book", "movie", "game"}),
    "trail": frozenset({"breadcrumblist"}),
    "offer": frozenset({"offer", "aggregateoffer"}),
    "rating": frozenset({"aggregaterating", "review"}),
}
"""Types of schema.org that tell pages apart."""

SCRIPT_SIGNS = {
    "says product": re.compile(
        r"page_?(?:type|category|template)[\"']?\s*[:=]\s*[\"'](?:product|pdp|item)", re.IGNORECASE
    ),
    "says collection": re.compile(
        r"page_?(?:type|category|template)[\"']?\s*[:=]\s*[\"']"
        r"(?:collection|category|plp|search|listing|catalog)",
        re.IGNORECASE,
    ),
    "says article": re.compile(
        r"page_?(?:type|category|template)[\"']?\s*[:=]\s*[\"'](?:article|post|blog|news|story)",
        re.IGNORECASE,
    ),
    "sku": re.compile(r"[\"'](?:sku|productId|product_id|variantId)[\"']\s*:", re.IGNORECASE),
    "price": re.compile(r"[\"'](?:price|priceAmount|salePrice)[\"']\s*:", re.IGNORECASE),
    "cart": re.compile(r"add_?-?to_?-?(?:cart|basket|bag)", re.IGNORECASE),
    "impressions": re.compile(
        r"impressions|view_item_list|item_list_name|products[\"']\s*:\s*\[", re.IGNORECASE
    ),
    "view item": re.compile(
        r"view_item[\"']|productDetail|ProductViewed|Viewed Product|viewcontent", re.IGNORECASE
    ),
}
"""What a page's scripts tell their own counters."""

TEXT_SIGNS = {
    "buy": re.compile(
        r"\b(?:add to (?:cart|basket|bag)|buy (?:it )?now|in den warenkorb|ajouter au panier|"
        r"achat rapide|"
        r"(?:añadir|agregar) al carrito|aggiungi al carrello|do koszyka|in winkelwagen|"
        r"adicionar ao carrinho|lägg i varukorg|læg i kurv|do košíku|kosárba|în coș|в корзину|"
        r"sepete ekle|カートに入れる|加入购物车|add to trolley|pre-?order)\b",
        re.IGNORECASE,
    ),
    "sort": re.compile(
        r"\b(?:sort(?:ed)? by|sort:|filter(?:s| by)?|refine|sortieren|trier|ordenar|ordina|sorteer|"
        r"per page|best sell(?:ing|ers)|featured|price,? low to high|newest)\b",
        re.IGNORECASE,
    ),
    "count": re.compile(
        r"\b\d[\d,.]*\s*(?:products?|items?|results?|produkte|artikel|produits|articles|productos|"
        r"prodotti|styles|matches)\b|\bshowing\s+\d|\b\d+\s*[-–]\s*\d+\s+of\s+[\d,]+",
        re.IGNORECASE,
    ),
    "stock": re.compile(
        r"\b(?:in stock|out of stock|sold out|ships|shipping|delivery|quantity|qty|auf lager|"
        r"en stock|disponib\w+|size guide|sku|model|item (?:no|number|#)|warranty|returns?)\b",
        re.IGNORECASE,
    ),
    "related": re.compile(
        r"\b(?:you may also like|related products|customers also|frequently bought|recently viewed|"
        r"similar (?:items|products)|pairs well|complete the look)\b",
        re.IGNORECASE,
    ),
    "details": re.compile(
        r"\b(?:description|specifications?|details|features|ingredients|materials?|dimensions|"
        r"what's (?:included|in the box)|how to use|technical|overview)\b",
        re.IGNORECASE,
    ),
    "reviews": re.compile(
        r"\b(?:reviews?|ratings?|stars?|bewertung\w*|avis|out of 5)\b", re.IGNORECASE
    ),
    "dates": re.compile(
        r"\b(?:\d+ (?:minutes?|hours?|days?|weeks?|months?) ago|(?:jan|feb|mar|apr|may|jun|jul|"
        r"aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2},? (?:19|20)\d\d)\b",
        re.IGNORECASE,
    ),
    "author": re.compile(
        r"\b(?:by [A-Z][a-z]+ [A-Z][a-z]+|min(?:ute)? read|read more|posted|updated)\b"
    ),
}
"""Phrases that tell types of pages, in the visible text."""

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
RECORD_SIGNS = {
    "dated": re.compile(
        rf"\b(?:\d+\s?(?:min|minutes?|h|hours?|d|days?|weeks?|months?|years?) ago|"
        rf"{_MONTH}\.? \d{{1,2}}\b|\d{{1,2}}\.? {_MONTH}\b|(?:19|20)\d\d-\d\d-\d\d|"
        r"\d{1,2}[./]\d{1,2}[./](?:19|20)?\d\d|\d+ min(?:ute)? read)",
        re.IGNORECASE,
    ),
    "written": re.compile(
        r"\bby\s[A-Z][a-z]+ [A-Z][a-z]+|\b(?i:read more|continue reading|comments?|learn more)\b"
    ),
    "bought": re.compile(
        r"\b(?:add to|buy|shop now|quick (?:buy|add|view|shop)|choose options|colou?rs?|sizes?|"
        r"(?:in|out of) stock|sold out|sale|save|was|from|now|new|best ?seller|reviews?|"
        r"warenkorb|panier|carrito|carrello|koszyka|winkelwagen|auf lager|en stock)\b|\(\d+\)",
        re.IGNORECASE,
    ),
    "of people": re.compile(
        r"\b(?:jobs?|salary|remote|full[- ]time|hiring|apply|courses?|enrol\w*|certificates?|"
        r"lessons?|episodes?|tickets?|venue|beds?|baths?|sq\.? ?ft|acres?|recipes?|minutes|"
        r"servings|rebate|coupon|university|points|votes|authors?)\b",
        re.IGNORECASE,
    ),
}
"""What records of lists hold: goods on one side, news, jobs, courses and homes on the other."""

CLASS_SIGNS = {
    "product": re.compile(r"product|prd\b|\bsku|goods|produkt|produit|\bpdt", re.IGNORECASE),
    "product card": re.compile(
        r"(?:product|item|goods|pdt)[-_ ]*(?:card|tile|grid|list|item|thumb|mini|box|loop|cell)|"
        r"\bplp|(?:grid|list)[-_]*(?:product|item)",
        re.IGNORECASE,
    ),
    "product detail": re.compile(
        r"product[-_ ]*(?:detail|page|single|main|info|gallery|form|media|view|option)|\bpdp|"
        r"add-?to-?(?:cart|bag|basket)|single-product|swatch|variant",
        re.IGNORECASE,
    ),
    "price": re.compile(r"price|preis|prix|precio|prezzo|money", re.IGNORECASE),
    "cart": re.compile(
        r"(?:^|[^a-z])(?:mini-?)?(?:cart|basket|bag|wishlist|checkout)", re.IGNORECASE
    ),
    "filter": re.compile(r"filter|facet|refine|sort(?:ing|-?by|er)?\b|toolbar", re.IGNORECASE),
    "collection": re.compile(
        r"collection|categor|catalog|search-?results|\bplp|product-?(?:list|grid)|archive",
        re.IGNORECASE,
    ),
    "reading": re.compile(
        r"article|\bpost|entry-|story|byline|author|blog|headline|excerpt|news", re.IGNORECASE
    ),
    "talk": re.compile(r"thread|forum|comment|reply|\btopic|question|answer|vote", re.IGNORECASE),
    "people": re.compile(
        r"course|\bjobs?\b|event|recipe|listing-|property|episode|podcast|rating", re.IGNORECASE
    ),
    "pager": re.compile(r"paginat|pager|load-?more|infinite", re.IGNORECASE),
}
"""What elements call themselves in class and id."""

HEAD_SIGNS = {
    "shop": re.compile(
        r"\b(?:shop|buy|store|order|free (?:shipping|delivery)|sale|prices?|discover our|range of|"
        r"selection of|collections?|wide range|kaufen|acheter|comprar|acquista|kopen|"
        r"online-?shop|boutique|tienda|negozio|bestellen|livraison|versand)\b",
        re.IGNORECASE,
    ),
    "reading": re.compile(
        r"\b(?:news|blog|latest|stories|articles?|guides?|best|top|how to|reviews?|tips|learn|"
        r"recipes?|opinion|analysis|magazine|podcasts?|updates?)\b",
        re.IGNORECASE,
    ),
    "people": re.compile(
        r"\b(?:jobs?|courses?|certificates?|training|events?|services?|company|software|homes?|"
        r"rentals?|programs?|degrees?|rankings?|list of|category:|directory|university)\b",
        re.IGNORECASE,
    ),
    "talk": re.compile(
        r"\b(?:forum|thread|discussion|community|questions?|reddit)\b|\?", re.IGNORECASE
    ),
    "manual": re.compile(
        r"\b(?:documentation|docs|manual|api|reference|tutorial)\b", re.IGNORECASE
    ),
}
"""What title, description and heading promise."""

SHOP_LINKS = re.compile(
    r"/(?:(?:shopping-?)?(?:cart|basket|bag)|checkout|wish-?list|warenkorb|panier|carrito|carrello|"
    r"koszyk|winkelwagen|gift-?cards?|shipping|returns?|order-?(?:status|tracking)|orders?|"
    r"store-?locator|stores|track-?order|livraison|versand)\b",
    re.IGNORECASE,
)
"""Where only shops lead."""

ITEM_KEY = re.compile(
    r"[\"'](?:sku|product_?id|item_?id|partNumber|styleId|handle)\\?[\"']\s*:\s*"
    r"\\?[\"']?([\w.:/-]{2,60})",
    re.IGNORECASE,
)
"""One thing for sale, as scripts write it."""
