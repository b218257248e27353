"""Types for spots.py where it is compiled."""


cpdef list _line_spots(document, int page)
cpdef list _hosts(document)
cpdef list _whole_spots(document, int page)
cpdef list _first_inks(document)
