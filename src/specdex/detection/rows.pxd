"""Types for rows.py where it is compiled."""

cimport cython


cdef class Survey:
    cdef readonly object document, shapes, title
    cdef readonly list tag, depth, end, parent, start, first, last, run_start, run_stop
    cdef readonly bytes codes, lines
    cdef readonly int heading, most
    cdef readonly double rivals
    cdef readonly dict names, told, classes, hiding

    cdef _count(self, regions)
    cpdef list chain(self, int node)
    @cython.locals(start=int, cut=int, line=int, text=str)
    cpdef tuple above(self, int node)
    @cython.locals(node=int, count=int, row=list, folded=list)
    cpdef list row(self, region, list chain, tuple above)
    @cython.locals(first=int, last=int)
    cdef int _size(self, int node)
    @cython.locals(lines=int, size=int, told=int, count=double)
    cdef list _extent(self, region, int node)
    @cython.locals(end=int, codes=bytes)
    cdef list _markup(self, int node, double count)
    @cython.locals(specs=int, aliens=int, headed=tuple, said_above=list, spec=bint, alien=bint)
    cdef list _context(self, int node, list chain, tuple above)
    cdef bint _aside(self, int node)
    @cython.locals(length=double, start=int, heading=int)
    cdef list _place(self, int node)
    @cython.locals(shared=int, told=int)
    cdef list _names(self, sample, list folded, double count)
    @cython.locals(low=str)
    cdef int _titled(self, str values)
    @cython.locals(end=int)
    cdef list _below(self, int node, double count)
    @cython.locals(tagged=int)
    cdef double _tagged(self, pairs)
    @cython.locals(places=dict, looks=dict, labels=dict)
    cdef list _likeness(self, pairs)
    @cython.locals(seen=int, same=int, names=double, told=double)
    cdef list _repetition(self, pairs, list folded)
    cdef bint _hidden(self, int node)
    cdef bint _hides(self, int node)
