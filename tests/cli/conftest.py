import gzip
import json
import lzma
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from specdex.cli import main

KETTLE = Path(__file__).parent / "pages" / "kettle.html"
URL = "http://kettleandcup.example/k200"


@pytest.fixture
def specdex(tmp_path):
    """Runs the command line in a process of its own, in an empty folder."""

    def run(*args, given=b"", env=None):
        done = subprocess.run(
            [sys.executable, "-m", "specdex", *map(str, args)],
            input=given,
            capture_output=True,
            cwd=tmp_path,
            timeout=120,
            check=False,
            env=env,
        )
        done.lines = [
            json.loads(line) for line in done.stdout.decode().splitlines() if line[:1] == "{"
        ]
        done.said = done.stderr.decode()
        return done

    return run


@pytest.fixture
def command(tmp_path, monkeypatch, capfdbinary):
    """Runs the command line in this process, which is quicker, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*args):
        capfdbinary.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(each) for each in args])
        out, err = capfdbinary.readouterr()
        lines = [json.loads(line) for line in out.decode().splitlines() if line[:1] == "{"]
        return SimpleNamespace(
            returncode=ended.value.code, stdout=out, said=err.decode(), lines=lines
        )

    return run


def warc(path, pages):
    """A WARC file as a stranger would write it."""
    members = b""
    for url, body in pages:
        http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
        head = (
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"
            "WARC-Record-ID: <urn:uuid:4ea8ba2b-4b4c-4a7f-9d13-3a5f7f2b1c00>\r\n"
            f"WARC-Target-URI: {url}\r\nContent-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(http)}\r\n\r\n"
        )
        members += gzip.compress(head.encode() + http + b"\r\n\r\n")
    path.write_bytes(members)


@pytest.fixture
def inputs(tmp_path):
    """The same page as a file, a folder, WARC and JSON lines of three kinds."""
    body = KETTLE.read_bytes()
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "kettle.html").write_bytes(body)
    line = json.dumps({"url": URL, "html": body.decode(), "id": 7, "category": "kettle"}).encode()
    (tmp_path / "k.jsonl").write_bytes(line + b"\n")
    (tmp_path / "k.jsonl.gz").write_bytes(gzip.compress(line))
    (tmp_path / "k.jsonl.xz").write_bytes(lzma.compress(line))
    warc(tmp_path / "k.warc.gz", [(URL, body)])
    return {
        "file": "in/kettle.html",
        "folder": "in",
        "warc": "k.warc.gz",
        "lines": "k.jsonl",
        "gz": "k.jsonl.gz",
        "xz": "k.jsonl.xz",
    }
