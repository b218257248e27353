"""Which names mean the same attribute?"""

from specdex.alignment.aligner import align
from specdex.alignment.values import normal_value

__all__ = ["align", "normal_value"]
