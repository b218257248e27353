from specdex.crawlers import renderer as rendering
from specdex.papers import clustvx
from specdex.papers.clustvx import ClustVxReader


def look(font, box="0,0,100,20"):
    return f'data-specdex-look="{font}" data-specdex-box="{box}"'


def card(n, area="200,100"):
    return (
        f'<li {look("body", f"0,0,{area}")}><a href="/p/{n}" {look("name")}>Thing {n}</a>'
        f"<span {look('price')}>${n}.00</span></li>"
    )


def test_records_are_the_children_of_the_common_ancestor(document_of):
    body = "".join(card(n) for n in range(5))
    listing = ClustVxReader().read(document_of(f"<html><body><ul>{body}</ul></body></html>"))
    assert [each.xpath for each in listing.offers] == [
        f"/html/body/ul/li[{n}]" for n in range(1, 6)
    ]


def test_the_region_with_the_greatest_visual_weight_wins(document_of):
    menu = "".join(f"<p {look('s', '0,0,50,10')}><i>Menu</i></p>" for n in range(6))
    body = f"<div>{menu}</div><ul>{''.join(card(n) for n in range(6))}</ul>"
    listing = ClustVxReader().read(document_of(f"<html><body>{body}</body></html>"))
    assert {each.xpath.rpartition("/")[0] for each in listing.offers} == {"/html/body/ul"}


def test_elements_of_one_path_that_look_different_are_no_cluster(document_of):
    body = f"<div><p {look('big red')}>One</p></div><div><p {look('small blue')}>Two</p></div>"
    listing = ClustVxReader().read(document_of(f"<html><body>{body}</body></html>"))
    assert listing.offers == ()
    assert listing.reason


def test_flat_records_are_separated_by_tree_hopping(document_of):
    flat = "".join(f"<h3 {look('head')}>Thing {n}</h3><p {look('p')}>${n}.00</p>" for n in range(4))
    listing = ClustVxReader().read(document_of(f"<html><body><div>{flat}</div></body></html>"))
    assert len(listing.offers) == 4
    assert listing.offers[0].rest == ("/html/body/div/p[1]",)


def test_what_takes_no_room_is_not_seen(document_of):
    hidden = "".join(f"<li><b {look('x', '0,0,0,0')}>Hidden {n}</b></li>" for n in range(9))
    listing = ClustVxReader().read(document_of(f"<html><body><ul>{hidden}</ul></body></html>"))
    assert listing.offers == ()


def test_stage_and_browser_agree_on_the_attributes():
    assert (clustvx.LOOK, clustvx.BOX) == (rendering.LOOK, rendering.BOX)


def region(tag, *, cards, size, items):
    """A list of *cards*, each *size* wide and high, with so many *items*."""
    said = "".join(f"<b {look(f'{tag}{n}')}>text</b>" for n in range(items))
    return (
        "<div>" + f"<{tag} {look('card', f'0,0,{size},{size}')}>{said}</{tag}>" * cards + "</div>"
    )


def test_visual_weight_is_area_times_the_square_of_items(document_of):
    wide = region("section", cards=2, size=100, items=2)
    full = region("article", cards=2, size=60, items=3)
    listing = ClustVxReader().read(document_of(f"<html><body>{wide}{full}</body></html>"))
    assert [each.xpath for each in listing.offers] == [
        f"/html/body/div[1]/section[{n}]" for n in (1, 2)
    ]


def test_tags_that_only_format_do_not_part_a_cluster(document_of):
    plain = f"<li {look('r')}><span {look('name')}>Plain</span></li>"
    bold = f"<li {look('r')}><span><b {look('name')}>Bold</b></span></li>"
    body = f"<ul>{plain}{bold}</ul>"
    listing = ClustVxReader().read(document_of(f"<html><body>{body}</body></html>"))
    assert len(listing.offers) == 2


def test_other_tags_part_a_cluster(document_of):
    body = f"<ul><li><h3 {look('x')}>One</h3></li><li><p {look('x')}>Two</p></li></ul>"
    listing = ClustVxReader().read(document_of(f"<html><body>{body}</body></html>"))
    assert listing.offers == ()


def test_area_is_width_times_height(document_of):
    def boxed(tag, box):
        return f"<{tag} {look('card', f'0,0,{box}')}><b {look(tag)}>text</b></{tag}>" * 2

    body = f"<div>{boxed('section', '100,20')}</div><div>{boxed('article', '20,60')}</div>"
    listing = ClustVxReader().read(document_of(f"<html><body>{body}</body></html>"))
    assert listing.offers[0].xpath == "/html/body/div[1]/section[1]"


def test_a_region_has_the_items_that_speak_for_it_and_no_more(document_of):
    # 60 * 60 * 2**2 against 31 * 31 * 4**2: one item more each, and the other one would win
    wide = region("section", cards=2, size=60, items=1)
    full = region("article", cards=2, size=31, items=2)
    listing = ClustVxReader().read(document_of(f"<html><body>{wide}{full}</body></html>"))
    assert listing.offers[0].xpath == "/html/body/div[2]/article[1]"
