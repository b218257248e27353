from benchmarks.data import Part
from benchmarks.join.growth import copy_of
from benchmarks.link.command import measure
from benchmarks.link.sets import LinkSet
from benchmarks.link.training import small_collections
from specdex.records import Fragment, FragmentKind, Pair, Specification


def kettles(count):
    pages, pairs = [], []
    for number in range(count):
        urls = [f"https://{shop}.example/{number:03d}" for shop in "ab"]
        title = f"Acme x{number * 37 % 9973:04d}t kettle"
        pages += [Specification(url, title=title) for url in urls]
        pairs.append((*urls, True))
        if number:
            pairs.append((urls[0], pages[-3].url, False))
    return LinkSet("kettles", pages, pairs)


def test_all_pages_of_a_product_are_of_one_half():
    chosen = kettles(40)
    assert set(chosen.part_of.values()) == set(Part)
    for one, other, same in chosen.pairs:
        assert not same or chosen.part_of[one] is chosen.part_of[other]


def test_both_halves_are_scored():
    row = measure(kettles(40), None)
    assert row["f1"] == row["open"] == row["blind"] == 1.0


def test_small_collections_are_the_same_every_time_and_hold_labels():
    chosen = kettles(40)
    first, again = (list(small_collections(chosen, 12)) for _ in range(2))
    assert first == again
    assert {len(part) for part in first} <= {2, 4, 8, 15, 30, 60}
    labelled = {frozenset(pair[:2]) for pair in chosen.pairs}
    assert any(
        frozenset({one.url, other.url}) in labelled
        for part in first
        for one in part
        for other in part
    )


def test_a_copy_is_of_another_product():
    pair = Pair("Model", "D3200")
    page = Specification(
        "https://a.example/1",
        title="Nikon D3200 24 MP",
        fragments=(Fragment("/x", FragmentKind.TABLE, (pair,)),),
    )
    copy = copy_of(page, 1)
    assert copy.title == "Nikon D4311 24 MP"
    assert copy.pairs[0].value == "D4311"
    assert copy.url != page.url
