"""No page's content may stop a batch: what a stage raises, or says oddly, is a page's Failure."""

from dataclasses import replace

import pytest

from specdex import page_sources
from specdex.cli import main
from specdex.detection.detector import LearnedDetector
from specdex.engines.processes import ProcessEngine
from specdex.engines.serial import SerialEngine
from specdex.errors import InputError, StoreError
from specdex.html import parse, parsing
from specdex.listings.offers import OffersReader
from specdex.pipeline import extract as verb
from specdex.pipeline import learn
from specdex.pipeline.crawl import RunRecorder
from specdex.pipeline.export import exporter_for, specifications_at
from specdex.pipeline.extract import Extraction, extract_run, extraction, pages_at
from specdex.records import (
    Failure,
    Field,
    Fragment,
    FragmentKind,
    NotLearned,
    Page,
    PageKind,
    Pair,
    Sight,
    Specification,
    StoredPage,
    Visit,
    Wrapper,
)
from specdex.runs import RunFolder
from specdex.runs.captures import Capture

HALF = "\ud83d"
RAISED = [ValueError("odd"), KeyError(HALF), RecursionError(), MemoryError(), AssertionError("x")]
RAISED += [OSError(5, "no"), UnicodeDecodeError("utf-8", b"\xff", 0, 1, HALF), StopIteration()]
ODD_PAIRS = [
    Pair("Weight", HALF),
    Pair(HALF, "1"),
    Pair("Weight", None),
    Pair("Weight", 7),
    Pair("Weight", b"1"),
    Pair("Weight", "1", confidence=float("nan")),
    Pair("Weight", "1", confidence=float("inf")),
    Pair("Weight", "1", confidence="sure"),
    Pair("Weight", "1", confidence=10**400),
    None,
]
ODD_TEXTS = ["\0", "\x01\x0b\x1b", "\ufffe\uffff", "=1+1", "a\r\nb", "\u202e", "x" * 40_000, "\x85"]
LD = """<title>Kettle</title><script type="application/ld+json">{"@type": "Product",
"name": "Kettle \\ud83d", "sku": "&#xD800;K\\udc001", "brand": "a\\ud83d\\ude00b"}</script>
<h1>Kettle</h1><table><tr><th>Power<td>2200 W<tr><th>Capacity<td>1.7 l<tr><th>Weight<td>1 kg</table>
"""


class Saying:
    """An extractor that gives what it was told to, or raises it, on the page called odd."""

    def __init__(self, odd):
        self.odd = odd

    def extract(self, document):
        url = document.page.url
        if not url.endswith("odd"):
            pair = Pair("Power", "2200 W")
            return Specification(
                url, site="a.example", fragments=(Fragment("/html", FragmentKind.TABLE, (pair,)),)
            )
        if isinstance(self.odd, BaseException):
            raise self.odd
        return self.odd


def odd_specification(pair):
    return Specification(
        "http://a.example/odd", fragments=(Fragment("/html", FragmentKind.TABLE, (pair,)),)
    )


def pages(*more):
    urls = [f"http://a.example/{each}" for each in ("one", "odd", "two", *more)]
    return [Page(url, b"<p>Power 2200 W", site="a.example") for url in urls]


def recorded(path, read=None, given=None):
    with RunFolder(path) as run:
        recorder = RunRecorder(run, read=read)
        with recorder.together():
            for page in given or pages():
                sight = Sight(Visit(page.url, page.site), PageKind.PRODUCT, "kettle")
                recorder.record(page, sight, parse(page))
    return path


@pytest.mark.parametrize("error", RAISED, ids=repr)
def test_what_an_extractor_raises_is_the_failure_of_its_page(error):
    one, odd, two = map(Extraction(Saying(error)), pages())
    assert one.pairs
    assert two.pairs
    assert isinstance(odd, Failure)
    assert odd.url.endswith("odd")
    assert odd.reason.encode()


@pytest.mark.parametrize("pair", ODD_PAIRS, ids=repr)
def test_what_has_no_json_form_is_a_failure(pair):
    _, odd, two = map(Extraction(Saying(odd_specification(pair))), pages())
    assert two.pairs
    assert isinstance(odd, Failure)
    assert odd.step == "extract"


@pytest.mark.parametrize("odd", [None, 5, "text", odd_specification(ODD_PAIRS[0])], ids=repr)
def test_a_run_is_read_to_its_end_and_never_stuck(tmp_path, odd):
    with RunFolder(recorded(tmp_path / "run")) as run:
        assert extract_run(run, Extraction(Saying(odd)), SerialEngine()) == 3
        said = {each.url[-3:]: each for each in run.store.read(Specification)}
        assert [bool(said[each].pairs) for each in ("one", "odd", "two")] == [True, False, True]
        assert [each.url[-3:] for each in run.store.read(Failure)] == ["odd"]
        assert not list(verb.unread(run.store))


