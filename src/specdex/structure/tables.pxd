"""Types for tables.py where it is compiled."""

cimport cython
from specdex.structure.pairs cimport Found, Inner, find
from specdex.labels cimport (
    clean_name, clean_value, ends_like_label, is_label, label_of, unrepeated
)
from specdex.structure.outline cimport Outline


cdef int PAIR, TRIPLE, MIN_WIDE, MAX_ROWS, MIN_INDENT, MAX_DIGITS, MAX_SPAN, MAX_ICONS, MAX_GROUP, MAX_VALUE
cdef int BOLD, COLON, MARKUP, PLACE
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
    @cython.locals(outline=Outline, column=int, node=int)
    cpdef int column(self)


@cython.locals(cell=Cell)
cdef Cell _cell(Outline outline, int node, str shown, bint header)


@cython.locals(cell=Cell)
cdef bint _all_headers(list cells)
@cython.locals(cell=Cell)
cdef bint _any_header(list cells)
@cython.locals(rows=list, tags=list, node=int, end=int)
cpdef list rows_of(Outline outline, int table)
@cython.locals(inner=int, text=str)
cpdef str icon_text(Outline outline, int node)
cdef int _number(str value)
@cython.locals(cell=Cell)
cdef bint _all_end_like_labels(list cells)


@cython.final
cdef class _State:
    cdef list found
    cdef str group, spanning
    cdef int rows
    cdef bint nests
    cdef Cell value

    cdef open(self, str group, int rows)
    @cython.locals(pair=Found)
    cdef take(self, list found)
    cdef str heading(self)
    cdef step(self)


@cython.final
cdef class Tables:
    cdef readonly Outline outline
    cdef readonly Inner inner
    cdef readonly dict memory

    cpdef list read(self, int table)
    @cython.locals(rows=list, row=int, cells=list, titled=bint)
    cdef list _read(self, int table)
    @cython.locals(cells=list, state=_State)
    cdef list _listed(self, int table, list rows, bint titled)
    @cython.locals(cells=list, wide=int)
    cdef bint _is_matrix(self, list rows)
    @cython.locals(found=list, node=int, end=int, shown=str, outline=Outline, top=bint)
    cpdef list cells(self, int row)
    @cython.locals(top=list, cells=list, look=tuple)
    cdef bint _is_heading(self, list rows)
    @cython.locals(column=int, inner=int)
    cdef bint _goes_on(self, Cell cell, Cell above)
    @cython.locals(inner=list, last=Found)
    cdef _single(self, Cell cell, _State state)
    @cython.locals(cell=Cell, first=Cell)
    cdef _row(self, list cells, _State state)
    @cython.locals(cell=Cell, first=Cell)
    cdef bint _lays_out(self, list cells)
    @cython.locals(first=Cell)
    cdef bint _self_labelled(self, list cells)
    @cython.locals(said=str)
    cdef _take(self, Cell label, Cell value, _State state)
    @cython.locals(name=str, value=str, first=int)
    cdef _keep(self, Cell label, str text, int node, _State state)
    @cython.locals(cell=Cell, first=Cell, value=Cell, told=str, at=int)
    cdef _take_couples(self, list cells, _State state)
    cdef bint _is_pushed(self, int node)
    @cython.locals(labels=list, values=list, look=tuple, cell=Cell)
    cdef bint _alternates(self, list cells)
    @cython.locals(first=Cell, second=Cell)
    cdef bint _two_labels(self, list cells)
    @cython.locals(outline=Outline, first=int)
    cdef tuple _look(self, Cell cell)
    cdef bint _bold(self, Cell cell)
    cdef int _evidence(self, Cell cell)
    cdef bint _upright(self, list rows)
    @cython.locals(top=Cell, below=Cell, state=_State)
    cdef list _columns(self, list rows)
