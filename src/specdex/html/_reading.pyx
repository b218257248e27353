# cython: language_level=3, boundscheck=False, wraparound=False, freethreading_compatible=False
"""A page read into flat arrays in one pass, without a tree: the same arrays as of lxml's tree.

The bytes are UTF-8 without NULs, so that the NUL behind them ends every loop. What is not
understood here, or would be cut by a limit, is left to lxml: ``read`` then gives None.
"""

from array import array as new_array
from html.entities import html5

from cpython.array cimport array, clone
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_DecodeUTF8
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memchr, memcmp, memcpy, memset
from specdex.html._white cimport put_character, white

from specdex.html.grammar import (
    BOOLEAN,
    CLOSED_BY,
    DEFAULT_RANK,
    HEAD_ONLY,
    NO_BODY,
    RANKS,
    RAW,
    REPLACED,
    VOID,
)
from specdex.html.tags import ASKED, BLOCKS, HIDDEN, OPAQUE, SOUGHT

ctypedef unsigned char byte

cdef extern from *:
    """
    #define SCATTER 0x9E3779B97F4A7C15ULL
    """
    unsigned long long SCATTER  # odd, and its bits follow no rule

cdef enum:
    # the gap before the next word
    NOTHING = 0
    BLANK = 1
    BREAK = 2
    # what a tag means
    IS_HIDDEN = 1
    IS_OPAQUE = 2
    IS_BLOCK = 4
    IS_SOUGHT = 8
    IS_VOID = 16
    IS_RAW = 32
    IS_REPLACED = 64
    IS_HEAD_ONLY = 128
    IS_NO_BODY = 256
    # what a byte is
    ENDS_TEXT = 1
    MAY_BE_WHITE = 2
    ENDS_NAME = 4
    IS_SPACE = 8
    IS_ALNUM = 16
    # what was seen of the page's frame
    HEAD_SEEN = 1
    BODY_SEEN = 2
    # how a script is read on
    PLAIN = 0
    ESCAPED = 1
    TWICE = 2
    # sizes
    SLOTS = 1024
    SPELLED = 256
    LONGEST_NAME = 100
    LONGEST_REFERENCE = 32
    LONGEST_UNENDED = 6
    DEEPEST = 240
    ROOM_FOR_GAPS = 64
    CLASS = 1
    UNKNOWN = -1
    STRETCH = 64  # bytes that are looked at together
    NOWHERE = -1
    LAST_CHARACTER = 0x10FFFF

cdef struct Slot:
    unsigned int hash
    int size
    int value
    const char* name

# an attribute as written: where its name and its value stand; length -1 for no value
cdef struct Given:
    int name
    int size
    int value
    int length
    unsigned int bit

# an element that is still open; node is NOWHERE inside what is opaque
cdef struct Open:
    int kind
    int node
    int flags

cdef struct Column:
    int* data
    Py_ssize_t used
    Py_ssize_t room


# --- what is known beforehand ---------------------------------------------------------------

cdef byte CLASSES[256]
cdef byte LOWER[256]
cdef byte TAG_NAME[256]
cdef byte GIVEN_NAME[256]
"""A byte of a name in small letters; 0 where the name ends, that of an attribute at an equals sign, too."""
cdef Slot TAGS[SLOTS]
cdef Slot NAMES[SLOTS]
cdef array EMPTY = new_array("i")
cdef dict BITS = {name: 1 << place for place, name in enumerate(ASKED)}
assert BITS["class"] == CLASS

cdef list KINDS = sorted(
    {
        "html", "head", "body", "plaintext", *VOID, *RAW, *REPLACED, *HEAD_ONLY, *NO_BODY, *RANKS, *CLOSED_BY,
        *BLOCKS, *HIDDEN, *SOUGHT, *[new for closing in CLOSED_BY.values() for new in closing],
        # nothing special, but frequent
        "del", "em", "ins", "picture", "source", "strong", "time", "video", "wbr",
    }
)
"""The tags that are known; those of a page that are not are numbered on from here."""
cdef int KNOWN = len(KINDS)
cdef list ENCODED = [name.encode() for name in (*KINDS, *ASKED)]
"""Keeps the bytes that slots point at."""
cdef int[::1] FLAGS = new_array("i", bytes(4 * KNOWN))
cdef int[::1] RANK = new_array("i", [DEFAULT_RANK]) * KNOWN
cdef byte[:, ::1] CLOSES = memoryview(bytearray(KNOWN * KNOWN)).cast("B", (KNOWN, KNOWN))
"""Whether, of an open element and a new one, the new one ends the open one."""
cdef int USUAL_RANK = DEFAULT_RANK
cdef int HTML = KINDS.index("html")
cdef int HEAD = KINDS.index("head")
cdef int BODY = KINDS.index("body")
cdef int PARAGRAPH = KINDS.index("p")
cdef int SCRIPT = KINDS.index("script")
cdef int PLAINTEXT = KINDS.index("plaintext")

cdef dict REFERENCES = {name.encode(): text.encode() for name, text in html5.items()}
cdef unsigned short WINDOWS[32]
"""What character references to C1 controls mean: Windows' characters."""


cdef unsigned int hash_of(const char* name, Py_ssize_t size) noexcept nogil:
    cdef unsigned int found = 0
    cdef Py_ssize_t at
    for at in range(size):
        found = found * 33 + <byte> name[at]
    return found


cdef void put_slot(Slot* table, const char* name, int size, int value) noexcept nogil:
    cdef unsigned int found = hash_of(name, size)
    cdef unsigned int at = found % SLOTS
    while table[at].size:
        at = (at + 1) % SLOTS
    table[at].hash, table[at].size, table[at].value, table[at].name = found, size, value, name


cdef inline int slot_of(Slot* table, const byte* name, int size, unsigned int hash, int missing) noexcept nogil:
    cdef unsigned int at = hash % SLOTS
    while table[at].size:
        if table[at].hash == hash and table[at].size == size and memcmp(table[at].name, name, size) == 0:
            return table[at].value
        at = (at + 1) % SLOTS
    return missing


