# cython: language_level=3, boundscheck=False, wraparound=False, freethreading_compatible=False
"""The small loops of extraction, compiled: the same as those in Python beside their callers."""

from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF


cdef extern from *:
    """
    #include <structmember.h>

    /* Where a slot lies in an instance; -1 where the descriptor is not that of a plain slot. */
    static Py_ssize_t place_of_slot(PyObject *slot) {
        if (!Py_IS_TYPE(slot, &PyMemberDescr_Type)) return -1;
        PyMemberDef *member = ((PyMemberDescrObject *) slot)->d_member;
        return member->type == T_OBJECT_EX ? member->offset : -1;
    }
    """
    Py_ssize_t place_of_slot(object slot) noexcept
    object PyType_GenericAlloc(type kind, Py_ssize_t items)


cdef enum:
    MOST = 32


cdef class Slots:
    """Where the slots of a frozen dataclass lie: filled in place, none is asked for."""

    cdef type kind
    cdef tuple names
    cdef int count
    cdef Py_ssize_t places[MOST]

    cdef object fresh(self):
        """A record whose slots are still empty."""
        return PyType_GenericAlloc(self.kind, 0)

    cdef inline void fill(self, object record, int at, object value) noexcept:
        """Fill the empty slot *at*."""
        cdef PyObject** slot = <PyObject**> (<char*> <PyObject*> record + self.places[at])
        Py_INCREF(value)
        slot[0] = <PyObject*> value

    cdef inline object held(self, object record, int at):
        """What the slot *at* holds."""
        cdef PyObject** slot = <PyObject**> (<char*> <PyObject*> record + self.places[at])
        if slot[0] is NULL:
            raise AttributeError(self.names[at])
        return <object> slot[0]


cdef dict KNOWN = {}


cdef Slots slots_of(type kind):
    """The slots of *kind*; a TypeError where it is not all slots."""
    known = KNOWN.get(kind)
    if known is not None:
        return known
    cdef Slots slots = Slots()
    cdef int at
    slots.kind = kind
    slots.names = tuple(kind.__dataclass_fields__)
    slots.count = len(slots.names)
    if slots.count > MOST:
        raise TypeError("too many slots")
    for at in range(slots.count):
        slots.places[at] = place_of_slot(getattr(kind, slots.names[at], None))
        if slots.places[at] < 0:
            raise TypeError("a record is made of slots only")
    KNOWN[kind] = slots
    return slots


def build(type kind, list rows):
    """The records of a *kind*, a frozen dataclass with slots, that *rows* hold in their order."""
    cdef Slots slots = slots_of(kind)
    cdef int at
    cdef list made = []
    cdef tuple row
    for row in rows:
        if len(row) != slots.count:
            raise TypeError("a row must fill every slot")
        record = slots.fresh()
        for at in range(slots.count):
            slots.fill(record, at, row[at])
        made.append(record)
    return tuple(made)


def weaken(type kind, tuple records, str slot, object factor):
    """The same records, *slot* times *factor*; None where one is not of that very *kind*."""
    cdef Slots slots = slots_of(kind)
    cdef int at, changed = slots.names.index(slot)
    cdef list made = []
    for held in records:
        if type(held) is not kind:
            return None
        record = slots.fresh()
        for at in range(slots.count):
            value = slots.held(held, at)
            slots.fill(record, at, value * factor if at == changed else value)
        made.append(record)
    return tuple(made)


def letter_words(str text):
    """The stretches of letters in *text*; the same as ``re.findall(r"[^\\W\\d_]+", text)``."""
    cdef list found = []
    cdef Py_ssize_t at, begin = -1, size = len(text)
    for at in range(size):
        if is_letter(text[at]):
            if begin < 0:
                begin = at
        elif begin >= 0:
            found.append(text[begin:at])
            begin = -1
    if begin >= 0:
        found.append(text[begin:])
    return found


cdef inline bint is_letter(Py_UCS4 character) noexcept:
    if character < 128:
        return 97 <= (<unsigned int> character | 32) <= 122
    return character.isalnum() and not character.isdecimal()
