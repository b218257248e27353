"""What is believed of a product, and why?"""

from specdex.fusion.products import fuse
from specdex.fusion.trust import Trust, learn_trust

__all__ = ["Trust", "fuse", "learn_trust"]
