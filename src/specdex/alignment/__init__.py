"""Which names mean the same attribute?"""

from specdex.alignment.aligner import align
from specdex.alignment.attributes import describe

__all__ = ["align", "describe"]
