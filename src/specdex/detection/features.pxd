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

    @cython.locals(name=Name)
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

    @cython.locals(sample=Sample)
    cdef _count(self)
    @cython.locals(region=Region, sample=Sample, above=Above, each=ClassWords)
    cpdef list fill(self, Cells cells, list alike)
    @cython.locals(said=ClassWords)
    cpdef list chain(self, int node)
    cdef ClassWords _said(self, int node)
    cpdef Above above(self, int node)
    cdef _row(self, Region region, Sample sample, Cells cells)
    cdef _rest(self, Region region, Sample sample, Cells cells)
    cdef _extent(self, Region region, Sample sample, Cells cells)
    cdef int _lines(self, int node)
    cdef _look_below(self, int node)
    cdef _surroundings(self, Region region, list chain, Above above, Cells cells)
    @cython.locals(said=ClassWords, own=ClassWords)
    cdef _context(self, list chain, Above above, Cells cells)
    cdef bint _aside(self, int node)
    cdef _names(self, Sample sample, double count, Cells cells)
    cdef int _titled(self, str values)
    cdef _tagged(self, list nodes, Cells cells)
    cdef _likeness(self, Sample sample, Cells cells)
    cdef bint _uniform(self, Sample sample)
    cdef _repetition(self, Sample sample, Cells cells)
    cdef bint _hidden(self, int node)
    cdef bint _hides(self, int node)


cdef bint _is_word(str text, int begin, int end)
cdef frozenset _title(document)