cdef prepare():
    """Fill the tables."""
    cdef int at, place
    memset(TAGS, 0, sizeof(TAGS))
    memset(NAMES, 0, sizeof(NAMES))
    for at in range(256):
        LOWER[at] = at + 32 if 65 <= at <= 90 else at
        CLASSES[at] = 0
        if at in b"<&\0":
            CLASSES[at] |= ENDS_TEXT
        if at in b" \t\n\x0b\x0c\r\x1c\x1d\x1e\x1f" or at in (0xC2, 0xE1, 0xE2, 0xE3):
            CLASSES[at] |= MAY_BE_WHITE
        if at in b"/> \t\n\x0c\r\0":
            CLASSES[at] |= ENDS_NAME
        if at in b" \t\n\x0c\r":
            CLASSES[at] |= IS_SPACE
        if 48 <= at <= 57 or 65 <= at <= 90 or 97 <= at <= 122:
            CLASSES[at] |= IS_ALNUM
        TAG_NAME[at] = 0 if CLASSES[at] & ENDS_NAME else LOWER[at]
        GIVEN_NAME[at] = 0 if at == 61 else TAG_NAME[at]
    for place, name in enumerate(KINDS):
        put_slot(TAGS, PyBytes_AS_STRING(ENCODED[place]), len(name), place)
        FLAGS[place] = (
            IS_HIDDEN * (name in HIDDEN) | IS_OPAQUE * (name in OPAQUE) | IS_BLOCK * (name in BLOCKS)
            | IS_SOUGHT * (name in SOUGHT) | IS_VOID * (name in VOID) | IS_RAW * (name in RAW)
            | IS_REPLACED * (name in REPLACED) | IS_HEAD_ONLY * (name in HEAD_ONLY) | IS_NO_BODY * (name in NO_BODY)
        )
        RANK[place] = RANKS.get(name, DEFAULT_RANK)
        for other in CLOSED_BY.get(name, ()):
            CLOSES[place, KINDS.index(other)] = 1
    for place, name in enumerate(ASKED):
        put_slot(NAMES, PyBytes_AS_STRING(ENCODED[KNOWN + place]), len(name), 1 << place)
    for place in range(32):
        shown = bytes([128 + place]).decode("cp1252", "ignore")
        WINDOWS[place] = ord(shown) if shown else 128 + place


prepare()


# --- columns, text and references -----------------------------------------------------------

cdef inline int put(Column* column, Py_ssize_t number) except -1:
    cdef int* grown
    if column.used == column.room:
        column.room = 2 * column.room + 512
        grown = <int*> realloc(column.data, column.room * sizeof(int))
        if grown is NULL:
            raise MemoryError
        column.data = grown
    column.data[column.used] = <int> number
    column.used += 1
    return 0


cdef array made(Column* column):
    """The column as Python knows it."""
    cdef array found = clone(EMPTY, column.used, False)
    if column.used:
        memcpy(found.data.as_ints, column.data, column.used * sizeof(int))
    return found


cdef bint is_utf8(const byte* at, const byte* last) noexcept nogil:
    """Whether the bytes are UTF-8, nothing overlong, no surrogates."""
    cdef const byte* near = at  # up to here the stretch is known not to be ASCII
    cdef unsigned long long eight
    cdef byte c
    while at < last:
        if at >= near and last - at >= STRETCH:
            if is_ascii(at):
                at += STRETCH
                continue
            near = at + STRETCH
        if last - at >= 8:
            memcpy(&eight, at, 8)
            if not eight & 0x8080808080808080ULL:
                at += 8
                continue
        c = at[0]
        if c < 0x80:
            at += 1
        elif c < 0xC2:
            return False
        elif c < 0xE0:
            if not follows(at[1]):
                return False
            at += 2
        elif c < 0xF0:
            if not follows(at[1]) or not follows(at[2]):
                return False
            if (c == 0xE0 and at[1] < 0xA0) or (c == 0xED and at[1] > 0x9F):
                return False
            at += 3
        else:
            if c > 0xF4 or not follows(at[1]) or not follows(at[2]) or not follows(at[3]):
                return False
            if (c == 0xF0 and at[1] < 0x90) or (c == 0xF4 and at[1] > 0x8F):
                return False
            at += 4
    return True


cdef inline bint is_ascii(const byte* text) noexcept nogil:
    """Whether a stretch of *text* is ASCII: compilers look at many bytes at once."""
    cdef byte found = 0
    cdef int at
    for at in range(STRETCH):
        found |= text[at]
    return found < 0x80


cdef inline bint follows(byte c) noexcept nogil:
    return c & 0xC0 == 0x80


cdef int encode(unsigned int character, byte* out) noexcept nogil:
    """Write a character that was referred to by its number; how many bytes it takes."""
    if 0x80 <= character < 0xA0:
        character = WINDOWS[character - 0x80]
    elif character == 0 or 0xD800 <= character < 0xE000 or character > LAST_CHARACTER:
        character = 0xFFFD
    return put_character(character, out)


cdef inline int digit(byte c, unsigned int base) noexcept nogil:
    """The value of a digit, -1 where it is none."""
    if 48 <= c <= 57:
        return c - 48
    if base == 16 and 97 <= c | 32 <= 102:
        return (c | 32) - 87
    return -1


cdef Py_ssize_t reference(const byte* at, const byte* last, bint in_value, byte* out, int* size) except -1:
    """Read the character reference at the ampersand *at*: its bytes, 0 where it is none, and what it means."""
    cdef const byte* begin = at
    cdef unsigned int base = 10, number = 0
    at += 1
    if at < last and at[0] == 35:
        at += 1
        if at < last and at[0] | 32 == 120:
            base = 16
            at += 1
        if at >= last or digit(at[0], base) < 0:
            return 0
        while at < last and digit(at[0], base) >= 0:
            number = min(number * base + digit(at[0], base), LAST_CHARACTER + 1)
            at += 1
        if at < last and at[0] == 59:
            at += 1
        size[0] = encode(number, out)
        return at - begin
    return named(at, last, in_value, out, size)


