import pytest

from benchmarks.patterns.command import patterns
from specdex.errors import InputError


def test_without_data_says_where_it_looked(tmp_path):
    with pytest.raises(InputError, match="no labelled pages"):
        patterns.main(["--data", str(tmp_path)], standalone_mode=False)
