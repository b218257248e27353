# cython: language_level=3, boundscheck=False, wraparound=False, freethreading_compatible=False
"""flatten.flatten, compiled: the same arrays from the same tree, by walking libxml2's nodes.

The tree must not be changed afterwards: nodes are remembered by their addresses.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.list cimport PyList_GET_ITEM, PyList_New, PyList_SET_ITEM
from cpython.long cimport PyLong_FromLong
from cpython.ref cimport Py_INCREF
from cpython.unicode cimport PyUnicode_AsUTF8, PyUnicode_DecodeUTF8
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memchr, strcmp
from lxml.includes cimport etreepublic, tree
from lxml.includes.etreepublic cimport _Document, _Element, elementFactory, import_lxml__etree

from specdex.html.vocabulary import BLOCKS, HIDDEN, OPAQUE

import_lxml__etree()

cdef enum:
    NOTHING = 0
    BLANK = 1
    BREAK = 2
    IS_HIDDEN = 1
    IS_OPAQUE = 2
    IS_BLOCK = 4


cdef class Elements:
    """The lxml elements of a Document's nodes, made when they are asked for."""

    cdef _Document document
    cdef tree.xmlNode** nodes
    cdef Py_ssize_t count, room
    cdef dict paths

    def __cinit__(self):
        self.nodes = NULL
        self.paths = {}
        self.count = self.room = 0

    def __dealloc__(self):
        free(self.nodes)

    cdef int append(self, tree.xmlNode* node) except -1:
        cdef tree.xmlNode** grown
        if self.count == self.room:
            self.room = 2 * self.room + 256
            grown = <tree.xmlNode**> realloc(self.nodes, self.room * sizeof(tree.xmlNode*))
            if grown is NULL:
                raise MemoryError
            self.nodes = grown
        self.nodes[self.count] = node
        self.count += 1
        return 0

    def __len__(self):
        return self.count

    def __getitem__(self, Py_ssize_t node):
        if not 0 <= node < self.count:
            raise IndexError(node)
        return elementFactory(self.document, self.nodes[node])

    def attribute(self, Py_ssize_t node, str name):
        """An attribute's value without making an element; empty where there is none."""
        if not 0 <= node < self.count:
            raise IndexError(node)
        cdef const char* wanted = PyUnicode_AsUTF8(name)
        cdef tree.xmlAttr* found = <tree.xmlAttr*> self.nodes[node].properties
        while found is not NULL:
            if strcmp(<const char*> found.name, wanted) == 0:
                return text_of(found.children)
            found = found.next
        return ""

    def has(self, Py_ssize_t node, str name):
        """Whether a node has an attribute, be it empty."""
        if not 0 <= node < self.count:
            raise IndexError(node)
        cdef const char* wanted = PyUnicode_AsUTF8(name)
        cdef tree.xmlAttr* found = <tree.xmlAttr*> self.nodes[node].properties
        while found is not NULL:
            if strcmp(<const char*> found.name, wanted) == 0:
                return True
            found = found.next
        return False

    def path(self, Py_ssize_t node):
        """The absolute XPath of a node, as libxml2 writes it."""
        if not 0 <= node < self.count:
            raise IndexError(node)
        cdef tree.xmlNode* at = self.nodes[node]
        key = <size_t> at.parent
        above = self.paths.get(key)
        if above is None:
            # rows of one table share what stands above them
            above = self.paths[key] = path_of(at.parent)
        return above + step_of(at)


cdef str path_of(tree.xmlNode* node):
    """The steps from the root down to *node*."""
    cdef list steps = []
    while node is not NULL and node.type == tree.XML_ELEMENT_NODE:
        steps.append(step_of(node))
        node = node.parent
    steps.reverse()
    return "".join(steps)


cdef str step_of(tree.xmlNode* node):
    name = (<const char*> node.name).decode("utf-8")
    cdef Py_ssize_t place = place_of(node)
    return f"/{name}[{place}]" if place else f"/{name}"


