import time

import pytest

from specdex.page_sources import open_pages
from specdex.page_sources.addresses import address_in, archived_page
from specdex.records import Failure

URL = "https://www.shop.example/k1?a=1&b=2"
SAVED = (URL, "shop.example")


@pytest.mark.parametrize(
    ("html", "address"),
    [
        (f"<!-- saved from url=(0034){URL} --><html>", SAVED),
        (f"<html><!--\n Page saved with SingleFile \n url: {URL} \n saved date: x -->", SAVED),
        ("<link href='https://www.shop.example/k1?a=1&amp;b=2' rel=canonical>", SAVED),
        (f'<META property="og:url" content="{URL}">', SAVED),
        (f'<meta content={URL} name="og:url" >', SAVED),
        ('<base href="https://shop.example/x/">', ("", "shop.example")),
        ('<link rel="canonical" href="https://shop.example/">', ("", "shop.example")),
        (f'<meta property="og:url" content="{URL}"><base href="http://cdn.example/">', SAVED),
        ('<link rel="canonical" href="/k1">', ("", "")),
        ('<link rel="canonical" href="file:///home/me/k1.html">', ("", "")),
        (f'<body><link rel="canonical" href="{URL}">', ("", "")),
        (f'<link rel="alternate" href="{URL}"><p>nothing', ("", "")),
    ],
)
def test_a_page_tells_where_it_was_saved_from(html, address):
    assert address_in(html.encode()) == address


@pytest.mark.parametrize("bad", [b"<link " * 100_000, b"<!-- " * 100_000, b"\xff\xfe\0" * 9, b""])
def test_hostile_beginnings_are_read_quickly_and_tell_nothing(bad):
    assert address_in(bad) == ("", "")


MHTML = f"""From: <Saved by Blink>
Snapshot-Content-Location: {URL}
Subject: Kettle
MIME-Version: 1.0
Content-Type: multipart/related; type="text/html"; boundary="----B----"

------B----
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable
Content-Location: {URL}

<html><title>K=C3=BCche</title><table><tr><th>Power<td>1=
0 W</table>
------B----
Content-Type: image/png
Content-Transfer-Encoding: base64

AAAA
------B------
""".replace("\n", "\r\n")


@pytest.mark.parametrize("name", ["kettle.mhtml", "kettle.mht", "kettle"])
def test_a_web_archive_is_a_page(tmp_path, name):
    (tmp_path / name).write_bytes(MHTML.encode())
    (page,) = open_pages(str(tmp_path / name))
    assert (page.url, page.site, page.id) == (URL, "shop.example", "kettle")
    assert "Küche" in page.body.decode()
    assert "10 W" in page.body.decode()


def test_a_web_archive_without_a_page_is_a_failure(tmp_path):
    (tmp_path / "x.mhtml").write_bytes(b"Subject: hello\r\n\r\nno page")
    (failure,) = open_pages(str(tmp_path))
    assert isinstance(failure, Failure)
    assert "holds no page" in failure.reason
    assert archived_page(b"\0" * 100) is None


RELATED = b'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n'
HTML = b"--b\r\nContent-Type: text/html\r\n\r\n<p>hi\r\n--b--"
BOMBS = {
    "parts": RELATED + b"--b\r\nContent-Type: text/plain\r\n\r\nx\r\n" * 200_000 + HTML,
    "empty parts": RELATED + b"--b\n\n" * 2_000_000,
    "depth": b"".join(
        b'Content-Type: multipart/related; boundary="b%d"\r\n\r\n--b%d\r\n' % (depth, depth)
        for depth in range(5000)
    ),
    "parameters": b"Content-Type: multipart/related" + b"; x=y" * 100_000 + b"\r\n\r\n" + HTML,
    "quotes": b'Content-Type: multipart/related; boundary*0="' + b"; x*1=" * 100_000 + b"\r\n\r\n",
    "folded": b"Content-Type: multipart/related; x=" + b'\r "; x*1=' * 50_000 + b"\r\n\r\n" + HTML,
    "headers": b"X-A: b\r\n" * 100_000 + RELATED + HTML,
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_web_archive_made_to_hurt_takes_two_seconds_at_most(name):
    began = time.process_time()
    page = archived_page(BOMBS[name])
    assert page is None or len(page.body) < 100
    assert time.process_time() - began < 2


def test_files_keep_their_own_address_where_the_page_tells_none(tmp_path):
    (tmp_path / "a.html").write_text("<base href='https://shop.example/'><p>x")
    (tmp_path / "b.html").write_text("<p>x")
    one, other = open_pages(str(tmp_path))
    assert (one.url, one.site) == ((tmp_path / "a.html").as_uri(), "shop.example")
    assert (other.url, other.site) == ((tmp_path / "b.html").as_uri(), "")
