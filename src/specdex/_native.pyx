# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=False
"""What only C does quickly; where each is used, the same is done in Python."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.object cimport PyObject, PyObject_GenericSetAttr
from cpython.ref cimport Py_DECREF
from libc.math cimport INFINITY
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy
from specdex.html._white cimport put_character

cdef extern from "Python.h":
    PyObject* PyBytes_FromStringAndSize(const char* text, Py_ssize_t size) except NULL
    int _PyBytes_Resize(PyObject** text, Py_ssize_t size) except -1
    str PyUnicode_New(Py_ssize_t, unsigned int)
    unsigned int PyUnicode_MAX_CHAR_VALUE(str)
    int PyUnicode_KIND(str)
    void* PyUnicode_DATA(str)
    unsigned int PyUnicode_READ(int, const void*, Py_ssize_t) nogil
    void PyUnicode_WRITE(int, void*, Py_ssize_t, unsigned int) nogil
    unsigned int Py_UNICODE_TOLOWER(unsigned int) nogil

cdef enum:
    LANES = 8  # trees that are asked side by side: none waits for the memory of another
    FEW = 128  # numbers that numpy adds up without parting them
    GROWING = 0x130  # the letter that becomes two in lower case
    SIGMA = 0x3A3  # becomes another letter at the end of a word


cdef struct Node:
    double number
    int asked
    int further  # to the right, from where the left begins


def packed(const int[::1] asked, const double[::1] numbers, const int[::1] rights):
    """The nodes of trees as ``sums`` takes them: all of one side by side, where memory is asked once."""
    cdef Py_ssize_t count = asked.shape[0], node
    cdef bytes made = bytes(count * sizeof(Node))
    cdef Node* nodes = <Node*> PyBytes_AS_STRING(made)
    for node in range(count):
        nodes[node] = Node(numbers[node], asked[node], rights[node] - node - 1)
    return made


def sums(const double[::1] features, const double[::1] known, bytes nodes, const int[::1] roots, double[::1] total):
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
    cdef const Node* first = <const Node*> PyBytes_AS_STRING(nodes)
    with nogil:
        for row in range(rows):
            cells[row * width] = INFINITY
            if wide:
                memcpy(cells + row * width + 1, &features[row * wide], wide * sizeof(double))
            if more:
                memcpy(cells + row * width + 1 + wide, &known[row * more], more * sizeof(double))
        while tree < trees:
            for row in range(rows):
                ask(first, &roots[tree], trees - tree, cells + row * width + 1, told + row * trees + tree)
            tree += LANES
        for row in range(rows):
            total[row] += added(told + row * trees, trees)
    free(cells)


cdef void ask(const Node* nodes, const int* roots, Py_ssize_t count, const double* cells, double* told) noexcept nogil:
    """What the first of *count* trees, as many as there are lanes, say of one row."""
    cdef int[LANES] at
    cdef int lane, node, beyond, moved = 1, onward
    for lane in range(LANES):
        at[lane] = roots[lane if lane < count else 0]
    while moved:
        moved = 0
        for lane in range(LANES):
            node = at[lane]
            # no branch, since none could be foretold, and compilers make one of an if
            beyond = not cells[nodes[node].asked] <= nodes[node].number
            onward = node + 1 + nodes[node].further * beyond
            moved |= onward ^ node
            at[lane] = onward
    for lane in range(min(count, <Py_ssize_t> LANES)):
        told[lane] = nodes[at[lane]].number


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


cdef unsigned char PLAIN[256]  # whether a byte of a JSON string means itself
cdef unsigned char ESCAPED[256]  # what a byte means behind a backslash
cdef int PLACE
for PLACE in range(256):
    PLAIN[PLACE] = 0x20 <= PLACE < 0x80 and PLACE != c'"' and PLACE != c"\\"
    ESCAPED[PLACE] = {b'"': 34, b"\\": 92, b"/": 47, b"b": 8, b"f": 12, b"n": 10, b"r": 13, b"t": 9}.get(bytes([PLACE]), 0)


cdef extern from *:
    """
    #if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    #define specdex_first(bits) (__builtin_ctzll(bits) >> 3)
    #else
    #define specdex_first(bits) 0
    #endif
    """
    int first_byte "specdex_first"(unsigned long long) nogil  # which byte has the first bit; 0 where it is not told


cdef inline unsigned long long special(unsigned long long eight) noexcept nogil:
    """The first bit that is set stands in the first of *eight* bytes that does not mean itself; 0 where all do."""
    cdef unsigned long long each = 0x0101010101010101, high = 0x80 * each
    cdef unsigned long long quote = eight ^ 0x22 * each, slash = eight ^ 0x5C * each
    return (eight | (eight - 0x20 * each) | (quote - each) & ~quote | (slash - each) & ~slash) & high


cdef int hexadecimal(const unsigned char* at) noexcept nogil:
    """What four hexadecimal digits mean; -1 where they are none."""
    cdef int value = 0, place, digit
    for place in range(4):
        digit = at[place]
        if 48 <= digit <= 57:
            digit -= 48
        elif 97 <= (digit | 32) <= 102:
            digit = (digit | 32) - 87
        else:
            return -1
        value = 16 * value + digit
    return value


cdef int referred(const unsigned char** place) noexcept nogil:
    """The character whose number stands at *place*, which is moved behind it; -1 where none does."""
    cdef const unsigned char* at = place[0]
    cdef int half, code = hexadecimal(at + 2) if at[1] == c"u" else -1
    place[0] += 6
    if not 0xD800 <= code < 0xE000:
        return code
    half = hexadecimal(at + 8) if code < 0xDC00 and at[6] == c"\\" and at[7] == c"u" else -1
    place[0] += 6
    return 0x10000 + ((code - 0xD800) << 10) + half - 0xDC00 if 0xDC00 <= half < 0xE000 else -1


def unescaped(bytes line not None, Py_ssize_t start):
    """What the JSON string that begins at *start*, behind its quote, means in UTF-8, and where it ends.

    None where it does not end, or is not as it should be.
    """
    cdef const unsigned char* first = <const unsigned char*> PyBytes_AS_STRING(line)
    cdef const unsigned char* at = first + start
    cdef PyObject* made = PyBytes_FromStringAndSize(NULL, PyBytes_GET_SIZE(line) - start)  # no escape is shorter
    cdef unsigned char* out = <unsigned char*> PyBytes_AS_STRING(<object> made)
    cdef const unsigned char* begin = out
    cdef unsigned long long eight, found
    cdef const unsigned char* last = first + PyBytes_GET_SIZE(line) - sizeof(eight)
    cdef unsigned char c
    cdef int code = 0, plain
    cdef bint is_ascii = True
    with nogil:
        while True:  # a NUL stands behind the line
            while at <= last:
                memcpy(&eight, at, sizeof(eight))
                memcpy(out, &eight, sizeof(eight))  # there is room: no more is written than was read
                found = special(eight)
                plain = first_byte(found) if found else <int> sizeof(eight)
                at += plain
                out += plain
                if found:
                    break
            c = at[0]
            while PLAIN[c]:
                out[0] = c
                out += 1
                at += 1
                c = at[0]
            if c == c"\\" and ESCAPED[at[1]]:
                out[0] = ESCAPED[at[1]]
                out += 1
                at += 2
            elif c == c"\\":
                code = referred(&at)
                if code < 0:
                    break
                out += put_character(code, out)
            elif c >= 0x80:
                is_ascii = False
                out[0] = c
                out += 1
                at += 1
            else:
                break
    _PyBytes_Resize(&made, out - begin)
    body = <bytes> made
    Py_DECREF(body)
    if code < 0 or c != c'"' or not (is_ascii or is_utf8(body)):
        return None
    return body, at - first


cdef bint is_utf8(bytes text):
    try:
        text.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def lowered(str text):
    """*text* in lower case, letter by letter; None where there is more to it than letters."""
    cdef Py_ssize_t at, count = len(text)
    cdef int kind = PyUnicode_KIND(text)
    cdef unsigned int letter, most = 0
    cdef str made = PyUnicode_New(count, PyUnicode_MAX_CHAR_VALUE(text))
    cdef const void* given = PyUnicode_DATA(text)
    cdef void* to = PyUnicode_DATA(made)
    for at in range(count):
        letter = PyUnicode_READ(kind, given, at)
        if letter < 0x80:
            letter |= (65 <= letter <= 90) << 5
        elif letter == GROWING or letter == SIGMA:
            return None
        else:
            letter = Py_UNICODE_TOLOWER(letter)
            most |= letter
        PyUnicode_WRITE(kind, to, at, letter)
    # what needs less room than before must be made with less
    return made if kind == 1 or most > (0xFF if kind == 2 else 0xFFFF) else None
