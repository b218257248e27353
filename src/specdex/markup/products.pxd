"""Types for products.py where it is compiled."""

cimport cython


cdef int MAX_DEPTH, MAX_PRODUCTS, MAX_OFFERS
cdef object _MAIN
cdef frozenset OFFER_TYPES, TRAIL_TYPES, PRODUCT_TYPES, RELATED_BY, VARIANT_BY
cdef tuple OFFERED


cdef class Products:
    cdef readonly list products, offers, trail
    cdef readonly dict by_id
    cdef readonly set seen

    @cython.locals(values=list)
    cpdef index(self, thing, int depth=*)
    cpdef full(self, thing)
    @cython.locals(kinds=frozenset)
    cpdef visit(self, thing, role, int depth)
    @cython.locals(values=list)
    cpdef descend(self, thing, role, int depth)


cdef _role_below(str name, role)
@cython.locals(facts=list, values=list, fact=str)
cdef list _facts(thing, dict known)
