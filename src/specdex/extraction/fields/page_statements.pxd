"""Types for page_statements.py where it is compiled."""

cimport cython
from specdex.extraction.fields.amounts cimport visible_amounts
from specdex.extraction.fields.statements cimport Statement, again, believed, weigh
from specdex.extraction.fields.heading cimport place_heading
from specdex.extraction.fields.lines cimport scan
from specdex.extraction.fields.view cimport View
from specdex.money.amounts cimport Amount


cdef int MIN_ID
cdef dict META_BELIEF


cdef class PageStatements:
    cdef readonly object document, pairs, markup, products
    cdef readonly View view
    cdef readonly list amounts, trail, names, houses
    cdef readonly tuple labelled, counted
    cdef readonly dict marked
    cdef readonly bint listening

    cpdef bint listen_to_state(self)
    cpdef str meta_value(self, str name, str value)
    cpdef Statement trimmed(self, Statement name)
    cpdef str without_lead(self, str title)
    cpdef Statement price(self)
    cpdef Statement heard(self, read, double sure, double least)
    cpdef Statement seen_price(self)
    cpdef Statement availability(self, Statement price)
    @cython.locals(statement=Statement)
    cpdef Statement seen_brand(self)
    cpdef Statement sku(self)
    cpdef Statement description(self)

    cpdef list of(self, str name)
    @cython.locals(statement=Statement)
    cpdef list numbers(self, str name)
    cpdef Statement number(self, str name)
    cpdef Statement plain(self, str name)
    @cython.locals(each=Amount)
    cpdef Statement currency(self, Statement price)
    cpdef Statement brand(self)


cdef bint _is_in(str name, str title)
