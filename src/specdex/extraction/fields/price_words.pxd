"""Types for price_words.py where it is compiled."""

from specdex.extraction.fields.view cimport View
from specdex.extraction.fields.words cimport Phrases
from specdex.money.amounts cimport Amount


cdef int BEFORE, AFTER, SHORT, SLASH, OWN_LINE, CODE_LETTERS
cdef double BARE, OTHER_WORDS, LEAST, ANNOUNCED, PER_UNIT
cdef tuple FURTHER
cdef Phrases _TAXED, _UNTAXED, _SUGGESTED


cpdef double word_score(View view, Amount each)
cpdef bint tells_tax(str words)
cpdef double suggested(View view, Amount each)
cpdef double untaxed(View view, Amount each)
cdef bint _is_more(str low, int stop)
cdef int _next_element(View view, int stop, int end)
cdef int _lead_start(View view, int begin, int start)
cpdef int _code_start(str low, int begin, int end)
cdef int _behind_digits(str low, int begin, int end) noexcept
cpdef int _thought(str tail)
cpdef int _bracket_end(str tail, int at)
cdef bint _is_next_label(str low, str tail, int stop, bint told)
cdef bint _is_share(str low, int start, str lead)
cdef bint _is_per_unit(str low, int stop)
