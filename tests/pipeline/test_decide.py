"""What people type: decisions, and what of a run belongs to it."""

import json

import pytest

from specdex.records import Decision, Product, Site, SiteStatus, Specification
from specdex.runs import Run, RunFolder
from tests.pipeline.test_rejoin import A1, A2, B1, C1, page

ELSE = page("a", 9, category="")
TOASTER = page("b", 8, category="toaster")
REJECTED = page("z", 1)


def lines(done):
    return [json.loads(line) for line in done.stdout.splitlines() if line[:1] == "{"]


@pytest.fixture
def run(tmp_path):
    """Two shops and one that was turned down; beside kettles they sell something else."""
    with RunFolder(tmp_path / "run") as folder:
        folder.store.add(
            [A1, B1, C1, A2, ELSE, TOASTER, REJECTED,
             Site("a.example", SiteStatus.SEED, "kettle"),
             Site("b.example", SiteStatus.ACCEPTED, "kettle"),
             Site("c.example", SiteStatus.ACCEPTED, "kettle"),
             Site("z.example", SiteStatus.REJECTED, "kettle"),
             page("z", 7, category="")]
        )  # fmt: skip
    return tmp_path / "run"


def sold(run):
    with Run(run) as folder:
        return {url for each in folder.products() for url in each.urls}


def test_join_export_and_stats_take_what_belongs_unless_asked_otherwise(specdex, run):
    own = {each.url for each in (A1, B1, C1, A2)}
    assert specdex("join", run).returncode == 0
    assert sold(run) == own
    for verb, of in (
        ("export", lambda line: line["url"]),
        ("stats", lambda line: line["category"]),
    ):
        found = [of(line) for line in lines(specdex(verb, run))]
        assert set(found) == (own if verb == "export" else {"kettle"})
    every = {line["url"] for line in lines(specdex("export", run, "-c", "*"))}
    assert every == own | {ELSE.url, TOASTER.url}, "but of no site that was turned down"
    both = lines(specdex("export", run, "-c", "*", "--all-sites"))
    with Run(run) as folder:
        assert len(both) == folder.store.count(Specification)
    (toaster,) = lines(specdex("export", run, "--category", "toaster"))
    assert toaster["url"] == TOASTER.url
    done = specdex("export", run, "-c", "tractor")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "has no category 'tractor'; it has: '', 'kettle', 'toaster'" in done.stderr


def test_other_categories_are_joined_apart_and_rejected_sites_if_asked(specdex, run):
    found = lines(specdex("join", run, "-c", "*", "--all-sites"))
    assert {line["category"] for line in found} == {"", "kettle", "toaster"}
    assert all(len({url in ELSE.url for url in line["urls"]}) == 1 for line in found)
    assert REJECTED.url in sold(run)
    assert specdex("join", run).returncode == 0
    assert REJECTED.url not in sold(run)
    assert ELSE.url in sold(run), "what was joined is joined again, and kept"


def test_a_decision_is_kept_told_and_obeyed(specdex, run):
    specdex("join", run)
    done = specdex("decide", run, "different", A1.url, B1.url, "--author", "ann")
    (line,) = lines(done)
    assert (line["kind"], line["one"], line["other"]) == ("different", A1.url, B1.url)
    assert f"specdex join {run}" in done.stderr
    again = specdex("decide", run, "different", B1.url, A1.url, "--join")
    assert "decided before" in again.stderr
    assert "joined 4 specifications of kettle to 3 products" in again.stderr
    refused = specdex("decide", run, "same", A1.url, B1.url)
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"specdex: same {A1.url} {B1.url} contradicts different ")
    assert "(ann 20" in refused.stderr
    assert refused.stderr.count("\n") == 1
    (line,) = lines(specdex("decide", run, "--list"))
    assert (line["kind"], line["author"], line["category"]) == ("different", "ann", "kettle")
    assert specdex("decide", run, "different", A1.url, B1.url, "--undo").returncode == 0
    assert lines(specdex("decide", run, "--list")) == []


