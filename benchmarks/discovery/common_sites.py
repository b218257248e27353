"""Sites that everyone links to, counted in the index of a web graph."""

import sqlite3
from contextlib import closing
from pathlib import Path

from specdex.providers.backlink_sources.graph_files import reversed_name
from specdex.urls import host, registrable_domain

__all__ = ["most_linked"]


def most_linked(graph: Path, least: float) -> dict[str, float]:
    """The registrable domains to which at least that share of the graph's hosts link."""
    with closing(sqlite3.connect(graph)) as database:
        (hosts,) = database.execute("SELECT count(*) FROM hosts").fetchone()
        (width,) = database.execute("PRAGMA user_version").fetchone()
        rows = database.execute(
            "SELECT name, length(backlinks.hosts) FROM hosts JOIN backlinks USING (number)"
            " WHERE length(backlinks.hosts) >= ?",
            (least * hosts * width,),
        ).fetchall()
    shares: dict[str, float] = {}
    for name, size in sorted(rows):
        site = registrable_domain(host(f"http://{reversed_name(name)}/"))
        shares[site] = max(shares.get(site, 0.0), round(size / width / hosts, 4))
    return shares
