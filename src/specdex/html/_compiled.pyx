# cython: language_level=3, boundscheck=False, wraparound=False, freethreading_compatible=False
"""flatten.flatten, compiled: the same arrays from the same tree, by walking libxml2's nodes.

The tree must not be changed afterwards: nodes are remembered by their addresses.
"""

from array import array as new_array

from cpython.array cimport array, clone
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.unicode cimport PyUnicode_AsUTF8, PyUnicode_DecodeUTF8
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memchr, memcpy, strcmp
from lxml.includes cimport etreepublic, tree
from lxml.includes.etreepublic cimport _Document, _Element, elementFactory, import_lxml__etree
from specdex.html._white cimport white

from specdex.html.vocabulary import ASKED, BLOCKS, HIDDEN, OPAQUE, SOUGHT

import_lxml__etree()

cdef array EMPTY = new_array("i")
cdef dict BITS = {name: 1 << place for place, name in enumerate(ASKED)}
assert BITS["class"] == CLASS

cdef enum:
    NOTHING = 0
    BLANK = 1
    BREAK = 2
    IS_HIDDEN = 1
    IS_OPAQUE = 2
    IS_BLOCK = 4
    IS_SOUGHT = 8
    KNOWN = 127
    BATCH = 240
    DEEP = 200
    SPELLED = 256
    CLASS = 1


cdef class Elements:
    """The lxml elements of a Document's nodes, made when they are asked for."""

    cdef _Document document
    cdef tree.xmlNode** nodes
    cdef unsigned int* given
    cdef Py_ssize_t count, room
    cdef dict paths
    cdef readonly dict places
    """Where the elements stand that are sought, by their tag."""
    cdef readonly list classes
    """The class of each node, empty where it has none."""
    cdef unsigned int anything

    def __cinit__(self):
        self.nodes = NULL
        self.given = NULL
        self.paths = {}
        self.places = {tag: [] for tag in SOUGHT}
        self.classes = []
        self.anything = 0
        self.count = self.room = 0

    def __dealloc__(self):
        free(self.nodes)
        free(self.given)

    cdef int append(self, tree.xmlNode* node, unsigned int given) except -1:
        """Append *node*, which has the *given* attributes."""
        cdef tree.xmlNode** grown
        cdef unsigned int* masks
        if self.count == self.room:
            self.room = 2 * self.room + 256
            grown = <tree.xmlNode**> realloc(self.nodes, self.room * sizeof(tree.xmlNode*))
            if grown is NULL:
                raise MemoryError
            self.nodes = grown
            masks = <unsigned int*> realloc(self.given, self.room * sizeof(unsigned int))
            if masks is NULL:
                raise MemoryError
            self.given = masks
        self.nodes[self.count] = node
        self.given[self.count] = given
        self.count += 1
        return 0

    def __len__(self):
        return self.count

    def __getitem__(self, Py_ssize_t node):
        if not 0 <= node < self.count:
            raise IndexError(node)
        return elementFactory(self.document, self.nodes[node])

    def anywhere(self, str name):
        """Whether any node may have an attribute."""
        bit = BITS.get(name)
        return bit is None or self.anything & <unsigned int> bit != 0

    cdef tree.xmlAttr* find(self, Py_ssize_t node, str name) except? NULL:
        """The attribute of that name, NULL where there is none."""
        if not 0 <= node < self.count:
            raise IndexError(node)
        bit = BITS.get(name)
        if bit is not None and not self.given[node] & <unsigned int> bit:
            return NULL
        cdef const char* wanted = PyUnicode_AsUTF8(name)
        cdef tree.xmlAttr* found = <tree.xmlAttr*> self.nodes[node].properties
        while found is not NULL and strcmp(<const char*> found.name, wanted) != 0:
            found = found.next
        return found

    def attribute(self, Py_ssize_t node, str name):
        """An attribute's value without making an element; empty where there is none."""
        if name == "class" and 0 <= node < self.count:
            return self.classes[node]
        cdef tree.xmlAttr* found = self.find(node, name)
        return text_of(found.children) if found is not NULL else ""

    def get(self, Py_ssize_t node, str name):
        """An attribute's value; None where there is none."""
        cdef tree.xmlAttr* found = self.find(node, name)
        return None if found is NULL else text_of(found.children)

    def has(self, Py_ssize_t node, str name):
        """Whether a node has an attribute, be it empty."""
        return self.find(node, name) is not NULL

    def path(self, Py_ssize_t node):
        """The absolute XPath of a node, as libxml2 writes it."""
        if not 0 <= node < self.count:
            raise IndexError(node)
        return self.path_of(self.nodes[node].parent) + step_of(self.nodes[node])

    cdef str path_of(self, tree.xmlNode* node):
        """The steps from the root down to *node*; rows share what stands above them."""
        cdef list below = []
        cdef str path = ""
        while node is not NULL and node.type == tree.XML_ELEMENT_NODE:
            known = self.paths.get(<size_t> node)
            if known is not None:
                path = known
                break
            below.append(<size_t> node)
            node = node.parent
        cdef bint deep = len(below) > DEEP
        while below:
            key = below.pop()
            path += step_of(<tree.xmlNode*> <size_t> key)
            if not deep or not below:
                self.paths[key] = path
        return path