cdef Py_ssize_t named(const byte* at, const byte* last, bint in_value, byte* out, int* size) except -1:
    """The same for a reference by name, which begins at *at*."""
    cdef Py_ssize_t most = 0
    cdef bytes meaning
    while most < LONGEST_REFERENCE and at + most < last and CLASSES[at[most]] & IS_ALNUM:
        most += 1
    cdef Py_ssize_t known = min(most, <Py_ssize_t> LONGEST_UNENDED)
    if most and at + most < last and at[most] == 59:
        meaning = REFERENCES.get(PyBytes_FromStringAndSize(<const char*> at, most + 1))
        if meaning is not None:
            size[0] = PyBytes_GET_SIZE(meaning)
            memcpy(out, PyBytes_AS_STRING(meaning), size[0])
            return most + 2
    while known > 1:
        # without its semicolon, and in a value only where nothing follows that belongs to a query
        if not in_value or (known == most and not (at + known < last and at[known] == 61)):
            meaning = REFERENCES.get(PyBytes_FromStringAndSize(<const char*> at, known))
            if meaning is not None:
                size[0] = PyBytes_GET_SIZE(meaning)
                memcpy(out, PyBytes_AS_STRING(meaning), size[0])
                return known + 1
        known -= 1
    return 0


cdef inline Py_ssize_t roomy(Py_ssize_t length) noexcept nogil:
    """Room for the text of *length* bytes: a reference may mean one byte more than it takes."""
    return length + (length >> 2) + ROOM_FOR_GAPS


cdef str unescaped(const byte* at, Py_ssize_t length, bint replaced, bint in_value):
    """A stretch of the page as text: lines end in a line feed, references are *replaced*."""
    cdef const byte* last = at + length
    cdef byte* out
    cdef byte* to
    cdef Py_ssize_t skip
    cdef int size = 0
    if memchr(at, 13, length) is NULL and not (replaced and memchr(at, 38, length) is not NULL):
        return PyUnicode_DecodeUTF8(<const char*> at, length, NULL)
    out = to = <byte*> malloc(roomy(length))
    if out is NULL:
        raise MemoryError
    try:
        while at < last:
            if at[0] == 13:
                at += 1
                if at >= last or at[0] != 10:
                    to[0] = 10
                    to += 1
                continue
            if at[0] == 38 and replaced:
                skip = reference(at, last, in_value, to, &size)
                if skip:
                    at += skip
                    to += size
                    continue
            to[0] = at[0]
            to += 1
            at += 1
        return PyUnicode_DecodeUTF8(<const char*> out, to - out, NULL)
    finally:
        free(out)


# --- what a page gives ----------------------------------------------------------------------

