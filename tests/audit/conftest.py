import pytest

from specdex.audit.auditor import Auditor
from specdex.audit.findings import Advert, Statement
from specdex.audit.rules import Register, RegisterRow, parse_rules

RULES = """
name = "small"

[attributes.code]
code = true
floor = 0.8

[attributes.maker]
ignore = ["ltd", "gmbh"]
floor = 0.6

[rules.R1]
practice = "unapproved"
confidence = 0.90
when = "has E.code and not exists S (E.code = S.code)"
because = "{E.code} is in no row"

[rules.R2]
practice = "counterfeit"
confidence = 0.85
when = "(E.name = S.name or E.generic = S.generic) and E.code = S.code and E.maker != S.maker"
because = "{S.code} belongs to {S.maker}, not to {E.maker}"

[rules.R6]
practice = "incomplete"
confidence = 0.8
when = "not has E.code or not has E.maker"
because = "it lacks code or maker"
"""
ROLES = ("name", "generic", "code", "maker")


@pytest.fixture
def book():
    return parse_rules(RULES, "small.toml")


@pytest.fixture
def register():
    rows = [("Cardolin", "Belatopril", "MA-48213-07", "Nordhal Ltd")]
    rows += [("Febrisan", "Paralucetam", "MA-10577-21", "Brightwell")]
    numbered = tuple(RegisterRow(number, row) for number, row in enumerate(rows, 2))
    return Register("register.csv", ROLES, numbered)


@pytest.fixture
def auditor(book, register):
    return Auditor(book, register, ROLES)


@pytest.fixture
def advert():
    def make(sure=1.0, **values):
        said = tuple(
            Statement(name, value, name.title(), f"/html/body/p[{place}]", sure)
            for place, (name, value) in enumerate(values.items(), 1)
        )
        return Advert(
            "http://pills.example/1", "pills.example", "Pills", said, "2026-11-10T08:00:00"
        )

    return make
