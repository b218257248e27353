"""A link graph of pages at hand: which of them link to a site, and where else they link."""

from collections.abc import Iterable, Mapping, Sequence

from specdex.providers.cache import LocalFile
from specdex.records import Backlink
from specdex.urls import host, registrable_domain

__all__ = ["LocalLinks"]

TABLES = """
CREATE TABLE IF NOT EXISTS pages (number INTEGER PRIMARY KEY, url TEXT UNIQUE);
CREATE TABLE IF NOT EXISTS links (
    target TEXT, page INTEGER, PRIMARY KEY (target, page)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS links_by_page ON links (page);
"""


class LocalLinks(LocalFile):
    """The link graph at *address*: its file, or the run folder that holds it."""

    NAME, WHAT, TABLES = "links.db", "link graph", TABLES

    def backlinks(self, site: str, limit: int) -> Sequence[Backlink]:
        """At most *limit* pages that link to *site*, one of each site before seconds."""
        name = host(site if "://" in site else f"http://{site}")
        with self.opened() as database:
            rows = database.execute(
                "SELECT url FROM links JOIN pages ON number = page WHERE target = ?", (name,)
            )
            urls = sorted(url for (url,) in rows)
        turns: dict[str, int] = {}
        ranked = []
        for url in urls:
            turn = turns[host(url)] = turns.get(host(url), 0) + 1
            ranked.append((turn, url))
        return tuple(Backlink(site, url) for _, url in sorted(ranked)[: max(0, limit)])

    def forward(self, hubs: Iterable[str], limit: int) -> Mapping[str, Sequence[str]]:
        """At most *limit* other sites that each of *hubs* links to, for those that are known."""
        with self.opened() as database:
            found = {
                hub: tuple(
                    site
                    for (site,) in database.execute(
                        "SELECT target FROM links JOIN pages ON number = page"
                        " WHERE url = ? ORDER BY target LIMIT ?",
                        (hub, limit),
                    )
                )
                for hub in hubs
            }
        return {hub: sites for hub, sites in found.items() if sites}

    def add(self, pages: Iterable[tuple[str, Iterable[str]]]) -> int:
        """Keep the links of *pages*, all or none; each is a URL and the hosts it links to.

        A known page's links are replaced, links within a site left out. How many links.
        """
        count = 0
        with self.opened(new=True) as database:
            run = database.execute
            for url, targets in pages:
                run("INSERT OR IGNORE INTO pages (url) VALUES (?)", (url,))
                (page,) = run("SELECT number FROM pages WHERE url = ?", (url,)).fetchone()
                run("DELETE FROM links WHERE page = ?", (page,))
                own = registrable_domain(host(url))
                others = {each for each in targets if each and registrable_domain(each) != own}
                rows = [(each, page) for each in sorted(others)]
                database.executemany("INSERT INTO links VALUES (?, ?)", rows)
                count += len(rows)
        return count
