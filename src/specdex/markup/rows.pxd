"""Types for rows.py where it is compiled."""


cpdef bint human(str text)
cpdef bint _tells_other(texts)
cpdef tuple _best_columns(dict columns, seen)
cpdef bint _is_address(str text)
cpdef bint _is_formed(str text)
cpdef bint _is_machine(str text)
cpdef bint _is_prose(str text)
cpdef bint _is_price(str text)
cpdef list _lines(inner)
cpdef list _couples(tree, inner)
