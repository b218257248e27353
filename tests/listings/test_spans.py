import pytest

from specdex.listings.spans import spans
from specdex.listings.view import View

PIECES = {
    "picture": '<div><a href="/p/{n}"><img src="/{n}.jpg"><b>New</b></a></div>',
    "name": '<h3><a href="/p/{n}">Lamp {n}</a></h3>',
    "line": '<div><a href="/p/{n}">Lamp {n}</a></div>',
    "plain": "<h3>Lamp {n}</h3>",
    "words": "<p>Some words on {n}</p>",
    "price": "<p>$1{n}.99</p>",
}


@pytest.mark.parametrize(
    "before", ["", "<div>All lamps</div>", "<p>All of them</p>", "<h3>All</h3>"]
)
@pytest.mark.parametrize(
    "record",
    [
        ("picture", "name"),
        ("name", "picture"),
        ("picture", "line"),
        ("name", "picture", "words"),
        ("name", "picture", "words", "price"),
        ("words", "picture", "name"),
        ("picture", "name", "words", "price"),
    ],
)
def test_what_stands_around_a_picture_is_of_the_record_that_leads_where_it_does(
    document_of, record, before
):
    listed = "".join(PIECES[piece].format(n=n) for n in range(9) for piece in record)
    view = View(document_of(f"<html><body><main>{before}{listed}</main></body></html>"))
    document = view.document
    members = [n for n in document.nodes_of("div") if view.picture_count[n]]
    texts = [" ".join(document.text_of(n) for n in span) for span in spans(view, members)]
    wanted = " ".join(PIECES[piece] for piece in record)
    found = View(document_of("".join(f"<article>{wanted.format(n=n)}</article>" for n in range(9))))
    assert texts == [found.document.text_of(n) for n in found.document.nodes_of("article")]


def test_without_links_what_ends_the_list_tells_where_records_begin(document_of):
    record = PIECES["plain"] + PIECES["picture"] + PIECES["words"]
    listed = "".join(record.format(n=n) for n in range(9))
    view = View(document_of(f"<html><body><main>{listed}</main></body></html>"))
    document = view.document
    members = [n for n in document.nodes_of("div") if view.picture_count[n]]
    firsts = [document.text_of(span[0]) for span in spans(view, members)]
    assert firsts == [f"Lamp {n}" for n in range(9)]
