"""A page parsed once: ``parse(page)`` gives one Document that everything downstream shares."""

from specdex.html.document import Document
from specdex.html.parsing import parse

__all__ = ["Document", "parse"]
