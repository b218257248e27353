"""Types for stock_places.py where it is compiled."""

from specdex.extraction.fields.stock_classes cimport stock_mark_of
from specdex.extraction.fields.view cimport View


cpdef bint is_choice(View view, int node, bint whole)
cpdef bint has_twin(View view, int node)
cpdef int left_of(View view, int node)
cpdef bint is_size(str lead, str title)
cpdef bint is_of_another(View view, int node)
