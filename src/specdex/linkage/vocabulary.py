"""The words that linkage knows: what identifiers and brands are called, and what is none.

Names are compared in the form :func:`folded` gives them, so accents, case, dots and colons do not
matter and need not be listed.
"""

import unicodedata
from functools import lru_cache

from specdex.text import letters_and_digits

__all__ = [
    "BRAND_NAMES",
    "EDITION_WORDS",
    "FILLER_WORDS",
    "FITTING_WORDS",
    "ID_NAMES",
    "JUNK",
    "PLACEHOLDERS",
    "UNIT_WORDS",
    "folded",
]


@lru_cache(maxsize=65536)
def folded(text: str) -> str:
    """*text* as names are compared: no accents, lower case, letters and digits only.

    >>> folded("Référence :")
    'reference'
    """
    apart = unicodedata.normalize("NFKD", text)
    return letters_and_digits("".join(sign for sign in apart if not unicodedata.combining(sign)))


def _folded(*names: str) -> frozenset[str]:
    return frozenset(folded(name) for name in names)


ID_NAMES: dict[str, frozenset[str]] = {
    "gtin": _folded(
        "gtin", "gtin8", "gtin12", "gtin13", "gtin14", "gtin/ean", "gtin code", "gtin number",
        "ean", "ean8", "ean13", "ean code", "ean-code", "ean number", "ean-nummer", "ean nr",
        "ean kód", "ean kod", "código ean", "codice ean", "code ean", "ean/upc", "ean / isbn",
        "upc", "upc-a", "upc code", "upc number", "upc/ean", "upc / ean", "upc/ean code",
        "isbn", "isbn10", "isbn-10", "isbn13", "isbn-13", "isbn number", "jan", "jan code",
        "barcode", "bar code", "barcode number", "strichcode", "código de barras",
        "codice a barre", "code-barres", "code barre", "streepjescode", "streckkod",
        "kod kreskowy", "čárový kód", "vonalkód", "штрихкод", "штрих-код", "条码", "条形码",
        "バーコード", "janコード", "바코드", "γραμμωτός κώδικας", "barkod", "gtin (ean)",
    ),
    "mpn": _folded(
        "mpn", "manufacturer part number", "manufacturer part", "manufacturer part no",
        "manufacturer's part number", "manufacturers part number", "manufacturer part #",
        "manufacturer number", "manufacturer code", "manufacturer reference", "mfr part number",
        "mfr part no", "mfr part", "mfr. part #", "mfg part number", "mfg part no", "mfr number",
        "mfr no", "mfg no", "mfg. part #", "mfpn", "part number", "part no", "part #", "part nr",
        "product number mpn", "product number (mpn)", "vendor part number", "oem part number",
        "herstellernummer", "hersteller-nr", "herstellerartikelnummer", "hersteller artikelnummer",
        "hersteller-artikelnummer", "herstellerteilenummer", "hersteller-teilenummer",
        "teilenummer", "référence fabricant", "référence constructeur", "réf. fabricant",
        "référence du fabricant", "numéro de pièce", "numéro de pièce fabricant",
        "código del fabricante", "código de fabricante", "referencia del fabricante",
        "referencia fabricante", "número de pieza", "número de pieza del fabricante",
        "código do fabricante", "referência do fabricante", "part number do fabricante",
        "codice produttore", "codice del produttore", "codice fabbricante", "codice articolo "
        "produttore", "numero parte", "numero di parte", "fabrikantcode", "fabrikant code",
        "onderdeelnummer", "fabrieksnummer", "artikelnummer fabrikant",
        "numer katalogowy producenta",
        "kod producenta", "numer części", "kód výrobce", "číslo dílu", "kód výrobcu",
        "gyártói cikkszám", "gyártói kód", "cod producător", "part number producător",
        "varenummer producent", "producentens varenummer", "producentnummer", "tillverkarens "
        "artikelnummer", "tillverkarens art nr", "produsentens varenummer", "valmistajan "
        "tuotenumero", "valmistajan koodi", "артикул производителя", "код производителя",
        "партномер", "парт-номер", "артикул виробника", "код виробника", "メーカー型番",
        "部品番号", "制造商零件编号", "제조사 부품번호", "κωδικός κατασκευαστή", "üretici kodu",
        "üretici parça numaras\u0131", "parça numaras\u0131", "каталожен номер на производителя",
    ),
    "model": _folded(
        "model", "model no", "model nr", "model number", "model #", "model code", "model id",
        "model name", "model name/number", "model name / number", "model / part number",
        "product model", "item model number", "manufacturer model", "manufacturer model number",
        "model/mpn", "style number", "modell", "modellnummer", "modell-nr", "modellbezeichnung",
        "modellname", "modellcode", "modèle", "numéro de modèle", "nom du modèle",
        "référence modèle", "modelo", "número de modelo", "nombre del modelo", "nº de modelo",
        "nome do modelo", "modello", "numero modello", "numero di modello", "nome modello",
        "codice modello", "modelnummer", "modelnaam", "modelcode", "numer modelu",
        "nazwa modelu", "symbol modelu", "číslo modelu", "označení modelu", "modellszám",
        "típus szám", "model produs", "cod model", "modelnavn", "modellnamn", "modellbeteckning",
        "modellnavn", "malli", "mallinumero", "mallinimi", "модель", "номер модели",
        "код модели", "номер моделі", "модел", "型番", "型号", "型號", "モデル", "モデル番号",
        "品番", "모델", "모델명", "모델번호", "μοντέλο", "model numaras\u0131", "model kodu",
    ),
    "sku": _folded(
        "sku", "sku #", "sku number", "sku code", "sku no", "product code", "product number",
        "product no", "product id", "item number", "item no", "item #", "item code", "item id",
        "article number", "article no", "article code", "catalog number", "catalogue number",
        "catalog no", "stock code", "stock number", "order number", "order code", "order no",
        "reference", "reference number", "reference no", "ref", "ref no", "our reference",
        "artikelnummer", "artikel-nr", "art.-nr", "art nr", "artnr", "artikelcode",
        "bestellnummer", "bestell-nr", "produktnummer", "produkt-nr", "produktcode",
        "référence", "réf", "réf.", "référence produit", "code article", "code produit",
        "numéro d'article", "referencia", "referencia del producto", "código", "código de "
        "producto", "código del artículo", "código de artículo", "nº de artículo", "referência",
        "código do produto", "código do artigo", "codice", "codice articolo", "codice prodotto",
        "cod. articolo", "riferimento", "productcode", "productnummer", "bestelnummer",
        "bestelcode", "kod produktu", "numer katalogowy", "numer artykułu", "indeks",
        "kód produktu", "kód zboží", "objednací kód", "katalogové číslo", "kód tovaru",
        "cikkszám", "termékkód", "rendelési kód", "cod produs", "cod articol", "varenummer",
        "varenr", "produktkod", "artikelnr", "tuotenumero", "tuotekoodi", "артикул",
        "код товара", "код продукта", "номер товара", "артикулен номер", "каталожен номер",
        "код на продукта", "код товару", "商品コード", "商品番号", "商品编号", "货号", "貨號",
        "상품번호", "상품코드", "κωδικός", "κωδικός προϊόντος", "ürün kodu", "stok kodu",
    ),
}  # fmt: skip
"""What pairs and fields that give an identifier are called, by the kind of identifier."""

