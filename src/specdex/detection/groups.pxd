"""Types for groups.py where it is compiled."""

cimport cython
from specdex.detection.regions cimport Region
from specdex.detection.matrix cimport log_of
from specdex.detection.texts cimport name_of


cdef double POOLED, CARD, OFFERED, OFFER, CONTROLS
cdef int MAX_CARD, MIN_ALIKE, MIN_CARDS


@cython.locals(paths=dict, known="int[::1]", path=int, numbers=dict, classes=list, tags=list, parents="const int[::1]", groups=list, region=Region, node=int, waiting=list)
cpdef tuple groups_of(document, regions)
@cython.locals(size=int, same=dict, together=list, counts=list, pairs=list, told=list, at=int, group=int, each=frozenset, region=Region)
cpdef list of_groups(tuple groups, list regions, list names)
@cython.locals(size=int, sums="double[::1]", counts="double[::1]", alike="int[::1]", pooled=double, at=int, group=int, pairs=int, region=Region)
cpdef pool(double[::1] odds, tuple groups, tuple regions)
@cython.locals(shared=dict, at=int, region=Region, places=list, told=set)
cpdef discount_cards(double[::1] odds, tuple regions, tuple names)
@cython.locals(pairs="int[::1]", aliens="int[::1]", size=int, at=int, group=int, region=Region)
cpdef discount_offers(double[::1] odds, tuple groups, tuple regions)
@cython.locals(at=int)
cpdef discount_controls(double[::1] odds, double[::1] controls, double[::1] pairs)
cdef frozenset _said(Region region)
@cython.locals(at=int, each=double)
cpdef ratios(double[::1] said, double edge)
@cython.locals(at=int)
cpdef scale(double[::1] odds, double slope, double offset)
@cython.locals(at=int)
cpdef lean(double[::1] odds, double[::1] column, double weight)
@cython.locals(at=int)
cpdef chances(double[::1] against)
