"""What was learned: anchors, pagers, types of pages; and how it is learned."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.written import written
from specdex.crawling.links import site_links
from specdex.crawling.model import AnchorClassifier, CrawlingModel, features_of, learned
from specdex.crawling.page_types import FEATURES as PAGE_FEATURES
from specdex.crawling.page_types import page_row, page_type
from specdex.crawling.pager import FEATURES, PagerView, next_link
from specdex.crawling.pagination import pages_of_list

PRODUCT = """<h1>Borea K100 kettle</h1><b>$ 49.00</b><button>Add to cart</button>
<table>{}</table><script type="application/ld+json">{{"@type": "Product", "name": "Borea"}}</script>
""".format("".join(f"<tr><th>Label {n}</th><td>value {n}</td></tr>" for n in range(6)))
LIST = "<h1>Kettles</h1><p>Sort by price. 24 products</p><ul>{}</ul>".format(
    "".join(
        f'<li><a href="/p/{n}"><img src="{n}.png"> Borea kettle K{n}</a> <b>$ 4{n}.00</b>'
        "<button>Add to cart</button></li>"
        for n in range(12)
    )
)
NEWS = "<h1>Latest news</h1><ul>{}</ul>".format(
    "".join(
        f'<li><a href="/tea/{n}"><img src="{n}.png"> Tea is a drink again</a> by Ann Lee, '
        f"May {n + 1}, 2024 <a>Read more</a></li>"
        for n in range(12)
    )
)
PROSE = "<article><h1>On tea</h1>{}</article>".format(f"<p>{'Tea is a drink. ' * 40}</p>" * 9)


@pytest.mark.parametrize(
    ("pager", "following"),
    [
        (
            (
                '<a href="/tv?page=1">1</a> <b>2</b> <a href="/tv?page=3">3</a>'
                '<a class="next" href="/tv?page=3">Next</a>'
            ),
            "/tv?page=3",
        ),
        ('<ul class="pagination"><li><a href="/tv/p2">Weiter »</a></li></ul>', "/tv/p2"),
        (
            '<div class="pages"><a href="/tv?start=0">«</a><a href="/tv?start=24">»</a></div>',
            "/tv?start=24",
        ),
        (
            '<p class="pager"><a rel="next" title="Page suivante" href="/tv?p=2"><img src="r"></a>',
            "/tv?p=2",
        ),
        ('<p class="pagination"><a href="/tv?page=2" class="next">След.</a></p>', "/tv?page=2"),
    ],
)
def test_the_next_page_is_found_in_many_pagers(document, pager, following):
    page = document(f"<h1>TVs</h1>{LIST}{pager}", url="http://shop.example/tv")
    found = next_link(page, site_links(page))
    assert found.url == f"http://shop.example{following}"


def test_a_page_without_pager_has_no_next_page(document):
    page = document(f'<h1>TVs</h1>{LIST}<p><a href="/about">About us</a></p>')
    assert next_link(page, site_links(page)) is None


def test_a_pager_without_numbers_leads_on(document):
    pager = '<div class="pagination"><a class="pagination-next" href="/kettles-2"></a></div>'
    page = document(f"{LIST}{pager}", url="http://shop.example/kettles")
    found = [link.url for link in pages_of_list(page, site_links(page))]
    assert found == ["http://shop.example/kettles-2"]


def test_types_of_pages_are_told_apart(document):
    told = [page_type(document(body)).name for body in (PRODUCT, LIST, PROSE)]
    assert told[0] == "product"
    assert told[2] == "other"
    assert page_type(document(LIST)).collection > page_type(document(PROSE)).collection


def test_the_records_of_a_list_tell_goods_from_news(document):
    goods, news = (
        dict(zip(PAGE_FEATURES, page_row(document(body))[0], strict=True)) for body in (LIST, NEWS)
    )
    assert goods["record size"] == news["record size"] > 0
    assert (goods["record priced"], news["record priced"]) == (1.0, 0.0)
    assert (goods["record dated"], news["record dated"]) == (0.0, 1.0)
    assert goods["record bought"] > news["record bought"]
    assert goods["links to product"] > news["links to product"]
    assert page_type(document(LIST)).collection > page_type(document(NEWS)).collection


def test_things_in_scripts_count_once(document):
    script = '<script>x = [{"sku": "a-1"}, {"sku": "a-1"}, {"productId": 77}]</script>'
    row = dict(zip(PAGE_FEATURES, page_row(document(script))[0], strict=True))
    assert row["items in scripts"] == pytest.approx(np.log1p(2))


@given(st.text(max_size=300))
def test_any_page_has_a_row_of_features(body):
    from specdex.html import parse  # noqa: PLC0415 - the fixture lives for one test only
    from specdex.records import Page  # noqa: PLC0415

    page = parse(Page("http://a.example/x", body.encode("utf-8", "replace")))
    assert page_row(page).shape == (1, len(PAGE_FEATURES))
    assert np.isfinite(page_row(page)).all()
    assert PagerView(page, site_links(page)).rows.shape[1] == len(FEATURES)


def test_the_model_survives_its_json():
    model = learned()
    again = CrawlingModel.from_json(json.loads(json.dumps(written(model))))
    assert written(again) == written(model)
    assert {"entry", "index", "home"} <= set(model.anchors["camera"])


def test_anchors_that_led_somewhere_score_higher():
    told = AnchorClassifier().fit([("Digital cameras", True), ("Garden", False), ("Toys", False)])
    assert told.score("Cameras") > 0.5 > told.score("Toys")
    assert told.score("never seen") == 0.5
    assert AnchorClassifier().score("anything") == 0.5


@given(st.lists(st.tuples(st.text(max_size=30), st.booleans()), max_size=20), st.text(max_size=30))
def test_a_classifier_is_its_json_and_learns_as_it_was_fitted(examples, asked):
    fitted = AnchorClassifier().fit(examples)
    again = AnchorClassifier.from_json(json.loads(json.dumps(written(fitted))))
    assert again.score(asked) == fitted.score(asked)
    online = AnchorClassifier()
    for text, lucky in examples:
        online.learn(text, lucky=lucky)
    assert online == fitted
    assert 0 < fitted.score(asked) < 1


def test_a_copy_learns_on_its_own():
    first = AnchorClassifier().fit([("TVs", True)])
    first.copy().learn("Garden", lucky=True)
    assert "garden" not in first.good_


def test_numbers_count_by_their_shape():
    assert features_of("Canon EOS 700D (24)") == ("canon", "eos", "0x", "0")
