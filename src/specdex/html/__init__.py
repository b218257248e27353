"""A page parsed once: ``parse(page)`` gives one Document that everything downstream shares."""

from specdex.html.document import Document
from specdex.html.keeping import Kept, forget
from specdex.html.parsing import inside, parse, tree
from specdex.html.scripted import needs_scripts

__all__ = ["Document", "Kept", "forget", "inside", "needs_scripts", "parse", "tree"]
