"""What every page source does."""

import pytest

from specdex.errors import InputError
from specdex.page_sources import open_pages
from specdex.records import Page


class PageSourceContract:
    def write_page(self, url, html):
        """Put one page into a file of the format; the location."""
        raise NotImplementedError

    def test_a_page_comes_back(self):
        location = self.write_page("https://a.example/1", "<p>Größe")
        (page,) = open_pages(location)
        assert isinstance(page, Page)
        assert page.body.decode("utf-8") == "<p>Größe"
        assert page.id
        assert page.url

    def test_a_missing_location_is_an_input_error(self):
        with pytest.raises(InputError, match="/no/such/place"):
            list(open_pages("/no/such/place"))
