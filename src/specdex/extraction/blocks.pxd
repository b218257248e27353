"""Types for blocks.py where it is compiled."""

cimport cython
from specdex.extraction.found cimport Found
from specdex.extraction.outline cimport Outline, Part


cdef int PAIR, MAX_DEPTH, MAX_ROW, MAX_DASHED, MAX_GROUP, MAX_NAME, MAX_VALUE
cdef int BOLD, COLON, DASH, MARKUP, PLACE
cdef frozenset BOLD_TAGS, HEADING_TAGS, LABEL_TAGS, LINK_TAGS, LIST_TAGS, NESTED


cdef class _Rows


cdef class Blocks:
    cdef readonly Outline outline
    cdef readonly int limit, level
    cdef readonly object nested
    cdef readonly dict memory

    cpdef list read(self, int node, int depth=*)
    @cython.locals(outline=Outline, parts=list, part=Part)
    cdef list _read(self, int node, int depth)
    cpdef list whole(self, int node)
    cdef list _line(self, Part part)
    cpdef tuple look(self, Part part)
    @cython.locals(part=Part, label=tuple, value=tuple, at=int)
    cdef bint _takes_turns(self, list parts)
    @cython.locals(label=Part, value=Part, found=list)
    cdef list _turns(self, list parts)
    @cython.locals(outline=Outline)
    cdef int _evidence(self, Part label)
    @cython.locals(outline=Outline, name=str, value=str)
    cpdef Found pair(self, Part label, list values, int evidence)
    @cython.locals(outline=Outline, node=int, parts=list)
    cpdef Found row(self, Part part)
    @cython.locals(text=str, parted=tuple, evidence=int)
    cdef Found _text(self, Part part)
    @cython.locals(outline=Outline, first=Part, second=Part)
    cdef Found _labelled(self, list parts)
    @cython.locals(outline=Outline, part=Part, first=Part, last=Part, bold=bint, coloned=bint)
    cdef bint _crowded(self, list parts)
    @cython.locals(outline=Outline, part=Part, labelled=int)
    cdef bint _all_labelled(self, list parts)
    @cython.locals(outline=Outline, first=Part, second=Part, last=Part)
    cdef Found _parted(self, list parts)
    @cython.locals(first=Part, part=Part)
    cdef Found _couple(self, list parts)
    cdef bint _differs(self, list parts)
    @cython.locals(part=Part)
    cdef bint _leads_away(self, list parts)
    cdef bint _is_place(self, Part part)
    @cython.locals(outline=Outline, run=int, labels=int)
    cdef bint _busy(self, Part part)
    cpdef bint nests(self, Part part)
    @cython.locals(outline=Outline)
    cpdef bint strong(self, Part part)
    @cython.locals(outline=Outline)
    cpdef bint bold(self, Part part)


cdef class _Rows:
    cdef Blocks blocks
    cdef str group
    cdef object heading
    cdef int depth, evidence
    cdef list found, values, couples
    cdef Part label

    @cython.locals(part=Part, pair=Found, sure=list, dashed=int)
    cdef list read(self, list parts)
    cdef _drop_strays(self)
    @cython.locals(blocks=Blocks, waiting=bint, pair=Found)
    cdef _see(self, Part part)
    cdef _keep(self, Found pair, Part part)
    cdef _go_on(self, Part part)
    cdef bint _lists(self, Part part)
    @cython.locals(blocks=Blocks, nested=bint, weak=bint, rows=list)
    cdef bint _opens(self, Part part)
    @cython.locals(only=Found)
    cdef bint _heads(self, Part part, list rows)
    @cython.locals(pair=Found)
    cdef _take(self, rows)
    @cython.locals(blocks=Blocks, outline=Outline)
    cdef bint _is_label(self, Part part, bint waiting)
    cdef bint _stands_out(self, Part part)
    @cython.locals(label=Part)
    cdef _close(self)