cdef class Written:
    """The elements of a Document's nodes as the page writes them; lxml's are made when they are asked for."""

    cdef bytes body
    cdef const byte* base
    cdef object grow
    cdef object tree
    cdef Given* given
    cdef Py_ssize_t used, room
    cdef Column kinds, masks, begins, places_among
    cdef array parent, end
    cdef int* counts
    cdef dict raw, spans, paths, noted
    cdef list names
    cdef readonly dict places
    """Where the elements stand that are sought, by their tag."""
    cdef readonly list classes
    """The class of each node, empty where it has none."""
    cdef unsigned int anything
    cdef bint followed

    def __cinit__(self, bytes body, grow):
        self.body = body
        self.base = <const byte*> PyBytes_AS_STRING(body)
        self.grow = grow
        self.given = NULL
        self.counts = NULL
        self.kinds = self.masks = self.begins = self.places_among = Column(NULL, 0, 0)
        self.used = self.room = 0
        self.raw, self.spans, self.paths, self.noted = {}, {}, {}, {}
        self.names = KINDS
        self.places = {tag: [] for tag in SOUGHT}
        self.classes = []
        self.anything = 0
        self.followed = False

    def __dealloc__(self):
        free(self.given)
        free(self.counts)
        free(self.kinds.data)
        free(self.masks.data)
        free(self.begins.data)
        free(self.places_among.data)

    def __len__(self):
        return self.kinds.used

    def __getitem__(self, Py_ssize_t node):
        if not 0 <= node < self.kinds.used:
            raise IndexError(node)
        if self.tree is None:
            self.tree = self.grow(self.body)
            if len(self.tree) != self.kinds.used:
                raise RuntimeError("lxml finds other elements on the page")
        return self.tree[node]

    def strange_tags(self):
        """The tags of nodes that HTML does not know."""
        return self.names[KNOWN:]

    def coded(self, dict codes):
        """The code of each node's tag, a byte each; 0 for tags that have none."""
        cdef bytes known = bytes([codes.get(name, 0) for name in self.names])
        cdef bytes packed = PyBytes_FromStringAndSize(NULL, self.kinds.used)
        cdef const char* table = known
        cdef char* found = packed
        cdef Py_ssize_t node
        for node in range(self.kinds.used):
            found[node] = table[self.kinds.data[node]]
        return packed

    def anywhere(self, str name):
        """Whether any node may have an attribute."""
        bit = BITS.get(name)
        return bit is None or self.anything & <unsigned int> bit != 0

    cdef Given* find(self, Py_ssize_t node, str name) except? NULL:
        """The attribute of that name, NULL where there is none."""
        if not 0 <= node < self.kinds.used:
            raise IndexError(node)
        cdef int at = self.begins.data[node], end
        bit = BITS.get(name)
        cdef unsigned int wanted = 0
        if bit is not None:
            wanted = bit
            if not <unsigned int> self.masks.data[node] & wanted:
                return NULL
            while self.given[at].bit != wanted:
                at += 1
            return &self.given[at]
        end = self.begins.data[node + 1] if node + 1 < self.kinds.used else <int> self.used
        cdef Py_ssize_t size = 0
        cdef const char* spelled = PyUnicode_AsUTF8AndSize(name, &size)
        while at < end:
            if self.given[at].size == size and alike(self.base + self.given[at].name, spelled, size):
                return &self.given[at]
            at += 1
        return NULL

    cdef str value(self, Given* found, str name):
        if found.length < 0:
            return name if name in BOOLEAN else ""
        return unescaped(self.base + found.value, found.length, True, True)

    def attribute(self, Py_ssize_t node, str name):
        """An attribute's value; empty where there is none."""
        if name == "class" and 0 <= node < self.kinds.used:
            return self.classes[node]
        return self.get(node, name) or ""

    cpdef str get(self, Py_ssize_t node, str name):
        """An attribute's value; None where there is none."""
        cdef Given* found = self.find(node, name)
        if found is not NULL:
            return self.value(found, name)
        return self.noted.get((node, name)) if self.noted else None

    def has(self, Py_ssize_t node, str name):
        """Whether a node has an attribute, be it empty."""
        return self.find(node, name) is not NULL or (node, name) in self.noted

    def note(self, Py_ssize_t node, str name, str value):
        """Give a node an attribute that the page does not write, of a name that is not asked for beforehand."""
        self.noted[node, name] = value

    def attributes(self, Py_ssize_t node):
        """All attributes of a node, in the order they are written."""
        if not 0 <= node < self.kinds.used:
            raise IndexError(node)
        cdef int at = self.begins.data[node]
        cdef int end = self.begins.data[node + 1] if node + 1 < self.kinds.used else <int> self.used
        cdef dict found = {}
        while at < end:
            name = (<const char*> self.base)[self.given[at].name : self.given[at].name + self.given[at].size]
            spelled = name.lower().decode("utf-8")
            if spelled not in found:
                found[spelled] = self.value(&self.given[at], spelled)
            at += 1
        return found

    def bracketed(self, Py_ssize_t least):
        """The attributes that begin with a bracket and are *least* signs long: node, name and value."""
        cdef list found = []
        cdef Py_ssize_t node = 0, at, place, end
        cdef Given* given
        cdef byte first
        for at in range(self.used):
            given = &self.given[at]
            if given.length < least:
                continue
            place, end = given.value, given.value + given.length
            while place < end and self.base[place] <= 32:
                place += 1
            first = self.base[place] if place < end else 0
            # a bracket, or what may be one when it is unescaped or stripped
            if first != 123 and first != 91 and first != 38 and first < 128:
                continue
            while node + 1 < self.kinds.used and self.begins.data[node + 1] <= at:
                node += 1
            name = (<const char*> self.base)[given.name : given.name + given.size].lower().decode("utf-8")
            if self.find(node, name) is not given:
                continue
            value = self.value(given, name)
            if len(value) >= least and value.lstrip()[:1] in ("[", "{"):
                found.append((node, name, value))
        return found

    def content(self, Py_ssize_t node):
        """All text of a node as written; lxml's tree is asked where it may hold other elements."""
        found = self.raw.get(node)
        if found is None:
            kind = self.kinds.data[node]
            if kind < KNOWN and FLAGS[kind] & (IS_RAW | IS_REPLACED):
                return ""
            return "".join(self[node].itertext())
        begin, end, replaced = found
        return unescaped(self.base + <Py_ssize_t> begin, <Py_ssize_t> end - <Py_ssize_t> begin, replaced, False)

    def inner(self, Py_ssize_t node):
        """What the page writes inside an opaque element; empty for another node."""
        begin, end = self.spans.get(node, (0, 0))
        return self.body[begin:end]

    def path(self, Py_ssize_t node):
        """The absolute XPath of a node, as libxml2 writes it."""
        if not 0 <= node < self.kinds.used:
            raise IndexError(node)
        return self.path_of(node) if node == 0 else self.path_of(self.parent.data.as_ints[node]) + self.step_of(node)

    cdef str path_of(self, int node):
        """The steps from the root down to *node*; rows share what stands above them."""
        known = self.paths.get(node)
        if known is None:
            if node == 0:
                known = "/html[1]" if self.followed else "/html"
            else:
                known = self.path_of(self.parent.data.as_ints[node]) + self.step_of(node)
            self.paths[node] = known
        return known

    cdef str step_of(self, int node):
        if self.places_among.used == 0:
            self.make_room()
        if self.places_among.data[node] < 0:
            self.number(self.parent.data.as_ints[node])
        cdef int place = self.places_among.data[node]
        name = self.names[self.kinds.data[node]]
        return f"/{name}[{place}]" if place else f"/{name}"

    cdef int make_room(self) except -1:
        cdef Py_ssize_t node
        for node in range(self.kinds.used):
            put(&self.places_among, UNKNOWN)
        self.counts = <int*> malloc(len(self.names) * sizeof(int))
        if self.counts is NULL:
            raise MemoryError
        memset(self.counts, 0, len(self.names) * sizeof(int))
        return 0

    cdef void number(self, int parent) noexcept:
        """Note the place of each child among its siblings of the same name, from 1; 0 where it is the only."""
        cdef int* ends = self.end.data.as_ints
        cdef int* kinds = self.kinds.data
        cdef int last = ends[parent], child = parent + 1
        while child < last:
            self.counts[kinds[child]] += 1
            self.places_among.data[child] = self.counts[kinds[child]]
            child = ends[child]
        child = parent + 1
        while child < last:
            if self.counts[kinds[child]] == 1:
                self.places_among.data[child] = 0
            child = ends[child]
        child = parent + 1
        while child < last:
            self.counts[kinds[child]] = 0
            child = ends[child]


cdef bint alike(const byte* written, const char* wanted, Py_ssize_t size) noexcept nogil:
    """Whether a name *written* in the page is the one *wanted*, in small letters."""
    cdef Py_ssize_t at
    for at in range(size):
        if LOWER[written[at]] != <byte> wanted[at]:
            return False
    return True


cdef inline unsigned int scattered(const byte* at, Py_ssize_t length) noexcept nogil:
    """A number that hardly two texts have in common."""
    cdef unsigned long long found = length, eight
    while length >= 8:
        memcpy(&eight, at, 8)
        found = (found ^ eight) * SCATTER
        found ^= found >> 32
        at += 8
        length -= 8
    while length > 0:
        found = (found ^ at[0]) * SCATTER
        at += 1
        length -= 1
    return found >> 32


# --- the reading ----------------------------------------------------------------------------

cdef enum:
    # the columns of a Document, in the order of Nodes
    PARENT = 0
    DEPTH = 1
    END = 2
    CHILDREN = 3
    START = 4
    STOP = 5
    FIRST = 6
    LAST = 7
    RUN_START = 8
    RUN_STOP = 9
    RUN_NODE = 10
    COLUMNS = 11


