"""The main product's own fields: name, brand, price, availability, numbers."""

from specdex.extraction.fields.reader import FIELDS, FieldReader

__all__ = ["FIELDS", "FieldReader"]