cdef str step_of(tree.xmlNode* node):
    name = (<const char*> node.name).decode("utf-8")
    cdef Py_ssize_t place = place_of(node)
    return f"/{name}[{place}]" if place else f"/{name}"


cdef Py_ssize_t place_of(tree.xmlNode* node) noexcept nogil:
    """The place of *node* among its siblings of the same name, from 1; 0 where it is the only."""
    cdef Py_ssize_t place = 1
    cdef tree.xmlNode* other = node.prev
    while other is not NULL:
        if same(other, node):
            place += 1
        other = other.prev
    if place > 1:
        return place
    other = node.next
    while other is not NULL:
        if same(other, node):
            return 1
        other = other.next
    return 0


cdef inline bint same(tree.xmlNode* one, tree.xmlNode* other) noexcept nogil:
    """Whether *one* is an element of the name of *other*."""
    if one.type != tree.XML_ELEMENT_NODE:
        return False
    return one.name == other.name or strcmp(<char*> one.name, <char*> other.name) == 0


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

    cdef array made(self):
        """The column as Python knows it."""
        cdef array column = clone(EMPTY, self.used, False)
        memcpy(column.data.as_ints, self.data, self.used * sizeof(int))
        return column


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

    cdef const unsigned char* copy(self, const unsigned char* at) except NULL:
        """Append the word that begins at *at*; what stands behind it."""
        cdef const unsigned char* begin = at
        cdef Py_ssize_t size, length = 0
        cdef unsigned char* grown
        while at[0] > 32 and not (at[0] >= 0x80 and white(at)):
            # bytes that continue a character are not counted
            length += (at[0] & 0xC0) != 0x80
            at += 1
        if at is begin:
            # a control character that is no white space
            length = 1
            at += 1
        size = at - begin
        if self.used + size > self.room:
            self.room = 2 * (self.room + size)
            grown = <unsigned char*> realloc(self.data, self.room)
            if grown is NULL:
                raise MemoryError
            self.data = grown
        memcpy(self.data + self.used, begin, size)
        self.used += size
        self.length += length
        return at

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
                at = self.copy(at)
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
    cdef const tree.xmlChar* names[KNOWN]
    cdef int flags[KNOWN]
    cdef list known
    cdef const tree.xmlChar* asked[KNOWN]
    cdef unsigned int bits[KNOWN]
    cdef list spelled
    cdef const tree.xmlChar* spellings[SPELLED]
    cdef int hidden
    cdef Py_ssize_t count, most

    def __cinit__(self, _Element root, Py_ssize_t most):
        cdef int place
        self.elements = Elements()
        self.elements.document = root._doc
        self.buffer = Buffer(1 << 14)
        self.tag = []
        self.parent, self.depth, self.end = Numbers(), Numbers(), Numbers()
        self.children, self.start, self.stop = Numbers(), Numbers(), Numbers()
        self.first, self.last = Numbers(), Numbers()
        self.tags = {}
        self.known = [""] * KNOWN
        for place in range(KNOWN):
            self.names[place] = self.asked[place] = NULL
        self.spelled = [""] * SPELLED
        for place in range(SPELLED):
            self.spellings[place] = NULL
        self.hidden = 0
        self.count = 0
        self.most = most

    cdef int kind(self, tree.xmlNode* node) except -1:
        """Where the tag of *node* and what it means are known; the parser interns names."""
        cdef int place = (<size_t> node.name >> 3) % KNOWN
        if node.name == self.names[place]:
            return place
        key = <size_t> node.name
        found = self.tags.get(key)
        if found is None:
            name = (<const char*> node.name).decode("utf-8")
            flags = (
                (IS_HIDDEN if name in HIDDEN else 0)
                | (IS_OPAQUE if name in OPAQUE else 0)
                | (IS_BLOCK if name in BLOCKS else 0)
                | (IS_SOUGHT if name in SOUGHT else 0)
            )
            found = (name, flags)
            self.tags[key] = found
        self.names[place] = node.name
        self.known[place] = (<tuple> found)[0]
        self.flags[place] = (<tuple> found)[1]
        return place

    cdef unsigned int given(self, tree.xmlNode* node) except? 0:
        """Which of the attributes that are asked for *node* has; its class is noted, too."""
        cdef unsigned int found = 0
        cdef int place
        cdef str classes = ""
        cdef tree.xmlAttr* each = <tree.xmlAttr*> node.properties
        while each is not NULL:
            place = (<size_t> each.name >> 3) % KNOWN
            if each.name != self.asked[place]:
                self.asked[place] = each.name
                self.bits[place] = BITS.get((<const char*> each.name).decode("utf-8"), 0)
            if self.bits[place] == CLASS and not found & CLASS:
                classes = self.spelling(each.children)
            found |= self.bits[place]
            each = each.next
        self.elements.classes.append(classes)
        self.elements.anything |= found
        return found

    cdef str spelling(self, tree.xmlNode* text):
        """The text of a class; the same ones stand on many elements, and are made once."""
        if text is NULL or text.next is not NULL or text.content is NULL:
            return text_of(text)
        cdef unsigned int place = 0
        cdef const tree.xmlChar* at = text.content
        while at[0]:
            place = place * 31 + at[0]
            at += 1
        place %= SPELLED
        if self.spellings[place] is NULL or strcmp(<char*> self.spellings[place], <char*> text.content):
            self.spellings[place] = text.content
            self.spelled[place] = text_of(text)
        return self.spelled[place]

    cdef int open(self, tree.xmlNode* node, Py_ssize_t parent) except -1:
        """Append *node*; its flags."""
        cdef int known = self.kind(node)
        cdef int flags = self.flags[known]
        self.elements.append(node, self.given(node))
        self.tag.append(self.known[known])
        self.parent.append(parent)
        self.depth.append(self.depth.data[parent] + 1 if parent >= 0 else 0)
        self.end.append(self.count + 1)
        self.children.append(0)
        if parent >= 0:
            self.children.data[parent] += 1
        if flags & IS_BLOCK:
            self.buffer.gap = BREAK
        if flags & IS_SOUGHT:
            (<list> self.elements.places[self.known[known]]).append(self.count)
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
    return (walk.tag, *[(<Numbers> column).made() for column in numbers], walk.elements), text


