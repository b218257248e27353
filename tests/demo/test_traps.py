import pytest
from lxml import html


def follow(demo, url, xpath):
    answer = demo.answer(url)
    assert answer.status == 200, url
    host = "/".join(url.split("/")[:3])
    return host + html.document_fromstring(answer.body).xpath(xpath)[0]


@pytest.mark.parametrize("host", ["megapixelmart.example", "dailyledger.example"])
def test_the_calendar_never_ends(demo, host):
    url = follow(demo, f"http://{host}/", "//a[contains(@href, '/events/')]/@href")
    seen = set()
    for _ in range(40):
        seen.add(url)
        url = follow(demo, url, "//a[@rel='next']/@href")
    assert len(seen) == 40


def test_a_calendar_has_only_real_months(demo):
    assert demo.answer("http://dailyledger.example/events/2026-13").status == 404
    assert demo.answer("http://dailyledger.example/events/9999-12").status == 200
    assert demo.answer("http://dailyledger.example/events/today").status == 404


def test_filters_pile_up_for_ever(demo, truth):
    url = truth["sites"]["gridtronics.example"]["traps"][0] + "norvik"
    lengths = []
    for _ in range(12):
        lengths.append(len(url))
        url = follow(demo, url, "//a[contains(@href, 'filter=')]/@href")
    assert lengths == sorted(set(lengths))


def test_orders_show_the_same_products(demo, truth):
    url = next(t for t in truth["sites"]["lumenshop.example"]["traps"] if "sort=" in t)
    assert demo.answer(url + "0").body != demo.answer(url + "1").body
    assert demo.answer(url).status == 404


def test_sessions_never_show_the_same_address_twice(demo, truth):
    site = truth["sites"]["optikon.example"]
    url = follow(demo, site["home"], "//a[contains(@href, '/s/')]/@href")
    seen = set()
    for _ in range(20):
        assert url.startswith(tuple(site["traps"]))
        seen.add(url)
        url = follow(demo, url, "//a[contains(@href, '/list.php')]/@href")
    assert len(seen) == 20


def test_every_example_trap_is_open(demo, truth):
    examples = {"?filter=": "norvik", "?sort=": "0", "/events/": "2026-05", "/s/": "00000000/"}
    for site in truth["sites"].values():
        for trap in site["traps"]:
            value = next(value for end, value in examples.items() if trap.endswith(end))
            assert demo.answer(trap + value).status == 200, trap
