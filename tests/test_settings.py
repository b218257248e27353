import pytest

from specdex.errors import SettingsError
from specdex.settings import HarvestSettings, load


def write(tmp_path, text):
    path = tmp_path / "camera.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_file_becomes_settings_and_silence_means_the_default(tmp_path):
    path = write(
        tmp_path,
        'category = "camera"\nsites = ["a.example"]\n'
        "[discovery]\nrounds = 5\n[budget]\nmax_pages = 9\n",
    )
    settings = load(HarvestSettings, path)
    assert settings.sites == ("a.example",)
    assert settings.discovery.rounds == 5
    assert settings.budget.max_pages == 9
    assert settings.politeness.delay == 1.0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('categori = "camera"', "unknown setting 'categori'"),
        ("[budget]\nmax_page = 3", "unknown setting 'budget.max_page'"),
        ("category = 3", "category"),
        ("[budget]\nmax_pages = 'x'", "max_pages"),
        ("category = ", "not TOML"),
        (b"\xff\xfe", "not UTF-8"),
        ("budget = 3", "budget"),
    ],
)
def test_a_mistake_is_named(tmp_path, text, says):
    with pytest.raises(SettingsError, match=says):
        load(HarvestSettings, write(tmp_path, text))


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(SettingsError, match=r"nowhere\.toml"):
        load(HarvestSettings, tmp_path / "nowhere.toml")
