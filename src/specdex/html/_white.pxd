"""Characters and white space in UTF-8, for what is compiled."""


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


cdef inline int put_character(unsigned int character, unsigned char* out) noexcept nogil:
    """Write a character; how many bytes it takes."""
    if character < 0x80:
        out[0] = <unsigned char> character
        return 1
    if character < 0x800:
        out[0] = <unsigned char> (0xC0 | character >> 6)
        out[1] = <unsigned char> (0x80 | character & 63)
        return 2
    if character < 0x10000:
        out[0] = <unsigned char> (0xE0 | character >> 12)
        out[1] = <unsigned char> (0x80 | character >> 6 & 63)
        out[2] = <unsigned char> (0x80 | character & 63)
        return 3
    out[0] = <unsigned char> (0xF0 | character >> 18)
    out[1] = <unsigned char> (0x80 | character >> 12 & 63)
    out[2] = <unsigned char> (0x80 | character >> 6 & 63)
    out[3] = <unsigned char> (0x80 | character & 63)
    return 4
