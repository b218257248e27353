"""Types for amounts.py where it is compiled."""


cpdef list page_amounts(document)
cpdef list _signed(document)
cpdef list _unquoted(str text, list found)
cpdef bint _is_move(moved, amount)
cpdef list _called(document, list known)
cpdef list _alone(document)
cpdef bint _is_money(str code, list found)
cpdef list _merged(list one, list other)
cpdef tuple place_of(document)
cpdef list text_amounts(str text, str site=*, str language=*)
cpdef str currency_of(str price, str site=*, str language=*)
