"""What a page says about its products in JSON-LD, microdata, RDFa and meta tags."""

from specdex.markup.found import Fact, Markup, MarkupOffer, MarkupProduct, Role
from specdex.markup.reader import read_markup

__all__ = ["Fact", "Markup", "MarkupOffer", "MarkupProduct", "Role", "read_markup"]
