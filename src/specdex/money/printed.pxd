"""Types for printed.py where it is compiled."""


cpdef int digit_from(str low, int start, int end) noexcept
cpdef int digits_end(str low, int start, int end) noexcept
cpdef int number_end(str low, int start, int end) noexcept
cpdef int _lakhs_end(str low, int stop, int end) noexcept
cpdef decimal_of(str number)
cpdef str plain_number(str printed)
cpdef str pointed(str printed, int cut)
cdef str _digits(str text)
cpdef amount(str text)
cdef _first(str text)
cpdef str plain_price(value)
