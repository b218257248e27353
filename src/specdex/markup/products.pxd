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


cdef _role_below(str name, role)
