import pytest

from benchmarks.listings.training import ListingLearner, example
from specdex.errors import NotFittedError
from specdex.html import parse
from specdex.listings import OffersReader
from specdex.listings.model import ListingModel
from specdex.records import Page

pytest.importorskip("sklearn")


def labelled(shop, number, *, is_listing):
    site = f"shop{number}.example"
    if is_listing:
        teasers = "".join(
            f'<div class="teaser"><a href="/t/{n}"><img src="/t{n}.jpg">Read more</a></div>'
            for n in range(3)
        )
        body = f'<div class="grid">{shop.cards(8 + number)}</div><div>{teasers}</div>'
    else:
        body = f"<p>{'Words. ' * 200}</p><div class='more'>{shop.cards(2)}</div>"
    page = Page(url=f"http://{site}/x", body=shop.page(body).encode(), site=site)
    document = parse(page)

    def record_of(node):
        is_card = document.attribute(node, "class") == "product-card"
        return node if is_card and is_listing else None

    return document, example(document, record_of, is_listing=is_listing)


def test_a_learner_that_saw_nothing_says_so():
    with pytest.raises(NotFittedError):
        _ = ListingLearner().model


def test_what_was_learned_reads_pages_and_is_plain_data(shop):
    pages = [labelled(shop, n, is_listing=n % 2 == 0) for n in range(24)]
    learner = ListingLearner(group_trees=10, page_trees=20)
    model = learner.fit(each for _, each in pages).model
    assert set(model) == {"records", "pages", "page_line"}
    reader = OffersReader(ListingModel(model), least=0.5)
    found = [bool(reader.read(document).offers) for document, _ in pages]
    assert sum(found[::2]) > sum(found[1::2])


def test_the_same_pages_teach_the_same(shop):
    pages = [labelled(shop, n, is_listing=n % 2 == 0)[1] for n in range(12)]
    one, other = (ListingLearner(group_trees=5, page_trees=5).fit(pages).model for _ in range(2))
    assert one == other
