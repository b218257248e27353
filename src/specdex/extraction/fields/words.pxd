"""Types for words.py where it is compiled."""

cimport cython


cdef int _STEM
cdef frozenset _WORDS, _STEMS


cdef bint _is_unspaced(str text)


cdef class Phrases:
    cdef readonly dict by_word
    cdef readonly tuple unspaced

    @cython.locals(found=list, phrase=str, phrases=tuple)
    cpdef list within(self, str text, words=*)


@cython.locals(phrase=str)
cdef bint _holds(str text, tuple phrases)
@cython.locals(word=str)
cpdef bint speaks_of_other(str context)