cdef class Reading:
    """One pass over a page."""

    cdef const byte* base
    cdef const byte* at
    cdef const byte* last
    cdef const byte* mark
    cdef Written written
    cdef list tag
    cdef Column columns[COLUMNS]
    cdef Open open[DEEPEST + 1]
    cdef int count, most, most_given, height, seen, ignored, hidden, opaque
    cdef bint given_up, over
    cdef dict own
    cdef byte name[LONGEST_NAME + 1]
    cdef int size
    cdef unsigned int hash
    # visible text as it grows
    cdef byte* text
    cdef Py_ssize_t used, length
    cdef int gap
    cdef bint begun, anything, pending
    # classes, made once
    cdef const byte* spellings[SPELLED]
    cdef int sizes[SPELLED]
    cdef list spelled

    def __cinit__(self, Written written, Py_ssize_t most, Py_ssize_t most_given):
        self.written = written
        self.base = self.at = self.mark = written.base
        self.last = self.base + PyBytes_GET_SIZE(written.body)
        self.tag = []
        memset(self.columns, 0, sizeof(self.columns))
        memset(self.spellings, 0, sizeof(self.spellings))
        self.count = self.height = self.seen = self.ignored = self.hidden = self.opaque = 0
        self.most = <int> most
        self.most_given = <int> most_given
        self.given_up = self.over = False
        self.own = {}
        self.used = self.length = 0
        self.gap = NOTHING
        self.begun = self.anything = self.pending = False
        self.spelled = [""] * SPELLED
        self.text = <byte*> malloc(roomy(self.last - self.base))
        if self.text is NULL:
            raise MemoryError

    def __dealloc__(self):
        cdef int column
        free(self.text)
        for column in range(COLUMNS):
            free(self.columns[column].data)

    # --- the tree ---------------------------------------------------------------------------

    cdef int push(self, int kind, int begin, unsigned int mask, str classes) except -1:
        """Open an element; its attributes are those from *begin* on."""
        cdef int flags = self.flags_of(kind), node = NOWHERE, parent = NOWHERE
        if self.height >= DEEPEST:
            self.given_up = True
            return 0
        if kind == HEAD:
            self.seen |= HEAD_SEEN
        elif kind == BODY:
            self.seen |= HEAD_SEEN | BODY_SEEN
        if not self.opaque:
            if self.count >= self.most:
                self.given_up = True
                return 0
            if self.height:
                parent = self.open[self.height - 1].node
            self.finish_run()
            node = self.append(kind, flags, parent)
            put(&self.written.begins, begin)
            put(&self.written.masks, <int> mask)
            self.written.anything |= mask
            self.written.classes.append(classes)
            if flags & IS_HIDDEN:
                self.hidden += 1
        else:
            self.written.used = begin
        if flags & IS_OPAQUE:
            self.opaque += 1
        self.open[self.height].kind = kind
        self.open[self.height].node = node
        self.open[self.height].flags = flags
        self.height += 1
        return 0

    cdef int append(self, int kind, int flags, int parent) except -1:
        """Append a node; its number."""
        cdef Column* columns = self.columns
        cdef int node = self.count
        self.tag.append(self.written.names[kind])
        put(&self.written.kinds, kind)
        put(&columns[PARENT], parent)
        put(&columns[DEPTH], columns[DEPTH].data[parent] + 1 if parent >= 0 else 0)
        put(&columns[END], node + 1)
        put(&columns[CHILDREN], 0)
        if parent >= 0:
            columns[CHILDREN].data[parent] += 1
        if flags & IS_BLOCK:
            self.gap = BREAK
        if flags & IS_SOUGHT:
            (<list> self.written.places[self.written.names[kind]]).append(node)
        put(&columns[START], self.length)
        put(&columns[STOP], self.length)
        put(&columns[FIRST], columns[RUN_START].used)
        put(&columns[LAST], columns[RUN_START].used)
        self.count += 1
        return node

    cdef int pop(self) except -1:
        """Close the innermost element."""
        cdef Column* columns = self.columns
        cdef int node = self.open[self.height - 1].node, flags = self.open[self.height - 1].flags
        self.finish_run()
        self.height -= 1
        if flags & IS_OPAQUE:
            self.opaque -= 1
        if node == NOWHERE:
            return 0
        if flags & IS_OPAQUE and node in self.written.spans:
            self.written.spans[node] = (self.written.spans[node], self.mark - self.base)
        columns[END].data[node] = self.count
        columns[STOP].data[node] = <int> self.length
        columns[LAST].data[node] = <int> columns[RUN_START].used
        if flags & IS_HIDDEN:
            self.hidden -= 1
        if flags & IS_BLOCK:
            self.gap = BREAK
        return 0

    cdef inline int flags_of(self, int kind) noexcept:
        return FLAGS[kind] if kind < KNOWN else 0

    cdef inline int rank_of(self, int kind) noexcept:
        return RANK[kind] if kind < KNOWN else USUAL_RANK

    cdef inline bint is_open(self, int kind) noexcept:
        cdef int at
        for at in range(self.height):
            if self.open[at].kind == kind:
                return True
        return False

    cdef int make_way(self, int kind) except -1:
        """Close what a start tag ends, and open what it takes for granted."""
        if kind < KNOWN:
            self.end_for(kind)
        return self.imply(kind)

    cdef int end_for(self, int kind) except -1:
        """Close the innermost elements that a start tag ends."""
        cdef int innermost
        while self.height:
            innermost = self.open[self.height - 1].kind
            if innermost >= KNOWN or not CLOSES[innermost, kind]:
                break
            self.pop()
        return 0

    cdef int imply(self, int kind) except -1:
        """Open html, head and body where a tag takes them for granted."""
        if kind == HTML:
            return 0
        if not self.height:
            if self.count:
                # what stands behind the root is no part of it
                self.written.followed = self.over = True
                return 0
            self.push(HTML, <int> self.written.used, 0, "")
        if kind == BODY or kind == HEAD:
            return 0
        if self.height <= 1 and self.flags_of(kind) & IS_HEAD_ONLY:
            if not self.seen & HEAD_SEEN:
                self.push(HEAD, <int> self.written.used, 0, "")
        elif not self.flags_of(kind) & IS_NO_BODY:
            if not self.seen & BODY_SEEN and not self.is_open(BODY) and not self.is_open(HEAD):
                self.push(BODY, <int> self.written.used, 0, "")
        return 0

    cdef int make_way_for_text(self) except -1:
        """Close the head, and open a body, where words stand outside of it."""
        if self.height and self.open[self.height - 1].kind == HEAD:
            self.end_for(PARAGRAPH)
        return self.imply(PARAGRAPH)

    # --- text -------------------------------------------------------------------------------

    cdef inline int finish_run(self) except -1:
        """End the run of text, if there is one."""
        if self.begun:
            put(&self.columns[RUN_STOP], self.length)
            put(&self.columns[RUN_NODE], self.open[self.height - 1].node)
            # what is pending now stands behind the last word
            self.gap = BLANK if self.pending else NOTHING
        elif self.anything and self.gap == NOTHING:
            self.gap = BLANK
        self.begun = self.anything = self.pending = False
        return 0

    cdef inline int begin_word(self) except -1:
        """Write what stands between the last word and the next."""
        if not self.begun:
            if self.gap == NOTHING and self.pending:
                self.gap = BLANK
            if self.gap and self.length:
                self.text[self.used] = 10 if self.gap == BREAK else 32
                self.used += 1
                self.length += 1
            put(&self.columns[RUN_START], self.length)
            self.begun = True
        elif self.pending:
            self.text[self.used] = 32
            self.used += 1
            self.length += 1
        self.pending = False
        return 0

    cdef int feed(self, const byte* at, const byte* last) except -1:
        """Append text as it stands, white space collapsed."""
        cdef const byte* begin
        cdef int skip
        if at < last:
            self.anything = True
        while at < last:
            skip = white(at)
            if skip:
                at += skip
                self.pending = True
                continue
            self.begin_word()
            begin = at
            while at < last and not (CLASSES[at[0]] & MAY_BE_WHITE and white(at)):
                self.length += at[0] & 0xC0 != 0x80
                at += 1
            memcpy(self.text + self.used, begin, at - begin)
            self.used += at - begin
        return 0

    cdef const byte* feed_marked(self, const byte* at) except NULL:
        """Append the text from *at* on to the next tag or reference; where it ends."""
        cdef const byte* begin
        cdef byte* to = self.text + self.used
        cdef Py_ssize_t length
        cdef int skip
        cdef byte c = at[0]
        self.anything = True
        while not CLASSES[c] & ENDS_TEXT:
            if CLASSES[c] & IS_SPACE:
                # most white space is indentation
                while CLASSES[c] & IS_SPACE:
                    at += 1
                    c = at[0]
                self.pending = True
                continue
            if CLASSES[c] & MAY_BE_WHITE:
                skip = white(at)
                if skip:
                    at += skip
                    c = at[0]
                    self.pending = True
                    continue
            if self.pending or not self.begun:
                self.begin_word()
            to = self.text + self.used
            begin = at
            length = 0
            while True:
                # bytes that continue a character are not counted
                length += c & 0xC0 != 0x80
                to[0] = c
                to += 1
                at += 1
                c = at[0]
                if CLASSES[c] & (ENDS_TEXT | MAY_BE_WHITE) and (CLASSES[c] & ENDS_TEXT or white(at)):
                    break
            self.used += at - begin
            self.length += length
        return at

    cdef int read_text(self) except -1:
        """Read text up to the next tag."""
        cdef int top
        while self.at < self.last and self.at[0] != 60:
            top = self.open[self.height - 1].kind if self.height else HTML
            if top == HTML or top == HEAD:
                if self.read_outside():
                    return 0
                continue
            if self.hidden:
                self.at = <const byte*> memchr(self.at, 60, self.last - self.at)
                if self.at is NULL:
                    self.at = self.last
                return 0
            self.read_stretch()
        return 0

    cdef bint read_outside(self) except -1:
        """Read text that stands in no body: only white space stays there; whether nothing is left."""
        cdef byte meaning[8]
        cdef const byte* begin = self.at
        cdef int size = 0
        cdef Py_ssize_t skip
        while CLASSES[self.at[0]] & IS_SPACE:
            self.at += 1
        if self.height:
            self.feed(begin, self.at)
        if self.at >= self.last or self.at[0] == 60:
            return True
        if self.at[0] == 38:
            skip = reference(self.at, self.last, False, meaning, &size)
            if skip and size == 1 and CLASSES[meaning[0]] & IS_SPACE:
                if self.height:
                    self.feed(meaning, meaning + 1)
                self.at += skip
                return False
        self.make_way_for_text()
        if self.over or self.given_up:
            return True
        if self.open[self.height - 1].kind == HTML:
            # behind the body: it stays where it is
            self.read_stretch()
        return False

    cdef int read_stretch(self) except -1:
        """Read visible text up to a tag or a reference, or the reference that stands here."""
        cdef byte meaning[8]
        cdef int size = 0
        cdef Py_ssize_t skip
        if self.at[0] != 38:
            self.at = self.feed_marked(self.at)
            return 0
        skip = reference(self.at, self.last, False, meaning, &size)
        if skip:
            self.feed(meaning, meaning + size)
            self.at += skip
        else:
            self.feed(self.at, self.at + 1)
            self.at += 1
        return 0

    cdef int read_raw(self, int kind, bint replaced) except -1:
        """Read what stands in a script, a title …, up to its end tag."""
        cdef const byte* begin = self.at
        cdef const byte* name = <const byte*> PyBytes_AS_STRING(ENCODED[kind])
        cdef Py_ssize_t size = PyBytes_GET_SIZE(ENCODED[kind])
        cdef int node = self.open[self.height - 1].node
        self.at = end_of_script(begin, self.last, name, size) if kind == SCRIPT else (
            end_of_raw(begin, self.last, name, size)
        )
        if node != NOWHERE:
            self.written.raw[node] = (begin - self.base, self.at - self.base, replaced)
            if not self.hidden:
                self.feed(begin, self.at)
        return 0

    # --- tags -------------------------------------------------------------------------------

    cdef int read_name(self, const byte* letters) except -1:
        """Read the name of a tag or an attribute, in small *letters*; whether it could be read."""
        cdef const byte* at = self.at
        cdef byte c
        cdef int size = 0
        cdef unsigned int hash = 0
        while size < LONGEST_NAME:
            c = letters[at[0]]
            if not c:
                if size or at >= self.last:
                    break
                c = LOWER[at[0]]
            self.name[size] = c
            hash = hash * 33 + c
            size += 1
            at += 1
        else:
            self.given_up = True
        self.at = at
        self.size = size
        self.hash = hash
        return 0

    cdef int kind_of(self) except -1:
        """The number of the tag that was read."""
        cdef int kind = slot_of(TAGS, self.name, self.size, self.hash, UNKNOWN)
        if kind != UNKNOWN:
            return kind
        key = PyBytes_FromStringAndSize(<const char*> self.name, self.size)
        found = self.own.get(key)
        if found is None:
            if not self.own:
                self.written.names = list(KINDS)
            found = self.own[key] = len(self.written.names)
            self.written.names.append(key.decode("utf-8"))
        return found

    cdef inline void skip_spaces(self) noexcept:
        while CLASSES[self.at[0]] & IS_SPACE:
            self.at += 1

    cdef unsigned int read_given(self, bint kept) except? 0:
        """Read the attributes of a tag up to its end; which of those that are asked for there are."""
        cdef unsigned int mask = 0, bit
        cdef int count = 0
        cdef const byte* begin
        cdef Given* given
        cdef byte c
        self.skip_spaces()
        while True:
            c = self.at[0]
            if c == 62 or self.at >= self.last:
                return mask
            if c == 47:
                if self.at[1] == 62:
                    return mask
                self.at += 1
                self.skip_spaces()
                continue
            begin = self.at
            count += 1
            self.read_name(GIVEN_NAME)
            if count > self.most_given:
                self.given_up = True
            if self.given_up:
                return mask
            given = self.next_given()
            given.name = begin - self.base
            given.size = self.size
            given.length = -1
            given.value = 0
            self.skip_spaces()
            if self.at[0] == 61:
                self.at += 1
                self.skip_spaces()
                self.read_value(given)
            bit = slot_of(NAMES, self.name, self.size, self.hash, 0)
            given.bit = bit
            if kept and not (bit and mask & bit):
                # of a name that is given twice the first counts
                self.written.used += 1
            mask |= bit
            self.skip_spaces()

    cdef Given* next_given(self) except NULL:
        """Room for one more attribute."""
        cdef Given* grown
        cdef Written written = self.written
        if written.used == written.room:
            written.room = 2 * written.room + 256
            grown = <Given*> realloc(written.given, written.room * sizeof(Given))
            if grown is NULL:
                raise MemoryError
            written.given = grown
        return &written.given[written.used]

    cdef void read_value(self, Given* given) noexcept:
        """Read the value of an attribute."""
        cdef const byte* begin = self.at
        cdef const byte* end
        cdef byte quote = begin[0]
        if quote == 34 or quote == 39:
            begin += 1
            end = <const byte*> memchr(begin, quote, self.last - begin) if begin < self.last else NULL
            if end is NULL:
                end = self.at = self.last
            else:
                self.at = end + 1
        else:
            end = begin
            while end < self.last and end[0] != 62 and not CLASSES[end[0]] & IS_SPACE:
                end += 1
            self.at = end
        given.value = begin - self.base
        given.length = end - begin

    cdef str classes_of(self, int begin):
        """The class among the attributes from *begin* on; the same ones stand on many elements, and are made once."""
        cdef Given* given = &self.written.given[begin]
        cdef unsigned int place
        cdef int length
        while given.bit != CLASS:
            given += 1
        length = given.length
        if length < 0:
            return ""
        cdef const byte* value = self.base + given.value
        place = scattered(value, length) % SPELLED
        if self.spellings[place] is NULL or self.sizes[place] != length or memcmp(self.spellings[place], value, length):
            self.spelled[place] = unescaped(value, length, True, True)
            self.spellings[place] = value
            self.sizes[place] = length
        return self.spelled[place]

    cdef int read_start(self) except -1:
        """Read a start tag."""
        cdef int kind, begin, flags
        cdef unsigned int mask
        cdef bint dropped = False
        self.at += 1
        self.read_name(TAG_NAME)
        if self.given_up:
            return 0
        kind = self.kind_of()
        if kind == PLAINTEXT:
            self.given_up = True
            return 0
        self.make_way(kind)
        if not self.height and self.count and not self.over:
            # a second root, unless the page ends within its tag
            self.read_given(False)
            self.written.followed = self.at < self.last
            self.over = True
        if self.given_up or self.over:
            return 0
        if kind == HTML and self.height or kind == HEAD and self.height != 1 or kind == BODY and self.is_open(BODY):
            dropped = True
            self.ignored += 1
        begin = <int> self.written.used
        mask = self.read_given(True)
        if self.given_up:
            return 0
        if self.at >= self.last:
            self.written.used = begin
            return 0
        if dropped:
            self.written.used = begin
        else:
            self.push(kind, begin, mask, self.classes_of(begin) if mask & CLASS else "")
        if self.given_up or not self.height:
            return 0
        # a tag that was dropped leaves the one that is open in its place
        kind, flags = self.open[self.height - 1].kind, self.open[self.height - 1].flags
        if self.at[0] == 47:
            self.at += 2
            return self.pop()
        self.at += 1
        if flags & IS_VOID:
            return self.pop()
        if flags & IS_OPAQUE and not dropped and self.open[self.height - 1].node != NOWHERE:
            self.written.spans[self.open[self.height - 1].node] = self.at - self.base
        if flags & (IS_RAW | IS_REPLACED):
            return self.read_raw(kind, flags & IS_REPLACED)
        return 0

    cdef int read_end(self) except -1:
        """Read an end tag."""
        cdef int kind
        cdef Py_ssize_t used = self.written.used
        self.at += 2
        if self.at >= self.last:
            self.make_way_for_text()
            if self.over or self.given_up:
                return 0
            if not self.hidden:
                self.feed(self.last - 2, self.last)
            return 0
        if self.at[0] == 62:
            self.at += 1
            return 0
        if not 97 <= self.at[0] | 32 <= 122:
            return self.read_remark()
        self.read_name(TAG_NAME)
        if self.given_up:
            return 0
        kind = self.kind_of()
        if self.at[0] != 62:
            self.read_given(False)
            self.written.used = used
            if self.given_up or self.at >= self.last:
                return 0
            if self.at[0] == 47:
                self.at += 1
        self.at += 1
        return self.close(kind)

    cdef int close(self, int kind) except -1:
        """Close the element that an end tag means, with those inside that are still open."""
        cdef int at, rank
        if self.ignored and (kind == HTML or kind == BODY or kind == HEAD):
            self.ignored -= 1
            return 0
        if not self.is_open(kind):
            return 0
        rank = self.rank_of(kind)
        at = self.height - 1
        while self.open[at].kind != kind:
            if self.rank_of(self.open[at].kind) > rank:
                return 0
            at -= 1
        while self.height > at:
            self.pop()
        return 0

    cdef int read_remark(self) except -1:
        """Pass over what ends at the next > and means nothing; it parts texts as a comment does."""
        self.at = <const byte*> memchr(self.at, 62, self.last - self.at)
        self.at = self.last if self.at is NULL else self.at + 1
        if self.height and not self.opaque:
            self.finish_run()
        return 0

    cdef int read_comment(self) except -1:
        cdef const byte* at = self.at + 4
        if self.height and not self.opaque:
            self.finish_run()
        if at[0] == 62:
            self.at = at + 1
            return 0
        if at[0] == 45 and at[1] == 62:
            self.at = at + 2
            return 0
        while True:
            at = <const byte*> memchr(at, 45, self.last - at)
            if at is NULL:
                self.at = self.last
                return 0
            if at[1] == 45 and at[2] == 62:
                self.at = at + 3
                return 0
            if at[1] == 45 and at[2] == 33 and at[3] == 62:
                self.at = at + 4
                return 0
            at += 1

    cdef int read_declaration(self) except -1:
        """Read what begins with <!"""
        if self.at[2] == 45 and self.at[3] == 45:
            return self.read_comment()
        if self.last - self.at > 8 and alike(self.at + 2, b"doctype", 7):
            self.at = <const byte*> memchr(self.at, 62, self.last - self.at)
            self.at = self.last if self.at is NULL else self.at + 1
            return 0
        self.at += 2
        return self.read_remark()

    cdef int read_all(self) except -1:
        cdef byte c
        while self.at < self.last and not self.given_up and not self.over:
            if self.at[0] != 60:
                self.read_text()
                continue
            self.mark = self.at
            c = self.at[1]
            if 97 <= c | 32 <= 122:
                self.read_start()
            elif c == 47:
                self.read_end()
            elif c == 33:
                self.read_declaration()
            elif c == 63:
                self.at += 1
                self.read_remark()
            else:
                self.make_way_for_text()
                if not self.over and not self.given_up:
                    if not self.hidden:
                        self.feed(self.at, self.at + 1)
                    self.at += 1
        self.mark = self.last
        while self.height:
            self.pop()
        return 0


