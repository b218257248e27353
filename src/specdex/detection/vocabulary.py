# ruff: noqa: RUF001 - words of many alphabets
"""What detection knows about markup and words, as data."""

import re

from specdex.records import FragmentKind

__all__ = [
    "ALIEN_CLASSES",
    "ALIEN_NAMES",
    "ALIEN_WORDS",
    "ASIDE_TAGS",
    "BOLD_TAGS",
    "CHROME_TAGS",
    "CLASS_WORD",
    "COLONS",
    "CONTAINER_TAGS",
    "FORM_TAGS",
    "GROUP_CODES",
    "HEADING_TAGS",
    "HIDING",
    "KINDS",
    "PRICE",
    "SPEC_CLASSES",
    "SPEC_WORD",
    "SPEC_WORDS",
    "TAG_CODES",
    "TAG_GROUPS",
    "TWO_CAPITALS",
    "UNIT",
    "YES_NO",
    "lowered",
]

KINDS = {
    "table": FragmentKind.TABLE,
    "ul": FragmentKind.LIST,
    "ol": FragmentKind.LIST,
    "dl": FragmentKind.DL,
}
"""The kind of a fragment by its tag; any other is a div."""

HEADING_TAGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "caption", "legend", "summary"})
BOLD_TAGS = frozenset({"b", "strong", "th", "dt", "label", "h1", "h2", "h3", "h4", "h5", "h6"})
"""Text in them stands out, as labels do."""
FORM_TAGS = frozenset({"input", "select", "textarea", "button"})
CONTAINER_TAGS = frozenset(
    {
        "article",
        "aside",
        "blockquote",
        "body",
        "center",
        "dd",
        "details",
        "div",
        "fieldset",
        "figure",
        "form",
        "li",
        "main",
        "p",
        "section",
        "span",
        "td",
        "th",
        "summary",
        "strong",
        "b",
        "font",
        "address",
        "nav",
        "footer",
        "header",
    }
)
"""What may hold rows without being a table or a list."""
ASIDE_TAGS = frozenset({"nav", "footer", "header", "aside"})
"""Parts of a page beside its main matter."""
CHROME_TAGS = frozenset({"nav", "footer", "header", "form", "button", "select"})
"""Parts of a page that serve the site, not the product."""
CLASS_WORD = re.compile(r"[^\W\d_]{3,20}")
"""A word of a class or an id."""
HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
"""Styles of what is not shown at first."""
COLONS = (":", "\uff1a")
"""What labels end with."""

SPEC_WORDS = re.compile(
    r"""specif|technical|tech\ specs|\bspecs?\b|\bdetails?\b|features?|characteristic|attribut|
    additional\ info|product\ info|dimension|technisch|daten|eigenschaft|merkmal|produktdetail|
    produktinfo|caract[eé]r|fiche|d[eé]tails|composition|especific|detalles|ficha|
    caracter[ií]st|dettagli|scheda|specifiche|caratter|характерист|описание|параметр|свойств|
    dane\ tech|specyfik|parametr|cechy|szczeg|eigenschappen|specificati|kenmerken|egenskap|
    produktfakta|teknisk|tiedot|ominaisuu|özellik|teknik|jellemz|műszaki|vlastnost|lastnost|
    仕様|スペック|規格|规格|参数|사양|제원|상세|مواصفات|特徴|詳細""",
    re.VERBOSE | re.IGNORECASE,
)
"""Words over specifications, in many languages."""

ALIEN_WORDS = re.compile(
    r"""related|similar|also\ (?:like|bought|viewed)|recommend|review|rating|comment|shipping|
    delivery|payment|newsletter|customer\ service|kunden|bewertung|ähnlich|versand|zahlung|avis|
    livraison|similaires|opinion|env[ií]o|relacionad|recension|spedizion|отзыв|доставк|похож|
    оплат|opinie|dostaw|podobne|beoordeling|verzend|レビュー|評価|評論|评论|returns?\b|question""",
    re.VERBOSE | re.IGNORECASE,
)
"""Words over what is not the product's specification, in many languages."""

