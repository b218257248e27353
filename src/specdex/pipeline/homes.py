"""Where sites live: the home page that was given or voted for, or that answers in its place."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from specdex.ports import Store
from specdex.records import Failure, Site, StoredPage
from specdex.urls import canonical, host, is_web

__all__ = ["answering", "elsewhere", "home_of"]

Look = Callable[[Iterable[str]], None]
"""Fetches home pages into the run."""


def home_of(site: str | Site) -> str:
    """The home page of a site that a run knows, or that is given by host or by URL."""
    address = (site.home or site.host) if isinstance(site, Site) else site
    return address if is_web(address) else f"http://{address}/"


def other_homes(home: str) -> tuple[str, ...]:
    """Where the site of *home* may live instead: over https or http, with ``www.`` or without.

    >>> other_homes("http://shop.example/")
    ('https://shop.example/', 'https://www.shop.example/', 'http://www.shop.example/')
    """
    parts, name = urlsplit(home), host(home)
    if parts.port or "." not in name or ":" in name or name.rpartition(".")[2].isdigit():
        return ()
    places = [f"{scheme}://{www}{name}/" for scheme in ("https", "http") for www in ("", "www.")]
    return tuple(each for each in places if not f"{home}/".startswith(each))


def elsewhere(homes: Iterable[str], store: Store, look: Look) -> dict[str, str]:
    """The home pages that answer where *homes* do not, by host; what was said of those is gone."""
    tried = {home: other_homes(home) for home in homes}
    look([url for urls in tried.values() for url in urls])
    found = {}
    for home, urls in tried.items():
        there = next((url for url in urls if store.count(StoredPage, url=url)), None)
        silent = {home, canonical(home), *urls} - {there}
        if there:
            found[host(home)] = there
        for url in silent if there else urls:
            store.replace(Failure, {"url": url}, ())
    return found


def answering(sites: Sequence[Site], store: Store, look: Look) -> list[Site]:
    """*sites*, looked at, with their home pages; where one is silent, with what answers instead."""
    homes = {site.host: home_of(site) for site in sites}
    look(homes.values())
    silent = [home for home in homes.values() if not store.count(StoredPage, url=canonical(home))]
    homes |= elsewhere(silent, store, look)
    return [replace(site, home=homes[site.host]) for site in sites]
