"""Two collections side by side; shipped rules and registers with columns of their own."""

import json

import pytest

from specdex.errors import InputError
from specdex.pipeline.audit import auditor, load_domain, load_rules


def line(url, **pairs):
    return json.dumps({"url": url, "site": "a.example", "category": "", "attributes": pairs})


def test_two_collections_are_compared_page_by_page(command, tmp_path):
    (tmp_path / "a.jsonl").write_text(
        "\n".join(
            [line("http://a.example/1", Power="2 W", Colour="red"), line("http://a.example/2")]
        )
    )
    (tmp_path / "b.jsonl").write_text(line("http://a.example/1", Power="3 W", Colour="red"))
    done = command("compare", "a.jsonl", "b.jsonl")
    assert done.returncode == 1
    told = [(each["change"], each["name"], each["before"], each["after"]) for each in done.lines]
    assert told == [("changed", "Power", "2 W", "3 W"), ("only first", "", "", "")]
    assert "1 pages in both, 1 only in the first" in done.said
    assert "2 pairs 1 are the same (50%)" in done.said
    assert command("compare", "a.jsonl", "a.jsonl").returncode == 0


def test_shipped_rules_are_printed_and_can_be_given_back(command, tmp_path):
    text = command("audit", "rules", "drugs").stdout
    (tmp_path / "mine.toml").write_bytes(text)
    mine, shipped = load_rules("mine.toml"), load_rules("drugs")
    assert [rule.name for rule in mine.rules] == [rule.name for rule in shipped.rules]
    assert command("audit", "rules", "nothing").returncode == 2
    assert b"[" in command("audit", "rules", "drugs", "--domain").stdout


def test_columns_of_a_register_may_have_other_names(tmp_path):
    domain, rules = load_domain("drugs"), load_rules("drugs")
    register = tmp_path / "register.csv"
    register.write_text(
        "licence no,product,stuff,firm,from,rx,schedule\nA1,Pill,Sand,Acme,Utopia,no,\n"
    )
    called = {"licence no": "code", "product": "name", "stuff": "inn", "firm": "company"}
    judge = auditor(domain, rules, str(register), 0.5, called | {"from": "origin"})
    assert judge.register.columns == (
        *("code", "name", "inn", "company", "origin", "rx", "schedule"),
    )
    with pytest.raises(InputError, match="has no column 'nothing'"):
        auditor(domain, rules, str(register), 0.5, {"nothing": "code"})
