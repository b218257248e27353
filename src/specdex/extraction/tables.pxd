"""Types for tables.py where it is compiled."""

cimport cython
from specdex.extraction.found cimport Found
from specdex.extraction.outline cimport Outline


cdef int PAIR, TRIPLE, MAX_ROWS, MIN_INDENT, MAX_DIGITS, MAX_SPAN, MAX_ICONS, MAX_GROUP, MAX_VALUE
cdef int BOLD, COLON, MARKUP, PLACE
cdef frozenset BOLD_TAGS, CELL_TAGS, ROW_GROUP_TAGS


cdef class Cell:
    cdef readonly int node, column, span, rows
    cdef readonly str text
    cdef readonly bint header


@cython.locals(cell=Cell)
cdef bint _all_headers(list cells)
@cython.locals(cell=Cell)
cdef bint _any_header(list cells)
@cython.locals(rows=list, stack=list, below=list, node=int, child=int, end=int)
cpdef list rows_of(Outline outline, int table)
@cython.locals(inner=int, text=str)
cpdef str icon_text(Outline outline, int node)
cdef int _number(str value)
@cython.locals(pair=Found)
cdef list _under(str group, found)


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
    @cython.locals(rows=list, row=int, cells=list, state=_State, titled=bint)
    cdef list _read(self, int table)
    @cython.locals(found=list, column=int, node=int, child=int, end=int, span=int, tag=str, text=str, outline=Outline)
    cpdef list cells(self, int row)
    @cython.locals(inner=int)
    cdef bint _goes_on(self, Cell cell, int column)
    @cython.locals(outline=Outline, first=int, last=int)
    cdef str _text(self, int node)
    @cython.locals(inner=list, last=Found)
    cdef _single(self, Cell cell, _State state)
    @cython.locals(cell=Cell, label=Cell)
    cdef _row(self, list cells, _State state)
    @cython.locals(cell=Cell, first=Cell)
    cdef bint _lays_out(self, list cells)
    @cython.locals(first=Cell)
    cdef bint _self_labelled(self, list cells)
    @cython.locals(cell=Cell, first=Cell, second=Cell)
    cdef list _couples(self, list cells)
    cdef bint _alternates(self, list cells)
    @cython.locals(second=Cell)
    cdef bint _two_labels(self, list cells)
    @cython.locals(outline=Outline, first=int)
    cdef tuple _look(self, Cell cell)
    cdef int _evidence(self, Cell cell)
    cdef bint _upright(self, list rows)
    cdef list _columns(self, list rows)
