"""From bytes to a Document, with limits for hostile input.

The compiled reading makes flat arrays of a page, several times faster than by way of a tree, and
the same as flattening lxml's tree does, node for node and to the character. It follows the lxml of
today, so it is tried on a difficult page first: where the installed lxml sees that page otherwise,
or nothing was compiled, pages are read by way of lxml's tree.
"""

import codecs
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache, partial

from lxml import etree

from specdex.html.document import Document, Nodes
from specdex.html.elements import TreeElements
from specdex.html.flatten import flatten
from specdex.records import Failure, Page
from specdex.settings import Limits

try:
    from specdex.html._reading import early_end as _find_early_end
    from specdex.html._reading import read as _read_natively
except ImportError:  # built without a C compiler
    _find_early_end = _read_natively = None

__all__ = ["agrees", "decoded", "html_parser", "inside", "parse", "read_flat", "tree"]

DEFAULT_LIMITS = Limits()
EACH_BYTE = "specdex.each_byte"
"""How broken UTF-8 is decoded: Python's own way replaces several bytes by one character."""
UTF8 = frozenset({"utf-8", "utf8"})
BOMS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
TEXT_ENCODING = re.compile(
    r"utf-(8|16(-[bl]e)?)|cp(866|874|932|949|125\d)|iso8859-\d+|koi8-[ru]|mac-(roman|cyrillic)"
    r"|gb18030|big5hkscs|euc_jp|iso2022_jp"
)
"""The encodings of WHATWG's list, as Python calls them: all others are not what a page is in."""
HEAD, BLANK = 4096, b"\0 \t\r\n\f"
"""Most pages show in their first bytes that they are not empty; the rest need not be copied."""
BINARY_MAGIC = (b"%PDF", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"PK\x03\x04", b"\x1f\x8b", b"RIFF")
"""How files begin that are no pages."""
_CROWDED = "a tag has more than {} attributes"
DIFFICULT = b"""\
<!-- c --><!doctype html><title>a &amp; <b>b</title x=">"><link rel=x /><meta charset=latin1>
<body class="x &quot;y&copy=z" id=i ID=j checked><p>&notit; &#128;&nbsp;<table><tr><td>1<td>2
<tr><th><b>3<th>4</table><div><p>5<ul><li>6<li>7</div></ul><html lang=x><a<i>8</a><body y>
<script>"</scrip" <!-- <script> </script> --> </script><textarea>
<b></textarea><select><option>9<option>10</select></x><svg><title>t</title><a></svg>< 11 </
><o:p>12</o:p><span/>13<br></br><!-->14--><?p?>15<!x>16</p></p>&ampx;&#x110000;\r\n17 <h1>
<form>18</h1><dl><dt>19<dd>20<dt>21</dl></div></td></body> 22 <p>23</html> <!-- d -->24</p>
"""
"""What lxml's versions, and other readers of HTML, disagree about."""
MANY = 1000
LONG_TAG = 8192
"""Only a stretch without ``>`` as long as this can hide a tag with too many attributes."""
RAW = (b"script", b"style", b"textarea", b"title")
"""Elements whose content is no markup."""
_NAME = re.compile(rb"<([a-zA-Z][^\s/>]*+)")
ENDS = (b"</html", b"</HTML")
_START = re.compile(rb"<[a-zA-Z]")
_LAST = re.compile(rb"</html\s*>", re.IGNORECASE)
_VALUE = re.compile(rb"=\s*+(?:\"[^\"]*+\"|'[^']*+')")
"""A quote opens a value only behind an equals sign."""
_REST = re.compile(rb"(?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+')?+)*+")


def parse(page: Page, limits: Limits = DEFAULT_LIMITS) -> Document:
    """The Document of *page*; an empty one with a failure where it is no readable page."""
    try:
        return _parse(page, limits)
    except Exception as error:  # noqa: BLE001 - whatever a page provokes, a batch goes on
        return _empty(page, Failure.of(page.url, "parse", error).reason)


def _parse(page: Page, limits: Limits) -> Document:
    reason = _refusal(page.body, limits)
    if reason:
        return _empty(page, reason)
    body = _utf8(page)
    read = read_flat(body, limits)
    if read is None and (mended := _mended(body)) is not body:
        body, read = mended, read_flat(mended, limits)
    if read is not None:
        return Document(page, *read)
    if _crowded(body, limits.max_attributes):
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


def shortened(document: Document, max_nodes: int) -> Document:
    """*document*, or its first *max_nodes* nodes, with a failure that says so.

    For whoever takes more time for a node than parsing does; every XPath means the same.
    """
    if len(document) <= max_nodes:
        return document
    limits = Limits(len(document.page.body), max_nodes, DEFAULT_LIMITS.max_attributes)
    short = parse(document.page, limits)
    if short.failure is None:
        reason = f"only the first {max_nodes} elements were read"
        short.failure = Failure(document.page.url, "parse", reason)
    return short


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
    return _suspicious(body, most) and read_flat(body, limits) is None and _crowded(body, most)


def _utf8(page: Page) -> bytes:
    """The body in UTF-8 without NULs, and without ends of the page that are none."""
    body = page.body
    if page.encoding.lower().replace("_", "-") not in UTF8 or body.startswith(BOMS):
        body = decoded(page).encode("utf-8", "replace")
    return _whole(body.replace(b"\0", b""))


