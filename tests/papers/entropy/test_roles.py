import pytest

from specdex.errors import InputError
from specdex.papers.entropy.roles import for_category, parse_domain, shipped, shipped_names

FIFTEEN = {
    "proprietary_name",
    "generic_name",
    "authentication_code",
    "suggested_price",
    "discount_price",
    "manufacturer",
    "country",
    "availability",
    "package",
    "ingredients",
    "indications",
    "contraindications",
    "warnings",
    "dosage",
    "description",
}


def test_domains_for_what_the_paper_and_the_web_sell_are_shipped():
    assert {"drugs", "health_food", "cosmetics", "cameras", "notebooks", "books", "product"} <= set(
        shipped_names()
    )


@pytest.mark.parametrize("name", ["drugs", "health_food"])
def test_drugs_and_health_food_have_the_fifteen_attributes(name):
    assert {role.name for role in shipped(name).roles} >= FIFTEEN


@pytest.mark.parametrize("name", shipped_names())
def test_shipped_domains_speak_several_languages(name):
    words = {synonym for role in shipped(name).roles for synonym in role.synonyms}
    assert any(not word.isascii() for word in words)
    assert len(words) > 3 * len(shipped(name).roles)


@pytest.mark.parametrize(
    ("label", "role"),
    [
        ("ISBN-13:", "isbn13"),
        ("ISBN13", "isbn13"),
        ("isbn 10", "isbn"),
        ("Pub. Date", "publication_date"),
        ("Authors:", "author"),
        ("Product Dimensions", "dimensions"),
        ("Weight (kg)", "weight"),
        ("Verlag", "publisher"),
        ("Shelf", ""),
        ("", ""),
    ],
)
def test_a_label_names_its_role_however_it_is_spelled(label, role):
    assert shipped("books").role_of(label) == role


def test_the_category_of_a_page_chooses_the_domain():
    assert for_category("camera").name == "cameras"
    assert for_category("Laptops").name == "notebooks"
    assert for_category("garden gnome").name == "product"
    assert for_category("").name == "product"


def test_a_domain_lends_its_roles_to_another():
    child = parse_domain(
        'name = "lenses"\nparent = "product"\nwithout = ["price"]\n'
        '[roles.color]\nsynonyms = ["paint"]\n[roles.mount]\nsynonyms = ["mount"]\n',
        "lenses.toml",
    )
    names = [role.name for role in child.roles]
    assert "mount" in names
    assert "price" not in names
    assert {"paint", "color"} <= set(child.role("color").synonyms)


def test_values_are_checked_by_pattern_and_unit():
    domain = shipped("books")
    assert domain.role("isbn13").fits("978-0307269997")
    assert not domain.role("isbn13").fits("Hardcover")
    assert domain.role("weight").fits("2 pounds")
    assert not domain.role("weight").fits("light")


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ('name = "x"\n[roles.a\n', 2, "not TOML"),
        ('[roles.a]\nsynonyms = ["a"]\n', 1, "it has no name"),
        ('name = "x"\n', 1, "it has no roles"),
        ('name = "x"\ncolour = 3\n[roles.a]\n', 2, "unknown setting 'colour'"),
        ("name = 3\n[roles.a]\n", 1, "name must be a text"),
        ('name = "x"\nqualifiers = "a"\n[roles.a]\n', 2, "qualifiers must be a list of texts"),
        ('name = "x"\n\n[roles.a]\nsynonym = ["a"]\n', 4, "unknown setting 'synonym' of role 'a'"),
        ('name = "x"\n[roles.a]\nsynonyms = "a"\n', 3, "synonyms must be a list of texts"),
        ('name = "x"\n[roles.a]\nsynonyms = ["!"]\n', 3, "has no letters"),
        ('name = "x"\n[roles.a]\nsynonyms = ["a"]\npattern = "("\n', 4, "no regular expression"),
        ('name = "x"\n[roles.a]\ntitle = "yes"\n', 3, "title must be true or false"),
        (
            'name = "x"\n[roles.a]\nsynonyms = ["k"]\n[roles.b]\nsynonyms = ["K"]\n',
            5,
            "names both 'a' and 'b'",
        ),
        ('name = "x"\nparent = "no"\n[roles.a]\n', 2, "its parent cannot be used"),
        ('name = "x"\nparent = "product"\nwithout = ["q"]\n[roles.a]\n', 3, "no role 'q'"),
        ('name = "x"\nroles = 3\n', 2, "it has no roles"),
        ('name = "x"\n[roles]\na = 3\n', 3, "is no table"),
    ],
)
def test_a_malformed_domain_names_file_line_and_what_is_wrong(text, line, sentence):
    with pytest.raises(InputError) as raised:
        parse_domain(text, "mine.toml")
    assert str(raised.value).startswith(f"mine.toml, line {line}: ")
    assert sentence in str(raised.value)


def test_an_unknown_domain_names_those_there_are():
    with pytest.raises(InputError, match="books, cameras"):
        shipped("bicycles")