cdef const byte* end_of_raw(const byte* at, const byte* last, const byte* name, Py_ssize_t size) noexcept nogil:
    """Where the end tag of that *name* begins, or the page ends."""
    while True:
        at = <const byte*> memchr(at, 60, last - at)
        if at is NULL:
            return last
        if at[1] == 47 and is_tag(at + 2, name, size):
            return at
        at += 1


cdef const byte* end_of_script(const byte* at, const byte* last, const byte* name, Py_ssize_t size) noexcept nogil:
    """The same for a script, in whose comments other scripts may begin and end."""
    cdef int state = PLAIN
    cdef bint ends
    while True:
        if state == PLAIN:
            at = <const byte*> memchr(at, 60, last - at)
            if at is NULL:
                return last
        else:
            while at < last and at[0] != 60 and at[0] != 45:
                at += 1
            if at >= last:
                return last
        if at[0] == 45:
            if at[1] == 45 and at[2] == 62:
                state = PLAIN
        elif state == PLAIN and at[1] == 33:
            if at[2] == 45 and at[3] == 45:
                state = ESCAPED
        else:
            ends = at[1] == 47
            if (ends or state == ESCAPED) and is_tag(at + 1 + ends, name, size):
                if state == ESCAPED and not ends:
                    state = TWICE
                elif state == TWICE:
                    state = ESCAPED
                else:
                    return at
        at += 1