cdef Py_ssize_t place_of(tree.xmlNode* node) noexcept nogil:
    """The place of *node* among its siblings of the same name, from 1; 0 where it is the only."""
    cdef Py_ssize_t place = 1
    cdef tree.xmlNode* other = node.prev
    while other is not NULL:
        if other.type == tree.XML_ELEMENT_NODE and strcmp(<char*> other.name, <char*> node.name) == 0:
            place += 1
        other = other.prev
    if place > 1:
        return place
    other = node.next
    while other is not NULL:
        if other.type == tree.XML_ELEMENT_NODE and strcmp(<char*> other.name, <char*> node.name) == 0:
            return 1
        other = other.next
    return 0


cdef str text_of(tree.xmlNode* text):
    """The text nodes from *text* on, joined."""
    if text is NULL:
        return ""
    if text.next is NULL:
        return (<const char*> text.content).decode("utf-8") if text.content is not NULL else ""
    parts = []
    while text is not NULL:
        if text.content is not NULL:
            parts.append((<const char*> text.content).decode("utf-8"))
        text = text.next
    return "".join(parts)


cdef inline int white(const unsigned char* at) noexcept nogil:
    """How many bytes of white space (as str.split knows it) begin here; 0 for none."""
    cdef unsigned char c = at[0]
    if c < 0x80:
        return c == 32 or 9 <= c <= 13 or 28 <= c <= 31
    if c == 0xC2:
        return 2 if at[1] == 0x85 or at[1] == 0xA0 else 0
    if c == 0xE1:
        return 3 if at[1] == 0x9A and at[2] == 0x80 else 0
    if c == 0xE2:
        if at[1] == 0x80:
            return 3 if 0x80 <= at[2] <= 0x8A or at[2] in (0xA8, 0xA9, 0xAF) else 0
        return 3 if at[1] == 0x81 and at[2] == 0x9F else 0
    if c == 0xE3:
        return 3 if at[1] == 0x80 and at[2] == 0x80 else 0
    return 0


cdef class Numbers:
    """A column of integers as it grows."""

    cdef int* data
    cdef Py_ssize_t used, room

    def __cinit__(self):
        self.data = NULL
        self.used = self.room = 0

    def __dealloc__(self):
        free(self.data)

    cdef inline int append(self, Py_ssize_t number) except -1:
        cdef int* grown
        if self.used == self.room:
            self.room = 2 * self.room + 512
            grown = <int*> realloc(self.data, self.room * sizeof(int))
            if grown is NULL:
                raise MemoryError
            self.data = grown
        self.data[self.used] = <int> number
        self.used += 1
        return 0

    cdef list listed(self, list known):
        """The column as a list; numbers that are *known*, or stand twice in a row, are made once."""
        cdef Py_ssize_t place, most = len(known)
        cdef int last = -2, each
        cdef object number = None
        cdef list made = PyList_New(self.used)
        for place in range(self.used):
            each = self.data[place]
            if 0 <= each < most:
                number = <object> PyList_GET_ITEM(known, each)
            elif each != last:
                number = PyLong_FromLong(each)
            last = each
            Py_INCREF(number)
            PyList_SET_ITEM(made, place, number)
        return made

    cdef bytes packed(self):
        """The column as 32-bit integers in one string of bytes."""
        return PyBytes_FromStringAndSize(<char*> self.data, self.used * sizeof(int))


