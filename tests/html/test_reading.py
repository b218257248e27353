"""The reading without a tree sees every page as lxml's tree shows it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from specdex.html import inside, parse, parsing
from specdex.html.flatten import flatten
from specdex.html.grammar import (
    BOOLEAN,
    CLOSED_BY,
    DEFAULT_RANK,
    HEAD_ONLY,
    NO_BODY,
    RANKS,
    RAW,
    REPLACED,
    VOID,
)
from specdex.html.parsing import agrees, html_parser, read_flat
from specdex.records import Page
from specdex.settings import Limits

pytestmark = pytest.mark.skipif(not agrees(), reason="not compiled, or of another lxml")

LIMITS = Limits()
FRAME = {"html", "head", "body"}
INLINE = {"abbr", "cite", "code", "em", "q", "strong", "sub", "sup", "var", "ins", "del", "label"}
OTHERS = {
    "article",
    "nav",
    "button",
    "object",
    "optgroup",
    "select",
    "svg",
    "noscript",
    "o:p",
    "x-y",
}
TAGS = sorted(
    {*VOID, *RAW, *REPLACED, *HEAD_ONLY, *NO_BODY, *RANKS, *CLOSED_BY, *INLINE, *OTHERS}
    | {new for closing in CLOSED_BY.values() for new in closing}
)
ATTRIBUTES = [
    *(' class="a b"', " id=x", " CLASS=y", " checked", '="', " a='b\"c'", " /", " b=c/", ' "'),
    *(' href="?a=1&copy=2&amp;b&lt;c"', " =x", ' title=">"', ' data-x = "1\r\n2"', " \n\t"),
    *(
        " nowrap=",
        ' é="ü"',
        " itemscope",
        " class",
        " xml:lang=de",
        " d='[{1'",
        ' e="&#123;1"',
        "'",
        ' onclick="a<b"',
    ),
]
TEXTS = [
    *("x", " ", "\n", "&nbsp;", "&amp;", "&notit;", "&copy", "&#65;", "&#x41", "&#0;", "&#150;"),
    *("&", "&;", "&#", "&#x;", "&abc;", "é", "\u2003", " two words ", "<", "< ", "<>", "</", "</>"),
    *("</ p>", "<!", "<!-", "<!--", "-->", "--!>", "<!-->", "<!--->", "<!-- a -- b -->", "<?p ?>"),
    *("<!doctype html>", "<![CDATA[x]]>", "\r", "\r\n", "\x0b", "\x0c", "\x1f", "\x01", '"', "'"),
    *(">", "/>", "&nLt;", "&CounterClockwiseContourIntegral;", "<script>", "</script>", "</title"),
    *("</script ", "</SCRIPT/>", "<!--<script>", "&#32;", "\U0001f600", "&AMP", "&ltx", "</html>"),
]
OPENING = st.builds(
    "<{}{}{}".format,
    st.sampled_from(TAGS),
    st.lists(st.sampled_from(ATTRIBUTES), max_size=3).map("".join),
    st.sampled_from([">", ">", ">", "/>", " >", ""]),
)
CLOSING = st.builds(
    "</{}{}".format, st.sampled_from(TAGS), st.sampled_from([">", ' x="y">', "/>", ""])
)
SOUP = st.lists(st.one_of(OPENING, OPENING, CLOSING, st.sampled_from(TEXTS)), max_size=30).map(
    "".join
)


def page(body):
    return Page("http://shop.example/p", body, encoding="utf-8")


def tree_of(body):
    return etree.fromstring(body, html_parser())


def first(body, tag):
    return next(tree_of(body.encode()).iter(tag))


def assert_the_same(body):
    """What is read of *body* is what lxml's tree shows, or it is left to lxml."""
    read = read_flat(body, LIMITS)
    if read is None:
        return
    nodes, text = flatten(tree_of(body), LIMITS.max_nodes)
    ours, our_text = read
    assert our_text == text
    for name in ("tag", "parent", "depth", "end", "children", "start", "stop", "first", "last"):
        assert getattr(ours, name) == getattr(nodes, name), name
    for name in ("run_start", "run_stop", "run_node"):
        assert getattr(ours, name) == getattr(nodes, name), name
    assert_elements_alike(ours.elements, nodes.elements)


