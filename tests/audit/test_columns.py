"""Columns of registers: an index names every row that is like a value, and no other."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.audit import columns
from specdex.audit.auditor import Auditor
from specdex.audit.columns import Column, comparable, degrees, nearness
from specdex.audit.findings import Advert, Statement
from specdex.audit.rules import Comparison, Register, RegisterRow, parse_rules

NAMES = st.lists(st.text("abn 2", max_size=9), min_size=1, max_size=12)
FLOORS = st.sampled_from((0.0, 0.3, 0.6, 0.8))


@given(NAMES, st.text("abn 2", min_size=1, max_size=9), FLOORS, st.booleans(), st.booleans())
def test_an_index_names_the_rows_that_comparing_all_would_find(values, asked, floor, code, bare):
    how = Comparison(code=code, floor=floor, strengths=bare)
    column, value = Column(values, how), comparable(asked, how)
    every = [comparable(each, how) for each in values]
    for measure in (degrees, nearness):
        wanted = np.flatnonzero(measure(value, every, how) > 0).tolist()
        assert column.rows(value, measure).tolist() == wanted


def test_letters_that_come_again_count_as_often_as_they_do():
    column = Column(["banana", "nanana", "ban", "na"], Comparison(floor=0.6))
    assert column.rows("banana", degrees).tolist() == [0, 1]


@given(NAMES, st.text("abn 2", min_size=1, max_size=9), FLOORS)
def test_of_very_many_texts_those_are_found_that_are_alike_to_a_degree(values, asked, floor):
    how = Comparison(floor=floor)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columns, "MANY", 0)
        column, value = Column(values, how), comparable(asked, how)
        alike = degrees(value, [comparable(each, how) for each in values], how)
        wanted = np.flatnonzero((alike > 0) & (alike >= columns.FAINT)).tolist()
        assert column.rows(value, degrees).tolist() == wanted


def test_what_was_not_looked_for_may_be_there(monkeypatch):
    monkeypatch.setattr(columns, "MANY", 0)
    book = parse_rules(
        '[rules.R]\npractice = "unknown"\nconfidence = 1.0\nbecause = "it is not there"\n'
        'when = "not exists S (E.name = S.name)"',
        "book.toml",
    )
    rows = (RegisterRow(1, ("zorinol",)), RegisterRow(2, ("xyz",)))
    auditor = Auditor(book, Register("register", ("name",), rows), {"name"})
    said = (Statement("name", "abcdefghi", confidence=1.0),)
    advert = Advert("http://s.example/", "s.example", statements=said)
    assert [finding.low for finding in auditor.judge(advert)] == [1 - columns.FAINT]
