"""Types for outlines.py where it is compiled."""


cdef int MAX_CLASS, MAX_NODES


cpdef dict fill(slots, list nodes)
