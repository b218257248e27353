"""Types for page.py where it is compiled."""

cimport cython
from specdex.structure.blocks cimport Blocks
from specdex.structure.pairs cimport Found, Inner, find
from specdex.labels cimport clean_name, clean_value, is_label
from specdex.structure.outline cimport Outline
from specdex.structure.tables cimport Tables


cdef int MARKUP, MIN_ROWS, PAIR
cdef frozenset DEFINITION_TAGS, DEFINITION_WRAPPERS, WRITTEN


cdef class Readers(Inner):
    cdef readonly Outline outline
    cdef readonly int limit, count
    cdef public Blocks blocks
    cdef public Tables tables

    cpdef list read(self, int node)
    @cython.locals(outline=Outline, found=list, values=list, label=str, text=str, where=int, term=int)
    cpdef list definitions(self, int node)
    @cython.locals(outline=Outline, terms=list, stack=list, at=int)
    cdef list _terms(self, int node)
    @cython.locals(found=list, child=int, end="const int[::1]")
    cdef list _children(self, int node)
    cpdef close(self)


@cython.locals(value=str)
cdef list _definition(str label, list values, int where)
@cython.locals(pair=Found)
cdef bint _is_built(list rows)


cdef class Readings:
    cdef readonly Outline outline
    cdef readonly Readers shallow
    cdef Readers _deep

    @cython.locals(pair=Found, rows=list)
    cpdef list rows(self, found, str reader, tuple sure)
    @cython.locals(pairs=list, held=list, places=set, taken=set, rich=list)
    cpdef list own(self, int node, inner)
    @cython.locals(pair=Found, rows=list, built=list, plain=list, kept=list)
    cdef list _without_headings(self, list pairs, list inner)
    @cython.locals(at=int, row=int)
    cdef bint _holds(self, Found pair, list rows)
    cpdef close(self)
