"""What can be set: small value objects with working defaults, and the TOML file behind them."""

from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import msgspec

from specdex.errors import SettingsError

__all__ = ["Budget", "DiscoverySettings", "HarvestSettings", "Limits", "Politeness", "load"]

T = TypeVar("T")
MEBIBYTE = 1 << 20
DEFAULT_DETECTOR, DEFAULT_READERS = "specdex", ("structure",)
DEFAULT_WALK, DEFAULT_LISTING_READER = "specdex", "offers"
"""Plug-ins that are used where nobody names another."""
COMMON_CRAWL = "commoncrawl"
JOINED = ("products", "sources", "claims", "offers", "attributes")
WHAT = ("specifications", "pairs", *JOINED, "prices", "failures")
"""What can be handed out of a run."""
SYNTHESIZERS, LEAST_RULE = ("specdex", "paper"), 0.05
"""How schemes are made for new sites; a rule that is believed less is not emitted."""
CAPTURES, SHOPS = 10, 2
"""Captures of a page that are kept; shops that must sell a category before it is proposed."""
USER_AGENT = "specdex/0.1 (product specification harvester; obeys robots.txt)"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a single page may cost."""

    max_bytes: int = 16 * MEBIBYTE
    """A larger page is not parsed."""
    max_nodes: int = 300_000
    """What lies beyond is left out."""
    max_attributes: int = 5_000
    """A tag with more is an attack on the parser; the page is not parsed."""


@dataclass(frozen=True, slots=True)
class Politeness:
    """How a crawl behaves towards a site."""

    delay: float = 1.0
    """Seconds between a site's answer and the next request to it."""
    robots: bool = True
    """Obey robots.txt."""
    nofollow: bool = False
    """Leave links alone that their page marks nofollow."""
    user_agent: str = USER_AGENT
    """Who we say we are."""
    timeout: float = 30.0
    """Seconds before a request is given up."""
    proxy: str = ""
    """An HTTP proxy that also resolves host names."""
    allow_private: bool = False
    """Allow requests to private, loopback and link-local addresses."""
    render: str = "auto"
    """Let a browser run the pages' scripts: auto (only for sites that need it), never or always;
    needs the extra ``browser`` and a Chromium."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Where a crawl stops, whatever it has found."""

    max_pages: int = 500
    """Pages fetched from one site."""
    max_site_bytes: int = 1024 * MEBIBYTE
    """Fetched from one site."""
    max_site_minutes: float = 60.0
    """Spent on one site."""
    max_depth: int = 8
    """Links followed from the home page."""
    max_bytes: int = 16 * MEBIBYTE
    """Of one page."""
    max_minutes: float = 60.0
    """For the whole crawl."""
    max_crawl_pages: int = 1_000_000
    """Fetched by the whole crawl."""
    max_crawl_bytes: int = 1024 * 1024 * MEBIBYTE
    """Fetched by the whole crawl."""


@dataclass(frozen=True, slots=True)
class DiscoverySettings:
    """How new sites are found."""

    search_engine: str = ""
    """Plug-in and address: ``searxng:http://localhost:8888``, ``brave`` (key in
    ``BRAVE_API_KEY``), ``local:RUN`` (after ``specdex index RUN``), ``results:FILE``."""
    backlink_source: str = ""
    """Plug-in and address: ``http:http://localhost:9000``, ``moz`` or ``moz-rpc`` (key in
    ``MOZ_API_TOKEN``), ``web-graph:FOLDER`` (after ``specdex index --web-graph FOLDER``),
    ``local:RUN``, ``links:FILE``."""
    strategy: str = "union"
    """search, backlink, union or intersection of both rankings."""
    top: int = 50
    """How many new sites a round looks at (the paper's K)."""
    rounds: int = 10
    """How often to look for new sites."""
    max_queries: int = 40
    """Product ids asked for in a round."""
    min_sites: int = 1
    """An id counts once more than this many sites publish it (the paper's tau)."""
    redundancy: int = 0
    """The same as the least number of sites that publish an id (DEXTER's minimal redundancy, 4
    there); 0 leaves it to ``min_sites``."""
    filters: str = "both"
    """Which filters a new site must pass: none, home (its home page), crawl (what a crawl finds) or
    both."""
    patience: int = 3
    """Rounds in a row without a new shop before a harvest stops."""
    search_within: bool = True
    """Ask the search engine for the category's pages on each site that is crawled; one question a
    site."""
    search_quota: int = 0
    """Requests that a run may make of the search engine, in all its rounds; 0 is no limit."""
    backlink_quota: int = 0
    """Requests that a run may make of the backlink source, in all its rounds; 0 is no limit."""
    country: str = ""
    """Whose shops a search engine looks for first, as in ``DE``."""
    language: str = ""
    """In which language, as in ``de``."""


