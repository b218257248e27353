from specdex.papers.light import LightReader


def record(n, extra=""):
    return (
        f'<li><a href="/p/{n}"><img src="{n}.jpg"></a><div class="col">'
        f'<h2><a href="/p/{n}">Shampoo {n}</a></h2>'
        f'<em class="discount"><span class="price">$1{n}.00</span></em>'
        f'<a href="/p/{n}">Details</a>{extra}</div></li>'
    )


def page(body):
    return f"<html><body><div><ul>{body}</ul></div></body></html>"


def test_the_papers_example_is_read(document_of):
    listing = LightReader().read(document_of(page("".join(record(n) for n in range(4)))))
    assert [each.xpath for each in listing.offers] == [
        f"/html/body/div/ul/li[{n}]" for n in range(1, 5)
    ]
    assert [each.name for each in listing.offers] == [f"Shampoo {n}" for n in range(4)]


def test_elements_with_the_same_parent_path_but_other_children_belong_to_it(document_of):
    body = "".join(record(n) for n in range(3)) + record(3, "<p>New</p><p>Hot</p>")
    assert len(LightReader().read(document_of(page(body))).offers) == 4


def test_an_element_without_an_image_or_with_few_children_is_filtered_out(document_of):
    body = "".join(record(n) for n in range(3))
    bare = '<li><a href="/p">No picture</a><p>a</p><p>b</p><p>c</p><p>d</p></li>'
    few = '<li><a href="/p"><img src="x.jpg">Few</a></li>'
    assert len(LightReader().read(document_of(page(body + bare + few))).offers) == 3


def test_the_largest_cluster_wins_even_when_it_is_a_menu(document_of):
    menu = "".join(
        f'<div><a href="/c/{n}"><img src="{n}.png"></a><p>a</p><p>b</p><p>c</p>Menu {n}</div>'
        for n in range(6)
    )
    records = "".join(record(n) for n in range(3))
    body = f"<html><body><nav>{menu}</nav><ul>{records}</ul></body></html>"
    listing = LightReader().read(document_of(body))
    assert {each.xpath.rpartition("/")[0] for each in listing.offers} == {"/html/body/nav"}


def test_a_page_where_nothing_repeats_is_silent(document_of):
    listing = LightReader().read(document_of(page(record(1))))
    assert listing.offers == ()
    assert listing.reason


def test_five_elements_inside_are_enough_and_four_are_not(document_of):
    def small(n, inside):
        rest = "<p>a</p>" * (inside - 2)
        return f'<li><a href="/p/{n}">Soap {n}</a><img src="{n}.jpg">{rest}</li>'

    five = "".join(small(n, 5) for n in range(3))
    four = "".join(small(n, 4) for n in range(3))
    assert len(LightReader().read(document_of(page(five))).offers) == 3
    assert not [
        each for each in LightReader().read(document_of(page(four))).offers if "/li" in each.xpath
    ]
