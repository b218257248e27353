"""Which names mean the same attribute?"""

from specdex.alignment.aligner import align

__all__ = ["align"]