cdef class Buffer:
    """Visible text as it grows, in UTF-8; lengths are counted in characters."""

    cdef unsigned char* data
    cdef Py_ssize_t used, room
    cdef Py_ssize_t length
    cdef int gap
    cdef Numbers run_start, run_stop, run_node

    def __cinit__(self, Py_ssize_t room):
        self.room = room
        self.data = <unsigned char*> malloc(room)
        if self.data is NULL:
            raise MemoryError
        self.used = self.length = 0
        self.gap = NOTHING
        self.run_start, self.run_stop, self.run_node = Numbers(), Numbers(), Numbers()

    def __dealloc__(self):
        free(self.data)

    cdef inline int put(self, unsigned char byte) except -1:
        cdef unsigned char* grown
        if self.used == self.room:
            self.room *= 2
            grown = <unsigned char*> realloc(self.data, self.room)
            if grown is NULL:
                raise MemoryError
            self.data = grown
        self.data[self.used] = byte
        self.used += 1
        # bytes that continue a character are not counted
        self.length += (byte & 0xC0) != 0x80
        return 0

    cdef tree.xmlNode* add(self, tree.xmlNode* text, Py_ssize_t node) except? NULL:
        """Append the run of text nodes that begins at *text*; the node behind it."""
        cdef bint begun = False, anything = False, pending = False
        cdef const unsigned char* at
        cdef int skip
        while text is not NULL and (
            text.type == tree.XML_TEXT_NODE or text.type == tree.XML_CDATA_SECTION_NODE
        ):
            at = <const unsigned char*> text.content
            while at is not NULL and at[0]:
                skip = white(at)
                anything = True
                if skip:
                    at += skip
                    pending = True
                    continue
                if not begun:
                    if self.gap == NOTHING and pending:
                        self.gap = BLANK
                    if self.gap and self.length:
                        self.put(10 if self.gap == BREAK else 32)
                    self.run_start.append(self.length)
                    begun = True
                elif pending:
                    self.put(32)
                pending = False
                self.put(at[0])
                at += 1
            text = text.next
        if begun:
            # what is pending now stands behind the last word
            self.run_stop.append(self.length)
            self.run_node.append(node)
            self.gap = BLANK if pending else NOTHING
        elif anything and self.gap == NOTHING:
            self.gap = BLANK
        return text


cdef class Walk:
    """Document order without recursion over libxml2's nodes."""

    cdef Elements elements
    cdef Buffer buffer
    cdef list tag
    cdef Numbers parent, depth, end, children, start, stop, first, last
    cdef dict tags
    cdef const tree.xmlChar* known_name
    cdef str known_tag
    cdef int known_flags, hidden
    cdef Py_ssize_t count, most

    def __cinit__(self, _Element root, Py_ssize_t most):
        self.elements = Elements()
        self.elements.document = root._doc
        self.buffer = Buffer(1 << 14)
        self.tag = []
        self.parent, self.depth, self.end = Numbers(), Numbers(), Numbers()
        self.children, self.start, self.stop = Numbers(), Numbers(), Numbers()
        self.first, self.last = Numbers(), Numbers()
        self.tags = {}
        self.known_name = NULL
        self.known_flags = 0
        self.hidden = 0
        self.count = 0
        self.most = most

    cdef int kind(self, tree.xmlNode* node) except -1:
        """Look up the tag of *node* and what it means; names are interned by the parser."""
        if node.name == self.known_name:
            return 0
        key = <size_t> node.name
        found = self.tags.get(key)
        if found is None:
            name = (<const char*> node.name).decode("utf-8")
            flags = (
                (IS_HIDDEN if name in HIDDEN else 0)
                | (IS_OPAQUE if name in OPAQUE else 0)
                | (IS_BLOCK if name in BLOCKS else 0)
            )
            found = (name, flags)
            self.tags[key] = found
        self.known_name = node.name
        self.known_tag = (<tuple> found)[0]
        self.known_flags = (<tuple> found)[1]
        return 0

    cdef int open(self, tree.xmlNode* node, Py_ssize_t parent) except -1:
        """Append *node*; its flags."""
        self.kind(node)
        cdef int flags = self.known_flags
        self.elements.append(node)
        self.tag.append(self.known_tag)
        self.parent.append(parent)
        self.depth.append(self.depth.data[parent] + 1 if parent >= 0 else 0)
        self.end.append(self.count + 1)
        self.children.append(0)
        if parent >= 0:
            self.children.data[parent] += 1
        if flags & IS_BLOCK:
            self.buffer.gap = BREAK
        if flags & IS_HIDDEN:
            self.hidden += 1
        self.start.append(self.buffer.length)
        self.stop.append(self.buffer.length)
        self.first.append(self.buffer.run_start.used)
        self.last.append(self.buffer.run_start.used)
        self.count += 1
        return flags

    cdef void close(self, Py_ssize_t place, int flags) noexcept:
        self.end.data[place] = <int> self.count
        self.stop.data[place] = <int> self.buffer.length
        self.last.data[place] = <int> self.buffer.run_start.used
        if flags & IS_HIDDEN:
            self.hidden -= 1
        if flags & IS_BLOCK:
            self.buffer.gap = BREAK

    cdef int run(self, tree.xmlNode* root) except -1:
        cdef Numbers meanings = Numbers()
        cdef tree.xmlNode* node = root
        cdef tree.xmlNode* child = root.children
        cdef Py_ssize_t place = 0
        cdef int flags
        meanings.append(self.open(root, -1))
        while True:
            if child is NULL:
                meanings.used -= 1
                self.close(place, meanings.data[meanings.used])
                if not meanings.used:
                    return 0
                place = self.parent.data[place]
                child = node.next
                node = node.parent
            elif child.type == tree.XML_TEXT_NODE or child.type == tree.XML_CDATA_SECTION_NODE:
                child = self.skip(child) if self.hidden else self.buffer.add(child, place)
            elif child.type == tree.XML_ELEMENT_NODE and self.count < self.most:
                flags = self.open(child, place)
                place = self.count - 1
                meanings.append(flags)
                node = child
                child = NULL if flags & IS_OPAQUE else child.children
            else:
                child = child.next

    cdef tree.xmlNode* skip(self, tree.xmlNode* text) noexcept:
        while text is not NULL and (
            text.type == tree.XML_TEXT_NODE or text.type == tree.XML_CDATA_SECTION_NODE
        ):
            text = text.next
        return text


