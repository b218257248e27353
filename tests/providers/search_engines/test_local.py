import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.errors import InputError, ProviderError
from specdex.ports import SearchEngine
from specdex.providers.search_engines.local import IndexedPage, LocalIndex


@pytest.fixture
def index(tmp_path):
    made = LocalIndex(str(tmp_path))
    made.add(
        [
            IndexedPage("http://a.example/1", "Kettle KX-X101WE", "Boils water. Model KX-X101WE."),
            IndexedPage("http://b.example/1", "Wasserkocher", "Modell KXX101WE, kocht Wasser"),
            IndexedPage("http://c.example/1", "Kettles", "We tried the KX X101WE kettle"),
            IndexedPage("http://d.example/1", "Toaster", "Type KX-200. Not a kettle."),
        ]
    )
    return made


def urls(results):
    return [each.url for each in results]


def test_it_fits_the_port(index):
    assert isinstance(index, SearchEngine)


@pytest.mark.parametrize("query", ['"KX-X101WE"', '"KX X101WE"', '"KXX101WE"', '"kx.x101we"'])
def test_an_id_is_found_however_it_is_spelled(index, query):
    assert {"http://a.example/1", "http://b.example/1"} <= set(urls(index.search(query, 9)))
    assert "http://d.example/1" not in urls(index.search(query, 9))


def test_the_title_counts_most_and_comes_with_the_text(index):
    first = index.search('"KX-X101WE"', 1)[0]
    assert first.url == "http://a.example/1"
    assert first.title == "Kettle KX-X101WE"
    assert "Boils" in first.snippet


def test_words_beside_a_phrase_make_better_and_alone_are_needed(index):
    found = urls(index.search('"KX X101WE" Wasser', 9))
    assert len(found) == 3, "a page in another language is found as well"
    assert urls(index.search("kettle water", 9)) == ["http://a.example/1"]


def test_few_results_come_from_one_site(tmp_path):
    index = LocalIndex(str(tmp_path / "i.db"))
    index.add(IndexedPage(f"http://a.example/{n}", "T", "X-100") for n in range(9))
    index.add([IndexedPage("http://b.example/", "T", "X-100 and much else besides")])
    assert len(index.search('"X-100"', 9)) == 4
    assert len(index.search('"X-100"', 2)) == 2


def test_a_search_within_a_site_finds_all_of_it(tmp_path):
    index = LocalIndex(str(tmp_path / "i.db"))
    index.add(IndexedPage(f"http://www.a.example/{n}", "T", "kettle") for n in range(9))
    index.add([IndexedPage("http://ba.example/", "kettle", "kettle")])
    found = urls(index.search("site:a.example kettle", 9))
    assert len(found) == 9
    assert all("www.a.example" in url for url in found)
    assert index.search("site:c.example kettle", 9) == ()


def test_a_page_that_changed_takes_its_place(index):
    index.add([IndexedPage("http://a.example/1", "Gone", "nothing")])
    assert "http://a.example/1" not in urls(index.search('"KX-X101WE"', 9))
    assert urls(index.search("gone", 9)) == ["http://a.example/1"]


def test_no_index_and_no_database_are_told_in_one_sentence(tmp_path):
    with pytest.raises(ProviderError, match="make it with: specdex index"):
        LocalIndex(str(tmp_path)).search("x", 1)
    (tmp_path / "search.db").write_bytes(b"nonsense" * 999)
    with pytest.raises(ProviderError, match="is no index"):
        LocalIndex(str(tmp_path)).search("x", 1)
    with pytest.raises(InputError, match="is no index"):
        LocalIndex(str(tmp_path)).add([])


@given(st.text(max_size=80))
def test_any_query_and_any_page_are_survived(tmp_path_factory, text):
    path = tmp_path_factory.getbasetemp() / "any.db"
    index = LocalIndex(str(path))
    index.add([IndexedPage("http://a.example/", text, text)])
    assert len(index.search(text, 5)) <= 1
    assert len(index.search(f'"{text}', 5)) <= 1


def test_surrogates_and_nulls_are_survived(tmp_path):
    index = LocalIndex(str(tmp_path))
    index.add([IndexedPage("http://a.example/", "a\0b", "x\ud800 y")])
    assert len(index.search("x y", 5)) == 1
