"""Types for blocks.py where it is compiled."""

cimport cython
from specdex.structure.pairs cimport Found, Inner, any_weak, find
from specdex.labels cimport (
    clean_name, clean_value, is_parted, label_of, part_dashed, part_label, unrepeated
)
from specdex.structure.appearance cimport Appearance, first_turn
from specdex.structure.outline cimport Outline, Part


cdef int PAIR, TURNS, MAX_DEPTH, MAX_ROW, MAX_DASHED, MAX_GROUP, MAX_NAME, MAX_VALUE
cdef int BOLD, COLON, DASH, MARKUP, PLACE
cdef frozenset HEADING_TAGS, LABEL_TAGS, LIST_TAGS, NESTED


cdef class _Rows


@cython.final
cdef class Blocks(Appearance):
    cdef readonly int limit, level
    cdef readonly Inner inner
    cdef readonly list memory

    cpdef list read(self, int node, int depth=*)
    @cython.locals(outline=Outline, parts=list, labels=list)
    cdef list _read(self, int node, int depth)
    cpdef list whole(self, int node)
    @cython.locals(outline=Outline, first=int, last=int, parted=tuple)
    cdef list _line(self, int node)
    @cython.locals(part=Part, looks=list, label=tuple, value=tuple, first=int, at=int, count=int, found=list)
    cdef list _turns(self, list parts)
    cdef bint _is_long(self, Part part, int most)
    @cython.locals(heading=Part, pair=Found, found=list, group=str, at=int, last=int)
    cdef list _take_turns(self, list parts, list labels)
    @cython.locals(outline=Outline, name=str, value=str, first=Part)
    cpdef Found pair(self, Part label, list values, int evidence)
    @cython.locals(outline=Outline, node=int, parts=list, bare=Part)
    cpdef Found row(self, Part part)
    @cython.locals(outline=Outline)
    cdef bint _is_plain(self, int node, Part part)
    @cython.locals(outline=Outline, text=str, parted=tuple, coloned=bint, node=int)
    cdef Found _text(self, Part part)
    @cython.locals(outline=Outline, first=Part, second=Part)
    cdef Found _labelled(self, list parts)
    @cython.locals(outline=Outline, first=Part, second=Part, last=Part, parted=tuple)
    cdef Found _parted(self, list parts)
    @cython.locals(first=Part, part=Part)
    cdef Found _couple(self, list parts)


@cython.locals(rows=_Rows)
cdef _Rows _rows(Blocks blocks, int depth)


@cython.final
cdef class _Rows:
    cdef Blocks blocks
    cdef str group
    cdef object heading
    cdef int depth, evidence
    cdef list found, values, couples
    cdef Part label

    @cython.locals(at=int, part=Part, pair=Found, sure=list, dashed=int)
    cdef list read(self, list parts)
    @cython.locals(looks=dict, look=tuple)
    cdef _drop_strays(self)
    @cython.locals(blocks=Blocks, waiting=bint, weak=bint, pair=Found)
    cdef _see(self, Part part, Part following)
    @cython.locals(blocks=Blocks)
    cdef bint _goes_on_alike(self, Part part, Part following)
    cdef _keep(self, Found pair, Part part)
    cdef _go_on(self, Part part)
    cdef bint _lists(self, Part part)
    @cython.locals(blocks=Blocks, weak=bint, rows=list)
    cdef bint _opens(self, Part part)
    @cython.locals(only=Found)
    cdef bint _heads(self, Part part, list rows)
    @cython.locals(pair=Found)
    cdef _take(self, list rows)
    cdef _add(self, Found pair)
    @cython.locals(blocks=Blocks, outline=Outline)
    cdef bint _is_label(self, Part part, bint waiting)
    cdef bint _stands_out(self, Part part)
    @cython.locals(label=Part)
    cdef _close(self)