def crowding(bytes body, Py_ssize_t least, Py_ssize_t most):
    """Whether a stretch of *body* without ``>`` is longer than *least* and of more than *most* words."""
    cdef const unsigned char* at = <const unsigned char*> PyBytes_AS_STRING(body)
    cdef const unsigned char* last = at + PyBytes_GET_SIZE(body)
    cdef const unsigned char* close
    while last - at > least:
        close = at + least
        while close > at and close[0] != 62:
            close -= 1
        if close[0] != 62:
            # nothing closes within what a stretch may be long
            close = <const unsigned char*> memchr(at + least, 62, last - at - least)
            if close is NULL:
                close = last
            if words_in(at, close, most) > most:
                return True
        at = close + 1
    return False


cdef Py_ssize_t words_in(const unsigned char* at, const unsigned char* last, Py_ssize_t most) noexcept nogil:
    """How many words, parted by ASCII's white space, stand before *last*; not counted far past *most*."""
    cdef Py_ssize_t count = not blank(at[0]), place, size
    cdef unsigned char begun
    at += 1
    while at < last and count <= most:
        size = min(last - at, BATCH)
        begun = 0
        for place in range(size):
            # without a branch, and a byte wide, so that compilers do many at once
            begun += blank(at[place - 1]) & (not blank(at[place]))
        count += begun
        at += size
    return count


cdef inline unsigned char blank(unsigned char byte) noexcept nogil:
    return (byte == 32) | (<unsigned char> (byte - 9) < 5)
