import pytest

from specdex.alignment import titled
from specdex.alignment.titles import languages_of, readable
from specdex.records import Attribute, Correspondence

SHOPS = {
    "one.example": ("weight", "Screen size", "Height", "Shutter"),
    "two.example": ("Weight", "SCREEN SIZE", "Width and height", "Brand"),
    "haus.example": ("Gewicht", "Bildschirmdiagonale", "Höhe", "Farbe"),
    "boutique.example": ("Poids", "Écran", "Hauteur", "Marque"),
    "geek.example": ("m", "d", "h", "USB"),
}
MEANT = ("weight", "Screen size", "Height", "Other")
PRINTED = [
    Correspondence(site, name, attribute)
    for site, names in SHOPS.items()
    for name, attribute in zip(names, MEANT, strict=True)
]
ATTRIBUTES = [Attribute(name) for name in MEANT]


def titles(language):
    return [each.title for each in titled(ATTRIBUTES, PRINTED, language)]


def test_shops_tell_their_language_by_the_words_that_they_print():
    assert languages_of(PRINTED) == {
        "one.example": "en",
        "two.example": "en",
        "haus.example": "de",
        "boutique.example": "fr",
    }


def test_a_host_name_helps_where_few_words_do():
    printed = [Correspondence("shop.de", "Farbe", "Colour")]
    assert languages_of(printed) == {"shop.de": "de"}
    assert languages_of([Correspondence("shop.example", "Farbe", "Colour")]) == {}


@pytest.mark.parametrize(
    ("language", "found"),
    [
        ("de", ["Gewicht", "Bildschirmdiagonale", "Höhe", "Farbe"]),
        ("de-AT", ["Gewicht", "Bildschirmdiagonale", "Höhe", "Farbe"]),
        ("fr", ["Poids", "Écran", "Hauteur", "Marque"]),
        ("en", ["Weight", "Screen size"]),
        ("", ["Weight", "Screen size", "Height", "Other"]),
        ("sv", ["Weight", "Screen size", "Height", "Other"]),
    ],
)
def test_titles_are_those_of_the_asked_language_or_of_most(language, found):
    assert titles(language)[: len(found)] == found


@pytest.mark.parametrize(
    ("printed", "title"),
    [("screen_size", "Screen size"), ("SENSOR TYPE", "Sensor type"), ("maxIso", "Max iso"),
     ("WLAN", "WLAN"), ("Wi-Fi", "Wi-Fi"), ("ISO range", "ISO range"), ("Größe:", "Größe"),
     ("weight", "Weight"), ("HDMI ports", "HDMI ports"), ("x", "X")],
)  # fmt: skip
def test_titles_are_readable(printed, title):
    assert readable(printed) == title