def _whole(body: bytes) -> bytes:
    """*body* with blanks for each end of ``html`` if elements follow the first.

    lxml drops what stands behind it, be that a second page; a browser shows it. All that lxml would
    see anyhow stays where it is.
    """
    at = (_find_early_end or _early_end)(body)
    return body if at < 0 else body[:at] + _LAST.sub(lambda end: b" " * len(end[0]), body[at:])


def _early_end(body: bytes) -> int:
    """Where the first end of ``html`` stands if an element begins behind it; -1 elsewhere."""
    ends = (body.find(end) for end in ENDS)
    at = min((end for end in ends if end >= 0), default=-1)
    return at if at >= 0 and _START.search(body, at) else -1


def decoded(page: Page) -> str:
    """What the bytes of *page* mean: its charset taken from BOM, source, header or meta.

    A charset that is no encoding of texts (Python knows some) is as good as none.
    """
    from w3lib import encoding  # noqa: PLC0415 - most pages are UTF-8

    body = page.body
    name, mark = encoding.read_bom(body)
    if name and mark:
        return encoding.to_unicode(body[len(mark) :], name)
    header = f"text/html; charset={page.encoding}" if page.encoding else page.content_type
    name = encoding.http_content_type_encoding(header)
    if not TEXT_ENCODING.fullmatch(name or ""):
        name = encoding.html_body_declared_encoding(body)
    if not name or not TEXT_ENCODING.fullmatch(name):
        name = _guess(body)
    return encoding.to_unicode(body, "utf-16-be" if name == "utf-16" else name)


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


def html_parser() -> etree.HTMLParser:
    """What reads pages by way of lxml, set up for any of them."""
    return etree.HTMLParser(encoding="utf-8", huge_tree=True, recover=True, collect_ids=False)


def read_flat(body: bytes, limits: Limits) -> tuple[Nodes, str] | None:
    """The nodes and the visible text of *body* in UTF-8; None where lxml must read it."""
    if not agrees():
        return None
    grow = partial(_elements, max_nodes=limits.max_nodes)
    read = _read_natively(body, limits.max_nodes, limits.max_attributes, grow)
    return None if read is None else (Nodes(*read[0]), read[1])


@cache
def agrees() -> bool:
    """Whether the compiled reading is at hand and sees a difficult page as lxml does."""
    if _read_natively is None:
        return False
    read = _read_natively(DIFFICULT, MANY, MANY, None)
    nodes, text = flatten(etree.fromstring(DIFFICULT, html_parser()), MANY)
    if read is None or read[1] != text:
        return False
    columns, written = read[0][:-1], read[0][-1]
    theirs = [getattr(nodes, each.name) for each in fields(Nodes)]
    return list(columns) == theirs[: len(columns)] and all(
        written.attributes(node) == nodes.elements.attributes(node)
        and written.path(node) == nodes.elements.path(node)
        for node in range(len(nodes.tag))
    )


def _elements(body: bytes, max_nodes: int) -> TreeElements:
    """The elements that lxml makes of *body*, in the order of its nodes."""
    return TreeElements.below(etree.fromstring(body, html_parser()), max_nodes)


def _crowded(body: bytes, most: int) -> bool:
    """Whether a tag of *body* has more than *most* attributes."""
    if not _suspicious(body, most):
        return False
    return any(
        len(tag) > LONG_TAG and _words(_VALUE.sub(b"= ", tag), most) > most for tag in _tags(body)
    )


def _suspicious(body: bytes, most: int) -> bool:
    """Whether a tag might have more than *most* attributes, at a glance; often a script does."""
    return any(_words(stretch, most + 1) > most for stretch in _stretches(body))


def _stretches(body: bytes) -> Iterator[bytes]:
    """What stands between two ``>`` and is longer than most tags."""
    at = 0
    while len(body) - at > LONG_TAG:
        end = body.rfind(b">", at, at + LONG_TAG + 1)
        if end < 0:
            after = body.find(b">", at)
            end = after if after >= 0 else len(body)
            yield body[at:end]
        at = end + 1


def _words(stretch: bytes, most: int) -> int:
    """How many words *stretch* has behind its first, counted no further than needed."""
    return len(stretch.split(None, most + 2)) - 1


def _tags(body: bytes) -> Iterator[bytes]:
    """The start tags of *body*, comments and scripts passed over; linear in its length."""
    lower = body.lower()
    at = body.find(b"<")
    while at >= 0:
        if body.startswith(b"<!--", at):
            end = body.find(b"-->", at + 4)
        elif match := _NAME.match(body, at):
            end, name = _end(body, match.end()), match[1].lower()
            yield body[at:end]
            if name in RAW:
                end = lower.find(b"</" + name, end)
        else:
            end = at + 1
        at = body.find(b"<", end) if end >= 0 else -1


def _end(body: bytes, at: int) -> int:
    """Where a tag ends: at its ``>``, be that in quotes or not, whichever is further."""
    match = _REST.match(body, at)
    quoted = match.end() if match else at
    plain = body.find(b">", at)
    return max(quoted, plain if plain >= 0 else len(body))
