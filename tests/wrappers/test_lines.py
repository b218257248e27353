import pytest

from specdex.wrappers.lines import couples_in, text_of


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<li><b>Pages:</b> 96</li>", [("Pages", "96")]),
        ("<li>Pages: 96</li>", [("Pages", "96")]),
        ("<li><strong>Pages</strong>: 96</li>", [("Pages", "96")]),
        ("<li>ISBN: <strong>123</strong></li>", [("ISBN", "123")]),
        ("<li><b>Maker: <a>Canon</a></b></li>", [("Maker", "Canon")]),
        ("<li><span>A:</span> 1 <br> <span>B:</span> 2</li>", [("A", "1"), ("B", "2")]),
        (
            "<li><i><b>A:</b> 1</i>, <i><b>B:</b> 2</i></li>",
            [("A", "1"), ("B", "2")],
        ),
        ("<li><span class='n'>Zoom</span> <span class='v'>3x</span></li>", [("Zoom", "3x")]),
        ("<li><b>Published</b><br>2011</li>", [("Published", "2011")]),
        ("<li>Published<br>2011</li>", []),
        ("<li>at 16:9 only</li>", []),
        ("<li>Just a sentence without a label</li>", []),
        ("<li></li>", []),
        ("<li><b>Rank:</b> 5 <ul><li>#1 in A</li></ul></li>", [("Rank", "5 #1 in A")]),
        ("<li><b>Size:</b> 5 <div style='display: none'>hidden</div></li>", [("Size", "5")]),
    ],
)
def test_the_label_that_opens_a_line_is_told_from_its_value(page_of, html, expected):
    document = page_of(f"<ul>{html}</ul>")
    entry = next(iter(document.nodes_of("li")))
    assert couples_in(document.element(entry)) == expected


def test_text_keeps_blocks_apart_and_scripts_out(page_of):
    document = page_of("<div><p>a</p><p>b</p><script>x</script>c<i>d</i></div>")
    assert text_of(document.element(next(iter(document.nodes_of("div"))))) == "a b cd"
