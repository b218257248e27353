import gzip
import json
import lzma

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.errors import InputError
from specdex.pipeline.survey import id_list, statistics
from specdex.statistics.collection import Described, Survey, histogram

LINES = [
    {"site": "www.a.example", "category": "tv", "attributes": {"size": ["50"], "mpn": ["KX-100"]}},
    {"site": "a.example", "category": "tv", "attributes": {"size": ["55"], "once": ["1"]}},
    {"site": "b.example", "category": "tv", "attributes": {"Size:": ["50"], "mpn": ["kx100"]}},
    {"site": "b.example", "category": "tv", "attributes": {"Size": "40", "only b": "1"}},
    {"site": "b.example", "category": "tv", "attributes": {"only b": "1", "mpn": ["KX-200"]}},
    {"site": "c.example", "category": "tv", "attributes": {"size": ["50"]}},
    {"site": "c.example", "category": "tv", "attributes": {}},
    {"site": "c.example", "category": "radio", "attributes": {"mpn": ["R-77"]}},
]


def text(lines):
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


@pytest.fixture
def lines(tmp_path):
    path = tmp_path / "tv.jsonl.xz"
    path.write_bytes(lzma.compress(text(LINES)))
    return str(path)


def test_attributes_need_two_specifications_of_a_site_and_two_sites(lines):
    everything, radio, tv = statistics([lines]).categories
    assert (tv.category, tv.sites, tv.specifications) == ("tv", 3, 6)
    assert tv.attributes == 1, "size; the mpn is no site's twice, 'only b' only b's"
    assert tv.inter_site == (2 / 3,)
    assert tv.intra_site == (2 / 3, 1.0), "c has no attribute, b has the size in two of three"
    assert tv.products == 2, "KX-100 and kx100 are one id"
    assert (everything.category, everything.specifications, everything.sites) == ("all", 7, 3)
    assert (radio.attributes, radio.specifications) == (0, 1)


def test_the_overlap_with_another_collection_is_told_by_category(lines, tmp_path):
    other = tmp_path / "other.jsonl.gz"
    there = [
        {"site": "z.example", "category": "tv", "attributes": {"mpn": [code]}}
        for code in ("KX100", "KX-300")
    ]
    other.write_bytes(gzip.compress(text(there)))
    by_category = {each.category: each for each in statistics([lines], [str(other)]).overlaps}
    assert (by_category["tv"].wanted, by_category["tv"].covered) == (2, 1)
    assert by_category["tv"].attributes == 2.0, "of the fullest specification of KX-100"
    assert by_category["all"].line() == {
        "ids": 2,
        "covered": 1,
        "share": 0.5,
        "attributes": 2.0,
    }


def test_a_list_of_ids_is_compared_as_ids_are(lines, tmp_path):
    path = tmp_path / "ids.txt"
    path.write_text("kx 100\nKX-200\nR77\nnothing\n\n", encoding="utf-8")
    (overlap,) = statistics([lines], ids=id_list(path)).overlaps
    assert (overlap.category, overlap.wanted, overlap.covered) == ("all", 4, 3)
    path.write_text("\n")
    with pytest.raises(InputError, match="holds no product ids"):
        id_list(path)


def test_lines_that_are_no_specifications_are_told_and_left_out(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_bytes(text(LINES[:2]) + b"nonsense\n[]\n{}\n" + b"[" * 99_999 + b"\n")
    found = statistics([str(path)])
    assert found.categories[0].specifications == 2
    assert [each.reason.split(" of ")[0] for each in found.failures] == [
        "line 3",
        "line 4",
        "line 5",
        "line 6",
    ]


def test_the_command_counts_runs_and_printed_lines(specdex, run, lines, tmp_path):
    done = specdex("stats", run)
    (line,) = map(json.loads, done.stdout.splitlines())
    assert (line["category"], line["sites"], line["specifications"]) == ("kettle", 2, 2)
    assert (line["attributes"], line["pairs"]) == (0, 3)
    assert done.returncode == 0
    ids = tmp_path / "ids.txt"
    ids.write_text("KX-100\nKX-999\n")
    done = specdex("stats", lines, "--ids", ids, "--json")
    first = json.loads(done.stdout.splitlines()[0])
    assert first["overlap"] == {"ids": 2, "covered": 1, "share": 0.5, "attributes": 2.0}
    assert first["inter_site"]["histogram"] == [0, 0, 0, 0, 0, 0, 1, 0, 0, 0]
    for args in (("nowhere",), (lines, "--ids", "nowhere"), (lines, "--against", "nowhere")):
        done = specdex("stats", *args)
        assert done.returncode == 2
        assert "nowhere" in done.stderr
        assert done.stderr.count("\n") == 1


@given(
    st.lists(
        st.builds(
            Described,
            st.sampled_from(["a", "b", "c"]),
            st.sampled_from(["x", "y"]),
            st.lists(st.sampled_from(["p", "P:", "q", "r", ""])).map(tuple),
        )
    )
)
def test_coverages_are_shares_and_the_order_does_not_matter(specifications):
    def surveyed(order):
        survey = Survey()
        for each in order:
            survey.add(each)
        return survey.categories()

    found = surveyed(specifications)
    assert found == surveyed(specifications[::-1])
    for each in found:
        assert all(0 < share <= 1 for share in (*each.intra_site, *each.inter_site))
        assert len(each.inter_site) == each.attributes
        assert sum(histogram(each.intra_site)) == len(each.intra_site)


def test_a_share_on_a_border_lies_below_it():
    assert histogram([0.3, 3 / 10, 0.1 * 3]) == [0, 0, 3, 0, 0, 0, 0, 0, 0, 0]
