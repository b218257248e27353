"""Types for regions.py where it is compiled."""

cimport cython
from specdex.detection.candidates cimport kind_of, look_of
from specdex.structure.page cimport Readers, Readings


cdef int MIN_PAIRS, MAX_ROW_PAIRS


cdef class Region:
    cdef readonly int node, around
    cdef readonly object kind
    cdef readonly tuple pairs, without
    cdef public bint in_value


@cython.locals(page=Readings, shallow=Readers, read=list, kept=bytearray, at=int, node=int)
cpdef list carve(document, list nodes)
@cython.locals(kept=bytearray, single=bint, looks=set, at=int)
cdef bytearray _kept(document, list nodes, list read)
@cython.locals(look=tuple)
cdef bint _may_be_single(document, int node, set looks)
@cython.locals(ends="const int[::1]", highest=int, last=int, at=int, node=int)
cdef _keep_singles(document, list nodes, list read, bytearray kept)
@cython.locals(rows=dict, places=dict, alike=list, at=int, node=int, parent=int, around=int)
cdef _join_rows(document, list nodes, list read, bytearray kept)
@cython.locals(tags=list, ends="const int[::1]", around=list, inside=list, regions=list, places=list, at=int, node=int, inner=list, parent=int, without=tuple, own=tuple, region=Region)
cdef list _regions(document, list nodes, Readings page)
@cython.locals(place=int)
cdef bint _in_value(const int[::1] ends, int node, Region around)
@cython.locals(around=list, inside=list, stack=list, at=int, node=int, above=int)
cdef tuple _nesting(const int[::1] ends, list nodes)
