import gzip
import json
import lzma
from io import BytesIO

import pytest
from backports import zstd
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

PACKERS = {"": bytes, ".gz": gzip.compress, ".xz": lzma.compress, ".zst": zstd.compress}


def json_lines(*lines):
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


@pytest.fixture
def put(tmp_path):
    """Writes a file; its location."""

    def write(name, data):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8"))
        return str(path)

    return write


class Warc:
    """A WARC file in the making."""

    def __init__(self, *, gzip=True):
        self.out = BytesIO()
        self.writer = WARCWriter(self.out, gzip=gzip)
        self.starts = []

    def add(self, url, body, kind="response", http=(), status="200 OK", **fields):
        self.starts.append(self.out.tell())
        headers = StatusAndHeaders(status, list(http), protocol="HTTP/1.1")
        self.writer.write_record(
            self.writer.create_warc_record(
                url,
                kind,
                payload=BytesIO(body),
                length=len(body),
                http_headers=headers if kind == "response" else None,
                **fields,
            )
        )
        return self

    def html(self, url, body, *http):
        return self.add(url, body, http=[("Content-Type", "text/html; charset=utf-8"), *http])

    @property
    def data(self):
        return self.out.getvalue()


@pytest.fixture
def warc():
    return Warc


@pytest.fixture
def lines():
    return json_lines


@pytest.fixture(params=PACKERS, ids=lambda suffix: suffix or "plain")
def packed(request):
    """An ending and the compression it means."""
    return request.param, PACKERS[request.param]