def test_a_record_that_the_store_refuses_takes_no_other_with_it(tmp_path, monkeypatch):
    with RunFolder(recorded(tmp_path / "run")) as run:
        add = run.store.add

        def picky(records):
            known = list(records)
            if any(isinstance(each, Specification) and each.title == "bad" for each in known):
                raise InputError("a record cannot be kept")
            return add(known)

        monkeypatch.setattr(run.store, "add", picky)
        odd = Specification("http://a.example/odd", title="bad")
        assert extract_run(run, Extraction(Saying(odd)), SerialEngine()) == 3
        assert run.store.count(Specification) == 3
        assert [each.reason for each in run.store.read(Failure)] == ["a record cannot be kept"]


def test_what_ids_are_read_from_may_be_odd(tmp_path, monkeypatch):
    def broken(specification):
        if specification.url.endswith("odd"):
            raise ZeroDivisionError
        return ()

    monkeypatch.setattr("specdex.linkage.product_ids", broken)
    mapped = Extraction(Saying(Specification("http://a.example/odd")))
    with RunFolder(recorded(tmp_path / "run")) as run:
        extract_run(run, mapped, SerialEngine())
        assert [each.url[-3:] for each in run.store.read(Failure)] == ["odd"]
        assert run.store.count(Specification) == 3


def test_a_disk_that_fails_is_no_failure_of_a_page(tmp_path, monkeypatch):
    with RunFolder(recorded(tmp_path / "run")) as run:

        def full(_):
            raise StoreError("the disk is full")

        monkeypatch.setattr(run.store, "add", full)
        with pytest.raises(StoreError):
            extract_run(run, Extraction(Saying(None)), SerialEngine())


@pytest.mark.parametrize("error", [EOFError(), MemoryError(), ValueError(HALF)], ids=repr)
def test_what_an_archive_raises_is_the_failure_of_its_page(tmp_path, monkeypatch, error):
    read = Capture.read

    def damaged(member):
        capture = read(member)
        if capture.page.url.endswith("odd"):
            raise error
        return capture

    with RunFolder(recorded(tmp_path / "run")) as run:
        monkeypatch.setattr(Capture, "read", damaged)
        extract_run(run, Extraction(Saying(None)), SerialEngine())
        assert [each.url[-3:] for each in run.store.read(Failure)] == ["odd"]


ODD_PAGES = [
    Page(f"http://a.example/{HALF}odd", b"<p>x", site="a.example"),
    Page("http://a.example/odd", b"<p>x", site=HALF),
    Page("http://a.example/odd", b"<p>x", site="a.example", content_type=f"text/{HALF}\r\nA: b"),
    Page("http://a.example/odd", b"<p>x", site="a.example", status=10**30),
    Page("http://a.example/odd", b"<p>x", site="a.example", fetched="\0"),
    Page("http://a.example/\nodd\r\n\r\n", b"<p>x", site="a.example"),
]


@pytest.mark.parametrize("page", ODD_PAGES, ids=repr)
def test_odd_pages_are_recorded_or_told_and_the_others_kept(tmp_path, page):
    given = [*pages()[:1], page, *pages()[2:]]
    with RunFolder(recorded(tmp_path / "run", given=given)) as run:
        kept = [each.url[-3:] for each in run.store.read(StoredPage)]
        assert "one" in kept
        assert "two" in kept
        assert len({*kept}) >= 3 or run.store.count(Failure) == 1


@pytest.mark.parametrize("odd", [ValueError(HALF), None, *map(odd_specification, ODD_PAIRS[:2])])
def test_what_is_read_on_the_way_stops_no_crawl(tmp_path, odd):
    with RunFolder(recorded(tmp_path / "run", Extraction(Saying(odd)))) as run:
        assert run.store.count(StoredPage, kind=PageKind.PRODUCT) == 3
        assert run.store.count(Specification) == 3
        assert [each.url[-3:] for each in run.store.read(Failure)] == ["odd"]


@pytest.mark.parametrize("part", ["fit", "read"])
def test_a_learner_that_stumbles_leaves_what_was_read(tmp_path, monkeypatch, part):
    def broken(*_):
        raise ZeroDivisionError(HALF)

    mapped = Extraction(Saying(Specification("http://a.example/odd")))
    with RunFolder(recorded(tmp_path / "run", mapped)) as run:
        before = list(run.store.read(Specification))
        monkeypatch.setattr(learn.WrapperLearner, part, broken)
        if part == "read":
            wrapper = Wrapper("a.example", ())
            monkeypatch.setattr(
                learn.WrapperLearner,
                "fit",
                lambda self, *_: vars(self).update(wrappers_=[wrapper], not_learned_=[]),
            )
        assert learn.learn_run_site(run, "a.example", Extraction(Saying(None))) == 0
        assert list(run.store.read(Specification)) == before
        assert run.store.count(NotLearned if part == "fit" else Wrapper) == 1