BRAND_NAMES = _folded(
    "brand", "brand name", "manufacturer", "manufacturer name", "made by", "maker", "vendor",
    "marke", "hersteller", "markenname", "marque", "fabricant", "constructeur", "marca",
    "fabricante", "nome da marca", "nombre de la marca", "produttore", "merk", "fabrikant",
    "marka", "producent", "výrobce", "značka", "výrobca", "gyártó", "márka", "producător", "brend",
    "mærke", "märke", "varumärke", "tillverkare", "merke", "produsent", "valmistaja", "merkki",
    "tuotemerkki", "бренд", "производитель", "марка", "виробник", "производител", "ブランド",
    "メーカー", "品牌", "制造商", "브랜드", "제조사", "μάρκα", "κατασκευαστής", "üretici",
)  # fmt: skip
"""What pairs and fields that give the brand are called."""

PLACEHOLDERS = _folded(
    "n/a", "na", "n.a.", "null", "nan", "undefined", "unknown", "unspecified", "not specified",
    "not available", "not applicable", "does not apply", "doesn't apply", "dont apply", "tbd",
    "tba", "see description", "see title", "keine angabe", "keine angaben", "nicht zutreffend",
    "unbekannt", "k.a.", "non applicable", "non spécifié", "non renseigné", "inconnu", "no aplica",
    "no disponible", "desconocido", "não aplicável", "não se aplica", "não disponível",
    "non specificato", "non applicabile", "non disponibile", "niet van toepassing", "n.v.t.",
    "onbekend", "nie dotyczy", "brak danych", "neuvedeno", "nincs adat", "ej angivet",
    "ikke oplyst", "ikke oppgitt", "ei tiedossa", "не указано", "неизвестно", "не применимо",
    "нет данных", "不明", "未知", "알 수 없음",
)  # fmt: skip
"""What stands where a value should, and says nothing."""

