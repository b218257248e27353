"""Which names mean the same attribute?"""

from specdex.alignment.aligner import Aligner, align
from specdex.alignment.attributes import describe

__all__ = ["Aligner", "align", "describe"]
