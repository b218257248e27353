import gc
from itertools import count

from benchmarks.speed.measure import Mark, is_flat, march
from specdex.pipeline.extract import extraction
from specdex.records import Page

ROWS = "".join(f"<tr><th>Name {at}</th><td>{at} mm</td></tr>" for at in range(30))
BODY = f"<title>A thing</title><h1>A thing</h1><table>{ROWS}</table>".encode()
PAGES = 300


def page(at):
    # no two pages alike: whatever remembers texts remembers as many as it ever will
    return Page(f"https://shop.example/{at}", BODY.replace(b"Name", b"Name of %d" % at))


def test_a_march_marks_every_step_and_the_end():
    ticks = count()
    marks = list(march(len, [b"1"] * 5, 2, memory=lambda: 7.0, clock=lambda: next(ticks)))
    assert marks == [Mark(2, 7.0, 1), Mark(4, 7.0, 1), Mark(5, 7.0, 1)]


def test_memory_is_flat_or_it_is_not():
    assert is_flat([])
    assert is_flat([Mark(1, 100.0, 0.1), Mark(2, 104.0, 0.1)])
    assert not is_flat([Mark(1, 100.0, 0.1), Mark(2, 140.0, 0.1)])


def test_extracting_pages_without_end_needs_no_more_memory():
    marks = list(march(extraction(), map(page, range(PAGES)), PAGES // 3))
    assert is_flat(marks)
    assert marks[-1].slowest < 2


def test_garbage_is_collected_again_behind_a_page():
    extraction()(page(0))
    assert gc.isenabled()
    gc.disable()
    try:
        extraction()(page(0))
        assert not gc.isenabled()
    finally:
        gc.enable()
