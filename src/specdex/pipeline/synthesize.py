"""The verb synthesize: schemes of known sites in, schemes and spiders for other sites out."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import eq
from pathlib import Path

from specdex import plugins
from specdex.errors import InputError
from specdex.html import Document, parse
from specdex.papers.cross_supervised import PaperSynthesizer, items_a_page
from specdex.pipeline.extract import is_run, load, pages_at
from specdex.pipeline.scheme_files import merged
from specdex.records import Failure, Page, PageKind, StoredPage
from specdex.runs import RunFolder
from specdex.synthesis.choice import Choice, Readings
from specdex.synthesis.equivalences import Equivalence, Words
from specdex.synthesis.learner import SchemeLearner, readings_of, scheme_for, survey
from specdex.synthesis.page_groups import page_groups
from specdex.synthesis.profiles import OWN, SiteProfile
from specdex.synthesis.scheme import Scheme, SiteVerdict, distinct_places, judge_site, read_items
from specdex.synthesis.spiders import SavedPage, expected_items, project_files, project_name
from specdex.synthesis.text_nodes import FEWEST_PAGES
from specdex.synthesis.url_patterns import accepts, item_pattern
from specdex.urls import host

__all__ = [
    "METHODS",
    "Sites",
    "Synthesis",
    "by_site",
    "site_pages",
    "start_of",
    "write_project",
]

METHODS = ("specdex", "paper")
MOST_PAGES = 250
"""Of a site with more pages so many are learned from, spread evenly."""
SAVED_PAGES = 5
"""So many pages ship with a spider."""
MANY_ITEMS = 3.0
"""A page with so many containers is a list of items, …"""
IN_TITLE = 0.5
"""… unless the title of the page names the item."""
SAME_VALUES = 0.9
"""Attributes that are equal on this share of a known site's pages may share a place."""
PART, MOST_GROUPS = "#", 4
"""The pages of a new site fall into at most so many templates."""
Sites = dict[str, list[Page]]


def site_pages(locations: Iterable[str]) -> Iterator[Page | Failure]:
    """The pages at *locations*; of a run all that are pages, not only those of products."""
    for location in locations:
        if is_run(location):
            with RunFolder(Path(location)) as run:
                for stored in run.store.read(StoredPage):
                    if stored.kind is not PageKind.SITEMAP:
                        yield load(run, stored)
        else:
            yield from pages_at([location])


def by_site(pages: Iterable[Page | Failure], failures: list[Failure]) -> Sites:
    """Pages by their site; failures are kept apart."""
    sites: Sites = {}
    for page in pages:
        if isinstance(page, Failure):
            failures.append(page)
        else:
            sites.setdefault(page.site or host(page.url), []).append(page)
    return {site: _spread(found) for site, found in sites.items()}


