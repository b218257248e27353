"""What people said: kept together, or refused with the others named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.errors import InputError
from specdex.pipeline.decide import decide, read_decisions, undo, write_decisions
from specdex.pipeline.decisions import Decided, told
from specdex.records import Decision, DecisionKind
from specdex.runs import MemoryStore

A, B, C, D, E = (f"http://{name}.example/1" for name in "abcde")


def said(kind, one, other, value="", *, author="ann", time="2026-01-02"):
    return Decision(DecisionKind(kind), one, other, value, author, time, "kettle")


def test_a_decision_that_contradicts_another_names_it_with_author_and_time():
    store = MemoryStore()
    decide(store, [said("different", A, B)])
    with pytest.raises(InputError) as refused:
        decide(store, [said("same", B, A, author="bob")])
    assert str(refused.value) == (
        f"same {A} {B} contradicts different {A} {B} (ann 2026-01-02): undo that first, or leave it"
    )
    assert store.count(Decision) == 1


def test_a_chain_is_found_and_named_from_both_sides():
    store = MemoryStore()
    decide(store, [said("same", A, B), said("same", B, C, author="bob"), said("same", D, E)])
    with pytest.raises(InputError, match=rf"same {A} {B} \(ann .*; same {B} {C} \(bob ") as refused:
        decide(store, [said("different", C, A)])
    assert D not in str(refused.value)
    decide(store, [said("different", C, D, author="eve")])
    with pytest.raises(InputError) as refused:
        decide(store, [said("same", A, E)])
    links = [
        each.split(" (")[0] for each in str(refused.value).split("contradicts ")[1].split("; ")
    ]
    assert links == [
        f"same {A} {B}",
        f"same {B} {C}",
        f"different {C} {D}",
        "and 1 more: undo that first, or leave it",
    ]


def test_of_several_decisions_all_are_kept_or_none():
    store = MemoryStore()
    with pytest.raises(InputError):
        decide(store, [said("same", A, B), said("different", A, B)])
    assert store.count(Decision) == 0


def test_what_is_decided_already_keeps_its_author():
    store = MemoryStore()
    assert decide(store, [said("same", A, B)]) == [said("same", A, B)]
    assert decide(store, [said("same", B, A, author="bob")]) == []
    assert [each.author for each in store.read(Decision)] == ["ann"]


def test_a_name_means_one_attribute_of_a_site_but_a_site_may_differ():
    store = MemoryStore()
    decide(
        store, [said("means", "", "Net wt", "Weight"), said("means", "a.example", "Net wt", "Net")]
    )
    with pytest.raises(InputError, match=r"contradicts means 'Net wt' 'Weight' \(ann"):
        decide(store, [said("means", "", "net wt.", "Capacity")])


@pytest.mark.parametrize(
    "wrong",
    [
        said("same", A, A),
        said("same", A, ""),
        said("means", "", "Weight", ""),
        said("wrong", "", "Weight", "5 kg"),
    ],
)
def test_a_decision_that_says_nothing_is_refused(wrong):
    with pytest.raises(InputError):
        decide(MemoryStore(), [wrong])


def test_what_is_undone_may_be_decided_otherwise():
    store = MemoryStore()
    decide(store, [said("same", A, B)])
    undo(store, Decision(DecisionKind.SAME, B, A, category="kettle"))
    decide(store, [said("different", A, B)])
    with pytest.raises(InputError, match="nobody has decided same"):
        undo(store, Decision(DecisionKind.SAME, A, B, category="kettle"))


def test_pages_are_the_same_through_one_that_is_gone():
    decisions = [said("same", A, B), said("same", B, C), said("different", B, D)]
    decided = Decided.of(decisions, {A, C, D})
    assert decided.same == ((A, C),)
    assert decided.different == ((A, D),)
    assert Decided.of(decisions, {B, D}) == Decided((), ((B, D),))


def test_decisions_go_to_a_file_and_back(tmp_path):
    path = tmp_path / "decisions.csv"
    decisions = (
        said("same", A, B),
        said("means", "", 'Größe, "außen"', "Size"),
        said("wrong", A, "Weight", "=5 kg; dry", author="Zoë"),
    )
    assert write_decisions(decisions, path) == 3
    assert read_decisions(path).decisions == decisions


def test_rows_that_nobody_answered_are_counted_and_gaps_filled(tmp_path):
    path = tmp_path / "answers.csv"
    rows = f"kind,one,other,question\nsame?,{A},{B},same?\ndifferent,{A},{C},\n,,,\n"
    path.write_text(rows, encoding="utf-8-sig")
    read = read_decisions(path, "bob", "now")
    assert read.decisions == (Decision(DecisionKind.DIFFERENT, A, C, "", "bob", "now"),)
    assert read.open == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"kind,one,other\nmaybe,a,b\n", "row 2 of .*: no kind 'maybe'; there are: same, "),
        (b"kind,one,other\n,a,b\n", "no kind ''"),
        (b"kind,one,other\nsame,a,a\n", "row 2 .* itself"),
        (b"kind,one,other\nwrong,a,b\n", "row 2 .* not complete"),
        (b"kind,one\nsame,\xff\n", "cannot read"),
        (b'kind,one,other\nsame,"a', "cannot read"),
        (b"kind,one,other\nsame,a," + b"b" * 1_000_000, "cannot read"),
        (b"nonsense", "no column"),
    ],
)
def test_a_file_that_is_no_table_of_decisions_is_refused_in_one_sentence(tmp_path, text, why):
    path = tmp_path / "x.csv"
    path.write_bytes(text)
    with pytest.raises(InputError, match=why) as refused:
        read_decisions(path)
    assert "\n" not in str(refused.value)


PAGES = [f"http://{number}.example/" for number in range(7)]
COUPLES = st.tuples(st.sampled_from(PAGES), st.sampled_from(PAGES)).filter(
    lambda two: len(set(two)) > 1
)


@given(st.lists(st.tuples(st.sampled_from(["same", "different"]), COUPLES)))
def test_whatever_is_kept_can_be_obeyed(words):
    """Against a plain model: groups made anew after every decision."""
    store = MemoryStore()
    kept = []
    for kind, (one, other) in words:
        trial = [*kept, (kind, one, other)]
        if consistent(trial):
            kept = trial
            decide(store, [said(kind, one, other)])
        else:
            with pytest.raises(InputError, match=" contradicts "):
                decide(store, [said(kind, one, other)])
    decided = Decided.of(store.read(Decision), set(PAGES))
    groups = grouped(decided.same)
    assert groups == grouped((one, other) for kind, one, other in kept if kind == "same")
    assert all(groups[one] != groups[other] for one, other in decided.different)
    apart = {frozenset((groups[one], groups[other])) for kind, one, other in kept if kind != "same"}
    assert {frozenset((groups[one], groups[other])) for one, other in decided.different} == apart


def grouped(same):
    number = {page: page for page in PAGES}
    for one, other in same:
        old, new = number[one], number[other]
        number = {page: new if each == old else each for page, each in number.items()}
    smallest = {
        each: min(page for page in PAGES if number[page] == each) for each in number.values()
    }
    return {page: smallest[each] for page, each in number.items()}


def consistent(words):
    groups = grouped((one, other) for kind, one, other in words if kind == "same")
    return all(groups[one] != groups[other] for kind, one, other in words if kind == "different")


def test_decisions_are_told_in_words():
    assert told(said("means", "a.example", "Wt", "Weight", author="")) == (
        "means 'Wt' 'Weight' at a.example (2026-01-02)"
    )
    assert told(said("wrong", A, "Wt", "5", author="", time="")) == f"wrong {A} 'Wt' '5'"
    assert len(told(said("wrong", A, "Wt", "5" * 1_000_000))) < 300
