"""Files that somebody made to hurt: each kind of file is read or refused, in time."""

import json
import time

import pytest

from benchmarks.fuzz.command import SLOW
from benchmarks.fuzz.targets import FILES, SCHEME, WARC, WRAPPER, try_file

DEEP = 100_000
"""Brackets that nobody closes: far more than Python follows."""
HALF = "\ud800"
HOSTILE = {
    "deep lists": b"[" * DEEP,
    "deep objects": b'{"a":' * DEEP,
    "a number of 100,000 digits": b'{"site":' + b"9" * DEEP + b"}",
    "no number": b'{"site":NaN,"rules":-Infinity}',
    "NUL bytes": b"\0" * 1000,
    "another encoding": '{"site":"a"}'.encode("utf-16"),
    "a list": b"[1,2,3]",
    "null": b"null",
    "a number": b"1\n1\n",
    "halves of a character": json.dumps({**WRAPPER, **SCHEME, "site": HALF}).encode(),
    "an address that is none": b'{"url":"http://[::1","html":"x","site":"http://[::1"}',
    "deep TOML": b"a = " + b"[" * DEEP,
    "deep tables": b"a = " + b"{a=" * 5000,
    "a name of 20,000 parts": b".".join([b"a"] * 20_000) + b" = 1",
    "a table of 20,000 parts": b"[" + b".".join([b"a"] * 20_000) + b"]",
    "an inner name of 20,000 parts": b"a = {" + b".".join([b"a"] * 20_000) + b" = 1}",
    "a number of TOML": b"a = " + b"9" * DEEP,
    "an endless cell": b"name,number\n" + b"x" * 2_000_000 + b",1\n",
    "an open quote": b'name,number\n"' + b"x\n" * 100_000,
    "quotes to guess by": b';"a' * 3000,
    "a record of no length": WARC.replace(b"Length: 51", b"Length: " + b"9" * 5000),
    "a record of less than nothing": WARC.replace(b"Length: 51", b"Length: -5"),
    "deep words of our own": WARC.replace(
        b"WARC-Date", b"Specdex-Page: " + b"[" * DEEP + b"\r\nWARC-Date"
    ),
    "parts within parts": b"".join(
        b'Content-Type: multipart/mixed; boundary="%d"\r\n\r\n--%d\r\n' % (n, n)
        for n in range(3000)
    ),
}
ODD = (None, True, -1, 1e400, HALF, "\0", [], {}, [[]], 10**400, "(" * 3000, "http://[::1")


def leaves(data, path=()):
    """The path of *data* and of everything in it."""
    yield path
    inner = data.items() if isinstance(data, dict) else ()
    for name, value in enumerate(data) if isinstance(data, list) else inner:
        yield from leaves(value, (*path, name))


def changed(data, path, value):
    """*data* with *value* at *path*."""
    if not path:
        return value
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = changed(data[path[0]], path[1:], value)
    return copy


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_it_is_read_or_refused_in_time(kind, data, tmp_path):
    began = time.process_time()
    try_file(kind, data, tmp_path)
    assert time.process_time() - began < SLOW


@pytest.mark.parametrize(
    "kind", [name for name, target in FILES.items() if target.right.startswith(b"{")]
)
def test_whatever_stands_where_something_else_should(kind, tmp_path):
    right = json.loads(FILES[kind].right.splitlines()[0])
    for path in leaves(right):
        for value in ODD:
            try_file(kind, json.dumps(changed(right, path, value)).encode(), tmp_path)