def _spread(pages: list[Page]) -> list[Page]:
    if len(pages) <= MOST_PAGES:
        return pages
    return [pages[at * len(pages) // MOST_PAGES] for at in range(MOST_PAGES)]


@dataclass(frozen=True, slots=True)
class Synthesis:
    """How schemes are made for new sites."""

    method: str = METHODS[0]
    equivalences: Mapping[str, str] = field(default_factory=dict)
    """The names of equivalences, by attribute."""
    learner: SchemeLearner | None = None
    tell: Callable[[str], object] = str
    """Told which site is looked at."""

    def verdicts(self, schemes: Sequence[Scheme], sites: Sites) -> Iterator[SiteVerdict]:
        """What became of every site whose scheme was not given."""
        seeds = merged(schemes)
        missing = sorted(site for site in seeds if site not in sites)
        if missing:
            raise InputError(f"no page of {', '.join(missing)}, whose scheme was given")
        made = self._by_paper if self.method == "paper" else self._by_choice
        for verdict in made(seeds, sites):
            scheme = verdict.scheme
            if scheme is not None and not scheme.start_url:
                scheme = replace(scheme, start_url=start_of(sites[verdict.site]))
            yield replace(verdict, scheme=scheme)

    def _given(self) -> dict[str, Equivalence]:
        return {
            name: plugins.load("equivalences", kind)() for name, kind in self.equivalences.items()
        }

    def _by_paper(self, seeds: Mapping[str, Scheme], sites: Sites) -> Iterator[SiteVerdict]:
        names = _names(seeds)
        words: dict[str, Equivalence] = {name: Words() for name in names}
        maker = PaperSynthesizer(equivalences=words | self._given())
        documents = {}
        for site, pages in sites.items():
            self.tell(f"surveying {site}")
            documents[site] = _parsed(pages)
        made = maker.synthesize(documents, seeds)
        for site in sites:
            if site not in seeds:
                self.tell(f"choosing for {site}")
                yield judge_site(site, made.get(site), names, {})

    def _by_choice(self, seeds: Mapping[str, Scheme], sites: Sites) -> Iterator[SiteVerdict]:
        names = _names(seeds)
        found = _Survey()
        for site, pages in sites.items():
            self.tell(f"surveying {site}")
            documents = _parsed(pages)
            if site in seeds:
                found.add_seed(seeds[site], documents)
            elif len(documents) >= FEWEST_PAGES:
                found.add_site(site, documents)
            else:
                few = f"of {FEWEST_PAGES} pages that are needed there are {len(documents)}"
                yield judge_site(site, None, names, dict.fromkeys(names, few))
        learner = (self.learner or SchemeLearner()).fit(found.profiles, found.readings)
        why = dict.fromkeys(learner.unseeded_, "no scheme that was given reads it anywhere")
        by_name = {each.site: each for each in found.profiles}
        for site, parts in found.groups.items():
            self.tell(f"choosing for {site}")
            best, group = max(parts, key=lambda part: _belief(learner.choices_[part[0]]))
            documents = _parsed(sites[site])
            chosen = replace(by_name[best], site=site), learner.choices_[best]
            inside = [documents[at] for at in group]
            reasons: dict[str, str] = {}
            scheme = self._list_scheme(seeds, sites, inside, chosen)
            if scheme is None:
                scheme, reasons = _page_scheme(chosen, inside, documents, found.twins())
            yield judge_site(site, scheme, names, {**reasons, **why})

    def _list_scheme(
        self,
        seeds: Mapping[str, Scheme],
        sites: Sites,
        documents: Sequence[Document],
        chosen: tuple[SiteProfile, Mapping[str, Choice]],
    ) -> Scheme | None:
        """The scheme of a site whose pages list many items; None where they show one."""
        profile, choices = chosen
        titled = OWN.index("in_title")
        if any(profile.own[each.candidate, titled] > IN_TITLE for each in choices.values()):
            return None
        known = {site: _parsed(sites[site]) for site in seeds}
        maker = PaperSynthesizer(careful=True, equivalences=self._given())
        made = maker.synthesize({**known, profile.site: documents}, seeds)
        scheme = made.get(profile.site)
        if scheme is None or items_a_page(scheme, documents) < MANY_ITEMS:
            return None
        return scheme


class _Survey:
    """What is known of all sites before anything is chosen."""

    def __init__(self) -> None:
        self.profiles: list[SiteProfile] = []
        self.readings: dict[str, dict[str, Readings]] = {}
        """Of the sites whose scheme is given."""
        self.groups: dict[str, list[tuple[str, list[int]]]] = {}
        """The templates of new sites: the name of each, and its pages."""

    def add_seed(self, scheme: Scheme, documents: Sequence[Document]) -> None:
        """A site whose scheme is given."""
        mine = _with_items(scheme, documents)
        self.profiles.append(survey(scheme.site, mine))
        self.readings[scheme.site] = readings_of(scheme, mine)

    def twins(self) -> frozenset[tuple[str, str]]:
        """Attributes that a given scheme reads the same values of."""
        return frozenset(
            (one, other)
            for read in self.readings.values()
            for one, mine in read.items()
            for other, theirs in read.items()
            if one != other and sum(map(eq, mine, theirs)) >= SAME_VALUES * len(mine)
        )

    def add_site(self, site: str, documents: Sequence[Document]) -> None:
        """A new site, template by template."""
        self.groups[site] = [
            (f"{site}{PART}{number}", group)
            for number, group in enumerate(page_groups(documents)[:MOST_GROUPS])
        ]
        for name, group in self.groups[site]:
            self.profiles.append(survey(name, [documents[at] for at in group]))


def _page_scheme(
    chosen: tuple[SiteProfile, Mapping[str, Choice]],
    inside: Sequence[Document],
    every: Sequence[Document],
    twins: frozenset[tuple[str, str]],
) -> tuple[Scheme | None, dict[str, str]]:
    """The scheme of a site whose pages show one item, and why attributes are missing."""
    scheme, reasons = scheme_for(*chosen, inside, every)
    if scheme is None:
        return None, reasons
    scheme, taken = distinct_places(scheme, twins)
    pattern = item_pattern(scheme, inside, every)
    return replace(scheme, url_pattern=pattern), {**reasons, **taken}


def _with_items(scheme: Scheme, documents: Sequence[Document]) -> list[Document]:
    """The pages that a scheme reads; an InputError where it reads none."""
    mine = [each for each in documents if read_items(scheme, each.element(0))]
    if not mine:
        raise InputError(f"the scheme of {scheme.site} reads nothing on its {len(documents)} pages")
    return [each for each in mine if accepts(scheme.url_pattern, each.page.url)] or mine


def _belief(choices: Mapping[str, Choice]) -> float:
    return sum(each.confidence for each in choices.values())


def _names(seeds: Mapping[str, Scheme]) -> list[str]:
    return sorted({name for scheme in seeds.values() for name in scheme.names})


def _parsed(pages: Iterable[Page]) -> list[Document]:
    return [document for document in map(parse, pages) if len(document)]


def start_of(pages: Sequence[Page]) -> str:
    """Where a crawl of the site begins: its home page."""
    first = pages[0].url.split("/", 3)
    return "/".join(first[:3]) + "/"


def write_project(folder: Path, scheme: Scheme, pages: Sequence[Page]) -> Path:
    """Write the Scrapy project of *scheme* below *folder*; where it lies."""
    started = replace(scheme, start_url=scheme.start_url or start_of(pages))
    target = folder / project_name(scheme.site)
    for name, text in project_files(started, _saved(started, pages)).items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
    return target


def _saved(scheme: Scheme, pages: Sequence[Page]) -> list[SavedPage]:
    """Pages with items, spread evenly, with what is expected of them."""
    found: list[SavedPage] = []
    fitting = [page for page in pages if accepts(scheme.url_pattern, page.url)]
    step = max(1, len(fitting) // (2 * SAVED_PAGES))
    for page in (*fitting[::step], *fitting):
        if len(found) == SAVED_PAGES:
            break
        document = parse(page)
        if not len(document) or any(each.url == page.url for each in found):
            continue
        html = _html(document)
        again = parse(Page(page.url, html.encode("utf-8"), encoding="utf-8"))
        items = expected_items(scheme, read_items(scheme, again.element(0)))
        if items:
            found.append(SavedPage(page.url, html, items))
    return found


def _html(document: Document) -> str:
    """The page as text: what its bytes mean, whatever its charset was."""
    from lxml import etree  # noqa: PLC0415 - only here

    root = document.element(0)
    return etree.tostring(root, encoding="unicode", method="html")
