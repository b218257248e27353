"""Types for names.py where it is compiled."""

from specdex.listings.outlines cimport Outline


cpdef list _filling(Outline outline, hints, Py_ssize_t slot, tuple signature)
cpdef list _twins(Outline outline, Py_ssize_t place, Py_ssize_t slot)
cpdef Py_ssize_t _told(Outline outline, hints, Py_ssize_t place, Py_ssize_t node, str tag)
cpdef bint _names(Outline outline, Py_ssize_t node)
cpdef Py_ssize_t _like(document, dict filled, tuple signature)
cpdef str _plain(document, Py_ssize_t node, frozenset badges)
