import json

import pytest
from click.testing import CliRunner

from specdex.cli import cli
from specdex.errors import InputError
from specdex.html import parse
from specdex.pipeline.scheme_files import read_schemes
from specdex.pipeline.synthesize import Synthesis
from specdex.records import Page
from specdex.synthesis.page_groups import page_groups
from specdex.synthesis.scheme import Verdict, read_items, scheme_from_json


@pytest.fixture(scope="module")
def made(plain, fancy, scheme_json):
    sites = {"plain.example": plain, "fancy.example": fancy}
    (verdict,) = Synthesis().verdicts([scheme_from_json(scheme_json)], sites)
    return verdict


def test_one_scheme_makes_another(made, fancy, books):
    assert made.verdict is not Verdict.NONE
    right = 0
    for page, book in zip(fancy, books[20:], strict=True):
        (item,) = read_items(made.scheme, parse(page).element(0))
        right += sum(item[name][0].value == book[name] for name in made.scheme.names)
    assert right >= 0.9 * len(made.scheme.names) * len(fancy)
    assert {"title", "publisher", "isbn"} <= set(made.scheme.names)


def test_the_same_pages_give_the_same_scheme(made, plain, fancy, scheme_json):
    sites = {"plain.example": plain, "fancy.example": fancy}
    assert list(Synthesis().verdicts([scheme_from_json(scheme_json)], sites)) == [made]


def test_pages_that_list_items_get_a_container(plain, lists, scheme_json):
    sites = {"plain.example": plain, "lists.example": lists}
    (verdict,) = Synthesis().verdicts([scheme_from_json(scheme_json)], sites)
    assert verdict.scheme.container
    assert verdict.verdict is Verdict.PARTIAL
    items = read_items(verdict.scheme, parse(lists[0]).element(0))
    assert len(items) == 10
    assert [name for name, _ in verdict.missing] == ["isbn", "publisher"]


def test_the_paper_runs_by_its_name(plain, fancy, scheme_json):
    sites = {"plain.example": plain, "fancy.example": fancy}
    (verdict,) = Synthesis("paper").verdicts([scheme_from_json(scheme_json)], sites)
    assert verdict.scheme.method == "paper"
    assert "title" in verdict.scheme.names


def test_a_scheme_without_pages_of_its_site_is_refused(fancy, scheme_json):
    with pytest.raises(InputError, match=r"no page of plain\.example"):
        list(Synthesis().verdicts([scheme_from_json(scheme_json)], {"fancy.example": fancy}))


def test_an_empty_site_gets_no_scheme(plain, scheme_json):
    empty = [Page(f"http://empty.example/{n}", b"<p>nothing") for n in range(5)]
    sites = {"plain.example": plain, "empty.example": empty}
    (verdict,) = Synthesis().verdicts([scheme_from_json(scheme_json)], sites)
    assert verdict.verdict is Verdict.NONE
    assert all(reason for _, reason in verdict.missing)


def test_pages_are_grouped_by_template(plain, lists, parsed):
    groups = page_groups(parsed([*plain, *lists]))
    assert groups == [list(range(40)), list(range(40, 50))]


def test_the_command_prints_a_line_per_site_and_writes_spiders(plain, fancy, tmp_path, scheme_json):
    pages = tmp_path / "pages.jsonl"
    pages.write_text(
        "".join(
            json.dumps({"url": page.url, "site": page.site, "html": page.body.decode()}) + "\n"
            for page in [*plain, *fancy]
        )
    )
    (tmp_path / "plain.json").write_text(scheme_json)
    arguments = ["synthesize", "--from", str(tmp_path / "plain.json"), "--sites", str(pages)]
    result = CliRunner().invoke(cli, [*arguments, "--spiders", str(tmp_path / "out")])
    assert json.loads(result.stdout)["site"] == "fancy.example"
    assert (tmp_path / "out" / "fancy_example" / "scrapy.cfg").exists()
    line = json.loads(CliRunner().invoke(cli, [*arguments, "--json"]).stdout)
    assert line["site"] == "fancy.example"
    assert line["scheme"]["attributes"]
    only = [*arguments, "--json", "--attribute", "title"]
    cut = json.loads(CliRunner().invoke(cli, only).stdout)
    assert [each["name"] for each in cut["scheme"]["attributes"]] == ["title"]
    assert cut["verdict"] == "complete"


def test_each_site_is_said_to_be_complete_partial_or_none(plain, lists, tmp_path, scheme_json):
    empty = [Page(f"http://empty.example/{n}", b"<p>nothing", site="empty.example") for n in (1, 2)]
    pages = tmp_path / "pages.jsonl"
    pages.write_text(
        "".join(
            json.dumps({"url": page.url, "site": page.site, "html": page.body.decode()}) + "\n"
            for page in [*plain, *lists, *empty]
        )
    )
    (tmp_path / "plain.json").write_text(scheme_json)
    arguments = ["synthesize", "--from", str(tmp_path / "plain.json"), str(pages)]
    result = CliRunner().invoke(cli, arguments, standalone_mode=False)
    said = {line["site"]: line for line in map(json.loads, result.stdout.splitlines())}
    assert said["lists.example"]["verdict"] == "partial"
    assert [name for name, _ in said["lists.example"]["missing"]] == ["isbn", "publisher"]
    assert said["empty.example"]["verdict"] == "none"
    assert said["empty.example"]["missing"][0][0] == "author"
    assert result.return_value == 1


def test_wrong_calls_get_a_sentence(tmp_path):
    (tmp_path / "x.json").write_text("{")
    with pytest.raises(InputError, match="not a scheme"):
        read_schemes(tmp_path / "x.json")
    with pytest.raises(InputError, match="cannot read"):
        read_schemes(tmp_path / "missing.json")
    result = CliRunner().invoke(cli, ["synthesize"])
    assert result.exit_code != 0
