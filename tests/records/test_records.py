"""Records are frozen, hashable, picklable, and have a JSON form; the extract line is a contract."""

import dataclasses
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex import errors, records
from specdex.errors import InputError, SpecdexError
from specdex.records import (
    KEYS,
    Failure,
    Field,
    Fragment,
    FragmentKind,
    Page,
    Pair,
    Specification,
    extract_line,
    from_json,
    specification_from_line,
    to_json,
)

KINDS = [
    kind
    for kind in (getattr(records, name) for name in records.__all__)
    if isinstance(kind, type) and dataclasses.is_dataclass(kind)
]
WORDS = st.text(max_size=20)
PAIRS = st.builds(Pair, WORDS, WORDS, group=WORDS, xpath=WORDS, reader=WORDS)
SPECIFICATIONS = st.builds(
    Specification,
    url=WORDS.map("http://shop.example/".__add__),
    id=WORDS,
    site=WORDS,
    category=WORDS,
    title=WORDS,
    fragments=st.lists(
        st.builds(
            Fragment, WORDS, st.sampled_from(FragmentKind), st.lists(PAIRS, max_size=3).map(tuple)
        ),
        max_size=2,
    ).map(tuple),
    fields=st.lists(
        st.builds(Field, WORDS, WORDS, xpath=WORDS), max_size=3, unique_by=lambda field: field.name
    ).map(tuple),
    failures=st.lists(st.builds(Failure, WORDS, WORDS, WORDS), max_size=2).map(tuple),
)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_records_are_frozen_slotted_and_documented(kind):
    assert kind.__dataclass_params__.frozen
    assert "__slots__" in vars(kind)
    assert kind.__doc__


@pytest.mark.parametrize("kind", KEYS, ids=lambda kind: kind.__name__)
def test_keys_are_fields(kind):
    assert set(KEYS[kind]) <= {field.name for field in dataclasses.fields(kind)}


@given(SPECIFICATIONS)
def test_a_specification_survives_json_and_pickle(specification):
    assert from_json(Specification, json.loads(json.dumps(to_json(specification)))) == specification
    assert pickle.loads(pickle.dumps(specification)) == specification
    assert hash(specification) == hash(dataclasses.replace(specification))


@given(SPECIFICATIONS)
def test_the_line_of_extract_leads_back_to_the_specification(specification):
    specification = dataclasses.replace(specification, id=specification.id or specification.url)
    line = json.loads(json.dumps(extract_line(specification)))
    assert specification_from_line(line) == specification


def test_the_line_of_extract_keeps_its_shape():
    pair = Pair("Weight", "5 kg", xpath="/html/body/p", reader="structure", confidence=0.91234)
    line = extract_line(
        Specification(
            "http://shop.example/p",
            title="Kettle",
            fragments=(Fragment("/html/body", FragmentKind.TABLE, (pair,), 0.5),),
            fields=(Field("brand", "Acme"),),
        )
    )
    assert list(line) == [
        "id",
        "url",
        "site",
        "category",
        "title",
        "fragments",
        "fields",
        "field_details",
        "failures",
    ]
    assert line["id"] == line["url"]
    assert line["site"] is None
    assert line["fragments"][0]["pairs"] == [["Weight", "5 kg"]]
    assert line["fragments"][0]["kind"] == "table"
    assert line["fields"] == {"brand": "Acme"}


def test_what_does_not_fit_is_named():
    with pytest.raises(InputError, match=r"status"):
        from_json(Page, {"url": "http://x.example", "body": "", "status": "many"})
    with pytest.raises(InputError, match="pairs"):
        specification_from_line(
            {"url": "u", "fragments": [{"xpath": "/", "kind": "table", "pairs": 3}]}
        )


def test_every_error_is_in_the_drawn_tree():
    for name in errors.__all__:
        assert issubclass(getattr(errors, name), SpecdexError)
        assert name in errors.__doc__
