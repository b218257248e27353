"""A category file with a typo says what was meant."""

import logging
from dataclasses import fields

import pytest
from click.testing import CliRunner

from specdex.cli.discover import discover
from specdex.cli.harvest import harvest, harvest_watched
from specdex.errors import InputError, SettingsError
from specdex.harvest import Harvest
from specdex.pipeline.discover import Providers
from specdex.settings import DiscoverySettings, HarvestSettings, load


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ('categroy = "x"', "category"),
        ("[discovery]\nroundz = 3", "discovery.rounds"),
        ("rounds = 3", "discovery.rounds"),
        ("[budgte]\nmax_pages = 3", "budget"),
    ],
)
def test_a_misspelt_setting_gets_a_suggestion(tmp_path, text, meant):
    path = tmp_path / "camera.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=f"did you mean '{meant}'"):
        load(HarvestSettings, path)


def test_nonsense_gets_none(tmp_path):
    path = tmp_path / "camera.toml"
    path.write_text("qqqq = 1", encoding="utf-8")
    with pytest.raises(SettingsError, match=r"unknown setting 'qqqq'$"):
        load(HarvestSettings, path)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('strategy = "intersecton"', "did you mean 'intersection'"),
        ('filters = "bot"', "did you mean 'both'"),
    ],
)
def test_a_misspelt_choice_gets_one_too(tmp_path, line, says):
    path = tmp_path / "camera.toml"
    path.write_text(
        f'category = "camera"\nsites = ["a.example"]\n[discovery]\n{line}', encoding="utf-8"
    )
    run = str(tmp_path / "run")
    with pytest.raises(InputError, match=says):
        harvest.main([str(path), "--run", run], standalone_mode=False)
    assert not (tmp_path / "run").exists()


def test_a_value_of_the_wrong_kind_is_told_in_words(tmp_path):
    path = tmp_path / "camera.toml"
    path.write_text('[discovery]\nrounds = "three"', encoding="utf-8")
    with pytest.raises(SettingsError, match=r"rounds must be a whole number, not a text"):
        load(HarvestSettings, path)


@pytest.mark.parametrize(
    "site", ["not a site", "ftp://a.example", "http://", "-", "", "me@a.example"]
)
def test_what_is_no_site_is_told_before_a_run_is_made(tmp_path, site):
    run = tmp_path / "run"
    with pytest.raises(InputError, match=r"is no site: give its host"):
        harvest.main(["-c", "camera", "-s", site, "--run", str(run)], standalone_mode=False)
    assert not run.exists()


def test_what_went_wrong_is_told_without_a_terminal(tmp_path, caplog, monkeypatch):
    monkeypatch.setattr(logging.getLogger("specdex"), "propagate", True)

    def go(self):
        self.complain("round 1: nobody answers")

    monkeypatch.setattr(Harvest, "go", go)
    harvest_watched(HarvestSettings("camera"), tmp_path / "run")
    assert "nobody answers" in caplog.text


def test_every_setting_of_discovery_is_an_option():
    options = {each.name for each in harvest.params}
    assert {each.name for each in fields(DiscoverySettings)} <= options


def test_country_and_language_are_handed_to_the_search_engine(monkeypatch):
    asked = []

    def of(settings, proxy):
        asked.append((settings.country, settings.language, settings.top, proxy))
        return Providers()

    monkeypatch.setattr("specdex.pipeline.discover.Providers.of", of)
    said = ["--id", "X-1", "--search-engine", "brave", "--country", "DE", "--language", "de"]
    result = CliRunner().invoke(discover, said, standalone_mode=False)
    assert result.exception is None, result.output
    assert asked == [("DE", "de", 50, "")]
