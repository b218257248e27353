"""Which names mean the same attribute?"""

from specdex.alignment.aligner import Aligner, align_late
from specdex.alignment.attributes import describe
from specdex.alignment.titles import titled

__all__ = ["Aligner", "align_late", "describe", "titled"]
