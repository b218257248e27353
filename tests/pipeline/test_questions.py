"""What is asked of a person, and that answers are heard."""

import csv
import json
import shlex

import pytest

from specdex.pipeline.decide import decide
from specdex.pipeline.questions import questions
from specdex.records import (
    Claim,
    Correspondence,
    Decision,
    DecisionKind,
    Match,
    Product,
)
from specdex.runs import Run, RunFolder, SqliteStore
from tests.pipeline.test_rejoin import page

KINDS = DecisionKind


def urls(number, sites="abc"):
    return tuple(f"http://{site}.example/{number}" for site in sites)


def product(number, *, sites="abc", title="", **more):
    title = title or f"Kettle KX-{100 + number} by Boilwell"
    return Product(f"p{number}", title, "kettle", urls=urls(number, sites), **more)


@pytest.fixture
def store(tmp_path):
    with SqliteStore(tmp_path / "specdex.db") as made:
        made.add(page(site, number) for site in "abc" for number in (1, 2, 3))
        yield made


def match(one, other, confidence, number=1):
    return Match(
        f"http://{one}.example/{number}", f"http://{other}.example/{number}", confidence,
        "model kx", "kettle",
    )  # fmt: skip


def test_the_match_is_asked_that_holds_a_product_together(store):
    store.add([product(1), match("a", "b", 0.9), match("b", "c", 0.6), match("a", "c", 0.5)])
    (question,) = questions(store, "kettle", 5)
    assert question.decision == Decision(KINDS.SAME, urls(1)[1], urls(1)[2], category="kettle"), (
        "b and c: without them a and c would hold, but they are less sure and not needed"
    )
    assert question.otherwise.kind is KINDS.DIFFERENT
    assert "'Kettle KX-101 by Boilwell' at b.example (2 pages)" in question.text
    assert "joined, for model kx, 0.60 sure" in question.text


def test_the_least_sure_and_largest_come_first(store):
    store.add([product(1), product(2, sites="ab"), product(3, sites="ab")])
    store.add([match("a", "b", 0.9), match("b", "c", 0.6)])
    store.add([match("a", "b", 0.6, 2), match("a", "b", 0.8, 3)])
    asked = [each.decision.one[-1] for each in questions(store, "kettle", 5)]
    assert asked == ["1", "2", "3"]
    assert len(questions(store, "kettle", 2)) == 2


def test_what_was_answered_is_not_asked_again(store):
    store.add([product(1), match("a", "b", 0.9), match("b", "c", 0.6)])
    decide(store, [questions(store, "kettle", 1)[0].decision])
    (question,) = questions(store, "kettle", 5)
    assert question.decision.other == urls(1)[1], "what else is unsure of it"
    decide(store, [question.decision])
    assert questions(store, "kettle", 5) == []


def test_products_that_look_alike_and_agree_are_asked(store):
    same = Claim("Power", "2 kW", normal="2000")
    store.add(
        [
            product(1, sites="ab", title="Boilwell Kettle KX 101 steel", claims=(same,)),
            product(2, sites="c", title="Kettle Boilwell KX 101 of steel", claims=(same,)),
            product(3, title="Another thing altogether"),
        ]
    )
    (question,) = questions(store, "kettle", 5)
    assert {question.decision.one, question.decision.other} == {urls(1)[0], urls(2)[2]}
    assert "apart so far" in question.text
    decide(store, [question.otherwise])
    assert questions(store, "kettle", 5) == []


@pytest.mark.parametrize(
    ("sites", "ids", "asked"),
    [
        (("a", "b"), ((), ()), 1),
        (("a", "b"), (("gtin:1",), ("gtin:2",)), 0),
        (("a", "b"), (("gtin:1",), ()), 1),
        (("ab", "bc"), ((), ()), 0),
    ],
)
def test_gtins_that_differ_and_a_shop_that_sells_both_leave_no_question(store, sites, ids, asked):
    title = "Boilwell Kettle KX 101"
    store.add(
        product(number, sites=sites[number - 1], title=title, ids=ids[number - 1])
        for number in (1, 2)
    )
    assert len(questions(store, "kettle", 5)) == asked


