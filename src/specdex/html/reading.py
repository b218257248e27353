"""A page read straight into flat arrays, several times faster than by way of a tree.

The compiled reading gives what flattening lxml's tree gives, node for node and to the character.
It follows the lxml of today, so it is tried on a difficult page first: where the installed lxml
sees that page otherwise, or nothing was compiled, pages are read by way of lxml's tree.
"""

from dataclasses import fields
from functools import cache, partial

from lxml import etree

from specdex.html.document import Nodes
from specdex.html.elements import TreeElements
from specdex.html.flatten import flatten
from specdex.settings import Limits

try:
    from specdex.html._reading import read as _read_natively
except ImportError:  # built without a C compiler
    _read_natively = None

__all__ = ["agrees", "html_parser", "read_flat"]

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
