"""Types for candidates.py where it is compiled."""

cimport cython
from specdex.detection.shapes cimport Shapes


cdef int MAX_LABEL, MAX_ROW_RUNS, MAX_COUPLE_RUNS, MAX_ROW_SIZE, MAX_SIZE, TABLE, LIST, DL, MIN_ROWS, PAIR, TURNS, MAX_ALIKE, MAX_CANDIDATES
cdef double MAX_LINKED
cdef tuple DASHES


cdef class Search:
    cdef readonly Shapes page
    cdef readonly const int[::1] depth, end
    cdef readonly int[::1] rows, labelled, brief
    cdef readonly list classes

    @cython.locals(page=Shapes, node=int, runs=int, containers=list, wanted=bytearray, chosen=list)
    cpdef list found(self)
    @cython.locals(page=Shapes, node=int, runs=int)
    cdef _count_rows(self)
    @cython.locals(page=Shapes, first=int)
    cdef bint _like_row(self, int node) noexcept
    @cython.locals(page=Shapes, run=int, top=int)
    cdef _count_labels(self)
    @cython.locals(code=int)
    cdef bint _listed(self, int node) noexcept
    @cython.locals(page=Shapes, found=list, node=int)
    cdef list _containers(self)
    @cython.locals(page=Shapes, child=int, end="const int[::1]", before=int, last=int, turns=int, seen=int)
    cdef bint _takes_turns(self, int node)
    @cython.locals(tags=list, classes=list)
    cdef bint _alike(self, int one, int other)
    @cython.locals(page=Shapes, code=int)
    cdef bint _promising(self, int node)
    @cython.locals(page=Shapes, begin=int, end=int)
    cdef bint _dashed(self, int node)
    @cython.locals(page=Shapes, node=int, depth=int, deepest=int, runs=int, looks=set, places=dict, tags=list, there=set)
    cdef list _look_alikes(self, list containers)
    @cython.locals(tag=str, classes=str)
    cdef tuple _look(self, int node)


cpdef kind_of(str tag)
cpdef tuple look_of(document, int node)
cpdef list candidate_nodes(document)
cpdef find_candidates(document)
