"""Types for outline.py where it is compiled."""

cimport cython


cdef int MIN_ECHO
cdef frozenset ASIDE_TAGS


cdef class Part:
    cdef readonly int node, first, last
    cdef readonly bint own


cdef class Outline:
    cdef readonly list asides, classes, colons, tag
    cdef readonly const int[::1] end, first, last, parent, start, stop, run_node
    cdef readonly object attribute, document
    cdef readonly dict memory
    cdef readonly bytearray searched
    cdef readonly str text
    cdef readonly bint tooltips

    cpdef int runs(self, int node)
    @cython.locals(tags=list, first=int, last=int, child=int, end=int)
    cpdef int settle(self, int node, frozenset stop=*)
    cpdef list parts(self, int node)
    @cython.locals(found=list, run=int, last=int, end=int, child=int, lower=int, upper=int)
    cdef list _parts(self, int node)
    @cython.locals(text=str)
    cpdef str between(self, int first, int last)
    cpdef str of(self, int node)
    @cython.locals(first=int, last=int, at=int, lower=int, upper=int, asides=list, kept=list, part=Part, opening=Part, closing=Part)
    cpdef str say(self, parts)
    cdef list _echo(self, int first, int last)
    @cython.locals(closing=int)
    cdef list _tail(self, Part part, int last)
    @cython.locals(node=int)
    cdef bint _leads(self, int run, int top)
    cpdef bint told_in_one_line(self, Part part)
    @cython.locals(end=int, at=int, node=int, asides=list, found=list)
    cdef list _asides(self, Part part)
    @cython.locals(node=int, searched=bytearray)
    cdef _search(self, int begin, int end)
    @cython.locals(classes=str)
    cdef bint _is_aside(self, int node)
    cpdef Part part(self, int node)
    cpdef bint holds(self, int node, str tag)
    cpdef int size(self, int first, int last)
    @cython.locals(begin=int)
    cpdef bint opens_line(self, int run)
    cpdef bint ends_with_colon(self, int last)
    cpdef bint begins_with_colon(self, int run)
    @cython.locals(begin=int, end=int)
    cpdef bint has_colon(self, int first, int last)
    cpdef bint one_line(self, int first, int last)
    @cython.locals(node=int)
    cpdef bint marked(self, int run, frozenset tags, int top)
