"""Types for groups.py where it is compiled."""


cpdef Py_ssize_t one_in_each(list outer, list inner, list end)
cpdef list _families(view)
cpdef list _unstriped(view, list nodes, list parts)
cpdef dict _counted(list classes)
cpdef bint _pairs_off(view, dict holder, group)
