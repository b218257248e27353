"""Types for class_names.py where it is compiled."""

from specdex.extraction.fields.view cimport View


cdef class Pieces:
    cdef readonly list pieces
    cdef readonly const unsigned int[::1] marks, letters

    cpdef unsigned int within(self, str low)


cdef unsigned int _letters(str low) noexcept


cdef Pieces _PIECES
cdef dict _known, _worded
cdef int LETTERS
cdef tuple _WORDED


cdef int _marks(str names)
cdef _words(pieces)
cdef int _price_marks(str names)
cpdef int mark_of(View view, int node)
cpdef int price_mark_of(View view, int node)
