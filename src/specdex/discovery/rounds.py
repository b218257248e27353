"""The decisions of one round: which ids to ask for, which sites to look at, when to stop.

Product ids are also found by learned rules (DEXTER 4.2.1): whichever label of a shop has values
that other shops publish as ids is the label of ids there, in any language, and gives all its
values; which of them are asked for is decided by votes.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from specdex.discovery.votes import Ranked
from specdex.groups import by_key
from specdex.html import Document
from specdex.identifiers import looks_like_code
from specdex.records import ProductId, Specification
from specdex.settings import DiscoverySettings
from specdex.text import collapse, letters_and_digits
from specdex.urls import absolute, host, registrable_domain

__all__ = [
    "Coded",
    "Query",
    "RoundReport",
    "coded_labels",
    "forward_links",
    "homes",
    "hub_pages",
    "ids_to_ask",
    "learned_ids",
    "new_candidates",
    "queries",
    "sites_per_id",
    "why_stop",
]

MIN_HITS, HIT_SHARE = 2, 0.08
"""As many values of a label, and this share of them, must be ids of other shops."""
CODES, DISTINCT = 0.6, 0.5
"""Shares of a label's values that must look like codes, and differ from each other."""
CONFIDENCE = 0.8
"""How sure such a rule makes."""


class Coded(NamedTuple):
    """A label of one shop whose values look like codes and differ from each other."""

    plain: frozenset[str]
    """All of them in letters and digits."""
    codes: tuple[ProductId, ...]
    """Those that do look so, of no kind yet."""


def coded_labels(specifications: Iterable[Specification]) -> list[Coded]:
    """The labels of one shop that may print ids: all that its *specifications* have to tell."""
    labels: dict[str, list[ProductId]] = {}
    for each in specifications:
        for pair in each.pairs:
            value = ProductId(pair.value, "", each.site, each.url, CONFIDENCE, each.category)
            labels.setdefault(letters_and_digits(pair.name), []).append(value)
    found = []
    for said in labels.values():
        codes = tuple(each for each in said if looks_like_code(each.value))
        plain = frozenset(letters_and_digits(each.value) for each in said)
        if len(codes) >= CODES * len(said) and len(plain) >= DISTINCT * len(said):
            found.append(Coded(plain, codes))
    return found


def learned_ids(labels: Iterable[Coded], known: Mapping[str, str]) -> Iterator[ProductId]:
    """The ids under *labels* that rules name; *known* are the kinds of plain ids of other shops."""
    for plain, codes in labels:
        hits = Counter(known[value] for value in plain if value in known)
        if hits.total() >= max(MIN_HITS, HIT_SHARE * len(plain)):
            kind = hits.most_common(1)[0][0]
            yield from (replace(each, kind=kind) for each in codes)


