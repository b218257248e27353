from datetime import UTC, datetime

import pytest

from specdex.clock import next_second, now, retry_after

NOON = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("7", 7.0),
        (" 120 ", 120.0),
        ("Thu, 01 Jan 2026 12:01:30 GMT", 90.0),
        ("Thu, 01 Jan 2026 12:01:30", 90.0),
        ("Thu, 01 Jan 2026 11:00:00 GMT", 0.0),
        ("Thu, 01 Jan 1970 00:01:00 GMT", 0.0),
        ("soon", None),
        ("-1", None),
        ("", None),
    ],
)
def test_a_pause_is_a_number_or_a_date(header, seconds):
    assert retry_after(header, NOON) == seconds


def test_the_time_is_utc_and_can_be_sorted_as_text():
    assert now().endswith("+00:00")
    assert now() > "2026-01-01T00:00:00+00:00"


def test_the_next_second_is_later_than_all_that_was_written_down():
    before = now()
    assert before < next_second() <= now()
