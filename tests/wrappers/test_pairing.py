"""Rules for names and for values belong together only where nearly all of both pair up."""

import pytest

from specdex.wrappers import induction
from specdex.wrappers.annotators import Labels
from specdex.wrappers.induction import LOOSELY_PAIRED, PAIRED, induce_pairs
from specdex.wrappers.survey import Survey


@pytest.mark.parametrize(("options", "least"), [({}, PAIRED), ({"strict": False}, LOOSELY_PAIRED)])
def test_pairing_is_strict_unless_said_otherwise(monkeypatch, shop, options, least):
    asked = []

    def recorded(_survey, _names, _values, share):
        asked.append(share)
        return []

    monkeypatch.setattr(induction, "_paired", recorded)
    assert induce_pairs(Survey(shop(3)), Labels(), **options) == []
    assert asked == [least]
    assert PAIRED > LOOSELY_PAIRED