LEAST_PRECISION = 0.6
"""A round whose new shops are less likely to be such has drifted away."""
TELLING = {"gtin": 3, "mpn": 2, "model": 1}
"""Kinds of ids, by how seldom one means two things."""
SHORT = 6
"""An id of fewer letters and digits means other things as well; the category's name joins it."""


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked for one product."""

    product: str
    """The product id."""
    text: str
    """What the search engine gets."""


def queries(ids: Iterable[str], category: str = "", *, words: bool = False) -> list[Query]:
    """A query for each different id, in order: the id in quotes, after it the category's name.

    The name is left out where the id is telling enough, unless *words* asks for it always.

    >>> [query.text for query in queries(["EOS 700D", "X100"], "camera")]
    ['"EOS 700D"', '"X100" camera']
    """
    found: dict[str, Query] = {}
    for product in ids:
        name = collapse(product.replace('"', " "))
        plain = letters_and_digits(name)
        if plain and plain not in found:
            vague = words or len(plain) < SHORT
            text = f'"{name}" {category}' if vague and category else f'"{name}"'
            found[plain] = Query(product, text)
    return list(found.values())


def hub_pages(hubs: Mapping[str, float], limit: int) -> dict[str, list[str]]:
    """The best *limit* hubs to read, as addresses by site; ties go by address."""
    best = sorted(hubs, key=lambda hub: (-hubs[hub], hub))[:limit]
    return by_key((host(hub), hub) for hub in best)


def forward_links(document: Document) -> list[str]:
    """The addresses on other sites that a hub links to, each once, in order."""
    own = registrable_domain(host(document.page.url))
    found: dict[str, None] = {}
    for node in document.nodes_of("a", "area"):
        url = absolute(document.base, document.attribute(node, "href"))
        if url and registrable_domain(host(url)) != own:
            found[url] = None
    return list(found)


def homes(urls: Iterable[str]) -> dict[str, str]:
    """The home page of each site as most of *urls* spell it: with its scheme, port and ``www.``.

    >>> homes(["https://www.a.example/x", "http://a.example:81/", "https://www.a.example/y"])
    {'a.example': 'https://www.a.example/'}
    """
    spelled: dict[str, Counter[str]] = {}
    for url in urls:
        spelled.setdefault(host(url), Counter())[absolute(url, "/")] += 1
    return {site: counted.most_common(1)[0][0] for site, counted in spelled.items() if site}


def sites_per_id(ids: Iterable[ProductId]) -> dict[str, tuple[str, int]]:
    """The sKey of each id: how many sites publish it, beside its first spelling by name."""
    spellings: dict[str, set[str]] = {}
    sites: dict[str, set[str]] = {}
    for product in ids:
        plain = letters_and_digits(product.value)
        if plain:
            spellings.setdefault(plain, set()).add(product.value)
            sites.setdefault(plain, set()).add(product.site)
    return {plain: (min(spellings[plain]), len(sites[plain])) for plain in spellings}


def ids_to_ask(
    given: Sequence[str],
    learned: Iterable[ProductId],
    settings: DiscoverySettings,
    asked: Collection[str] = (),
) -> list[str]:
    """The product ids to ask for: those *given*, then those that more than tau sites publish.

    What several sites have in names only comes after what has a label. Where no such id is left to
    ask for, those are that single sites publish: few shops may share none, and a single one is
    enough to begin with. Nobody knows then which kind of ids others print, so that kinds and shops
    take turns. Ids in *asked* were asked for before. Most widely published first, then the kinds
    that tell most, ties by name; at most ``settings.max_queries``.
    """
    learned = list(learned)
    done = {letters_and_digits(each) for each in asked} | {""}
    counted = sites_per_id(learned)
    turns = _turns(learned)
    telling = {one: -turns[one][1] for one in counted}
    order = sorted(
        counted, key=lambda one: (not telling[one], -counted[one][1], -telling[one], one)
    )
    least = settings.redundancy or settings.min_sites + 1
    chosen: dict[str, str] = {}
    for each in (*given, *(counted[one][0] for one in order if counted[one][1] >= least)):
        chosen.setdefault(letters_and_digits(each), each)
    fresh = [each for plain, each in chosen.items() if plain not in done]
    if not fresh:
        order = sorted(counted.keys() - done, key=lambda one: (-counted[one][1], turns[one]))
        fresh = [counted[one][0] for one in order]
    return fresh[: settings.max_queries]


def _turns(ids: Iterable[ProductId]) -> dict[str, tuple[int, int, str]]:
    """In which turn each id is asked for, its most telling kind, and a shop that prints it so.

    Each shop's ids of a kind are a row of their own.
    What a page prints several of, codes of variants say, comes after what other pages print.
    """
    said = {(-TELLING.get(i.kind, 0), i.site, i.url, letters_and_digits(i.value)) for i in ids}
    of_page, of_row = Counter[tuple[object, ...]](), Counter[tuple[int, str]]()
    placed = []
    for kind, site, url, plain in sorted(said):
        placed.append((kind, site, of_page[kind, url], plain))
        of_page[kind, url] += bool(url)
    turns: dict[str, tuple[int, int, str]] = {}
    for kind, site, _, plain in sorted(placed):
        if plain not in turns:
            turns[plain] = (of_row[kind, site], kind, site)
            of_row[kind, site] += 1
    return turns


def new_candidates(ranked: Iterable[Ranked], known: Collection[str], top: int) -> list[Ranked]:
    """The best *top* sites (the paper's K) that are not *known* yet."""
    return [each for each in ranked if each.site not in known][:top]


@dataclass(frozen=True, slots=True)
class RoundReport:
    """What one round came to."""

    candidates: int
    confidences: tuple[float, ...] = ()
    """How sure the filters are of each new shop."""
    full: bool = False
    """Whether as many ids were asked for as a round may ask: there may be more."""

    @property
    def precision(self) -> float:
        """The share of the new shops that are likely to be such; 1 where there is none."""
        return sum(self.confidences) / len(self.confidences) if self.confidences else 1.0


def why_stop(reports: Sequence[RoundReport], rounds: int, patience: int = 1) -> str:
    """Why no round follows those of *reports*; empty where one does.

    A round may find no shop, or shops that are hardly any; *patience* such rounds in a row end it.
    One that finds no site at all ends it at once, unless there may be more to ask for.
    """
    if len(reports) >= rounds:
        return f"all {rounds} rounds are done" if rounds else "no round was asked for"
    latest = reports[-patience:]
    dry = [each for each in latest if not each.candidates]
    if reports and reports[-1] in dry and (not reports[-1].full or len(dry) >= patience):
        return "no new site got a vote"
    if len(latest) < patience:
        return ""
    if not any(each.confidences for each in latest):
        return "none of the new sites is a shop of the category"
    if all(each.precision < LEAST_PRECISION for each in latest):
        return "the new sites are hardly shops of the category any more"
    return ""
