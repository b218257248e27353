"""Makes specifications in one line."""

import pytest

from specdex.records import Field, Fragment, FragmentKind, Pair, Specification


@pytest.fixture(scope="session")
def page():
    def make(url, title="", fields=None, **pairs):
        return Specification(
            url=url,
            title=title,
            fields=tuple(Field(name, value) for name, value in (fields or {}).items()),
            fragments=(
                Fragment(
                    "/html/body/table",
                    FragmentKind.TABLE,
                    tuple(Pair(name.replace("_", " "), value) for name, value in pairs.items()),
                ),
            ),
        )

    return make
