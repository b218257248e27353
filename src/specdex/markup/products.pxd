"""Types for products.py where it is compiled."""


cdef int MAX_DEPTH, MAX_PRODUCTS, MAX_OFFERS
cdef object _MAIN
cdef frozenset OFFER_TYPES, TRAIL_TYPES, PRODUCT_TYPES, RELATED_BY, VARIANT_BY
cdef tuple OFFERED


cdef class Products:
    cdef readonly list products, offers, trail
    cdef readonly dict by_id
    cdef readonly set seen

    cpdef index(self, thing, int depth=*)
    cpdef full(self, thing)
    cpdef visit(self, thing, role, int depth)
    cpdef descend(self, thing, role, int depth)
    cpdef list facts(self, thing, dict known)
    cpdef loose_offer(self, thing, role, int depth)
    cpdef product(self, thing, role)
    cpdef offer(self, thing)


cdef _role_below(str name, role)
cpdef dict facts_of(dict section)
cpdef _text_of(thing, str fact)
cpdef _name_of(thing)
cpdef list _texts(thing, str name)
cdef bint _struck(thing)
cpdef bint _for_some(thing)
cpdef int _position(thing)
