"""What is believed of a product, and why?"""

from specdex.fusion.products import Fusion, Polls, believed, fuse, id_of, offers_of
from specdex.fusion.trust import Trust, learn_trust, trust_from_json

__all__ = [
    "Fusion",
    "Polls",
    "Trust",
    "believed",
    "fuse",
    "id_of",
    "learn_trust",
    "offers_of",
    "trust_from_json",
]
