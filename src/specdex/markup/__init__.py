"""What a page says about its products in JSON-LD, microdata, RDFa and meta tags."""

from specdex.markup.jsonld import jsonld_things, jsonld_types
from specdex.markup.page import read_markup
from specdex.markup.things import Fact, Markup, MarkupOffer, MarkupProduct, Role

__all__ = [
    "Fact",
    "Markup",
    "MarkupOffer",
    "MarkupProduct",
    "Role",
    "jsonld_things",
    "jsonld_types",
    "read_markup",
]
