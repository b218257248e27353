# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=False
"""What only C does quickly; ``forest`` and ``extraction.arbitration`` do the same in Python."""

from cpython.object cimport PyObject_GenericSetAttr
from libc.math cimport INFINITY
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

cdef packed struct Step:
    double number
    int feature
    int below

cdef enum:
    LANES = 8  # trees that are asked side by side: none waits for the memory of another
    FEW = 128  # numbers that numpy adds up without parting them


def sums(const double[:, ::1] features, const double[:, ::1] known, const Step[::1] steps, const int[::1] roots, double[::1] total):
    """What each row of *features* and *known*, side by side, is told by all trees: *total*.

    A step leads to the one *below*, or to its neighbour. A leaf asks for the column after the last,
    which is less than anything, and leads to itself.
    """
    cdef Py_ssize_t rows = features.shape[0], wide = features.shape[1], more = known.shape[1]
    cdef Py_ssize_t trees = roots.shape[0], width = wide + more + 1, row, tree
    if not rows or not trees:
        return
    cdef double* cells = <double*> malloc(rows * (width + trees) * sizeof(double))
    if cells is NULL:
        raise MemoryError
    cdef double* told = cells + rows * width
    with nogil:
        for row in range(rows):
            memcpy(cells + row * width, &features[row, 0], wide * sizeof(double))
            if more:
                memcpy(cells + row * width + wide, &known[row, 0], more * sizeof(double))
            cells[row * width + width - 1] = -INFINITY
        tree = 0
        while tree < trees:
            for row in range(rows):
                ask(&steps[0], &roots[tree], trees - tree, cells + row * width, told + row * trees + tree)
            tree += LANES
        for row in range(rows):
            total[row] += added(told + row * trees, trees)
    free(cells)


cdef void ask(const Step* steps, const int* roots, Py_ssize_t count, const double* cells, double* told) noexcept nogil:
    """What the first of *count* trees, as many as there are lanes, say of one row."""
    cdef int[LANES] at
    cdef int lane, moved = 1, onward
    cdef const Step* step
    for lane in range(LANES):
        at[lane] = roots[lane if lane < count else 0]
    while moved:
        moved = 0
        for lane in range(LANES):
            step = steps + at[lane]
            # no branch, since none could be foretold
            onward = step.below + (not cells[step.feature] <= step.number)
            moved |= onward ^ at[lane]
            at[lane] = onward
    for lane in range(min(count, <Py_ssize_t> LANES)):
        told[lane] = steps[at[lane]].number


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
