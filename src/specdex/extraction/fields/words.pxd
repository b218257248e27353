"""Types for words.py where it is compiled."""


cdef int _STEM, _PLACES
cdef int REGULAR_WORDS, SIGN_LETTERS
cdef frozenset _WORDS, _STEMS, LEAST_WORDS, REGULAR
cdef tuple _OTHER_SIGNS, _OTHER_UNSPACED
cdef Phrases _OTHER


cpdef bint is_letter(Py_UCS4 character) noexcept
cpdef list letter_words(str text)
cpdef int count_letters(str low, int begin, int end) noexcept
cdef bint _is_unspaced(str text) noexcept
cdef bint _begins(str text, str lead, tuple phrases)
cdef Py_ssize_t _place(str text, Py_ssize_t begin, Py_ssize_t end) noexcept


cdef class Words:
    cdef readonly frozenset known
    cdef readonly bytes places

    cpdef list among(self, str text)
    cdef note(self, str word, list found)


cdef class Phrases:
    cdef readonly dict by_word, led
    cdef readonly tuple unspaced

    cpdef list within(self, str text, words=*)


cdef bint _holds(str text, tuple phrases)
cpdef bint speaks_of_other(str context, list words)
cpdef bint announces_price(list lead)
cpdef bint announces_least(list lead)
cpdef bint announces_regular(list lead)
