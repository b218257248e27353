from specdex.linkage.pages import pages as columns
from specdex.linkage.profiles import model_words


def test_model_words_are_not_measures():
    title = "Panasonic Lumix DMC-FZ200 12.1 MP 24x zoom 1080p f2.8 55mm 16GB"
    assert model_words(title, "panasonic") == ("dmcfz200", "fz200")
    assert model_words("Nikon Coolpix 4300", "nikon") == ("coolpix4300",)
    assert model_words("Handmade oak table") == ()


def test_a_brand_that_others_give_is_found_in_a_title(page):
    pages = [
        page("https://a.example/1", "Nikon D90", Hersteller="Nikon"),
        page("https://b.example/1", "Nikon D90", Marque="NIKON"),
        page("https://c.example/1", "The Nikon D90 in black"),
        page("https://d.example/1", "D90", Brand="Unbranded"),
    ]
    assert [profile.brand for profile in columns(pages).profiles] == ["nikon", "nikon", "nikon", ""]


def test_a_gtin_that_most_pages_give_to_another_model_is_a_mistake(page):
    ean = "4006381333931"
    pages = [page(f"https://{n}.example/1", "Nikon D90 body", EAN=ean) for n in range(5)]
    pages.append(page("https://market.example/1", "Nikon D80 body", EAN=ean))
    pages.append(page("https://untitled.example/1", EAN=ean))
    assert [bool(profile.gtins) for profile in columns(pages).profiles] == [True] * 5 + [
        False,
        True,
    ]
    assert all(profile.ids for profile in columns(pages).profiles)
