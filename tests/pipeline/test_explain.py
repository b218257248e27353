import json

from specdex.pipeline.explain import explain
from specdex.runs import RunFolder


def said(run, site):
    with RunFolder(run) as folder:
        return list(explain(folder, site).sentences())


def test_a_seed_is_in_because_it_was_given(run):
    assert said(run, "http://www.a.example/") == [
        "a.example is in: it was given as a shop of kettle.",
        "3 pages of it were fetched: 1 home, 1 product, 1 other.",
        "1 of them was read: 1 had a specification, with 2 pairs together.",
        "It publishes 1 product id; 1 of them other sites publish too.",
    ]


def test_an_accepted_site_names_its_votes_and_failures(run):
    assert said(run, "b.example") == [
        (
            "b.example is in: it was accepted as a shop of kettle in round 1 (score 0.750):"
            " 1 of 1 product pages have a specification."
        ),
        (
            "In round 1, 1 hub linked to b.example (score 0.400, place 2 of 2):"
            " http://hub.example/links."
        ),
        (
            "In round 1, a search for 2 of 4 product ids found b.example"
            " (score 0.500, place 1 of 3): KX-100, KX-200."
        ),
        "1 page of it was fetched: 1 product.",
        "1 of them was read: 1 had a specification, with 1 pair together.",
        "It publishes 2 product ids; 1 of them other sites publish too.",
        "3 steps failed for it:",
        "- fetch: status 500 (2 times), as for http://b.example/1",
        "- discover: no answer, as for b.example",
    ]


def test_a_rejected_site_names_the_filter(run):
    first, *_, fetched, _, failed = said(run, "c.example")
    assert first == (
        "c.example is out: it was rejected as a shop of kettle in round 1 (score 0.500):"
        " home page: it has no basket."
    )
    assert fetched == "None of its pages was fetched."
    assert failed == "- fetch: it did not answer, as for http://c.example/"


def test_a_site_that_got_votes_but_was_not_chosen_is_out(run):
    first, second, third = said(run, "d.example")
    assert first.startswith("d.example is out: it got votes, but was never among the best")
    assert "place 3 of 3" in second
    assert third == "None of its pages was fetched."


def test_a_site_that_was_only_looked_at_is_no_candidate(run):
    assert said(run, "hub.example")[0] == (
        "hub.example was looked at, but is no candidate of the run."
    )


def test_an_unknown_site_is_told_with_similar_ones(run):
    first, second = said(run, "bb.example")
    assert first.startswith("The run knows nothing of bb.example")
    assert "b.example" in second


def test_a_person_is_told_in_sentences(specdex, run, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert specdex("explain", "b.example", "--run", run).stdout.startswith("b.example is in")


def test_a_pipe_gets_json(specdex, run):
    line = json.loads(specdex("explain", "b.example", "--run", run).stdout)
    assert line["verdicts"][0]["in"] is True
    assert [each["strategy"] for each in line["votes"]] == ["backlink", "search"]
    assert line["pages"] == {"product": 1}
    assert line["failures"][0]["count"] == 2
    assert specdex("explain", "nobody.example", "--run", run).returncode == 1
    done = specdex("explain", "a.example", "--run", run / "nothing")
    assert (done.returncode, "is not a run folder" in done.stderr) == (2, True)
