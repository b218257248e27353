"""Types for wording.py where it is compiled."""

cimport cython


@cython.locals(count=int, letters=int, blanks=int, capitals=int, digits=int, aliens=int, name=str, said=tuple, evidence=list, row=list)
cpdef list of_names(pairs, list folded)
@cython.locals(digits=int, units=int, prices=int, agreed=int, sentences=int, brief=int, lengthy=int, size=int, count=int, value=str, said=tuple, different=set, logs=list, mean=double, each=double)
cpdef list of_values(pairs)
@cython.locals(total=double, at=int, count=int, lane=int, lanes=list, halves=list)
cpdef double added(list numbers)
