"""What every page source does."""

import pytest

from specdex.errors import InputError
from specdex.ports import PageSource
from specdex.records import Page


class PageSourceContract:
    def make_source(self):
        raise NotImplementedError

    def write_page(self, url, html):
        """Put one page where the source can read it; the location."""
        raise NotImplementedError

    def test_a_page_comes_back(self):
        source = self.make_source()
        assert isinstance(source, PageSource)
        location = self.write_page("https://a.example/1", "<p>Größe")
        (page,) = source.pages(location)
        assert isinstance(page, Page)
        assert page.body.decode("utf-8") == "<p>Größe"
        assert page.id
        assert page.url

    def test_a_missing_location_is_an_input_error(self):
        with pytest.raises(InputError, match="/no/such/place"):
            list(self.make_source().pages("/no/such/place"))
