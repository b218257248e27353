# ruff: noqa: RUF001 - words of many languages
"""Words and shapes that tell a shop's pages and links apart, as data: many languages, no site."""

import re

__all__ = [
    "ASIDE_TAGS",
    "AVOIDED_PATHS",
    "AVOIDED_WORDS",
    "BREADCRUMB",
    "BUY",
    "CHROME",
    "FACETS",
    "FILES",
    "MORE",
    "NEXT",
    "NEXT_SIGNS",
    "PAGERS",
    "PAGER_PATHS",
    "PREVIOUS",
    "PRICE",
    "SESSIONS",
    "TIMES",
]

AVOIDED_WORDS = (
    *(
        "login",
        "log in",
        "sign in",
        "sign up",
        "register",
        "account",
        "my account",
        "anmelden",
        "konto",
    ),
    *("mein konto", "registrieren", "connexion", "compte", "mon compte", "cuenta", "mi cuenta"),
    *("accedi", "registrati", "conta", "inloggen", "zaloguj", "přihlásit", "logga in", "log ud"),
    *("cart", "basket", "checkout", "shopping cart", "warenkorb", "kasse", "panier", "commande"),
    *("carrito", "cesta", "carrello", "carrinho", "winkelwagen", "winkelmand", "koszyk", "košík"),
    *(
        "varukorg",
        "kundvagn",
        "indkøbskurv",
        "handlekurv",
        "ostoskori",
        "корзина",
        "sepet",
        "カート",
    ),
    *("wishlist", "wish list", "merkzettel", "wunschliste", "compare", "vergleichen", "comparer"),
    *("comparar", "confronta", "vergelijk", "porównaj", "favourites", "favorites", "favoris"),
    *("contact", "contact us", "kontakt", "contacto", "contatti", "contato", "about", "about us"),
    *("über uns", "à propos", "quiénes somos", "chi siamo", "sobre nosotros", "over ons", "o nas"),
    *("impressum", "imprint", "legal", "legal notice", "mentions légales", "aviso legal"),
    *("privacy", "privacy policy", "datenschutz", "confidentialité", "privacidad", "cookies"),
    *(
        "cookie policy",
        "terms",
        "terms and conditions",
        "terms of service",
        "agb",
        "cgv",
        "condizioni",
    ),
    *("conditions", "condiciones", "voorwaarden", "regulamin", "widerruf", "returns", "refunds"),
    *(
        "retouren",
        "retours",
        "devoluciones",
        "resi",
        "shipping",
        "delivery",
        "versand",
        "livraison",
    ),
    *("envío", "envíos", "spedizione", "verzending", "dostawa", "payment", "zahlung", "paiement"),
    *("help", "hilfe", "aide", "ayuda", "aiuto", "faq", "support", "customer service", "service"),
    *("kundenservice", "careers", "jobs", "karriere", "press", "presse", "investors", "affiliate"),
    *("newsletter", "blog", "news", "magazine", "magazin", "forum", "stores", "store locator"),
    *(
        "filialen",
        "gift card",
        "gift cards",
        "gutschein",
        "gutscheine",
        "track order",
        "order status",
    ),
    *(
        "events",
        "calendar",
        "kalender",
        "calendrier",
        "calendario",
        "review",
        "write a review",
        "rss",
    ),
    *("facebook", "twitter", "instagram", "youtube", "pinterest", "linkedin", "tiktok", "share"),
    *("print", "drucken", "imprimer", "email", "e-mail", "tell a friend", "ask a question"),
)
"""Links with exactly these words lead away from products."""

AVOIDED_PATHS = re.compile(
    r"(?:^|[/_.=-])(?:cart|basket|checkout|warenkorb|panier|carrito|cesta|carrello|winkelwagen|"
    r"koszyk|log-?in|log-?out|sign-?in|sign-?up|register|registration|account|my-?account|konto|"
    r"wish-?list|compare|comparison|add-?to-?cart|contact(?:-?us)?|kontakt|about(?:-?us)?|impressum|"
    r"privacy|datenschutz|terms|agb|shipping|returns?|delivery|faqs?|help|careers|jobs|blogs?|news|"
    r"newsletter|press|forums?|calendars?|kalender|events?|feed|rss|wp-json|wp-admin|wp-login|search|"
    r"password|forgot\w*|voucher|affiliate|gift-?cards?|store-?locator|tell-?a-?friend|"
    r"(?:write-?)?reviews?|product_reviews\w*|ask_a_question|admin|cgi-bin|cdn-cgi|redirect|rss_feed)"
    r"(?:$|[/_.=&?-])",
    re.IGNORECASE,
)
"""Parts of addresses that lead away from products."""

