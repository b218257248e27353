"""A page parsed once: ``parse(page)`` gives one Document that everything downstream shares."""

from specdex.html.document import Document, Kept, forget, needs_scripts
from specdex.html.parsing import decoded, inside, parse, shortened, tree

__all__ = [
    "Document",
    "Kept",
    "decoded",
    "forget",
    "inside",
    "needs_scripts",
    "parse",
    "shortened",
    "tree",
]
