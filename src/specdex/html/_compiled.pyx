# cython: language_level=3, boundscheck=False, wraparound=False, freethreading_compatible=False
"""flatten.flatten, compiled: the same arrays from the same tree, by walking libxml2's nodes.

The tree must not be changed afterwards: nodes are remembered by their addresses.
"""

from cpython.unicode cimport PyUnicode_AsUTF8, PyUnicode_DecodeUTF8
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport strcmp
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

    def __cinit__(self):
        self.nodes = NULL
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


cdef class Buffer:
    """Visible text as it grows, in UTF-8; lengths are counted in characters."""

    cdef unsigned char* data
    cdef Py_ssize_t used, room
    cdef Py_ssize_t length
    cdef int gap
    cdef list run_start, run_stop, run_node

    def __cinit__(self, Py_ssize_t room):
        self.room = room
        self.data = <unsigned char*> malloc(room)
        if self.data is NULL:
            raise MemoryError
        self.used = self.length = 0
        self.gap = NOTHING
        self.run_start, self.run_stop, self.run_node = [], [], []

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
    cdef list tag, parent, depth, end, children, start, stop
    cdef dict tags
    cdef int hidden
    cdef Py_ssize_t count, most

    def __cinit__(self, _Element root, Py_ssize_t most):
        self.elements = Elements()
        self.elements.document = root._doc
        self.buffer = Buffer(1 << 14)
        self.tag, self.parent, self.depth, self.end = [], [], [], []
        self.children, self.start, self.stop = [], [], []
        self.tags = {}
        self.hidden = 0
        self.count = 0
        self.most = most

    cdef tuple kind(self, tree.xmlNode* node):
        """The tag of *node* as a string, and what it means; names are interned by the parser."""
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
        return <tuple> found

    cdef int open(self, tree.xmlNode* node, Py_ssize_t parent) except -1:
        """Append *node*; its flags."""
        cdef tuple kind = self.kind(node)
        cdef int flags = kind[1]
        self.elements.append(node)
        self.tag.append(kind[0])
        self.parent.append(parent)
        self.depth.append(self.depth[parent] + 1 if parent >= 0 else 0)
        self.end.append(self.count + 1)
        self.children.append(0)
        if parent >= 0:
            self.children[parent] = self.children[parent] + 1
        if flags & IS_BLOCK:
            self.buffer.gap = BREAK
        if flags & IS_HIDDEN:
            self.hidden += 1
        self.start.append(self.buffer.length)
        self.stop.append(self.buffer.length)
        self.count += 1
        return flags

    cdef int close(self, Py_ssize_t place, int flags) except -1:
        self.end[place] = self.count
        self.stop[place] = self.buffer.length
        if flags & IS_HIDDEN:
            self.hidden -= 1
        if flags & IS_BLOCK:
            self.buffer.gap = BREAK
        return 0

    cdef int run(self, tree.xmlNode* root) except -1:
        cdef list places = [0], meanings = [self.open(root, -1)]
        cdef tree.xmlNode* node = root
        cdef tree.xmlNode* child = root.children
        cdef Py_ssize_t place = 0
        cdef int flags
        while True:
            if child is NULL:
                self.close(places.pop(), meanings.pop())
                if not places:
                    return 0
                place = places[len(places) - 1]
                child = node.next
                node = node.parent
            elif child.type == tree.XML_TEXT_NODE or child.type == tree.XML_CDATA_SECTION_NODE:
                child = self.skip(child) if self.hidden else self.buffer.add(child, place)
            elif child.type == tree.XML_ELEMENT_NODE and self.count < self.most:
                flags = self.open(child, place)
                place = self.count - 1
                places.append(place)
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
    return (
        walk.tag, walk.parent, walk.depth, walk.end, walk.children, walk.start, walk.stop,
        walk.elements, buffer.run_start, buffer.run_stop, buffer.run_node,
    ), text
