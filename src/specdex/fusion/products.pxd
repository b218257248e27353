"""Types for products.py where it is compiled."""

cimport cython


cdef double LEAST, UNHEARD, SAME
cdef int MAX_COMPARED


cdef class Fusion:
    cdef Polls _polls
    cdef readonly object trust


cdef class Polls:
    cdef object _groups, _wordings
    cdef int _number
    cdef list _polls

    cpdef dict counted(self)
    @cython.locals(of_attribute=dict, told=list, spoken=dict)
    cpdef list spoken(self, counts)
    cpdef list disputed(self, wordings)
    cpdef tuple products(self, trust, attributes=*, ids=*)
    cdef _reword(self, wordings)


cdef class _Votes:
    cdef dict _correspondences, _values
    cdef object _names

    @cython.locals(
        found=dict, known=dict, values=dict, said=tuple, vote=tuple, ballots=dict, votes=list
    )
    cpdef list polls(self, group)
    cdef tuple _name(self, str site, str name)
    cdef tuple _value(self, str printed)


cpdef believed(ask)
@cython.locals(alike=dict, said=dict, item=dict, values=list, urls=list)
cdef _reworded(poll, wordings)
cpdef tuple fuse(groups, correspondences=*, attributes=*, ids=*)
cdef list _claims(list polls, trust, dict units)
cpdef str id_of(urls)
@cython.locals(said=dict, surest=dict, item=dict, votes=list, sites=list, total=double)
cdef dict _item(dict ballots)
cdef tuple _counted(dict ballots)
cdef _said(list votes)
@cython.locals(kept=list, merged=dict, votes=list, others=list, same=list)
cdef dict _merged(dict ballots)
cdef _claim(str attribute, said, double share, str unit)
@cython.locals(counts=dict)
cdef str _most_common(list texts)
