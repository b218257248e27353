from benchmarks.throughput.measure import Pace, Throughput, measure
from benchmarks.throughput.warehouse import page_of


def test_a_warehouse_lists_all_its_products():
    listed = (
        page_of("/cameras", 120) + page_of("/cameras?page=2", 120) + page_of("/cameras?page=3", 120)
    )
    assert all(f'"/camera/{number}"' in listed for number in range(120))
    assert page_of("/cameras?page=4", 120) is None
    assert page_of("/camera/120", 120) is None
    assert "megapixels" in page_of("/camera/119", 120)


def test_a_ratio_is_that_of_pages_a_second():
    idle = Pace(100, 10.0, 0.0, 0.3, 1)
    assert Throughput(Pace(80, 10.0, 0.1, 0.2, 1), idle).ratio == 0.8
    assert Throughput(idle, Pace(0, 0.0, 0.0, 0.0, 0)).ratio == 0.0


def test_both_fetch_every_page_one_at_a_time_for_each_site():
    found = measure(sites=2, products=4, latency=0.01)
    assert found.idle.pages == found.crawl.pages >= 8
    assert found.ratio > 0
    assert found.crawl.at_once == 1
    assert found.crawl.fetching > 0
    assert found.crawl.memory
