"""From bytes to a Document, with limits for hostile input."""

import codecs

from lxml import etree

from specdex.html.crowding import crowded, suspicious
from specdex.html.document import Document, Nodes
from specdex.html.flatten import flatten
from specdex.html.reading import html_parser, read_flat
from specdex.records import Failure, Page
from specdex.settings import Limits

__all__ = ["inside", "parse", "tree"]

DEFAULT_LIMITS = Limits()
EACH_BYTE = "specdex.each_byte"
"""How broken UTF-8 is decoded: Python's own way replaces several bytes by one character."""
HEAD, BLANK = 4096, b"\0 \t\r\n\f"
"""Most pages show in their first bytes that they are not empty; the rest need not be copied."""
BINARY_MAGIC = (b"%PDF", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"PK\x03\x04", b"\x1f\x8b", b"RIFF")
"""How files begin that are no pages."""
_CROWDED = "a tag has more than {} attributes"


def parse(page: Page, limits: Limits = DEFAULT_LIMITS) -> Document:
    """The Document of *page*; an empty one with a failure where it is no readable page."""
    reason = _refusal(page.body, limits)
    if reason:
        return _empty(page, reason)
    body = _utf8(page)
    read = read_flat(body, limits)
    if read is None and (mended := _mended(body)) is not body:
        body, read = mended, read_flat(mended, limits)
    if read is not None:
        return Document(page, *read)
    if crowded(body, limits.max_attributes):
        return _empty(page, _CROWDED.format(limits.max_attributes))
    parser = html_parser()
    try:
        root = etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError, AssertionError) as error:
        return _empty(page, f"lxml gave up on it: {str(error)[:200]}")
    if root is None:
        return _empty(page, "it holds no element")
    nodes, text = flatten(root, limits.max_nodes)
    return Document(page, nodes, text, _cut(page, parser, nodes, limits))


def inside(document: Document, node: int) -> Document:
    """What stands in *node*, an element whose own are no nodes (``noscript``), read by itself."""
    return parse(Page(document.page.url, document.inner(node), encoding="utf-8"))


def tree(page: Page, limits: Limits = DEFAULT_LIMITS) -> etree._Element | Failure:
    """The root of *page* on lxml's tree, the same that ``parse`` sees; nothing is flattened."""
    reason = _refusal(page.body, limits)
    if reason:
        return Failure(page.url, "parse", reason)
    body = _utf8(page)
    if _is_crowded(body, limits):
        return Failure(page.url, "parse", _CROWDED.format(limits.max_attributes))
    try:
        root = etree.fromstring(body, html_parser())
    except (etree.XMLSyntaxError, ValueError, AssertionError) as error:
        return Failure(page.url, "parse", f"lxml gave up on it: {str(error)[:200]}")
    return Failure(page.url, "parse", "it holds no element") if root is None else root


def _refusal(body: bytes, limits: Limits) -> str:
    """Why *body* is not even tried; empty where it is."""
    if not (body[:HEAD].strip(BLANK) or body[HEAD:].strip(BLANK)):
        return "the page is empty"
    if len(body) > limits.max_bytes:
        return f"{len(body)} bytes are over the limit of {limits.max_bytes}"
    if body.startswith(BINARY_MAGIC):
        return "it is not HTML"
    return ""


def _is_crowded(body: bytes, limits: Limits) -> bool:
    """Whether a tag has too many attributes: looked at closely only where that might be."""
    most = limits.max_attributes
    return suspicious(body, most) and read_flat(body, limits) is None and crowded(body, most)


def _utf8(page: Page) -> bytes:
    """The body in UTF-8 without NULs, its charset taken from source, BOM, header or meta."""
    body = page.body
    if page.encoding.lower().replace("_", "-") not in {"utf-8", "utf8"} or body.startswith(
        (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
    ):
        from w3lib.encoding import html_to_unicode  # noqa: PLC0415 - most pages are UTF-8

        header = f"text/html; charset={page.encoding}" if page.encoding else page.content_type
        text = html_to_unicode(header or None, body, auto_detect_fun=_guess)[1]
        body = text.encode("utf-8", "replace")
    return body.replace(b"\0", b"")


def _mended(body: bytes) -> bytes:
    """*body* itself where it is UTF-8; else every byte that is none replaced, as lxml would."""
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return body.decode("utf-8", EACH_BYTE).encode()
    return body


def _each_byte(error: UnicodeError) -> tuple[str, int]:
    """A mark for each of the bytes that are no UTF-8, and where to go on."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "\ufffd" * (error.end - error.start), error.end


codecs.register_error(EACH_BYTE, _each_byte)


def _guess(body: bytes) -> str:
    """The charset of a page that does not say: UTF-8 where that fits, else what browsers assume."""
    try:
        body.decode("utf-8")
    except UnicodeDecodeError as error:
        # a page cut in the middle of a character is still UTF-8
        return "utf-8" if error.reason == "unexpected end of data" else "cp1252"
    return "utf-8"


def _cut(page: Page, parser: etree.HTMLParser, nodes: Nodes, limits: Limits) -> Failure | None:
    """What was left out of the Document, if anything."""
    if len(nodes.tag) >= limits.max_nodes:
        return Failure(page.url, "parse", f"only the first {limits.max_nodes} elements were read")
    for entry in parser.error_log.filter_from_fatals():
        return Failure(page.url, "parse", f"only a part was read: {str(entry.message).strip()}")
    return None


def _empty(page: Page, reason: str) -> Document:
    return Document(page, Nodes(), "", Failure(page.url, "parse", reason))
