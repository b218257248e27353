"""Numbers, units and typed values: what does a printed value mean, and are two the same?"""

from specdex.quantities.likeness import likeness
from specdex.quantities.units import convert, measure, symbol_of
from specdex.quantities.values import MEASURED, Kind, Quantity, normal_value, read, remember, stated

__all__ = [
    "MEASURED",
    "Kind",
    "Quantity",
    "convert",
    "likeness",
    "measure",
    "normal_value",
    "read",
    "remember",
    "stated",
    "symbol_of",
]
