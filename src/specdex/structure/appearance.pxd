"""Types for appearance.py where it is compiled."""

cimport cython
from specdex.structure.outline cimport Outline, Part


cdef int PAIR, MAX_NAME
cdef int BOLD, COLON, MARKUP, PLACE
cdef frozenset BOLD_TAGS, LABEL_TAGS, LINK_TAGS


cdef class Appearance:
    cdef readonly Outline outline

    @cython.locals(outline=Outline)
    cpdef tuple look(self, Part part)
    @cython.locals(part=Part, label=tuple, other=tuple)
    cpdef bint differs(self, list parts)
    @cython.locals(part=Part)
    cpdef bint leads_away(self, list parts)
    cpdef bint is_place(self, Part part)
    @cython.locals(outline=Outline, run=int, labels=int)
    cpdef bint busy(self, Part part)
    @cython.locals(outline=Outline)
    cpdef bint nests(self, Part part)
    @cython.locals(outline=Outline)
    cpdef bint strong(self, Part part)
    @cython.locals(outline=Outline)
    cpdef bint bold(self, Part part)
    @cython.locals(outline=Outline, part=Part, first=Part, last=Part, bold=bint, coloned=bint)
    cpdef bint crowded(self, list parts)
    @cython.locals(outline=Outline, part=Part, labelled=int)
    cdef bint _all_labelled(self, list parts)
    @cython.locals(outline=Outline)
    cpdef int evidence(self, Part label)


@cython.locals(begin=int, end=int, size=int)
cpdef str first_word(str text)
@cython.locals(label=tuple, value=tuple, at=int)
cpdef int first_turn(list looks)
