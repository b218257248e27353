"""Types for amounts.py where it is compiled."""


cpdef list page_amounts(document)
cpdef list _signed(document)
cpdef list _unquoted(str text, list found)
cpdef bint _is_move(moved, amount)
cpdef list _borders(document)
cpdef bint _is_apart(str left, str right)
cpdef list _called(document, list known)
cpdef list _alone(document)
cpdef bint _is_money(str code, list found)
cpdef list _merged(list one, list other)