@pytest.mark.parametrize(
    ("command", "of"),
    [
        ("detect", (LearnedDetector, "detect")),
        ("extract", (LearnedDetector, "detect")),
        ("listings", (OffersReader, "read")),
    ],
)
def test_commands_go_on(tmp_path, monkeypatch, capsys, command, of):
    honest = getattr(*of)

    def broken(self, document):
        if document.page.body.endswith(b"odd"):
            raise ZeroDivisionError("by a page")
        return honest(self, document)

    monkeypatch.setattr(*of, broken)
    for each in ("one", "odd", "two"):
        (tmp_path / f"{each}.html").write_text(f"<h1>{each}</h1><p>{each}")
    with pytest.raises(SystemExit):
        main([command, str(tmp_path)])
    told = capsys.readouterr()
    assert "by a page" in told.err + told.out
    assert "one.html" in told.out
    assert "two.html" in told.out


def test_whatever_parsing_raises_is_the_failure_of_the_page(monkeypatch):
    def broken(*_):
        raise LookupError("unknown encoding")

    monkeypatch.setattr(parsing, "decoded", broken)
    document = parse(Page("http://a.example/", b"<p>x"))
    assert not len(document)
    assert "LookupError" in document.failure.reason


def test_a_page_source_that_breaks_is_told_and_the_next_is_read(tmp_path, monkeypatch):
    for name in ("a", "b"):
        (tmp_path / f"{name}.html").write_text("<p>x")
    opened = page_sources.open_pages

    def breaking(location):
        yield from opened(location)
        if location.endswith("a.html"):
            raise ZeroDivisionError

    monkeypatch.setattr(page_sources, "open_pages", breaking)
    found = list(pages_at([str(tmp_path / "a.html"), str(tmp_path / "b.html")]))
    assert [type(each) for each in found] == [Page, Failure, Page]


@pytest.mark.parametrize("pair", [*ODD_PAIRS[:2], *ODD_PAIRS[5:7]], ids=repr)
def test_what_pages_can_make_readers_of_ours_say_is_found_as_well(pair):
    assert extraction().ours
    mapped = replace(Extraction(Saying(odd_specification(pair))), ours=True)
    assert isinstance(mapped(pages()[1]), Failure)


def test_half_a_surrogate_pair_is_read_as_what_it_is():
    said = extraction()(Page("http://a.example/p", LD.encode(), site="a.example"))
    fields = {each.name: each.value for each in said.fields}
    assert said.pairs
    assert not said.failures
    assert fields["name"] == "Kettle" or fields["name"].startswith("Kettle \ufffd")
    assert fields.get("brand", "a\U0001f600b") == "a\U0001f600b"
    assert all(each.value.encode() for each in said.fields)


@pytest.mark.parametrize("name", ["jsonl", "csv", "xlsx", "parquet", "jsonld", "zyte"])
def test_every_exporter_writes_whatever_a_page_says(tmp_path, name):
    if name == "parquet":
        pytest.importorskip("pyarrow")
    exporter = exporter_for("", name)
    said = [
        Specification(
            f"http://a.example/{number}",
            title=text,
            fragments=(Fragment("/html", FragmentKind.TABLE, (Pair(text, text, text),)),),
            fields=(Field("name", text), Field("price", text)),
        )
        for number, text in enumerate(ODD_TEXTS)
    ]
    path = tmp_path / "out"
    binary = getattr(exporter, "binary", False)
    with path.open("wb") if binary else path.open("w", encoding="utf-8") as stream:
        exporter.write(said, stream)
    assert path.stat().st_size


def test_lines_with_halves_are_told_and_the_others_read(tmp_path):
    path = tmp_path / "said.jsonl"
    line = '{{"site": "a.example", "attributes": {{"Power": "{}"}}}}\n'
    path.write_text(line.format("1") + line.format("\\ud800") + line.format("2"))
    assert [type(each) for each in specifications_at([str(path)])] == [
        Specification,
        Failure,
        Specification,
    ]


def test_a_page_that_kills_its_worker_is_a_failure():
    odd = pages()[1]
    assert Extraction(Saying(None)).lost(odd) == Failure(odd.url, "extract", verb.LOST)


def test_the_same_holds_in_workers(tmp_path):
    with RunFolder(recorded(tmp_path / "run")) as run:
        mapped = Extraction(Saying(odd_specification(ODD_PAIRS[0])))
        assert extract_run(run, mapped, ProcessEngine(1)) == 3
        assert [each.url[-3:] for each in run.store.read(Failure)] == ["odd"]
        assert [bool(each.pairs) for each in run.store.read(Specification)].count(True) == 2


def test_a_failure_can_be_kept_whatever_was_raised(tmp_path):
    with RunFolder(tmp_path / "run") as run:
        run.store.add([replace(Failure.of(f"http://{HALF}/", "read", ValueError(HALF)))])
        assert run.store.count(Failure) == 1
