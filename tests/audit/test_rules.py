import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.audit.auditor import Auditor
from specdex.audit.columns import comparable, degrees
from specdex.audit.conditions import ConditionError, parse_condition
from specdex.audit.rules import Comparison, Register, RegisterRow, parse_rules, shipped_rules
from specdex.errors import InputError

GOOD = '[rules.R1]\npractice = "p"\nconfidence = 0.9\nbecause = "b"\n'


def degree(one, other, comparison=None):
    """How equal two values are."""
    how = comparison or Comparison()
    return float(degrees(comparable(one, how), [comparable(other, how)], how)[0])


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("E.a = S.a", "E.a = S.a"),
        ('E.a != "x y"', 'not (E.a = "x y")'),
        ("has E.a and not has S.b", "(has E.a) and (not (has S.b))"),
        ("E.a = S.a or E.b = S.b and has E.c", "(E.a = S.a) or ((E.b = S.b) and (has E.c))"),
        ("not exists S (E.a = S.a)", "not (exists S (E.a = S.a))"),
        ("((has E.a))", "has E.a"),
    ],
)
def test_conditions_read_as_they_are_written(text, printed):
    assert str(parse_condition(text)) == printed
    assert parse_condition(printed) == parse_condition(text)


@pytest.mark.parametrize(
    ("text", "sentence", "position"),
    [
        ("", "expected E.attribute", 0),
        ("E.a", "expected '=', '!=' or '~'", 3),
        ("E.a = ", "expected E.attribute", 6),
        ("E.a = S.a S.b", "expected 'and', 'or' or the end", 10),
        ("exists E (has E.a)", "expected 'S'", 7),
        ("(has E.a", "expected ')'", 8),
        ("has E.a & has E.b", "'&' means nothing here", 8),
        ("not " * 60 + "has E.a", "nested too deep", 164),
    ],
)
def test_a_wrong_condition_says_what_is_wrong_and_where(text, sentence, position):
    with pytest.raises(ConditionError) as raised:
        parse_condition(text)
    assert sentence in str(raised.value)
    assert raised.value.position == position


@given(st.text(max_size=40))
def test_whatever_is_written_is_a_condition_or_a_mistake(text):
    with contextlib.suppress(ConditionError):
        assert str(parse_condition(text))


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("[rules", 1, "not TOML"),
        ('name = "x"\n', 1, "it has no rules"),
        ("rule = 1\n", 1, "unknown setting 'rule'"),
        (GOOD + "when = 3\n", 5, "when must be a text"),
        (GOOD, 1, "it has no when"),
        (GOOD + 'when = "has E.a"\nthen = "x"\n', 6, "unknown setting 'then' of rule 'R1'"),
        (GOOD.replace("0.9", "1.5") + 'when = "has E.a"\n', 3, "at most 1"),
        (GOOD + 'when = "has E.a and"\n', 5, "expected E.attribute"),
        (GOOD + 'when = """\nhas E.a\nand has\n"""\n', 8, "expected E.attribute"),
        (GOOD.replace('"b"', '"{E.z}"') + 'when = "has E.a"\n', 4, "{E.z} is no part"),
        (GOOD.replace('"p"', '" "') + 'when = "has E.a"\n', 2, "no name"),
        (GOOD + 'when = "has E.a"\n[attributes.a]\nfloor = 1.0\n', 7, "floor must be"),
        (
            GOOD + 'when = "has E.a"\n[attributes.a]\nflour = 1.0\n',
            7,
            "unknown setting 'flour' of attribute 'a'",
        ),
        ("attributes = 3\n" + GOOD + 'when = "has E.a"\n', 1, "attributes must be tables"),
    ],
)
def test_a_malformed_rule_names_file_line_and_what_is_wrong(text, line, sentence):
    with pytest.raises(InputError) as raised:
        parse_rules(text, "mine.toml")
    assert str(raised.value).startswith(f"mine.toml, line {line}: ")
    assert sentence in str(raised.value)


def test_a_rule_about_what_no_page_or_register_says_is_refused(book, register):
    with pytest.raises(InputError, match=r"small.toml, line 15: E.code: the domain has no 'code'"):
        Auditor(book, register, ("name", "generic", "maker"))
    poor = Register("poor.csv", ("name", "generic", "code"), (RegisterRow(2, ("a", "b", "c")),))
    with pytest.raises(InputError, match=r"small.toml, line 21: S.maker: the register poor.csv"):
        Auditor(book, poor, ("name", "generic", "code", "maker"))


def test_the_papers_rules_are_shipped_with_their_confidences():
    book = shipped_rules("drugs")
    known = {rule.name: (rule.practice, rule.confidence) for rule in book.rules}
    assert known["R1"] == ("unapproved", 0.90)
    assert known["R2"] == ("counterfeit", 0.85)
    assert {practice for practice, _ in known.values()} == {
        "unapproved",
        "counterfeit",
        "prescription drug without prescription",
        "controlled drug",
        "illegally imported",
        "incomplete information",
        "misprinted approval number",
    }
    with pytest.raises(InputError, match="there are: drugs"):
        shipped_rules("cars")


def test_equality_is_one_less_the_share_of_edits():
    assert degree("kitten", "sitting") == pytest.approx(1 - 3 / 7)
    assert degree("Same", "same") == 1.0
    assert degree("", "x") == 0.0


def test_what_does_not_count_is_not_compared():
    maker = Comparison(ignore=("ltd", "gmbh"))
    assert degree("Nordhal GmbH", "Nordhal, Ltd.", maker) == 1.0
    assert degree("Ltd", "Ltd", maker) == 1.0
    assert degree("MA-48213/07", "ma 4821307", Comparison(code=True)) == 1.0


def test_what_stays_under_the_floor_is_different():
    assert degree("abcd", "abxy", Comparison(floor=0.5)) == 0.0
    assert degree("abcd", "abcx", Comparison(floor=0.5)) == pytest.approx(0.5)


@given(st.text(max_size=20), st.text(max_size=20), st.floats(0, 0.99))
def test_degrees_are_symmetric_and_lie_between_zero_and_one(one, other, floor):
    how = Comparison(floor=floor)
    assert 0.0 <= degree(one, other, how) <= 1.0
    assert degree(one, other, how) == degree(other, one, how)
