"""Types for outlines.py where it is compiled."""


cdef int MAX_CLASS, MAX_NODES


cdef class Slots:
    cdef readonly object view, document
    cdef readonly dict numbers, firsts, slot_of
    cdef readonly list tags, parents, classes

    cpdef dict of(self, span)
    cpdef int new(self, tuple step, str written)
    cpdef list _below(self, span)
    cpdef list above(self, int slot)
    cpdef list trail(self, int slot)
    cpdef str words(self, int slot)


cpdef dict fill(Slots slots, list nodes)
cdef str _turn(dict filled, dict numbers, tuple step)


cdef class Outline:
    cdef readonly object view, document
    cdef readonly Slots slots
    cdef readonly list spans, filled
    cdef object _counts

    cpdef tuple text(self, int place)
    cpdef counts(self)
    cpdef add(self, spans)
    cpdef keep(self, places)


cpdef double likeness(frozenset core, dict filled)