SPEC_CLASSES = re.compile(
    r"spec|attr|detail|feature|param|propert|charact|technical|tech|pdp|product-?info|dimension"
    r"|caract|merkmal|daten|field|label|info",
    re.IGNORECASE,
)
"""Classes and ids of specifications."""
ALIEN_CLASSES = re.compile(
    r"nav|menu|foot|header|review|rating|relat|recomm|similar|cart|basket|bread|crumb|filter"
    r"|facet|comment|ship|deliver|price|login|account|modal|carousel|slider|swiper|social|share"
    r"|widget|sidebar|upsell|cross-?sell|variant|swatch|search|newsletter|cookie|toc|faq",
    re.IGNORECASE,
)
"""Classes and ids of what serves the site, or shows other products."""

ALIEN_NAMES = re.compile(
    r"""^(?:list\ |our\ |your\ |sale\ |regular\ )?(?:price|shipping|delivery|returns?|qty|quantity|
    rating|reviews?|sort|share|save|you\ save|total|sub-?total|payments?|posted|by|date|views?|
    comments?|tel|phone|e-?mail|fax|address|hours|availability|stock|in\ stock|location|ships|
    seller|sold\ by|report|note|tip|warning|preis|versand|lieferung|lieferzeit|zahlung|menge|prix|
    livraison|quantit[éà]|paiement|precio|env[ií]o|cantidad|entrega|prezzo|spedizione|pagamento|
    preço|цена|доставка|оплата|количество|cena|dostawa|ilość|verzending|prijs|pros|cons)\b""",
    re.VERBOSE | re.IGNORECASE,
)
"""Names of what is offered rather than what the product is, in many languages."""

UNIT = re.compile(
    r"""\d(?!\d)\s*(?:(?:mm|cm|dm|km|m|kg|mg|g|gr|lbs?|oz|in|inch(?:es)?|ft|w|kw|wh|v|a|mah|ah|
    hz|khz|mhz|ghz|gb|mb|tb|kb|ml|cl|l|px|dpi|fps|db|ohm|nm|bar|psi|rpm|hp|mp|megapixels?|pixels?|
    pages?|months?|years?|hours?|min|sec|s|kcal|kj|мм|см|м|кг|г|л|мл|вт|гц|гб|мб)\b|[°%"”″'’Ω×]|
    x\s*\d)""",
    re.VERBOSE | re.IGNORECASE,
)
"""A number with its unit."""
PRICE = re.compile(
    r"[$€£¥₽₹₩]\s?\d|\d(?!\d)\s?(?:[€£₽₹]|(?:usd|eur|gbp|zł|kč|ft|kr|lei|tl)\b)", re.IGNORECASE
)
"""An amount of money."""
YES_NO = re.compile(
    r"^(?:yes|no|n/?a|ja|nein|oui|non|s[iíì]|não|да|нет|tak|nie|nee|✓|✔|✗|✘|есть|áno|ano|ne|igen|"
    r"nem|evet|hayır|any|none)\b",
    re.IGNORECASE,
)
"""A value that only says whether."""

TAG_GROUPS: dict[str, frozenset[str]] = {
    "a": frozenset({"a"}),
    "img": frozenset({"img"}),
    "form": FORM_TAGS,
    "table": frozenset({"table"}),
    "list": frozenset({"ul", "ol"}),
    "dl": frozenset({"dl"}),
    "heading": HEADING_TAGS,
}
"""The tags that are counted below each candidate."""
GROUP_CODES = {group: code for code, group in enumerate(TAG_GROUPS, start=1)}
TAG_CODES = {tag: GROUP_CODES[group] for group, tags in TAG_GROUPS.items() for tag in tags}

SPEC_WORD = re.compile(r"specification", re.IGNORECASE)
"""The word whose frequency is a feature in the paper."""
TWO_CAPITALS = re.compile(r"[A-Z]\w*\W+[A-Z]\w*\W+\d")
"""The paper's pattern of two upper cases followed by a number: "Weight Max 40 pounds"."""


def lowered(pattern: re.Pattern[str]) -> re.Pattern[str]:
    """*pattern*, which is of any case and written in lower case, for ASCII in lower case alone.

    It finds the same there, much sooner. Of the letters that such patterns are written with, only
    the dotless i has a twin in ASCII.

    >>> lowered(re.compile("hay\u0131r", re.IGNORECASE)).match("hayir") is not None
    True
    """
    text = pattern.pattern.replace("\u0131", "[\u0131i]")
    return re.compile(text, pattern.flags & ~re.IGNORECASE)