def flatten(_Element root, Py_ssize_t max_nodes):
    """The columns of the tree below *root*, in the order of ``document.Nodes``, and its text."""
    cdef Walk walk = Walk(root, max_nodes)
    walk.run(root._c_node)
    cdef Buffer buffer = walk.buffer
    text = PyUnicode_DecodeUTF8(<char*> buffer.data, buffer.used, NULL)
    cdef tuple numbers = (
        walk.parent, walk.depth, walk.end, walk.children, walk.start, walk.stop,
        walk.first, walk.last, buffer.run_start, buffer.run_stop, buffer.run_node,
    )
    cdef list known = list(range(walk.count + 1))
    cdef list lists = [(<Numbers> column).listed(known) for column in numbers]
    cdef tuple packed = tuple([(<Numbers> column).packed() for column in numbers])
    return (walk.tag, *lists, walk.elements, packed), text


def crowding(bytes body, Py_ssize_t least, Py_ssize_t most):
    """Whether a stretch of *body* without ``>`` is longer than *least* and of more than *most* words."""
    cdef const unsigned char* at = <const unsigned char*> PyBytes_AS_STRING(body)
    cdef const unsigned char* last = at + PyBytes_GET_SIZE(body)
    cdef const unsigned char* close
    while at < last:
        close = <const unsigned char*> memchr(at, 62, last - at)
        if close is NULL:
            close = last
        if close - at > least and words_in(at, close) > most:
            return True
        at = close + 1
    return False


cdef Py_ssize_t words_in(const unsigned char* at, const unsigned char* last) noexcept nogil:
    """How many words, parted by ASCII's white space, stand before *last*."""
    cdef Py_ssize_t count = 0
    cdef bint inside = False, blank
    while at < last:
        blank = at[0] == 32 or 9 <= at[0] <= 13
        count += not blank and not inside
        inside = not blank
        at += 1
    return count


def integers(list column):
    """The numbers of *column* as 32-bit integers, packed."""
    cdef Py_ssize_t place, size = len(column)
    cdef bytes packed = PyBytes_FromStringAndSize(NULL, size * sizeof(int))
    cdef int* numbers = <int*> <char*> packed
    for place in range(size):
        numbers[place] = column[place]
    return packed
