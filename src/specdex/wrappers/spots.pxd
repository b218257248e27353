"""Types for spots.py where it is compiled."""


cpdef list spots_of(document, int page=*)
cpdef list _hosts(document)
cpdef set _wholes(document)
cpdef list _first_inks(document)
