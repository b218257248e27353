"""Files that hold no pages, known by how they begin, so that none is read as one odd page."""

__all__ = ["alien"]

BEGINNINGS = {
    b"PK\x03\x04": "a ZIP archive",
    b"PK\x05\x06": "an empty ZIP archive",
    b"%PDF-": "a PDF document",
    b"\x89PNG\r\n": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
    b"RIFF": "a RIFF file (WebP, sound or video)",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"BZh": "a bzip2 file",
    b"\x04\x22\x4d\x18": "an lz4 file",
    b"SQLite format 3\0": "an SQLite database",
    b"PAR1": "a Parquet file",
    b"\x7fELF": "a program",
    b"\xd0\xcf\x11\xe0": "an old Office document",
}
TAR, TAR_AT = b"ustar", 257
TEXT_IN_PAIRS = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
"""How text begins that has a zero beside every letter."""


def alien(beginning: bytes, *, page: bool) -> str:
    """What a file is that starts with *beginning*; empty where it may hold pages.

    Bytes of an unknown kind may be a *page* that a server spoilt, if the file says it is one.
    """
    for magic, name in BEGINNINGS.items():
        if beginning.startswith(magic):
            return name
    if beginning[TAR_AT : TAR_AT + len(TAR)] == TAR:
        return "a tar archive"
    if not page and b"\0" in beginning and not beginning.startswith(TEXT_IN_PAIRS):
        return "a binary file of a kind that is not known"
    return ""
