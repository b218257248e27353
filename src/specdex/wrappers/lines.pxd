"""Types for lines.py where it is compiled."""


cpdef str text_of(element, Py_ssize_t most=*)
cdef bint _shown(element)
cdef _gather(element, list parts, int depth, Py_ssize_t most)
cpdef list lines_of(element)
cdef list _simple(element)
cdef _marked(list runs, int depth)
cdef str _look(element)
cdef bint _says_label(str text, mark)
cdef _opened(line)
cdef bint _apart(line, first)
cdef _couple(str label, str value)
cpdef list couples_in(element)
cpdef bint _holds_text(child)
cdef list _extended(line, str whole)
