from specdex.papers.entropy.roles import suggest

PAIRS = [
    ("Manufacturer", "Foo Ltd"),
    ("Manufacturer", "Bar and Sons"),
    ("Manufacturer", "Baz"),
    ("Produced by", "Foo Ltd"),
    ("Produced by", "Baz"),
    ("Produced by", "Qux"),
    ("In stock", "Foo Ltd"),
    ("Weight", "5 g"),
    ("Weight", "7 g"),
    ("Heaviness", "5 g"),
    ("Heaviness", "7 g"),
    ("Comment", "a very long text " * 20),
]


def test_names_that_share_values_with_a_role_are_suggested(shelf):
    found = {each.synonym: each for each in suggest(PAIRS, shelf)}
    assert found["Produced by"].role == "manufacturer"
    assert found["Produced by"].shared == 2
    assert set(found["Produced by"].examples) == {"Foo Ltd", "Baz"}
    assert found["Heaviness"].role == "weight"
    assert found["Heaviness"].confidence > found["Produced by"].confidence


def test_one_shared_value_is_chance_and_known_names_need_no_suggesting(shelf):
    names = {each.synonym for each in suggest(PAIRS, shelf)}
    assert names == {"Produced by", "Heaviness"}


def test_values_that_everybody_has_say_little(shelf):
    pairs = [("Manufacturer", "yes"), ("Manufacturer", "no"), ("Weight", "5 g")]
    pairs += [(f"Feature {number}", value) for number in range(30) for value in ("yes", "no", "x")]
    pairs += [(f"Feature {number}", f"only {number}") for number in range(30)]
    assert suggest(pairs, shelf) == ()


def test_values_that_do_not_fit_the_role_suggest_nothing(shelf):
    pairs = [("Weight", "light"), ("Weight", "heavy"), ("Mood", "light"), ("Mood", "heavy")]
    assert suggest(pairs, shelf) == ()


def test_nothing_suggests_nothing(shelf):
    assert suggest([], shelf) == ()
