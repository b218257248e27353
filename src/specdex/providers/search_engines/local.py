"""A search engine over pages at hand: SQLite's full-text index, built once, asked offline."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from specdex.providers.cache import LocalFile
from specdex.records import SearchResult
from specdex.text import letters_and_digits, words
from specdex.urls import host

__all__ = ["IndexedPage", "LocalIndex"]

TABLES = """
CREATE TABLE IF NOT EXISTS pages (
    number INTEGER PRIMARY KEY, url TEXT UNIQUE, site TEXT, place TEXT
);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (title, body, codes);
"""
FIND = """
WITH hits AS (
    SELECT rowid AS number, bm25(words, 8.0, 1.0, 1.0) AS score
    FROM words WHERE words MATCH :wanted
), ranked AS (
    SELECT url, number, score,
        row_number() OVER (PARTITION BY site ORDER BY score, url) AS turn
    FROM hits JOIN pages USING (number)
    WHERE :site = '' OR site = :site OR site LIKE '%.' || :site
)
SELECT url, title, substr(body, 1, 200) FROM ranked JOIN words ON words.rowid = ranked.number
WHERE turn <= :a_site ORDER BY score, url LIMIT :results
"""
"""A title's word weighs eight of the body's; a better match has a lower score."""
A_SITE = 3
"""Results of one site: others want to be found too."""
MAX_TERMS = 32
"""Of a query; the rest is left out."""
MAX_TEXT = 1 << 20
"""Signs of a page that are indexed."""
_SITE = re.compile(r"(?<!\S)site:([\w.-]+)", re.IGNORECASE)
_PHRASE = re.compile(r'"([^"]*)"')
_CODE = re.compile(r"[^\W_]+(?:[-/._][^\W_]+)+")
"""Words held together by signs, as product codes are."""
MAX_CODE = 40


@dataclass(frozen=True, slots=True)
class IndexedPage:
    """What the index keeps of a page."""

    url: str
    title: str
    text: str
    place: str = ""
    """Where the page lies, or a digest of it: an unchanged page is not indexed again."""


class LocalIndex(LocalFile):
    """The index at *address*: its file, or the run folder that holds it."""

    NAME, TABLES = "search.db", TABLES

    def search(self, query: str, limit: int) -> Sequence[SearchResult]:
        """At most *limit* results, best first, few of one site.

        Phrases in quotes must occur, in one word or with other signs between their parts as well;
        other words must too where there is no phrase, and else only make a page better. With
        ``site:HOST`` all results are of that host.
        """
        within = _SITE.search(query)
        wanted = _wanted(_SITE.sub(" ", query))
        if not wanted:
            return ()
        with self.opened() as database:
            asked = {
                "wanted": wanted,
                "site": within[1].lower() if within else "",
                "a_site": limit if within else A_SITE,
                "results": max(0, limit),
            }
            rows = database.execute(FIND, asked).fetchall()
        return tuple(SearchResult(url, title, body) for url, title, body in rows)

    def places(self) -> dict[str, str]:
        """The place of each page that is indexed, by URL."""
        if not self.path.is_file():
            return {}
        with self.opened() as database:
            return dict(database.execute("SELECT url, place FROM pages"))

    def add(self, pages: Iterable[IndexedPage]) -> int:
        """Index *pages*, all or none; one with a known URL takes its place. How many."""
        count = 0
        with self.opened(new=True) as database:
            run = database.execute
            for page in pages:
                known = run("SELECT number FROM pages WHERE url = ?", (page.url,)).fetchone()
                if known:
                    run("DELETE FROM words WHERE rowid = ?", known)
                    run("DELETE FROM pages WHERE number = ?", known)
                about = (page.url, host(page.url), page.place)
                number = run(
                    "INSERT INTO pages (url, site, place) VALUES (?, ?, ?)", about
                ).lastrowid
                title, body = _clean(page.title), _clean(page.text[:MAX_TEXT])
                said = (number, title, body, " ".join(_codes(f"{title}\n{body}")))
                run("INSERT INTO words (rowid, title, body, codes) VALUES (?, ?, ?, ?)", said)
                count += 1
        return count


def _clean(text: str) -> str:
    """*text* as SQLite takes it."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")


def _codes(text: str) -> dict[str, None]:
    """The codes in *text* without the signs between their parts, each once."""
    plain = (letters_and_digits(found) for found in _CODE.findall(text))
    short = (code for code in plain if len(code) <= MAX_CODE)
    return dict.fromkeys(code for code in short if any(map(str.isdigit, code)))


def _wanted(query: str) -> str:
    """*query* as FTS5 understands it; empty where it asks for nothing."""
    phrases = [expression for each in _PHRASE.findall(query) if (expression := _phrase(each))]
    loose = [f'"{word}"' for word in words(_PHRASE.sub(" ", query))]
    phrases, loose = phrases[:MAX_TERMS], loose[:MAX_TERMS]
    if not phrases:
        return " AND ".join(loose)
    needed = " AND ".join(f"({each})" for each in phrases)
    # words beside a phrase are counted by the ranking, but nothing depends on them
    return f"({needed}) AND ({' OR '.join([f'({needed})', *loose])})" if loose else needed


def _phrase(text: str) -> str:
    """A phrase, or its parts written as one word."""
    parts = words(text)[:MAX_TERMS]
    if not parts:
        return ""
    spelled = f'"{" ".join(parts)}"'
    return spelled if len(parts) == 1 else f'{spelled} OR "{"".join(parts)}"'
