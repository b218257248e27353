"""Numbers, units and typed values: what does a printed value mean, and are two the same?"""

from specdex.quantities.likeness import likeness
from specdex.quantities.units import convert, measure
from specdex.quantities.values import Kind, Quantity, normal_value, read

__all__ = ["Kind", "Quantity", "convert", "likeness", "measure", "normal_value", "read"]
