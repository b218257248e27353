# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=False
"""What only C does quickly; where each is used, the same is done in Python."""

from cpython.object cimport PyObject, PyObject_GenericSetAttr
from libc.math cimport INFINITY
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

cdef extern from "Python.h":
    PyObject* PyBytes_FromStringAndSize(const char*, Py_ssize_t) except NULL
    unsigned char* PyBytes_AS_STRING(PyObject*)
    int _PyBytes_Resize(PyObject**, Py_ssize_t) except -1
    void Py_DECREF(PyObject*)

cdef extern from *:
    """
    /* how many of eight bytes come before the first whose highest bit is set, where memory begins with the lowest */
    #if defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    #define SPECDEX_BEFORE(eight) (__builtin_ctzll(eight) >> 3)
    #else
    #define SPECDEX_BEFORE(eight) 0
    #endif
    """
    int before "SPECDEX_BEFORE"(uint64_t) nogil

cdef enum:
    LANES = 8  # trees that are asked side by side: none waits for the memory of another
    FEW = 128  # numbers that numpy adds up without parting them
    WORD = 8  # bytes that are looked at side by side
    ESCAPE = 6  # characters of \u00e9
    NONE = 0x110000  # no character has this number

cdef uint64_t EACH = 0x0101010101010101, HIGH = 0x8080808080808080
cdef unsigned char[256] SINGLE  # what a backslash and a sign mean; nothing where they mean nothing
memset(SINGLE, 0, sizeof(SINGLE))
for sign, meaning in zip(b'"\\/bfnrt', b'"\\/\b\f\n\r\t'):
    SINGLE[<int> sign] = meaning


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


def unescaped(const unsigned char[::1] written):
    """What a JSON string in ASCII, quotes and all, means in UTF-8; None where it is no such string."""
    cdef Py_ssize_t size = written.shape[0] - 2
    if size < 0 or written[0] != b'"' or written[size + 1] != b'"':
        return None
    # what is meant never takes more bytes than how it is written
    cdef PyObject* meant = PyBytes_FromStringAndSize(NULL, size)
    size = fill(PyBytes_AS_STRING(meant), &written[1], size)
    if size >= 0:
        _PyBytes_Resize(&meant, size)
    said = <object> meant if size >= 0 else None
    Py_DECREF(meant)
    return said


cdef Py_ssize_t fill(unsigned char* meant, const unsigned char* text, Py_ssize_t size) noexcept nogil:
    """Write what a *text* of JSON means; how many bytes that takes, less than none where it is wrong."""
    cdef unsigned char* to = meant
    cdef Py_ssize_t at = 0
    cdef uint64_t eight
    cdef unsigned int code
    while at < size:
        if at + WORD <= size:
            memcpy(&eight, text + at, WORD)
            memcpy(to, &eight, WORD)
            eight = special(eight)
            if not eight:
                at += WORD
                to += WORD
                continue
            at += before(eight)
            to += before(eight)
        code = text[at]
        if code < 0x20 or code > 0x7F:
            return -1
        if code != 0x5C:
            to[0] = code
            to += 1
            at += 1
            continue
        code = SINGLE[text[at + 1]] if at + 1 < size else 0
        if code:
            to[0] = code
            to += 1
            at += 2
            continue
        code = escaped(text, &at, size)
        if code >= NONE:
            return -1
        to = put(to, code)
    return to - meant


cdef uint64_t special(uint64_t eight) noexcept nogil:
    """The highest bits of the bytes from the first on that is a backslash, a control character or beyond ASCII."""
    cdef uint64_t slashes = eight ^ (0x5C * EACH)
    return ((slashes - EACH) & ~slashes | (eight - 0x20 * EACH) & ~eight | eight) & HIGH


cdef unsigned int escaped(const unsigned char* text, Py_ssize_t* at, Py_ssize_t size) noexcept nogil:
    """The character that is escaped at a place, which moves behind it; NONE where it is none."""
    cdef unsigned int code, low
    code = unit(text + at[0], size - at[0])
    at[0] += ESCAPE
    if 0xD800 <= code < 0xE000:
        low = unit(text + at[0], size - at[0])
        if code >= 0xDC00 or not 0xDC00 <= low < 0xE000:
            return NONE
        at[0] += ESCAPE
        return 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
    return code


cdef unsigned int unit(const unsigned char* text, Py_ssize_t size) noexcept nogil:
    """The number that a backslash, a u and four hexadecimal digits mean; NONE where none stand there."""
    cdef unsigned int number = 0
    cdef unsigned char digit
    cdef int place
    if size < ESCAPE or text[0] != 0x5C or text[1] != b"u":
        return NONE
    for place in range(2, ESCAPE):
        digit = text[place]
        if 0x30 <= digit <= 0x39:
            digit -= 0x30
        elif 0x61 <= (digit | 0x20) <= 0x66:
            digit = (digit | 0x20) - 0x61 + 10
        else:
            return NONE
        number = number << 4 | digit
    return number


cdef unsigned char* put(unsigned char* to, unsigned int code) noexcept nogil:
    """Write a character in UTF-8; where the next one goes."""
    cdef int more = (code >= 0x80) + (code >= 0x800) + (code >= 0x10000), place
    if not more:
        to[0] = code
        return to + 1
    for place in range(more, 0, -1):
        to[place] = 0x80 | (code & 0x3F)
        code >>= 6
    to[0] = ((0xFF00 >> (more + 1)) & 0xFF) | code
    return to + more + 1