def assert_elements_alike(written, elements):
    assert written.classes == [element.get("class") or "" for element in elements]
    for node, element in enumerate(elements):
        assert list(written.attributes(node).items()) == element.attrib.items()
        assert written.path(node) == element.getroottree().getpath(element)
        for name, value in element.attrib.items():
            assert written.attribute(node, name) == written.get(node, name) == value
            assert written.has(node, name)
        assert not written.has(node, "unheard-of")
        if element.tag in RAW | REPLACED:
            assert written.content(node) == "".join(element.itertext())


@settings(max_examples=400, deadline=None)
@given(SOUP)
def test_any_soup_is_read_as_lxml_reads_it(soup):
    body = soup.encode()
    if body.strip():
        assert_the_same(body)


@pytest.mark.parametrize("size", range(1, len(parsing.DIFFICULT), 7))
def test_a_page_may_end_anywhere(size):
    assert_the_same(parsing.DIFFICULT[:size])


@pytest.mark.parametrize(
    "body",
    [
        "<!doctype html><html><body>a</body></html><p>b",
        "<html><body>a</body></html>&#32;<!-- c -->",
        "<html><body>a</body></html><html",
        "<body>a</body>b<p>c",
        "<html a=1><body><html b=2 a=3>x<body c=1>y</body></html>z",
        "<div><html/>x</div>y",
        "<head><x-y>a</x-y><title>b</title></head>c",
        "<frameset><frame src=a><noframes><p>b</noframes></frameset>",
        "<table><div>x<tr><td>y</div>z</table>",
        "<script><!-- <script> </script> a </script> --> b </script>c",
        "<script>a</scriptx></script/ x=1>b",
        "<p>a<!-- c -->b<i>c</i> d<!doctype x>e",
        "<a b=c b=d B=e checked disabled=x>f",
        "<a &amp;=1 b='&amp;'\"c\"=d/e f>g",
        "<xmp><b>&amp;</b></xmp> <textarea>\r\n&lt;<b></textarea>",
        "<p>&notit; &notin; &amp &ampx; &#13;&#129;&#x10FFFF;&#xD800;&#99999999999;",
        "<p title='&not &notit; &not= &not;'>",
        "<p>\xa0a\u2003b\u3000 c\x1cd\x85e</p> \u200bf",
    ],
)
def test_difficult_pages(body):
    assert read_flat(body.encode(), LIMITS) is not None
    assert_the_same(body.encode())


@pytest.mark.parametrize("old", TAGS)
def test_the_tags_that_end_an_element_are_those_that_end_it_for_lxml(old):
    for new in TAGS:
        assert_the_same(f"<body><x-y><{old}><b>1</b><{old}>2<{new}>3".encode())
        assert_the_same(f"<body><x-y><{old}>1<b>2<i>3</{new}>4</{old}>5".encode())


def test_what_is_said_of_tags_is_what_lxml_does():
    for tag in sorted(VOID):
        assert first(f"<body><{tag}>x", tag).text is None
    for tag in sorted(RAW):
        assert first(f"<body><{tag}>&lt;<b></{tag}>", tag).text == "&lt;<b>"
    for tag in sorted(REPLACED):
        assert first(f"<body><{tag}>&lt;<b></{tag}>", tag).text == "<<b>"
    for name in sorted(BOOLEAN):
        assert first(f"<body><p {name}>", "p").get(name) == name
    pairs = [(old, new) for old, closing in CLOSED_BY.items() for new in closing]
    for old, new in pairs:
        if not FRAME & {old, new}:
            assert len(first(f"<body><x-y><{old}><{new}>", "x-y")) == 2, (old, new)
    assert min(RANKS.values()) > DEFAULT_RANK
    for outer in sorted(set(RANKS) - FRAME):
        # a lesser end tag does not get past it
        assert first(f"<body><x-y><{outer}>1</x-y>2", "x-y").tail is None


