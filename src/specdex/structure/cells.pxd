"""Types for cells.py where it is compiled."""

cimport cython
from specdex.labels cimport ends_like_label
from specdex.structure.outline cimport Outline


cdef int MAX_ROWS, MAX_DIGITS, MAX_SPAN, MAX_ICONS, MAX_GROUP
cdef frozenset BOLD_TAGS, CELL_TAGS, ROW_GROUP_TAGS


@cython.final
@cython.no_gc
cdef class Cell:
    cdef readonly Outline outline
    cdef readonly int node
    cdef readonly str shown
    cdef readonly bint header

    cpdef str text(self)
    cpdef bint is_short(self)
    cpdef bint ends_like_label(self)
    cpdef int spans(self, str what)
    @cython.locals(outline=Outline, node=int)
    cpdef tuple look(self, bint inside=*)
    @cython.locals(outline=Outline, first=int)
    cpdef bint bold(self)
    @cython.locals(outline=Outline, column=int, node=int)
    cpdef int column(self)


@cython.locals(cell=Cell)
cpdef Cell cell_of(Outline outline, int node, str shown, bint header)


@cython.locals(cell=Cell)
cpdef bint all_headers(list cells)
@cython.locals(cell=Cell)
cpdef bint any_header(list cells)
@cython.locals(cell=Cell)
cpdef bint all_bold(list cells)
@cython.locals(cell=Cell)
cpdef bint any_bold(list cells)
@cython.locals(rows=list, tags=list, node=int, end=int)
cpdef list rows_of(Outline outline, int table)
@cython.locals(inner=int, text=str)
cpdef str icon_text(Outline outline, int node)
cdef int _number(str value)
@cython.locals(cell=Cell)
cpdef bint all_end_like_labels(list cells)
@cython.locals(cell=Cell, first=Cell, look=tuple)
cpdef bint apart(list labels, list values, bint inside)
