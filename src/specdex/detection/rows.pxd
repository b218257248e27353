"""Types for rows.py where it is compiled."""

cimport cython
from specdex.detection.shapes cimport Shapes


cdef int SPEC, ALIEN, HEADING_REACH, CLASS_REACH, LINK, IMAGE, FORM, TABLE, HEADING, LEVELS, SHORT_VALUE
cdef double MAX_COVERED
cdef frozenset ASIDE_TAGS, ROW_TAGS
cdef tuple KINDS


cdef class ClassWords:
    cdef readonly list words
    cdef readonly int spec, alien


cdef class Above:
    cdef readonly list words
    cdef readonly int headed


cdef class Sample:
    cdef readonly list names, folded, values, nodes, evidence


cdef class Survey:
    cdef readonly object document, title
    cdef readonly Shapes shapes
    cdef readonly list tag, samples
    cdef readonly const int[::1] depth, end, parent, start, first, last
    cdef readonly bytearray codes, lines
    cdef readonly int heading, most
    cdef readonly double rivals
    cdef readonly dict names, told, classes, hiding

    cdef _count(self, Sample sample)
    cpdef list chain(self, int node)
    @cython.locals(start=int)
    cpdef Above above(self, int node)
    @cython.locals(node=int, count=int, row=list)
    cpdef list row(self, region, Sample sample, list chain, Above above)
    @cython.locals(lines=int, size=int, told=int, count=double)
    cdef list _extent(self, region, int node)
    @cython.locals(end=int, codes=bytearray)
    cdef list _markup(self, int node, double count)
    @cython.locals(specs=int, aliens=int, said=ClassWords, own=ClassWords)
    cdef list _context(self, int node, list chain, Above above)
    cdef bint _aside(self, int node)
    @cython.locals(length=double, start=int, heading=int)
    cdef list _place(self, int node)
    @cython.locals(shared=int, told=int)
    cdef list _names(self, Sample sample, double count)
    @cython.locals(word=str, at=int, told=int)
    cdef int _titled(self, str values)
    @cython.locals(end=int)
    cdef list _below(self, int node, double count)
    @cython.locals(tagged=int, node=int)
    cdef double _tagged(self, list nodes)
    @cython.locals(places=dict, looks=dict, labels=dict, at=int, node=int, depth=int)
    cdef list _likeness(self, Sample sample)
    @cython.locals(seen=int, same=int, names=double, told=double, at=int, count=double)
    cdef list _repetition(self, Sample sample)
    cdef bint _hidden(self, int node)
    cdef bint _hides(self, int node)


cdef bint _is_word(str text, int begin, int end)
