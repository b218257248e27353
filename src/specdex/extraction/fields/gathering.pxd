"""Types for gathering.py where it is compiled."""

cimport cython
from specdex.extraction.fields.amounts cimport Amount, visible_amounts
from specdex.extraction.fields.claims cimport Claim, believed, weigh
from specdex.extraction.fields.heading cimport place_heading
from specdex.extraction.fields.view cimport View, scan


cdef int MIN_ID
cdef dict META_BELIEF


cdef Claim _again(Claim claim, str reader, double confidence)


cdef class Gathering:
    cdef readonly object document, pairs, markup, products
    cdef readonly View view
    cdef readonly list amounts, trail
    cdef readonly tuple labelled, counted
    cdef readonly dict marked

    cpdef list of(self, str name)
    @cython.locals(unique=dict, claim=Claim, form=str)
    cpdef list numbers(self, str name)
    cpdef Claim number(self, str name)
    cpdef Claim plain(self, str name)
    @cython.locals(each=Amount)
    cpdef Claim currency(self, Claim price)
    @cython.locals(claim=Claim, plain=str, title=str, house=str, heard=list, claims=list)
    cpdef Claim brand(self)
