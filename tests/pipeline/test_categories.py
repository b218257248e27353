import json
import tomllib

import pytest

from specdex.crawling.navigation import Place, Proposal
from specdex.pipeline.crawl import RunRecorder
from specdex.pipeline.discover import toml
from specdex.records import Page, PageKind, Sight, Site, SiteStatus, Visit
from specdex.runs import RunFolder
from specdex.settings import HarvestSettings, load

MENU = "<nav><a href='/c/toasters'>Toasters (4)</a> <a href='/c/kettles'>Kettles (8)</a></nav><p>x"


@pytest.fixture
def shops(run):
    """The run, in which two shops and one that was turned down have toasters in their menu."""
    recorder = RunRecorder(run)
    for site in ("a.example", "b.example", "c.example"):
        url = f"http://{site}/welcome"
        page = Page(url, MENU.encode(), content_type="text/html", site=site)
        recorder.record(page, Sight(Visit(url, site), PageKind.HOME))
    recorder.close()
    return run


def test_a_run_proposes_what_its_shops_have_beside_its_category(shops, specdex):
    done = specdex("categories", shops)
    assert (done.returncode, done.stderr) == (0, "")
    (line,) = map(json.loads, done.stdout.splitlines())
    assert (line["category"], line["shops"], line["products"]) == ("toasters", 2, 8)
    assert [place["site"] for place in line["places"]] == ["a.example", "b.example"]
    assert line["places"][0]["url"] == "http://a.example/c/toasters"


def test_a_proposal_is_ready_to_harvest(shops, specdex, tmp_path):
    done = specdex("categories", shops, "--toml", "Toasters")
    (tmp_path / "toasters.toml").write_text(done.stdout)
    settings = load(HarvestSettings, tmp_path / "toasters.toml")
    assert (settings.category, settings.sites) == ("toasters", ("a.example", "b.example"))


def test_settings_stay_settings_whatever_a_shop_calls_things():
    place = Place('a"\\.example', 'x"\n[budget]\nmax_pages = 1 #', "http://a.example/\n", 3)
    assert tomllib.loads(toml(Proposal('a "b" \\', (place,)))) == {
        "category": 'a "b" \\',
        "sites": ['a"\\.example'],
    }


def test_mistakes_are_one_sentence(run, specdex, tmp_path):
    done = specdex("categories", run)
    assert (done.returncode, done.stdout) == (1, "")
    assert "tells of no further category" in done.stderr
    done = specdex("categories", run, "--toml", "spoon")
    assert done.returncode == 2
    assert "proposes no category 'spoon'; it proposes: none" in done.stderr
    assert specdex("categories", "nowhere").returncode == 2
    with RunFolder(tmp_path / "empty"):
        pass
    assert specdex("categories", tmp_path / "empty").returncode == 1


def test_a_terminal_shows_a_table(shops, specdex, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert "Toasters" in specdex("categories", shops).stdout


def test_shops_that_were_turned_down_have_no_voice(shops, specdex):
    with RunFolder(shops) as run:
        run.store.add([Site("b.example", SiteStatus.REJECTED, "kettle")])
    assert specdex("categories", shops).returncode == 1
