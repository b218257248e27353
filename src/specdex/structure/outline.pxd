"""Types for outline.py where it is compiled."""

cimport cython
from specdex.labels cimport may_be_dashed


cdef int EXPLAINING, FAR, MIN_ECHO, PAIR, PLAIN, REMEMBERED
cdef dict _REMEMBERED
cdef str OPENING, SEPARATORS
cdef frozenset ASIDE_TAGS


cdef bint _explains(str classes)


@cython.final
cdef class Part:
    cdef readonly int node, first
    cdef public int last
    cdef readonly bint own


@cython.locals(part=Part)
cpdef Part stretch(int node, int first, int last, bint own)


@cython.final
cdef class Outline:
    cdef readonly list classes, colons, memory, tag
    cdef readonly const int[::1] end, first, last, parent, start, stop, run_node
    cdef readonly object attribute, document
    cdef readonly dict places
    cdef readonly bytearray asides
    cdef readonly str text
    cdef readonly bint tooltips

    cpdef int runs(self, int node)
    @cython.locals(tags=list, first=int, last=int, child=int, end=int)
    cpdef int settle(self, int node, frozenset stop=*)
    cpdef list parts(self, int node)
    @cython.locals(found=list, run=int, last=int, end=int, child=int, lower=int, upper=int)
    cdef list _parts(self, int node)
    @cython.locals(before=Part)
    cdef _append(self, list found, Part part)
    cpdef bint is_colon(self, int first, int last)
    @cython.locals(last=int)
    cpdef Part bare(self, Part part)
    @cython.locals(text=str)
    cpdef str between(self, int first, int last)
    @cython.locals(first=int, last=int, end=int, asides=list, said=str, part=Part, opening=Part, closing=Part)
    cpdef str say(self, parts)
    cpdef str tell(self, int node)
    cpdef str tell_part(self, Part part)
    @cython.locals(first=int, last=int, run=int, said=int)
    cpdef bint tells_within(self, int node, int limit)
    @cython.locals(node=int)
    cdef bint _in_aside(self, int run, int top)
    @cython.locals(run=int)
    cpdef bint any_ends_with_colon(self, int node)
    @cython.locals(node=int, kept=list)
    cdef str _without(self, list asides, int first, int last)
    @cython.locals(end=int)
    cdef int _end(self, Part closing, int first, int last)
    cdef bint _echoes(self, int first, int last)
    @cython.locals(closing=int)
    cdef int _tail(self, Part part, int last)
    @cython.locals(node=int)
    cdef bint _leads(self, int run, int top)
    @cython.locals(asides=list)
    cpdef bint told_in_one_line(self, Part part)
    @cython.locals(node=int, end=int)
    cdef _find_asides(self, Part part, list found)
    @cython.locals(known=int)
    cdef bint _is_aside(self, int node)
    @cython.locals(classes=str)
    cdef bint _explains(self, int node)
    cpdef Part part(self, int node)
    cpdef bint holds(self, int node, str tag)
    cpdef bint holds_inside(self, int node, str tag)
    @cython.locals(places=list, at=int)
    cdef bint _stands(self, int begin, int end, str tag)
    @cython.locals(found=list, size=int, node=int, each=str)
    cdef list _places(self, str tag)
    @cython.locals(begin=int, end=int)
    cpdef bint may_be_dashed(self, int first, int last)
    @cython.locals(at=int)
    cdef int _far(self, int begin, int end)
    cpdef int size(self, int first, int last)
    @cython.locals(begin=int)
    cpdef bint opens_line(self, int run)
    @cython.locals(character=Py_UCS4)
    cpdef bint ends_with_colon(self, int last)
    @cython.locals(character=Py_UCS4)
    cpdef bint begins_with_colon(self, int run)
    @cython.locals(begin=int, end=int, colon=str)
    cpdef bint has_colon(self, int first, int last)
    cpdef bint one_line(self, int first, int last)
    @cython.locals(node=int)
    cpdef bint marked(self, int run, frozenset tags, int top)