def test_a_person_is_told_in_sentences(specdex, run, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    done = specdex("decide", run, "different", A1.url, B1.url, "--author", "ann")
    assert done.stdout.startswith(f"decided: different {A1.url} {B1.url} (ann 20")


def test_products_stand_for_their_pages(specdex, run):
    specdex("join", run)
    with Run(run) as folder:
        one, other = sorted(folder.products(), key=lambda each: -len(each.urls))
    done = specdex("decide", run, "same", one.id, other.id, "--join")
    assert done.returncode == 0, done.stderr
    with Run(run) as folder:
        (product,) = folder.products()
    assert product.id == one.id, "of the larger"
    done = specdex("decide", run, "wrong", product.id, "colour", "White", "--join")
    assert [line["kind"] for line in lines(done)] == ["wrong"] * 3
    with Run(run) as folder:
        (product,) = folder.products()
    values = [each.value for each in product.claims if each.attribute == "Colour"]
    assert values == ["red"]
    assert not product.disputed


def test_a_name_means_what_was_said(specdex, run):
    done = specdex("decide", run, "means", "colour", "Tint", "--site", "www.a.example", "--join")
    assert done.returncode == 0, done.stderr
    attributes = {line["attribute"] for line in lines(specdex("align", run))}
    assert {"Power", "Tint", "Colour"} == attributes
    specdex("decide", run, "means", "colour", "Tint", "--site", "a.example", "--undo")
    done = specdex("decide", run, "means", "colour", "Finish", "--join")
    assert done.returncode == 0, done.stderr
    attributes = {line["attribute"] for line in lines(specdex("align", run))}
    assert attributes == {"Power", "Finish"}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("same", A1.url), "same takes 2 words: PAGE PAGE"),
        (("same", A1.url, A1.url), "itself"),
        (("same", A1.url, "http://nowhere.example/"), "no page and no product"),
        (("same", A1.url, TOASTER.url), "they are joined apart"),
        (("same", A1.url, B1.url, "--site", "a.example"), "not of a site"),
        (("means", "Wattage", "Power"), "no site prints a name 'Wattage'"),
        (("means", "Powr", "P"), "'Powr'; did you mean 'Power'?"),
        (("means", "Power", "P", "--site", "q.example"), "q.example prints no name 'Power'"),
        (("wrong", A1.url, "Weight", "5"), "prints no 'Weight'"),
        (("wrong", A1.url, "Power", "5 W"), "does not print '5 W' for 'Power', but '2001 W'"),
        (("maybe", A1.url, B1.url), "maybe"),
        ((), "say what is decided"),
        (("--import", "nowhere.csv"), "cannot read nowhere.csv"),
        (("--export", "no/where.csv"), "cannot write no/where.csv"),
    ],
)
def test_mistakes_are_told_in_one_sentence(specdex, run, words, why):
    done = specdex("decide", run, *words)
    assert done.returncode == 2, done.stderr
    assert why in done.stderr
    assert done.stderr.count("\n") == 1
    with Run(run) as folder:
        assert folder.store.count(Decision) == 0


def test_decisions_go_round_by_a_file_and_wait_for_pages_that_come(specdex, run, tmp_path):
    late = page("d", 1)
    (tmp_path / "in.csv").write_text(
        f"kind,one,other,value,author\ndifferent,{A1.url},{late.url},,bob\nmeans,,Power,Watts,\n"
    )
    done = specdex("decide", run, "--import", "in.csv", "--export", "out.csv", "--author", "ann")
    assert done.returncode == 0, done.stderr
    assert f"kept, but the run has no page {late.url}" in done.stderr
    with RunFolder(run) as folder:
        folder.store.add([late])
        kept = list(folder.store.read(Decision))
    assert {each.author for each in kept} == {"ann", "bob"}
    assert {each.category for each in kept} == {"kettle"}
    specdex("join", run)
    with Run(run) as folder:
        assert not any({A1.url, late.url} <= set(each.urls) for each in folder.products())
    with RunFolder(run) as folder:
        folder.store.replace(Decision, {}, ())
    assert specdex("decide", run, "--import", "out.csv").returncode == 0
    with Run(run) as folder:
        assert list(folder.store.read(Decision)) == kept


def test_files_are_joined_and_printed(specdex, run, tmp_path):
    told = specdex("export", run, "-c", "*").stdout
    (tmp_path / "lines.jsonl").write_text(told)
    printed = lines(specdex("join", "lines.jsonl"))
    assert {line["category"] for line in printed} == {"", "kettle", "toaster"}
    assert printed == lines(specdex("link", "lines.jsonl"))
    with Run(run) as folder:
        assert folder.store.count(Product) == 0


def statuses(run):
    with Run(run) as folder:
        return {site.host: site.status for site in folder.sites()}


def test_a_site_is_a_shop_because_a_person_says_so(specdex, run):
    assert specdex("decide", run, "shop", "z.example", "kettle").returncode == 0
    assert statuses(run)["z.example"] is SiteStatus.ACCEPTED
    refused = specdex("decide", run, "no_shop", "z.example", "kettle")
    assert (refused.returncode, "contradicts shop z.example" in refused.stderr) == (2, True)
    assert specdex("decide", run, "shop", "z.example", "kettle", "--undo").returncode == 0
    assert statuses(run)["z.example"] is SiteStatus.CANDIDATE
    unknown = specdex("decide", run, "shop", "nowhere.example", "kettle")
    assert "knows no site nowhere.example" in unknown.stderr
    seed = specdex("decide", run, "no_shop", "a.example", "kettle")
    assert (seed.returncode, "given as a seed" in seed.stderr) == (2, True)
    assert statuses(run)["a.example"] is SiteStatus.SEED


def test_what_is_a_specification_is_kept_and_joins_as_before(specdex, run):
    place = "/html/body/table"
    assert specdex("decide", run, "fragment", A1.url, place).returncode == 0
    refused = specdex("decide", run, "no_fragment", A1.url, place)
    assert "contradicts fragment" in refused.stderr
    assert specdex("join", run).returncode == 0
    assert A1.url in sold(run)