cdef inline bint is_tag(const byte* at, const byte* name, Py_ssize_t size) noexcept nogil:
    """Whether a tag of that *name* stands here."""
    cdef Py_ssize_t place
    for place in range(size):
        if at[place] | 32 != name[place]:
            return False
    return at[size] == 62 or at[size] == 47 or CLASSES[at[size]] & IS_SPACE


def read(bytes body, Py_ssize_t max_nodes, Py_ssize_t max_attributes, grow):
    """The columns of a page, in the order of ``document.Nodes``, and its text; None where lxml must read it.

    *grow* makes lxml's elements of *body*, once somebody asks for them.
    """
    cdef const byte* begin = <const byte*> PyBytes_AS_STRING(body)
    cdef Py_ssize_t size = PyBytes_GET_SIZE(body)
    if size > 0x7FFFFFF0 or begin[0] == 0xEF or memchr(begin, 0, size) is not NULL:
        return None
    if not is_utf8(begin, begin + size):
        return None
    cdef Written written = Written(body, grow)
    cdef Reading reading = Reading(written, max_nodes, max_attributes)
    reading.read_all()
    if reading.given_up or not reading.count:
        return None
    text = PyUnicode_DecodeUTF8(<char*> reading.text, reading.used, NULL)
    cdef list columns = []
    cdef int column
    for column in range(COLUMNS):
        columns.append(made(&reading.columns[column]))
    written.parent, written.end = columns[PARENT], columns[END]
    return (reading.tag, *columns, written), text


def early_end(bytes body):
    """Where the first end of ``html`` stands if an element begins behind it; -1 elsewhere."""
    cdef const byte* begin = <const byte*> PyBytes_AS_STRING(body)
    cdef const byte* last = begin + PyBytes_GET_SIZE(body)
    cdef const byte* at = begin
    while not (last - at > 6 and (memcmp(at, b"</html", 6) == 0 or memcmp(at, b"</HTML", 6) == 0)):
        at += 1
        while last - at > STRETCH + 2 and not may_end(at):
            at += STRETCH
        at = <const byte*> memchr(at, 60, last - at) if at < last else NULL
        if at is NULL:
            return -1
    cdef Py_ssize_t found = at - begin
    while at is not NULL and not 97 <= at[1] | 32 <= 122:
        at = <const byte*> memchr(at + 1, 60, last - at - 1)
    return -1 if at is NULL else found


cdef bint may_end(const byte* text) noexcept nogil:
    """Whether ``</h`` may begin in a stretch of *text*: compilers look at many bytes at once."""
    cdef byte found = 0
    cdef int at
    for at in range(STRETCH):
        found |= (text[at + 1] == 47) & ((text[at + 2] | 32) == 104)
    return found