FILES = re.compile(
    r"\.(?:jpe?g|png|gif|webp|svg|ico|css|js|pdf|zip|gz|rar|7z|exe|dmg|mp[34]|avi|mov|webm|docx?|"
    r"xlsx?|pptx?|csv|xml|json|rss|atom|woff2?|ttf|eot|txt)$",
    re.IGNORECASE,
)
"""Endings of addresses that are no pages."""

SESSIONS = re.compile(
    r"^(?:phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|cfid|cftoken|zenid|oscsid|sid|s_id|"
    r"sess|session|sessid|sessionid|session_id|osCsid|xtcsid|mmxid|utm_\w+|gclid|fbclid|msclkid|"
    r"mc_[ce]id|_ga|igshid)$",
    re.IGNORECASE,
)
"""Query parameters that name a visitor, not a page."""

FACETS = re.compile(
    r"^(?:sort\w*|order\w*|dir|direction|view|mode|display|layout|limit|per_?page|page_?size|pagesize|"
    r"items|show|count|filter\w*|f|fq|facet\w*|refine\w*|selected_\w+|price\w*|min\w*|max\w*|colou?r|"
    r"size|brand|manufacturer\w*|rating|stars|stock|instock|available\w*|availability|tag|tags|"
    r"currency|cur|lang|language|locale|country|q|query|search\w*|keyword\w*|s|from|to|ref|referer|"
    r"return\w*|redirect\w*|back|action|add\w*|remove\w*|compare\w*|cart\w*|variant|attribute\w*|"
    r"product_list_\w+|typefilter|disp_order|alpha_filter_id|grid\w*|list|seed|rnd|random|t|ts|_)$",
    re.IGNORECASE,
)
"""Query parameters that show the same things in another way, or fewer of them."""

PAGERS = re.compile(
    r"^(?:p|pg|pn|page|paged|pagina|pagenum|page_?no|page_?num|page_?number|pageno|pagenumber|"
    r"page_?index|currentpage|seite|str|sida|side|strana|strona|sivu|sayfa|oldal|stranka|start|"
    r"start_?index|offset|skip|from|first|begin|startat|startrow|curpage|nr|n|pgn|\w*_page|\w*page)$",
    re.IGNORECASE,
)
"""Query parameters that number the pages of a list."""

PAGER_PATHS = re.compile(
    r"(?:^|[/_,;.-])(?:p|pg|page|pagina|seite|sida|side|strana|strona|sivu|sayfa|offset|start|from)"
    r"[/_,;=:-]?(\d{1,5})(?=$|[/_,;.?-])|/(\d{1,4})(?:\.\w{2,5})?/?$",
    re.IGNORECASE,
)
"""Page numbers in paths."""

NEXT = (
    *("next", "next page", "weiter", "nächste", "nächste seite", "vor", "suivant", "suivante"),
    *("page suivante", "siguiente", "página siguiente", "successivo", "successiva", "avanti"),
    *("pagina successiva", "próximo", "próxima", "seguinte", "próxima página", "volgende"),
    *("volgende pagina", "następna", "następna strona", "dalej", "další", "další strana", "ďalej"),
    *("nästa", "nästa sida", "næste", "næste side", "neste", "seuraava", "következő", "următoarea"),
    *("sonraki", "следующая", "вперед", "далее", "наступна", "επόμενη", "次へ", "次のページ", "次"),
    *("下一页", "下一頁", "다음", "التالي", "הבא", "older", "older products"),
)
NEXT_SIGNS = frozenset({">", ">>", "»", "›", "→", "⟩", "❯", "▶", "►", "next >", "next »", "next ›"})
PREVIOUS = (
    *(
        "prev",
        "previous",
        "previous page",
        "back",
        "zurück",
        "vorherige",
        "précédent",
        "précédente",
    ),
    *("anterior", "precedente", "indietro", "vorige", "poprzednia", "předchozí", "föregående"),
    *("forrige", "edellinen", "önceki", "предыдущая", "назад", "前へ", "上一页"),
)
MORE = (
    *("load more", "show more", "more products", "view more", "see more", "more results", "more"),
    *("load more products", "show more products", "mehr laden", "mehr anzeigen", "mehr produkte"),
    *("weitere produkte", "weitere artikel", "weitere anzeigen", "mehr artikel", "charger plus"),
    *("voir plus", "afficher plus", "plus de produits", "cargar más", "ver más", "mostrar más"),
    *(
        "más productos",
        "carica altri",
        "mostra altri",
        "mostra di più",
        "carregar mais",
        "ver mais",
    ),
    *("mais produtos", "meer laden", "meer tonen", "toon meer", "meer producten", "pokaż więcej"),
    *("załaduj więcej", "zobrazit další", "načíst další", "visa fler", "ladda fler", "vis flere"),
    *("näytä lisää", "lataa lisää", "показать ещё", "показать еще", "daha fazla", "もっと見る"),
    *("加载更多", "더보기"),
)
"""Anchors of the next page, of the page before, and of a button that loads more."""

