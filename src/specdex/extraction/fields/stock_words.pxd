"""Types for stock_words.py where it is compiled."""

from specdex.extraction.fields.words cimport Phrases


cdef Phrases _LEFT


cpdef str stock_word(str text)
cpdef bint is_state(str text)
cpdef list of_kind(frozenset kind, list said)
cdef bint _counts_left(str plain)
