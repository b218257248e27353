import json
import subprocess
import sys
from dataclasses import replace

import pytest
from click.testing import CliRunner

from specdex.cli import cli
from specdex.errors import InputError
from specdex.html import parse
from specdex.pipeline.synthesizing import Synthesis, check_project, read_schemes, write_project
from specdex.records import Page
from specdex.synthesis.page_groups import page_groups
from specdex.synthesis.scheme import read_items, scheme_from_json
from specdex.synthesis.spiders import project_files, project_name
from specdex.synthesis.verdicts import Verdict


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


def test_an_emitted_project_is_readable_and_passes_its_own_tests(made, fancy, tmp_path):
    project = write_project(tmp_path, made.scheme, fancy)
    assert project.name == "fancy_example"
    command = [sys.executable, "-m", "unittest", "discover", "-s", "tests", "-t", "."]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    spider = (project / "fancy_example" / "spiders" / "fancy_example.py").read_text()
    assert "allowed_domains = ['fancy.example']" in spider
    settings = (project / "fancy_example" / "settings.py").read_text()
    assert "ROBOTSTXT_OBEY = True" in settings
    page = project / "tests" / "pages" / "000.html"
    page.write_text("<html><body>changed</body></html>")
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode != 0


def test_names_become_python_that_compiles(made):
    assert project_name("24.example") == "site_24_example"
    odd = replace(made.scheme, site='we"ird\\.example', start_url='http://x.example/"')
    rules = tuple(replace(rule, name=f"class {rule.name}'") for rule in odd.attributes)
    for name, text in project_files(replace(odd, attributes=rules), []).items():
        if name.endswith(".py"):
            compile(text, name, "exec")


def test_a_spider_whose_site_changed_is_noticed_and_made_again(
    made, plain, fancy, tmp_path, scheme_json
):
    project = write_project(tmp_path / "spiders", made.scheme, fancy)
    assert check_project(project, {"fancy.example": fancy}).fits
    changed = [replace(page, body=page.body.replace(b"<h2", b"<h3").replace(b"</h2", b"</h3")
               .replace(b"<dl", b"<section").replace(b"</dl", b"</section")
               .replace(b"now", b"today").replace(b"writer", b"who").replace(b"item", b"thing"))
               for page in fancy]  # fmt: skip
    changed = [
        replace(page, body=page.body.replace(b"Publisher:", b"Imprint:")) for page in changed
    ]
    pages = tmp_path / "pages.jsonl"
    pages.write_text(
        "".join(
            json.dumps({"url": page.url, "site": page.site, "html": page.body.decode()}) + "\n"
            for page in [*plain, *changed]
        )
    )
    (tmp_path / "plain.json").write_text(scheme_json)
    arguments = ["synthesize", "--from", str(tmp_path / "plain.json"), "--sites", str(pages)]
    result = CliRunner().invoke(cli, [*arguments, "--check", str(tmp_path / "spiders")])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert '"fits": false' in result.output
    again = check_project(project, {"fancy.example": changed})
    assert again.fits


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
    line = json.loads(result.stdout.splitlines()[0])
    assert line["site"] == "fancy.example"
    assert (tmp_path / "out" / "fancy_example" / "scrapy.cfg").exists()


def test_wrong_calls_get_a_sentence(tmp_path):
    (tmp_path / "x.json").write_text("{")
    with pytest.raises(InputError, match="not a scheme"):
        read_schemes(tmp_path / "x.json")
    with pytest.raises(InputError, match="cannot read"):
        read_schemes(tmp_path / "missing.json")
    result = CliRunner().invoke(cli, ["synthesize"])
    assert result.exit_code != 0