@pytest.mark.parametrize(
    "body",
    [
        b"\xef\xbb\xbf<p>a byte order mark",
        b"<p>no UTF-8: \xe9t\xe9",
        b"<p>a surrogate: \xed\xa0\x80, overlong: \xc0\xaf",
        b"<p>cut in a character: \xe2\x82",
        b"<p>a NUL: \0",
        b"<plaintext>everything",
        b"<" + b"x" * 200 + b">a long name",
        b"<div>" * 400,
        b"</p> <!-- no element -->",
        b"",
    ],
)
def test_what_is_not_understood_is_left_to_lxml(body):
    assert read_flat(body, LIMITS) is None


def test_limits_are_kept_by_leaving_the_page_to_lxml():
    few = Limits(max_nodes=4, max_attributes=2)
    assert read_flat(b"<body><p>1<p>2", few) is not None
    assert read_flat(b"<body><p>1<p>2<p>3", few) is None
    assert read_flat(b"<body a b>", few) is not None
    assert read_flat(b"<body a b c>", few) is None
    assert parse(page(b"<body><p>1<p>2<p>3"), few).failure is not None


def test_lxmls_elements_are_made_when_they_are_asked_for():
    document = parse(page(b"<body><p class=a>1<svg><g></svg><p id=b>2"))
    assert [document.element(node).tag for node in range(len(document))] == document.tag
    assert document.find("//p[2]") == document.tag.index("svg") + 1
    with pytest.raises(IndexError):
        document.element(len(document))


def test_elements_that_do_not_fit_are_refused():
    columns, _ = parsing._read_natively(b"<p>1", 9, 9, lambda _: [])  # noqa: SLF001 - the edge
    with pytest.raises(RuntimeError, match="other elements"):
        columns[-1][0]


def test_what_stands_in_an_opaque_element_can_be_read_by_itself():
    document = parse(page(b"<body><noscript><img src=a><p>x<img src=b></noscript><p>y"))
    within = inside(document, document.tag.index("noscript"))
    assert [within.attribute(node, "src") for node in within.nodes_of("img")] == ["a", "b"]
    assert not len(inside(document, document.tag.index("p")))


def test_a_note_is_an_attribute_of_ours():
    document = parse(page(b"<p class=a>x"))
    node = document.tag.index("p")
    document.note(node, "data-note", "n")
    assert document.attribute(node, "data-note") == document.get(node, "data-note") == "n"
    assert document.has(node, "data-note")
    assert document.get(node, "data-other") is None


def test_without_it_documents_are_the_same(monkeypatch):
    soup = page(parsing.DIFFICULT)
    quick = parse(soup)
    monkeypatch.setattr(parsing, "agrees", lambda: False)
    slow = parse(soup)
    assert type(quick.nodes.elements) is not type(slow.nodes.elements)
    assert (quick.text, quick.tag, quick.title) == (slow.text, slow.tag, slow.title)
    for node in range(len(slow)):
        assert quick.attributes(node) == slow.attributes(node)
        assert quick.content(node).split() == slow.content(node).split() or quick.tag[node] == "svg"
        assert quick.xpath(node) == slow.xpath(node)
    assert quick.bracketed(2) == slow.bracketed(2)
    slow.note(0, "data-note", "n")
    assert slow.get(0, "data-note") == "n"


@given(
    st.lists(
        st.sampled_from(
            [b"A", b" ", b"<b>", *(bytes([c]) for c in b"\xc3\xa9\xe2\x82\xf0\x9f\xed\xc0\xff")]
        )
    )
)
def test_broken_utf8_is_mended_as_lxml_mends_it(parts):
    body = b"<p>x" + b"".join(parts)
    document = parse(page(body))
    assert type(document.nodes.elements).__name__ == "Written"
    assert document.text == flatten(tree_of(body), LIMITS.max_nodes)[1]
