"""Types for surroundings.py where it is compiled."""

cimport cython


cdef class ClassWords:
    cdef readonly list words
    cdef readonly int spec, alien


cdef class Above:
    cdef readonly tuple words
    cdef readonly int headed


cdef int REMEMBERED
cdef dict _HEADS, _CLASSES


@cython.locals(known=ClassWords)
cpdef ClassWords class_words(str classes)
cpdef int heads(str word)
cpdef lowered(pattern)
cdef ClassWords _class_words(str classes)
