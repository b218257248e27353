import pytest

from specdex.crawling import Category
from specdex.crawling.category import fold, forms


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("Cameras", 1.0),
        ("Digital cameras (24)", 1.0),
        ("DSLR Cameras", 0.9),
        ("Cámaras", 1.0),
        ("Appareils photo", 1.0),
        ("Systemkameras", 0.9),
        ("Cameras by brand", 0.7),
        ("Cameras & accessories", 0.6),
        ("Camera bags", 0.1),
        ("Camera repairs", 0.1),
        ("Kamerataschen", 0.0),
        ("Toasters", 0.0),
        ("", 0.0),
        ("デジタルカメラ", 0.7),
    ],
)
def test_a_text_names_a_category_more_or_less_surely(text, sure):
    assert Category.of("camera").match(text) == sure


@pytest.mark.parametrize("name", ["camera", "cameras", "Camera"])
def test_a_category_is_the_same_in_either_number(name):
    assert Category.of(name).match("Kameras") == 1.0


def test_a_category_in_no_table_goes_by_its_word_and_plural():
    teapot = Category.of("teapot")
    assert teapot.match("Teapots") == 1.0
    assert teapot.match("Glass teapots") == 0.9
    assert teapot.match("Pots") == 0.0


def test_a_category_of_two_words_is_matched_as_a_phrase():
    machine = Category.of("washing machine")
    assert machine.match("Washing machines") == 1.0
    assert machine.match("Coffee machines") == 0.0


def test_an_accessory_can_be_the_category_itself():
    assert Category.of("tripod").match("Tripods") == 1.0


def test_a_shelf_is_half_a_promise():
    camera = Category.of("camera")
    assert camera.promise("Photo & Audio") == 0.5
    assert camera.promise("Cameras") == 1.0
    assert camera.promise("Garden") == 0.0
    assert camera.is_near("Photography")
    assert not camera.is_near("Photo & Audio")


@pytest.mark.parametrize(
    ("word", "both"),
    [
        ("kettle", ("kettle", "kettles")),
        ("batteries", ("battery", "batteries")),
        ("watch", ("watch", "watches")),
        ("watches", ("watch", "watches")),
        ("TV", ("tv", "tvs")),
        ("glass", ("glass", "glasses")),
        ("key", ("key", "keys")),
    ],
)
def test_words_have_two_numbers(word, both):
    assert forms(word) == both


def test_accents_do_not_count():
    assert fold("Écran Über") == "ecran uber"
