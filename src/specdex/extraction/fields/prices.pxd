"""Types for prices.py where it is compiled."""

cimport cython
from specdex.extraction.fields.class_names cimport price_mark_of
from specdex.extraction.fields.old_prices cimport forgive, note_savings, outshone, reduced
from specdex.extraction.fields.other_prices cimport of_others, tiers
from specdex.extraction.fields.price_words cimport tells_tax, word_score
from specdex.extraction.fields.view cimport View
from specdex.extraction.fields.words cimport announces_price, count_letters, letter_words
from specdex.money.amounts cimport Amount


cdef int CART_REACH, MAX_ABOVE, FEW
cdef int PRICE, OLD_PRICE, OTHER_PRICE
cdef double BASE, LIFT, WEAK, SAME_PLACE, AFTER_HEADING, BEFORE_HEADING, DISTANCE, BEYOND, AT_CART
cdef double MOST, OUTDONE, OTHERS, HOPELESS, FURTHER, LATER, NAMED, LINKED, FAR, CALLED_PRICE, OTHER
cdef frozenset STRUCK_TAGS, FRAME_TAGS, SHOWING


@cython.locals(each=Amount)
cdef list _best_statements(list amounts, list worth, list scores, dict shares)
cdef dict _heading_line(View view)
cdef double _lifted(double score)
@cython.locals(each=Amount)
cdef _prefer_first(View view, list amounts, list classes, list looks, list scores)
cdef tuple _branch(View view, int node, dict above)
@cython.locals(each=Amount)
cdef set _listed(View view, list amounts, list worth, dict above)
cdef bint _shows(View view, int node)
cdef double _place_score(View view, Amount each, double shared)
cdef double _class_score(View view, int node)
@cython.locals(one=Amount, other=Amount)
cdef _compare(View view, list amounts, list looks, list scores, set listed)
@cython.locals(one=Amount, other=Amount)
cdef bint _is_part(View view, list amounts, int cheap, int dear)
cdef _doubt(set others, list looks, list scores, list cheaper, bint alone)
cdef _believe_lower(View view, list amounts, int place, list looks, list scores)
cdef bint _is_net(Amount one, Amount other, str between)
cdef bint _differ(View view, Amount one, Amount other)
@cython.locals(each=Amount)
cpdef list price_statements(View view, list amounts, bint alone)
