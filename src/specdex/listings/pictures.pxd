"""Types for pictures.py where it is compiled."""


cpdef str address(document, Py_ssize_t node, frozenset stand_ins=*)
cpdef bint _is_picture(str written, frozenset stand_ins)
cpdef str background(document, Py_ssize_t node)
