"""Types for tables.py where it is compiled."""

cimport cython
from specdex.extraction.outline cimport Outline


cdef class _State:
    cdef list found
    cdef str group, spanning
    cdef int column, rows

    cdef open(self, str group, int rows)
    cdef str heading(self)
    cdef step(self)


cdef class Tables:
    cdef readonly Outline outline
    cdef readonly object block
    cdef readonly dict memory

    cpdef list read(self, int table)
    @cython.locals(rows=list, cells=list, state=_State)
    cdef list _read(self, int table)
    @cython.locals(found=list, column=int, node=int, child=int, end=int, span=int, tag=str, text=str, outline=Outline)
    cpdef list cells(self, int row)
    @cython.locals(inner=int)
    cdef bint _goes_on(self, cell, int column)
    @cython.locals(outline=Outline, first=int, last=int)
    cdef str _text(self, int node)
    @cython.locals(inner=list)
    cdef _single(self, cell, _State state)
    cdef _row(self, list cells, _State state)
    cdef bint _lays_out(self, list cells)
    cdef bint _self_labelled(self, list cells)
    cdef list _couples(self, list cells)
    cdef bint _alternates(self, list cells)
    cdef bint _two_labels(self, list cells)
    @cython.locals(outline=Outline, first=int)
    cdef tuple _look(self, cell)
    cdef _evidence(self, cell)
    cdef bint _upright(self, list rows)
    cdef list _columns(self, list rows)
