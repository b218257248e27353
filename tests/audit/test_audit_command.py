import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from specdex.cli.audit import audit
from specdex.cli.patterns import roles
from specdex.errors import InputError, StoreError
from specdex.pipeline.audit import load_domain
from specdex.pipeline.crawl import RunRecorder
from specdex.records import Page, PageKind, Sight, Visit

PAGE = """<html><body><h1>Cardolin</h1><table>
<tr><th>Brand name</th><td>Cardolin</td></tr><tr><th>Approval number</th><td>{code}</td></tr>
<tr><th>Manufacturer</th><td>Nordhal</td></tr><tr><th>Dosage</th><td>one a day</td></tr>
<tr><th>Warnings</th><td>none</td></tr></table></body></html>"""
REGISTER = """name,generic name,approval number,manufacturer,country,prescription,controlled
Cardolin,Belatopril,MA-48213-07,Nordhal,Norland,no,no
"""


def store(run, pages):
    recorder = RunRecorder(run)
    for url, code, day in pages:
        body = PAGE.format(code=code).encode()
        page = Page(url, body, encoding="utf-8", fetched=day, ip="192.0.2.9")
        sight = Sight(Visit(url, "pills.example"), PageKind.PRODUCT, "medicine")
        recorder.record(page, sight)
    recorder.close()


@pytest.fixture
def run(tmp_path):
    pages = [
        ("http://pills.example/1", "MA-48213-07", "2026-11-02T00:00:00Z"),
        ("http://pills.example/2", "XK-99999-11", "2026-11-02T00:00:00Z"),
    ]
    store(tmp_path / "run", pages)
    (tmp_path / "register.csv").write_text(REGISTER, encoding="utf-8")
    return tmp_path / "run"


def table_of(path):
    return list(csv.reader(path.read_text(encoding="utf-8").splitlines()))


def call(command, *words):
    return CliRunner().invoke(command, [str(word) for word in words], standalone_mode=False)


def test_a_run_is_audited_and_reported(run):
    done = call(audit, run, "--register", run.parent / "register.csv")
    assert done.exception is None
    (line,) = map(json.loads, done.stdout.splitlines())
    assert (line["url"], line["practice"], line["low"]) == (
        "http://pills.example/2",
        "unapproved",
        0.8,
    ), "the rule's .9, less the doubt whether the number was read aright"
    assert line["seen"].startswith("2026-11-02")
    assert line["evidence"][0]["place"].endswith("/tr[2]/td")
    told = call(audit, "report", run)
    page, table = map(Path, told.stdout.split())
    text = page.read_text(encoding="utf-8")
    assert "unapproved" in text
    assert str(run.parent / "register.csv") in text
    assert "2 offers, 1 findings" in text
    assert table_of(table)[1][:4] == ["pills.example", "192.0.2.9", "unapproved", "1"]


def test_what_a_second_audit_withdraws_is_gone_and_kept_apart(run):
    register = run.parent / "register.csv"
    call(audit, run, "--register", register)
    register.write_text(f"{REGISTER}Cardolin,B,XK-99999-11,Nordhal,Norland,no,no\n", "utf-8")
    assert call(audit, run, "--register", register).stdout == ""
    exports = run / "exports"
    assert (exports / "findings.jsonl").read_text("utf-8") == ""
    (withdrawn,) = (exports / "findings-withdrawn.jsonl").read_text("utf-8").splitlines()
    assert json.loads(withdrawn)["url"] == "http://pills.example/2"


def test_a_page_that_speaks_of_prescriptions_is_not_accused_of_asking_for_none(tmp_path):
    rules = REGISTER.replace("Norland,no,no", "Norland,yes,no")
    (tmp_path / "register.csv").write_text(rules, encoding="utf-8")
    told = "<p>Prescription only: we ship after your doctor's prescription.</p></body>"
    for name, body in (("silent", PAGE), ("honest", PAGE.replace("</body>", told))):
        recorder = RunRecorder(tmp_path / name)
        page = Page("http://a.example/1", body.format(code="MA-48213-07").encode())
        sight = Sight(Visit(page.url, "a.example"), PageKind.PRODUCT, "medicine")
        recorder.record(page, sight)
        recorder.close()
    practices = {
        name: [
            json.loads(line)["practice"]
            for line in call(
                audit, tmp_path / name, "--register", tmp_path / "register.csv"
            ).stdout.splitlines()
        ]
        for name in ("silent", "honest")
    }
    assert practices == {"silent": ["prescription drug without prescription"], "honest": []}


