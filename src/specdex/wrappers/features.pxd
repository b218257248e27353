"""Types for features.py where it is compiled."""


cpdef tuple _reading_order(feature)
cpdef list _traits(kind)
cpdef list features_of(document, spots, table)


cdef class FeatureTable:
    cdef readonly list features
    cdef readonly dict numbers, ways
    cdef dict _parts, _steps, _known

    cpdef int number(self, feature)
    cpdef frozenset _step(self, int level, kind)


cdef class _Page:
    cdef readonly list parent, kinds

    cpdef list ways(self, FeatureTable table)


cdef class Inductor:
    cdef readonly object spots
    cdef readonly dict alike, holders

    cpdef induce(self, labels)
