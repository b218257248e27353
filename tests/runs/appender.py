"""Keeps pages in a run folder, saying each that is done; test_kill.py kills it again and again."""

import sys

from specdex.records import Page, StoredPage
from specdex.runs import RunFolder


def page(number):
    """One of the pages that shall be there in the end."""
    url = f"https://shop.example/{number}"
    body = f"<html><p>{number}</p>{'<p>pad</p>' * (number % 7 * 300)}</html>"
    return Page(url, body.encode(), url, "shop.example", content_type="text/html")


def main(path, total):
    with RunFolder(path) as run:
        known = {stored.url for stored in run.store.read(StoredPage)}
        for number in range(total):
            if page(number).url not in known:
                run.store.add([run.archive.append(page(number))])
                print("done", number, flush=True)  # noqa: T201 - how it reports


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
