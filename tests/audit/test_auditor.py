from dataclasses import replace

import pytest

from specdex.audit.auditor import Auditor
from specdex.audit.findings import Finding
from specdex.audit.rules import Register, RegisterRow, parse_rules
from specdex.records import from_json, to_json

ROLES = ("name", "generic", "code", "maker")
HONEST = {
    "name": "Cardolin",
    "generic": "Belatopril",
    "code": "MA 48213 07",
    "maker": "Nordhal GmbH",
}


def practices(findings):
    return {each.practice: each.low for each in findings}


def test_an_honest_offer_is_left_alone(auditor, advert):
    assert auditor.judge(advert(**HONEST)) == []


def test_a_code_that_no_row_has_is_unapproved(auditor, advert):
    (finding,) = auditor.judge(advert(**{**HONEST, "code": "XK-99999-11"}))
    assert (finding.practice, finding.rule, finding.low) == ("unapproved", "R1", 0.9)
    assert finding.sentence == "unapproved (R1, at least 90%): XK-99999-11 is in no row."
    assert [(each.origin, each.attribute) for each in finding.evidence] == [("page", "code")]
    assert finding.evidence[0].place == "/html/body/p[3]"


def test_codes_are_equal_or_not(auditor, advert):
    found = auditor.judge(advert(**{**HONEST, "code": "MA-48213-08"}))
    assert practices(found) == {"unapproved": 0.9}
    crowded = Register(
        "large.csv",
        ROLES,
        tuple(RegisterRow(n, ("X", "Y", f"MA-{n:05}-07", "Z")) for n in range(10000, 30000)),
    )
    invented = Auditor(auditor.book, crowded, ROLES).judge(advert(**HONEST))
    assert practices(invented) == {"unapproved": 0.9}, "some real number is always alike"


@pytest.mark.parametrize(
    ("code", "near"),
    [
        ("MA-48213-08", True),
        ("MA-4821-07", True),
        ("MA-482133-07", True),
        ("MA-48231-07", True),
        ("MA-48213-07", False),
        ("MA-48999-07", False),
        ("", False),
    ],
)
def test_a_near_miss_is_a_finding_of_its_own(register, advert, code, near):
    rule = """
    name = "near"
    [attributes.code]
    code = true
    [rules.N]
    practice = "misprint"
    confidence = 0.7
    when = "E.name = S.name and E.code ~ S.code"
    because = "{E.code} for {S.code}"
    """
    auditor = Auditor(parse_rules(rule, "near.toml"), register, ROLES)
    found = auditor.judge(advert(**{**HONEST, "code": code}))
    assert practices(found) == ({"misprint": 0.7} if near else {})


def test_what_was_read_with_doubt_accuses_less(auditor, advert):
    wrong = {**HONEST, "code": "XK-99999-11"}
    assert practices(auditor.judge(advert(sure=0.8, **wrong))) == {"unapproved": 0.7}
    assert practices(auditor.judge(advert(sure=0.5, **wrong))) == {}


def test_what_could_not_be_read_is_unknown_and_accuses_nobody(auditor, advert):
    silent = advert(name="Cardolin", maker="Nordhal")
    assert practices(auditor.judge(silent)) == {"incomplete": 0.8}
    assert auditor.judge(replace(silent, unread=frozenset({"code"}))) == []


def test_another_maker_under_the_same_code_is_a_counterfeit(auditor, advert):
    (finding,) = auditor.judge(advert(**{**HONEST, "maker": "Zephra Trading"}))
    assert (finding.practice, finding.low) == ("counterfeit", 0.85)
    rows = {each.place for each in finding.evidence if each.origin == "register"}
    assert rows == {"register.csv, row 2"}
    assert "belongs to Nordhal Ltd, not to Zephra Trading" in finding.sentence


def test_one_of_two_names_is_enough(auditor, advert):
    said = {**HONEST, "name": "Something else", "maker": "Zephra Trading"}
    assert practices(auditor.judge(advert(**said))) == {"counterfeit": 0.85}
    said = {**HONEST, "name": "Something else", "generic": "Other", "maker": "Zephra Trading"}
    assert auditor.judge(advert(**said)) == []


def test_what_a_page_does_not_say_proves_no_more_than_that(auditor, advert):
    found = auditor.judge(advert(name="Cardolin", maker="Zephra Trading"))
    assert practices(found) == {"incomplete": 0.8}
    (evidence, _) = found[0].evidence
    assert (evidence.attribute, evidence.value, evidence.place) == ("code", "", "")


def test_an_empty_register_approves_of_nothing(book, advert):
    empty = Register("empty.csv", ("name", "generic", "code", "maker"), ())
    auditor = Auditor(book, empty, ("name", "generic", "code", "maker"))
    assert practices(auditor.judge(advert(**HONEST))) == {"unapproved": 0.9}


def test_rules_that_contradict_each_other_are_reported_as_such(register, advert):
    text = """
    [rules.A]
    practice = "fake"
    confidence = 0.9
    when = "has E.name"
    because = "it has a name"

    [rules.B]
    practice = "not fake"
    confidence = 0.9
    when = "has E.name"
    because = "it has a name"
    """
    auditor = Auditor(parse_rules(text, "odd.toml"), register, ("name",))
    (finding,) = auditor.judge(advert(**HONEST))
    assert set(finding.conflict) == {"has E.name", "A", "B"}
    assert "contradict each other" in finding.sentence
    assert (finding.low, finding.high) == (0.0, 1.0)


def test_a_rule_that_clears_lowers_the_top(register, advert):
    text = """
    [rules.A]
    practice = "fake"
    confidence = 0.6
    when = "has E.name"
    because = "it has a name"

    [rules.B]
    practice = "not fake"
    confidence = 0.3
    when = "has E.name"
    because = "it has a name"
    """
    auditor = Auditor(parse_rules(text, "odd.toml"), register, ("name",))
    (finding,) = auditor.judge(advert(**HONEST))
    assert (finding.low, finding.high) == (pytest.approx(0.6), pytest.approx(0.7))


def test_two_rules_for_one_practice_give_one_finding_with_the_surer_rule(register, advert):
    text = """
    [rules.weak]
    practice = "fake"
    confidence = 0.6
    when = "has E.name"
    because = "weak"

    [rules.strong]
    practice = "fake"
    confidence = 0.8
    when = "has E.code"
    because = "strong"
    """
    auditor = Auditor(parse_rules(text, "two.toml"), register, ("name", "code"))
    (finding,) = auditor.findings([advert(**HONEST)])
    assert (finding.rule, finding.low) == ("strong", 0.8)


def test_values_of_one_record_can_be_compared_with_each_other_and_with_texts(register, advert):
    text = """
    [rules.same]
    practice = "copied"
    confidence = 1.0
    when = 'E.name = E.generic and S.name = S.name and S.maker = "Brightwell" and has S.code'
    because = "{E.name} is its own generic name"
    """
    auditor = Auditor(parse_rules(text, "same.toml"), register, ("name", "generic"))
    assert practices(auditor.judge(advert(name="Aqua", generic="aqua"))) == {"copied": 1.0}
    assert auditor.judge(advert(name="Aqua", generic="Terra")) == []
    assert auditor.judge(advert(name="Aqua")) == []


def test_findings_have_a_json_form(auditor, advert):
    (finding,) = auditor.judge(advert(**{**HONEST, "code": "XK-99999-11"}))
    assert from_json(Finding, to_json(finding)) == finding
