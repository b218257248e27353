import pickle
from dataclasses import replace

from specdex.engines.processes import ProcessEngine
from specdex.engines.serial import SerialEngine
from specdex.pipeline.extract import extract_run, extraction
from specdex.records import Page, PageKind, Specification
from specdex.runs import RunFolder

COUNT = 12
HTML = """<h1>Kettle {0}</h1><p>$ 29.00</p><table><tr><th>Power</th><td>{0}00 W</td></tr>
<tr><th>Colour</th><td>Red</td></tr><tr><th>Volume</th><td>1.7 l</td></tr></table>"""


class Noticing:
    """An engine that keeps the size of all that another process would be sent."""

    def __init__(self):
        self.sent = []

    def map(self, function, things):
        self.sent.append(len(pickle.dumps(function)))
        for thing in things:
            self.sent.append(len(pickle.dumps(thing)))
            yield function(thing)


def filled(path, padding=""):
    with RunFolder(path) as run:
        for number in range(COUNT):
            url = f"http://shop.example/p/{number}"
            body = (HTML.format(number) + padding).encode()
            page = Page(url, body, site="shop.example", fetched="2026-01-01")
            stored = run.archive.append(page)
            run.store.add([replace(stored, kind=PageKind.PRODUCT, category="kettle")])


def read(path, engine):
    with RunFolder(path) as run:
        assert extract_run(run, extraction(), engine) == COUNT
        return sorted(run.store.read(Specification), key=lambda each: each.url)


def test_workers_read_what_one_process_reads(tmp_path):
    filled(tmp_path / "one")
    filled(tmp_path / "two")
    alone = read(tmp_path / "one", SerialEngine())
    assert all(each.pairs and each.category == "kettle" and each.source for each in alone)
    beside = read(tmp_path / "two", ProcessEngine(2, chunk=3))
    assert [replace(each, source="") for each in beside] == [
        replace(each, source="") for each in alone
    ]


def test_pages_travel_by_where_they_lie(tmp_path):
    filled(tmp_path, "<p>" + "x" * 200_000)
    engine = Noticing()
    read(tmp_path, engine)
    assert max(engine.sent[1:]) < 1_000


def test_a_page_that_is_gone_is_kept_as_one_that_says_nothing(tmp_path):
    filled(tmp_path)
    for file in (tmp_path / "warc").glob("*.warc.gz"):
        file.write_bytes(b"")
    for each in read(tmp_path, SerialEngine()):
        assert not each.pairs
        assert each.failures[0].step == "read"