def test_a_second_harvest_adds_a_week_to_the_trend(run, tmp_path):
    later = tmp_path / "later"
    store(later, [("http://pills.example/3", "XK-99999-12", "2026-11-09T00:00:00Z")])
    for each in (run, run, later):
        call(audit, each, "--register", run.parent / "register.csv")
    (tmp_path / "hosts.csv").write_text("pills.example,192.0.2.9,Utopia\n", encoding="utf-8")
    told = call(
        audit, "report", run, later, "--addresses", tmp_path / "hosts.csv", "--to", tmp_path / "out"
    )
    assert told.exception is None
    header, row = table_of(tmp_path / "out" / "audit.csv")
    assert header[-2:] == ["2026-W45", "2026-W46"]
    assert row[:5] == ["pills.example", "192.0.2.9 (Utopia)", "unapproved", "2", "0.80"]
    assert row[5:] == ["2026-11-02", "2026-11-09", "1", "1"]


@pytest.mark.parametrize(
    ("option", "content", "sentence"),
    [
        ("--domain", 'name = "x"\n[roles.a]\npattern = "("\n', "line 3: the pattern of 'a'"),
        ("--rules", "[rules.R]\n", "line 1: "),
        ("--rules", "\xff", "line 1: not TOML"),
        ("--register", "a,b\nc\n", "line 2: 1 cells where the header has 2"),
    ],
)
def test_nothing_runs_with_a_malformed_file(run, tmp_path, option, content, sentence):
    wrong = tmp_path / ("wrong.csv" if option == "--register" else "wrong.toml")
    wrong.write_text(content, encoding="utf-8")
    given = {"--register": run.parent / "register.csv", option: wrong}
    done = call(audit, run, *(word for pair in given.items() for word in pair))
    assert isinstance(done.exception, InputError)
    assert str(done.exception).startswith(f"{wrong}, ")
    assert sentence in str(done.exception)
    assert not (run / "exports" / "findings.jsonl").exists()


def test_a_domain_may_build_on_one_beside_it_but_not_on_itself(tmp_path):
    (tmp_path / "mine.toml").write_text('name = "m"\nparent = "base"\n[roles.b]\n', "utf-8")
    (tmp_path / "base.toml").write_text('name = "b"\n[roles.a]\nsynonyms = ["x"]\n', "utf-8")
    assert load_domain(str(tmp_path / "mine.toml")).role_of("X") == "a"
    (tmp_path / "base.toml").write_text('name = "b"\nparent = "mine"\n[roles.a]\n', "utf-8")
    with pytest.raises(InputError, match="'mine' is its own ancestor"):
        load_domain(str(tmp_path / "mine.toml"))


def test_a_folder_without_a_run_and_a_run_without_an_audit_are_told(run, tmp_path):
    done = call(audit, tmp_path, "--register", tmp_path / "register.csv")
    assert isinstance(done.exception, StoreError)
    told = call(audit, "report", run)
    assert "was never audited" in str(told.exception)


def test_a_damaged_file_of_findings_names_its_line(run):
    (run / "exports" / "findings.jsonl").write_text('{"url": 3}\n', encoding="utf-8")
    told = call(audit, "report", run)
    assert "findings.jsonl, line 1: not a Finding" in str(told.exception)


def test_an_address_file_has_two_cells_a_line(run, tmp_path):
    call(audit, run, "--register", run.parent / "register.csv")
    (tmp_path / "hosts.csv").write_text("pills.example\n", encoding="utf-8")
    told = call(audit, "report", run, "--addresses", tmp_path / "hosts.csv")
    assert "line 1: expected a host and its IP" in str(told.exception)


def test_synonyms_are_suggested_from_pages(tmp_path):
    rows = "<table><tr><td>{0}</td><td>Foo Ltd</td></tr><tr><td>{1}</td><td>{2} g</td></tr></table>"
    for number, (maker, weight) in enumerate(
        [("Manufacturer", "Weight"), ("Producer", "Weight"), ("Manufacturer", "Mass in air")] * 2
    ):
        html = f"<html><body><h1>x</h1>{rows.format(maker, weight, number % 2 + 5)}</body></html>"
        (tmp_path / f"{number}.html").write_text(html, encoding="utf-8")
    done = call(roles, "suggest", tmp_path)
    assert done.exception is None
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert ("weight", "Mass in air") in [(each["role"], each["synonym"]) for each in found]