TIMES = re.compile(
    r"(?:^|[/?&=_-])(?:19|20)\d\d[-/](?:0?[1-9]|1[0-2])(?:[-/](?:0?[1-9]|[12]\d|3[01]))?(?:$|[/&_?-])|"
    r"[?&](?:month|year|day|date|week|monat|jahr|tag|mois|annee|mes)=",
    re.IGNORECASE,
)
"""Addresses of days: a calendar never ends."""

CURRENCIES = (
    r"[$€£¥₹₽₺₩₪₫฿₴₱]|\b(?:USD|EUR|GBP|CHF|CAD|AUD|NZD|JPY|SEK|NOK|DKK|PLN|CZK|HUF|RON|RUB|TRY|BRL|INR|"
    r"MXN|ZAR|kr|zł|Kč|Ft|lei|руб|грн|TL|R\$|Rs)(?=[\s.,\d]|$)"
)
AMOUNT = r"\d{1,3}(?:[ .,'\u00a0\u202f]\d{3})*(?:[.,]\d{1,2}|,[-\u2013])?|\d+(?:[.,]\d{1,2})?"
PRICE = re.compile(
    rf"(?:{CURRENCIES})\s?(?:{AMOUNT})|(?:{AMOUNT})\s?(?:{CURRENCIES})", re.IGNORECASE
)
"""An amount of money."""

BUY = (
    *(
        "add to cart",
        "add to basket",
        "add to bag",
        "add to trolley",
        "buy now",
        "buy",
        "order now",
    ),
    *("in den warenkorb", "in den korb", "zum warenkorb", "jetzt kaufen", "kaufen", "bestellen"),
    *("ajouter au panier", "au panier", "acheter", "añadir al carrito", "agregar al carrito"),
    *("añadir a la cesta", "comprar", "aggiungi al carrello", "acquista", "compra"),
    *("adicionar ao carrinho", "in winkelwagen", "in winkelmandje", "toevoegen", "do koszyka"),
    *(
        "dodaj do koszyka",
        "kup teraz",
        "do košíku",
        "vložit do košíku",
        "koupit",
        "lägg i varukorg",
    ),
    *(
        "lägg i varukorgen",
        "köp",
        "læg i kurv",
        "køb",
        "legg i handlekurv",
        "kjøp",
        "lisää ostoskoriin",
    ),
    *("osta", "kosárba", "adaugă în coș", "sepete ekle", "в корзину", "купить", "カートに入れる"),
    *("加入购物车", "장바구니", "add to order", "purchase"),
)
"""What is written on the button that buys."""

BREADCRUMB = re.compile(
    r"bread-?_?crumb|brotkrumen|\bcrumbs?\b|fil-?ariane|ariadne|\bpath\b", re.IGNORECASE
)
"""Classes and ids of the trail that a page shows of itself."""

CHROME = re.compile(
    r"(?:^|[\s_-])(?:nav\w*|menu\w*|header|footer|topbar|toolbar|sidebar|side|breadcrumbs?|bread-crumbs?|"
    r"social\w*|cookie\w*|newsletter|mega\w*|copyright|account|filters?|facets?|login|search)"
    r"(?:$|[\s_-])",
    re.IGNORECASE,
)
"""Classes and ids of what frames a page."""

ASIDE_TAGS = frozenset({"nav", "header", "footer", "aside"})
"""Elements that frame a page."""