def test_a_thousand_equal_titles_are_no_million_questions(store):
    store.add(
        Product(f"q{number}", "Kettle", "kettle", urls=(f"http://{number}.example/",))
        for number in range(1000)
    )
    assert questions(store, "kettle", 5) == []


def test_a_name_is_asked_with_values_of_both_sides(store):
    store.add(
        [
            product(1),
            Correspondence("a.example", "Power", "Wattage", 0.6, "kettle"),
            Correspondence("b.example", "Colour", "Wattage", 0.99, "kettle"),
            Correspondence("c.example", "Power", "power", 0.5, "kettle"),
        ]
    )
    (question,) = questions(store, "kettle", 5)
    assert question.decision == Decision(
        KINDS.MEANS, "a.example", "Power", "Wattage", category="kettle"
    )
    assert question.text.startswith(
        "Does 'Power' ('2001 W', '2002 W', '2003 W') mean 'Wattage' ('white', "
    )
    assert question.text.endswith("0.60 sure, 3 pages of a.example")
    assert question.otherwise.value == "Power", "it means itself"
    decide(store, [question.decision])
    assert questions(store, "kettle", 5) == []


def test_values_are_asked_that_are_believed_alike(store):
    def claims(share):
        return {
            "claims": (Claim("Power", "2001 W", urls(1)[:2], share),),
            "disputed": (Claim("Power", "9 W", urls(1)[2:], 1 - share),),
        }

    store.add([product(1, **claims(0.55)), product(2, **claims(0.95))])
    first, _ = questions(store, "kettle", 5)
    assert first.decision == Decision(KINDS.WRONG, "p1", "Power", "9 W", category="kettle")
    assert "'2001 W' (a.example, b.example, 0.55) or '9 W' (c.example, 0.45)?" in first.text


def test_questions_are_answered_by_their_commands_and_in_a_table(specdex, run):
    with RunFolder(run) as folder:
        folder.store.add(
            page(site, 1, Power=power)
            for site, power in zip("abd", ("7 W", "8 W", "9 W"), strict=True)
        )
    assert specdex("questions", run).returncode == 1, "it was not joined"
    assert specdex("join", run).returncode == 0
    with RunFolder(run) as folder:
        unsure = [match("a", "b", 0.9), match("a", "d", 0.6)]
        folder.store.replace(Match, {"category": "kettle"}, unsure)
    wrong, same = (json.loads(line) for line in specdex("questions", run).stdout.splitlines())
    assert (wrong["kind"], same["kind"]) == ("wrong", "same")
    assert wrong["question"].startswith("Which 'Power' of 'Kettle KX-101 by Boilwell' is wrong: ")
    assert specdex(*shlex.split(wrong["commands"][0])[1:]).returncode == 0
    table = specdex("questions", run, "-f", "csv").stdout
    rows = list(csv.DictReader(table.splitlines()))
    assert [row["kind"] for row in rows] == ["same?"]
    answers = run / "answers.csv"
    answers.write_text(table)
    done = specdex("decide", run, "--import", answers)
    assert (done.returncode, done.stdout) == (0, "")
    assert "1 rows of" in done.stderr
    answers.write_text(table.replace("same?", "different"))
    assert specdex("decide", run, "--import", answers, "--join").returncode == 0
    with Run(run) as folder:
        bought = {url: each.id for each in folder.products() for url in each.urls}
        kept = [each.kind for each in folder.store.read(Decision)]
    assert kept == ["wrong", "different"]
    assert bought[same["one"]] != bought[same["other"]]
    assert specdex("questions", run, "-n", 1, "--text").stdout.count("specdex decide") <= 2
