"""White space in UTF-8, for what is compiled."""


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
