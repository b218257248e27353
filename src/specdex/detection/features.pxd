"""Types for features.py where it is compiled."""

cimport cython
from specdex.detection.regions cimport Region
from specdex.detection.matrix cimport Cells, log_of
from specdex.detection.shapes cimport Shapes
from specdex.detection.surroundings cimport Above, ClassWords, class_words
from specdex.detection.texts cimport Name, name_of, of_names, of_values


cdef int SPEC, ALIEN, HEADING_REACH, CLASS_REACH, LINK, IMAGE, FORM, TABLE, HEADING, GROUPS, LEVELS, SHORT_VALUE, NO, YES
cdef double MAX_COVERED
cdef frozenset FRAME_TAGS, ROW_TAGS
cdef tuple KINDS


cdef class Sample:
    cdef readonly list names, folded, clues, values, nodes, evidence
    cdef readonly frozenset distinct
    cdef readonly int size
    cdef public int shared, seen

    @cython.locals(name=Name, value=str)
    cdef _take(self, pairs)


cdef class Survey:
    cdef readonly object document, attribute
    cdef readonly str text
    cdef readonly frozenset title
    cdef readonly Shapes shapes
    cdef readonly list regions, tag, samples, classes, class_of
    cdef readonly const int[::1] depth, end, parent, start, first, last
    cdef readonly bytearray codes, lines, hiding, asides
    cdef double[::1] logs
    cdef int[::1] below
    cdef readonly int heading, most
    cdef readonly double rivals
    cdef readonly bint style, marked
    cdef readonly dict names, told

    @cython.locals(names=dict, told=dict, sample=Sample, pairs=set, at=int, times=int)
    cdef _count(self)
    @cython.locals(at=int, clues=list, looks=list, region=Region, sample=Sample, chain=list, above=Above, said=list, each=ClassWords)
    cpdef list fill(self, Cells cells, list alike)
    @cython.locals(found=list, said=ClassWords)
    cpdef list chain(self, int node)
    @cython.locals(classes=str, name=str)
    cdef ClassWords _said(self, int node)
    @cython.locals(start=int)
    cpdef Above above(self, int node)
    cdef _row(self, Region region, Sample sample, Cells cells)
    @cython.locals(node=int, count=double)
    cdef _rest(self, Region region, Sample sample, Cells cells)
    @cython.locals(node=int, inner=int, lines=int, size=int, told=int, count=int)
    cdef _extent(self, Region region, Sample sample, Cells cells)
    @cython.locals(lines=int, run=int)
    cdef int _lines(self, int node)
    @cython.locals(group=int, inner=int)
    cdef _look_below(self, int node)
    @cython.locals(node=int, count=double, length=double, start=int, heading=int)
    cdef _surroundings(self, Region region, list chain, Above above, Cells cells)
    @cython.locals(specs=int, aliens=int, said=ClassWords, own=ClassWords)
    cdef _context(self, list chain, Above above, Cells cells)
    @cython.locals(upper=int, known=int)
    cdef bint _aside(self, int node)
    @cython.locals(told=int)
    cdef _names(self, Sample sample, double count, Cells cells)
    @cython.locals(word=str, at=int, told=int)
    cdef int _titled(self, str values)
    @cython.locals(tagged=int, node=int)
    cdef _tagged(self, list nodes, Cells cells)
    @cython.locals(places=dict, looks=dict, labels=dict, at=int, node=int, depth=int, level=int, count=double)
    cdef _likeness(self, Sample sample, Cells cells)
    @cython.locals(node=int, level=int, depth=int, tag=str, at=int, other=int)
    cdef bint _uniform(self, Sample sample)
    @cython.locals(count=int, same=int, names=double, told=double, at=int)
    cdef _repetition(self, Sample sample, Cells cells)
    cdef bint _hidden(self, int node)
    cdef bint _hides(self, int node)


cdef bint _is_word(str text, int begin, int end)
