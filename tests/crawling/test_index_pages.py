from specdex.crawling.index_pages import anchors, is_avoided, link_groups
from specdex.crawling.links import site_links

CARD = """<li class="card"><a class="pic" href="/p/{0}"><img src="i"></a>
<a class="name" href="/p/{0}">Borea Kettle K{0}</a> <b>$ {0}9.00</b>
<a class="buy" href="/buy/{0}">Add to cart</a></li>"""
GRID = "<main><ul>" + "".join(CARD.format(n) for n in range(1, 5)) + "</ul></main>"
MENU = "<nav>" + "".join(f'<a href="/c/{n}">Department {n}</a>' for n in range(6)) + "</nav>"
BARE = (
    "<div>"
    + "".join(f'<p><a href="/a/{n}">Some long story number {n}</a></p>' for n in range(5))
    + "</div>"
)


def groups(made):
    return link_groups(made, site_links(made))


def test_a_grid_with_prices_and_pictures_is_the_best_group(document):
    best = groups(document(MENU + BARE + GRID))[0]
    assert best.score == 1.0
    assert best.priced == 1.0
    assert [link.url[-4:] for link in best.links] == ["/p/1", "/p/2", "/p/3", "/p/4"]


def test_menus_and_stories_score_low(document):
    found = groups(document(MENU + BARE))
    assert all(group.score < 0.5 for group in found)
    assert found[0].links[0].anchor.startswith("Some long story")


def test_a_lone_link_scores_less_than_its_like(document):
    alone = groups(document("<main><ul>" + CARD.format(1) + "</ul></main>"))
    assert 0.5 < alone[0].score < 1.0


def test_buttons_and_page_numbers_are_in_no_group(document):
    shapes = {
        group.shape.rsplit("/", 1)[-1]
        for group in groups(document(GRID + '<a href="?page=2">2</a>'))
    }
    assert shapes == {"a.pic", "a.name"}


def test_the_longest_anchor_that_is_no_button_names_an_address(document):
    links = site_links(
        document('<a href="/1">Buy now</a><a href="/1">K1</a><a href="/1">Kettle K1</a>')
    )
    assert list(anchors(links).values()) == ["Kettle K1"]


def test_links_that_lead_away_are_avoided(document):
    body = """<a href="/x">Warenkorb</a><a href="/cart">Here</a><a href="/y?sort=price">Cheap</a>
    <a href="/z" rel="nofollow">Z</a><a href="/k">Kettles</a>"""
    assert [is_avoided(link) for link in site_links(document(body))] == [
        True,
        True,
        True,
        True,
        False,
    ]
