"""Audits against made-up registers find what is wrong, and wrong nobody."""

import numpy as np
import pytest

from benchmarks.audit.command import judged
from benchmarks.audit.registers import made_register, offers_of
from specdex.audit.auditor import Auditor
from specdex.audit.rules import shipped_rules
from specdex.audit.scales import Scales
from specdex.papers.entropy.roles import shipped

ROLES = {role.name for role in shipped("drugs").roles}


@pytest.fixture(scope="module")
def register():
    return made_register(3_000)


def test_wrong_numbers_are_found_and_honest_offers_are_not_accused(register):
    auditor = Auditor(shipped_rules("drugs"), register, ROLES)
    found = {each.kind: each for each in judged(auditor, list(offers_of(register, 20)))}
    assert found["honest"].accused == 0
    assert found["honest"].found == 0
    assert found["invented"].found == 20
    assert found["one digit off"].found == 20


def test_indices_leave_nothing_out(register, monkeypatch):
    """What is said with the rows that indices name is what is said when every row is weighed."""
    some = [each.advert for each in offers_of(register, 4)]
    rules = shipped_rules("drugs")
    quick = [Auditor(rules, register, ROLES).judge(each) for each in some]
    every = np.arange(len(register.rows))
    monkeypatch.setattr(Scales, "_rows", lambda *_: every)
    assert [Auditor(rules, register, ROLES).judge(each) for each in some] == quick
