"""The label-value rows of a page, whatever their mark-up."""

from specdex.html import Kept
from specdex.structure.page import Readings

__all__ = ["readings"]

readings = Kept(Readings).__call__
"""The readers of a Document, made once; bound, since every element is asked about."""
