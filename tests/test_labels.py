import pytest

from specdex.labels import split_label


@pytest.mark.parametrize(
    ("text", "split"),
    [
        ("Weight: 5 kg", ("Weight", "5 kg")),
        ("Weight:5 kg", ("Weight", "5 kg")),
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
    assert split_label(text) == split
