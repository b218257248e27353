import pytest

from specdex.labels import clean_name, is_parted, part_label, parting


@pytest.mark.parametrize(
    ("text", "split"),
    [
        ("Weight: 5 kg", ("Weight", "5 kg")),
        ("Type:C", ("Type", "C")),
        ("2010:5 kg", None),
        ("Noise ratio:65 dB", ("Noise ratio", "65 dB")),
        ("v:2", None),
        ("Ratio : 16:9", ("Ratio", "16:9")),
        ("\u91cd\u91cf\uff1a5 kg", ("\u91cd\u91cf", "5 kg")),
        ("16:9", None),
        ("http://shop.example", None),
        ("No colon", None),
        ("Empty:", None),
        (": lonely", None),
        ("x" * 81 + ": y", None),
    ],
)
def test_a_label_ends_at_its_colon(text, split):
    assert part_label(text) == split


def test_a_colon_that_ends_the_text_parts_where_that_is_allowed():
    assert parting("Weight:") == (-1, -1)
    assert parting("Weight:", ending=True) == (6, 7)
    assert is_parted("Weight:", ending=True)
    assert not is_parted("16:9", ending=True)


def test_what_clings_to_a_label_is_no_part_of_it():
    assert clean_name("\u00bb Weight (kg) :") == "Weight (kg)"
    assert clean_name("Weight......") == "Weight"
