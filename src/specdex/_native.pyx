# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=False
"""What only C does quickly; ``forest`` and ``extraction.arbitration`` do the same in Python."""

from cpython.object cimport PyObject_GenericSetAttr
from libc.math cimport INFINITY
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

cdef enum:
    LANES = 8  # trees that are asked side by side: none waits for the memory of another
    FEW = 128  # numbers that numpy adds up without parting them


cdef struct Nodes:
    const int* asked
    const int* rights
    const double* numbers


def sums(const double[::1] features, const double[::1] known, const int[::1] asked, const double[::1] numbers, const int[::1] rights, const int[::1] roots, double[::1] total):
    """Add to the *total* of each row of *features* and *known*, side by side, what all trees say.

    A node leads to its neighbour or to the *right*. A leaf asks for the cell before the first,
    which is more than anything, and leads to itself.
    """
    cdef Py_ssize_t rows = total.shape[0], trees = roots.shape[0], row, tree = 0
    if not rows or not trees:
        return
    cdef Py_ssize_t wide = features.shape[0] // rows, more = known.shape[0] // rows, width = wide + more + 1
    cdef double* cells = <double*> malloc(rows * (width + trees) * sizeof(double))
    if cells is NULL:
        raise MemoryError
    cdef double* told = cells + rows * width
    cdef Nodes nodes = Nodes(&asked[0], &rights[0], &numbers[0])
    with nogil:
        for row in range(rows):
            cells[row * width] = INFINITY
            if wide:
                memcpy(cells + row * width + 1, &features[row * wide], wide * sizeof(double))
            if more:
                memcpy(cells + row * width + 1 + wide, &known[row * more], more * sizeof(double))
        while tree < trees:
            for row in range(rows):
                ask(nodes, &roots[tree], trees - tree, cells + row * width + 1, told + row * trees + tree)
            tree += LANES
        for row in range(rows):
            total[row] += added(told + row * trees, trees)
    free(cells)


cdef void ask(Nodes nodes, const int* roots, Py_ssize_t count, const double* cells, double* told) noexcept nogil:
    """What the first of *count* trees, as many as there are lanes, say of one row."""
    cdef int[LANES] at
    cdef int lane, node, moved = 1, onward
    for lane in range(LANES):
        at[lane] = roots[lane if lane < count else 0]
    while moved:
        moved = 0
        for lane in range(LANES):
            node = at[lane]
            # no branch, since none could be foretold
            onward = node + 1 if cells[nodes.asked[node]] <= nodes.numbers[node] else nodes.rights[node]
            moved |= onward ^ node
            at[lane] = onward
    for lane in range(min(count, <Py_ssize_t> LANES)):
        told[lane] = nodes.numbers[at[lane]]


cdef double added(const double* numbers, Py_ssize_t count) noexcept nogil:
    """The sum of *numbers*, rounded as numpy rounds it."""
    cdef double[8] sides
    cdef double total = 0.0
    cdef Py_ssize_t at = 0, half, side
    if count > FEW:
        half = count // 2
        half -= half % 8
        return added(numbers, half) + added(numbers + half, count - half)
    if count >= 8:
        for side in range(8):
            sides[side] = numbers[side]
        at = 8
        while at + 8 <= count:
            for side in range(8):
                sides[side] += numbers[at + side]
            at += 8
        total = ((sides[0] + sides[1]) + (sides[2] + sides[3])) + ((sides[4] + sides[5]) + (sides[6] + sides[7]))
    while at < count:
        total += numbers[at]
        at += 1
    return total


def build(type kind, list rows):
    """The records of a *kind*, a frozen dataclass with slots, that *rows* hold in their order."""
    cdef tuple slots = tuple(kind.__dataclass_fields__)
    cdef Py_ssize_t place, count = len(slots)
    cdef list made = []
    cdef tuple row
    for row in rows:
        if len(row) != count:
            raise TypeError("a row must fill every slot")
        record = kind.__new__(kind)
        for place in range(count):
            PyObject_GenericSetAttr(record, slots[place], row[place])
        made.append(record)
    return tuple(made)
