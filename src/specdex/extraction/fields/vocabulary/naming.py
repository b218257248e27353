"""Words around a product's brand, its breadcrumbs and its address."""
# ruff: noqa: RUF001 - letters of other scripts look like Latin ones, and are meant

from specdex.extraction.fields.squash import phrases, squashed

__all__ = [
    "BRAND_CLASSES",
    "BRAND_PATHS",
    "NO_BRAND",
    "STORE_PHRASES",
    "TRAIL_CLASSES",
    "TRAIL_ENDS",
    "TRAIL_HOMES",
    "URL_ID_NAMES",
]

BRAND_CLASSES = phrases("""
brand; manufacturer; vendor; marca; marque; producer; byline; marke; hersteller
""")
"""Pieces of the class or id of an element that names the brand."""

BRAND_PATHS = phrases("""
/brand/; /brands/; /marke/; /marken/; /marque/; /marques/; /marca/; /marcas/; /manufacturer/
/vendor/; /hersteller/; /merk/; /merken/; /znacka/; /producent/; /producer/; /brend/; /brands-
/fabricant/; brand=; manufacturer=; /b/; /designer/; /designers/
""")
"""Pieces of the address of a brand's own page."""

STORE_PHRASES = (
    ("visit the ", " store"),
    ("besuche den ", "-store"),
    ("visita lo store di ", ""),
    ("visiter la boutique ", ""),
    ("visita la store de ", ""),
    ("visita la tienda de ", ""),
    ("visite a loja da ", ""),
    ("bezoek de ", "-store"),
    ("brand: ", ""),
    ("all products by ", ""),
    ("more from ", ""),
    ("all from ", ""),
    ("view all ", " products"),
    ("все товары бренда ", ""),
    ("все товары ", ""),
    ("alle produkte von ", ""),
    ("alle artikel von ", ""),
    ("tous les produits ", ""),
    ("shop all ", ""),
    ("see all ", " products"),
)
"""What stands around a brand's name in a link to everything of that brand."""

_NO_BRAND = """
n/a; na; none; no; generic brand; no brand; other; others; unknown; ohne; ohne marke
keine angabe; sin marca; genérico; generico; senza marca; aucune; autre; sans marque; brak
bez značky; nincs; нет; без бренда; не указан; nenurodyta; yes; null; undefined; does not apply
not applicable; various; diverse; divers; 無; 无; なし; default; sonstige; brand; marke; marque
marca
"""

NO_BRAND = frozenset(squashed(phrase) for phrase in phrases(_NO_BRAND))
"""What stands in place of a brand where there is none."""

TRAIL_CLASSES = phrases("""
breadcrumb; bread-crumb; bread_crumb; crumb; brotkrumen; fil-ariane; ariane; okruszki; drobeckova
breadcrumbs; path-nav; migas
""")
"""Pieces of the class or id of breadcrumbs."""

TRAIL_HOMES = frozenset(
    phrases("""
home; homepage; home page; start; startseite; accueil; inicio; início; página inicial
strona główna; domů; úvod; domov; főoldal; kezdőlap; acasa; acasă; главная; начало; головна
naslovna; početna; avaleht; sākums; pradžia; etusivu; hem; forside; hjem; anasayfa; ana sayfa
αρχική; الرئيسية; ראשי; 首頁; 首页; ホーム; トップ; 홈; trang chủ; หน้าแรก; beranda; shop; back
""")
)
"""The first step of breadcrumbs, which says nothing of the product."""

TRAIL_ENDS = ">›»/|\\→-–·• \n\t"
"""What stands between the steps of breadcrumbs."""

URL_ID_NAMES = frozenset(
    phrases("""
sku; pid; product_id; productid; products_id; id_product; product; item; itemid; item_id; id
prod; prodid; article; artikel; art; code; variant; goods_id; goodsid; id_produit; idproduct
""")
)
"""Parameters of a product page's address that hold the shop's number of it."""