@dataclass(frozen=True, slots=True)
class HarvestSettings:
    """One harvest: a category, where to start, and how to behave."""

    category: str = ""
    """What is harvested, in one word."""
    sites: tuple[str, ...] = ()
    """The seed shops, by host or home page."""
    ids: tuple[str, ...] = ()
    """Known product ids; more are learned from the seed shops."""
    discovery: DiscoverySettings = field(default_factory=DiscoverySettings)
    politeness: Politeness = field(default_factory=Politeness)
    budget: Budget = field(default_factory=Budget)
    names: tuple[str, ...] = ()
    """What the category is also called, in any language; shops teach further names."""
    engine: str = ""
    """What crawls, reads and learns: serial, processes, ray (a cluster of its own on this machine)
    or ray://head:port; the sites are then shared among workers."""
    workers: int = 0
    """How many of them; 0 is one, or all that the engine has."""
    shards: str = ""
    """Where workers put what they walked, packed: an address (s3://bucket/camera), or a folder that
    all of them see; empty: in the run's own folder."""


def load(kind: type[T], path: Path) -> T:
    """The settings of *kind* in the TOML file at *path*; a SettingsError says what is wrong."""
    from specdex.toml import in_words, tables_of  # noqa: PLC0415 - one page needs no settings

    try:
        data = tables_of(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path} is not UTF-8 text") from error
    except ValueError as error:
        raise SettingsError(f"{path} is not TOML: {error}") from error
    unknown = _unknown(kind, data)
    if unknown:
        raise SettingsError(
            f"{path}: unknown setting {unknown[0]!r}{_suggestion(kind, unknown[0])}"
        )
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise SettingsError(f"{path}: {in_words(str(error))[1]}") from error


def _suggestion(kind: Any, name: str) -> str:
    """What was probably meant; a setting may also have been put into the wrong table."""
    from difflib import get_close_matches  # noqa: PLC0415 - hardly ever needed

    every = _names(kind)
    last = name.rpartition(".")[2]
    same = [each for each in every if each.rpartition(".")[2] == last]
    meant = same or get_close_matches(name, every, 1)
    if not meant:
        near = get_close_matches(last, [each.rpartition(".")[2] for each in every], 1)
        meant = [each for each in every if each.rpartition(".")[2] in near]
    return f"; did you mean {meant[0]!r}?" if meant else ""


def _names(kind: Any, trail: str = "") -> list[str]:
    """The dotted names of all fields of *kind*."""
    hints = get_type_hints(kind)
    found: list[str] = []
    for each in fields(kind):
        found.append(f"{trail}{each.name}")
        if is_dataclass(hints[each.name]):
            found += _names(hints[each.name], f"{trail}{each.name}.")
    return found


def _unknown(kind: Any, data: dict[str, Any], trail: str = "") -> list[str]:
    """The dotted names in *data* that *kind* has no field for."""
    hints = get_type_hints(kind)
    known = {each.name for each in fields(kind)}
    wrong = [f"{trail}{name}" for name in data if name not in known]
    for name, value in data.items():
        if name in known and isinstance(value, dict) and is_dataclass(hints[name]):
            wrong += _unknown(hints[name], value, f"{trail}{name}.")
    return wrong
