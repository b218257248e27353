"""Types for words.py where it is compiled."""

cimport cython


cdef int _STEM, _PLACES
cdef frozenset _WORDS, _STEMS, PRICE_WORDS, LEAST_WORDS
cdef tuple _OTHER_SIGNS, _OTHER_UNSPACED
cdef Phrases _OTHER


cpdef bint is_letter(Py_UCS4 character) noexcept
@cython.locals(found=list, begin=Py_ssize_t, at=Py_ssize_t)
cpdef list letter_words(str text)
cdef bint _is_unspaced(str text) noexcept
@cython.locals(size=Py_ssize_t, middle=Py_ssize_t)
cdef Py_ssize_t _place(str text, Py_ssize_t begin, Py_ssize_t end) noexcept


cdef class Words:
    cdef readonly frozenset known
    cdef readonly bytes places

    @cython.locals(found=list, begin=Py_ssize_t, at=Py_ssize_t)
    cpdef list among(self, str text)
    cdef note(self, str word, list found)


cdef class Phrases:
    cdef readonly dict by_word
    cdef readonly tuple unspaced

    @cython.locals(found=list, phrase=str, phrases=tuple)
    cpdef list within(self, str text, words=*)


@cython.locals(phrase=str)
cdef bint _holds(str text, tuple phrases)
@cython.locals(word=str, phrases=tuple)
cpdef bint speaks_of_other(str context, list words)
cpdef bint announces_price(list lead)
@cython.locals(last=list)
cpdef bint announces_least(list lead)