JUNK = PLACEHOLDERS | _folded(
    "none", "nil", "no", "yes", "other", "others", "various", "generic", "unbranded", "no brand",
    "default", "test", "x", "xx", "xxx", "oem", "ohne", "andere", "sans", "sans marque", "aucun",
    "aucune", "ninguno", "sin marca", "genérico", "nenhum", "nessuno", "geen", "brak", "saknas",
    "нет", "без бренда", "なし", "无", "無", "없음",
)  # fmt: skip
"""What stands where an identifier or a brand should, and is none."""

EDITION_WORDS = frozenset({
    "ii", "iii", "iv", "v", "vi", "vii", "mk2", "mk3", "mk4", "mkii", "mkiii", "mkiv", "mark2",
    "mark3", "mark4", "plus", "pro", "max", "mini", "ultra", "lite", "air", "se", "xl", "fe",
})  # fmt: skip
"""Words after a model that make it another model."""

UNIT_WORDS = frozenset({
    "mp", "mpx", "megapixel", "megapixels", "pixel", "pixels", "mm", "cm", "m", "km", "in", "inch",
    "inches", "zoll", "pouces", "pulgadas", "pollici", "ft", "x", "g", "kg", "mg", "oz", "lb",
    "lbs", "gb", "tb", "mb", "kb", "gib", "hz", "khz", "mhz", "ghz", "w", "kw", "wh", "kwh", "v",
    "ah", "mah", "ms", "sec", "min", "h", "hr", "hrs", "hours", "ml", "l", "cl", "dpi",
    "fps", "nits", "cd", "db", "k", "p", "bit", "bits", "pcs", "pack", "year", "years",
    "volt", "watt", "rpm", "usd", "eur", "gbp", "ppi", "port", "ports", "pc", "st", "nd",
    "rd", "th", "mps", "fach", "mpix", "mbps", "gbps", "cores", "core",
})  # fmt: skip
"""What stands behind a number that measures rather than names."""

FITTING_WORDS = frozenset({
    "for", "fits", "compatible", "für", "passend", "kompatibel", "pour", "para", "per", "voor",
    "compatibile", "compatibles", "dla", "till", "til", "för", "для", "на",
})  # fmt: skip
"""Behind these a title names the products that its own one goes with."""

FILLER_WORDS = frozenset({
    "the", "and", "with", "for", "of", "in", "on", "at", "by", "from", "to", "a", "an", "w", "kit",
    "only", "body", "new", "sale", "bundle", "set", "pack", "lot", "price", "lens", "no", "nr",
    "der", "die", "das", "und", "mit", "für", "von", "le", "la", "les", "et", "avec", "pour", "de",
    "du", "des", "el", "los", "con", "para", "y", "e", "di", "il", "per", "met", "en", "voor", "z",
    "i", "do", "och", "med", "version", "type", "size", "f", "iso", "usb", "hdmi", "dvi", "vga",
    "vesa", "windows", "ip", "vr", "ed", "ver", "win", "up", "than", "over", "top", "vol", "part",
    "item", "sku", "code", "model", "year", "x", "is", "camera", "monitor", "digital", "screen",
    "mp", "mm", "inch", "hd", "led", "lcd", "black", "white", "red", "silver", "blue",
})  # fmt: skip
"""Words that no model name starts with, though a number may follow them."""
