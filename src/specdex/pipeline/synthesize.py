"""The verb synthesize: schemes of known sites in, schemes and spiders for other sites out."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import eq
from pathlib import Path

from lxml import etree

from specdex import plugins
from specdex.errors import InputError
from specdex.html import Document, parse
from specdex.papers.cross_supervised import PaperSynthesizer, items_a_page
from specdex.pipeline.extract import is_run, load, pages_at
from specdex.pipeline.list_schemes import MANY_ITEMS, ListMaker, manners_of
from specdex.pipeline.scheme_files import merged
from specdex.records import Failure, Page, PageKind, StoredPage
from specdex.runs import RunFolder
from specdex.settings import SYNTHESIZERS
from specdex.synthesis.checks import agreeing, checked, verified_items
from specdex.synthesis.choice import Choice, Readings
from specdex.synthesis.equivalences import Equivalence, Words
from specdex.synthesis.learner import SchemeLearner, readings_of, scheme_for, survey
from specdex.synthesis.lists import Manner
from specdex.synthesis.page_groups import page_groups
from specdex.synthesis.profiles import OWN, SiteProfile
from specdex.synthesis.scheme import (
    Item,
    Scheme,
    SiteVerdict,
    distinct_places,
    judge_site,
    read_items,
)
from specdex.synthesis.spiders import SavedPage, expected_items, project_files, project_name
from specdex.synthesis.text_nodes import FEWEST_PAGES
from specdex.synthesis.url_patterns import accepts, item_pattern
from specdex.urls import host

__all__ = ["Sites", "Synthesis", "by_site", "site_pages", "start_of", "write_project"]

MOST_PAGES = 250
"""Of a site with more pages so many are learned from, spread evenly."""
SAVED_PAGES = 5
"""So many pages ship with a spider."""
IN_TITLE = 0.5
"""A page whose title names what is read shows one item."""
NO_CONTAINER = "its pages list many items, and no element holds one of them alone"
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

    method: str = SYNTHESIZERS[0]
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
        known = {site: documents[site] for site in seeds}
        manners = manners_of(_items(seeds, known), words | self._given())
        for site in sites:
            scheme = made.get(site)
            if site in seeds and scheme == seeds[site]:
                continue
            self.tell(f"choosing for {site}")
            why: dict[str, str] = {}
            if scheme is not None and site not in seeds:
                scheme, why = checked(scheme, documents[site], manners)
            yield judge_site(site, scheme, names, why)

    def _by_choice(self, seeds: Mapping[str, Scheme], sites: Sites) -> Iterator[SiteVerdict]:
        names = _names(seeds)
        known = {site: _with_items(seeds[site], _parsed(sites[site])) for site in seeds}
        lists = ListMaker(manners_of(_items(seeds, known), self._given()))
        many = all(items_a_page(seeds[site], known[site]) >= MANY_ITEMS for site in seeds)
        rest: Sites = {}
        for site, pages in sites.items():
            if site in seeds:
                continue
            self.tell(f"surveying {site}")
            found = lists.site_scheme(site, _parsed(pages), mixed=many)
            if found is None:
                rest[site] = pages
            else:
                self.tell(f"choosing for {site}")
                yield judge_site(site, found[0], names, found[1])
        partial = [site for site, scheme in seeds.items() if set(names) - set(scheme.names)]
        for site in partial if many else ():
            scheme, why = lists.completed(seeds[site], known[site])
            yield judge_site(site, scheme, names, why)
        if rest or (partial and not many):
            yield from self._by_survey(seeds, known, rest, lists)

    def _by_survey(
        self,
        seeds: Mapping[str, Scheme],
        known: Mapping[str, Sequence[Document]],
        rest: Sites,
        lists: ListMaker,
    ) -> Iterator[SiteVerdict]:
        """Verdicts about sites whose pages show one item, and about one-item seeds in part."""
        names = _names(seeds)
        found = _Survey(seeds, known)
        for site, pages in rest.items():
            if few := found.add_site(site, _parsed(pages)):
                yield judge_site(site, None, names, dict.fromkeys(names, few))
        learner = (self.learner or SchemeLearner()).fit(found.profiles, found.readings)
        why = dict.fromkeys(learner.unseeded_, "no scheme that was given reads it anywhere")
        by_name = {each.site: each for each in found.profiles}
        for site, parts in found.groups.items():
            self.tell(f"choosing for {site}")
            choices = learner.choices_
            best, group = max(
                parts, key=lambda part: sum(e.confidence for e in choices[part[0]].values())
            )
            documents = _parsed(rest[site])
            chosen = replace(by_name[best], site=site), learner.choices_[best]
            inside = [documents[at] for at in group]
            listed = self._list_scheme(seeds, known, inside, chosen)
            if listed is not None:
                scheme, reasons = checked(listed, inside, lists.manners)
            elif not _is_titled(chosen) and lists.shows_many(inside):
                scheme, reasons = None, dict.fromkeys(names, NO_CONTAINER)
            else:
                scheme, reasons = _page_scheme(chosen, (inside, documents), found.twins(), lists)
            yield judge_site(site, scheme, names, {**reasons, **why})
        for site in (each for each in seeds if each in learner.choices_):
            added, reasons = scheme_for(by_name[site], learner.choices_[site], known[site])
            rules = (*seeds[site].attributes, *(added.attributes if added else ()))
            whole = replace(seeds[site], attributes=rules)
            yield judge_site(site, whole, names, {**reasons, **why})

    def _list_scheme(
        self,
        seeds: Mapping[str, Scheme],
        known: Mapping[str, Sequence[Document]],
        documents: Sequence[Document],
        chosen: tuple[SiteProfile, Mapping[str, Choice]],
    ) -> Scheme | None:
        """The scheme of a site whose pages list other things than products; None where not."""
        profile, _ = chosen
        if _is_titled(chosen):
            return None
        maker = PaperSynthesizer(careful=True, equivalences=self._given())
        made = maker.synthesize({**known, profile.site: documents}, seeds)
        scheme = made.get(profile.site)
        if scheme is None or items_a_page(scheme, documents) < MANY_ITEMS:
            return None
        return scheme

    def manners(self, schemes: Sequence[Scheme], sites: Sites) -> dict[str, Manner]:
        """What the values are like that the given *schemes* read."""
        seeds = {site: scheme for site, scheme in merged(schemes).items() if site in sites}
        known = {site: _parsed(sites[site]) for site in seeds}
        return manners_of(_items(seeds, known), self._given())


def _items(seeds: Mapping[str, Scheme], known: Mapping[str, Sequence[Document]]) -> Iterator[Item]:
    """All items of the sites whose scheme is given."""
    for site, scheme in seeds.items():
        for document in known[site]:
            yield from read_items(scheme, document.element(0))


def _is_titled(chosen: tuple[SiteProfile, Mapping[str, Choice]]) -> bool:
    """Whether the titles of a site's pages name what is read: they show one item each."""
    profile, choices = chosen
    titled = OWN.index("in_title")
    return any(profile.own[each.candidate, titled] > IN_TITLE for each in choices.values())


class _Survey:
    """What is known of all sites before anything is chosen."""

    def __init__(
        self, seeds: Mapping[str, Scheme], known: Mapping[str, Sequence[Document]]
    ) -> None:
        self.profiles: list[SiteProfile] = []
        self.readings: dict[str, dict[str, Readings]] = {}
        """Of the sites whose scheme is given."""
        self.groups: dict[str, list[tuple[str, list[int]]]] = {}
        """The templates of new sites: the name of each, and its pages."""
        for site, scheme in seeds.items():
            self.profiles.append(survey(site, known[site]))
            self.readings[site] = readings_of(scheme, known[site])

    def twins(self) -> frozenset[tuple[str, str]]:
        """Attributes that a given scheme reads the same values of."""
        return frozenset(
            (one, other)
            for read in self.readings.values()
            for one, mine in read.items()
            for other, theirs in read.items()
            if one != other and sum(map(eq, mine, theirs)) >= SAME_VALUES * len(mine)
        )

    def add_site(self, site: str, documents: Sequence[Document]) -> str:
        """A new site, template by template; why nothing can be learned of it, if so."""
        if len(documents) < FEWEST_PAGES:
            return f"of {FEWEST_PAGES} pages that are needed there are {len(documents)}"
        self.groups[site] = [
            (f"{site}{PART}{number}", group)
            for number, group in enumerate(page_groups(documents)[:MOST_GROUPS])
        ]
        for name, group in self.groups[site]:
            self.profiles.append(survey(name, [documents[at] for at in group]))
        return ""


def _page_scheme(
    chosen: tuple[SiteProfile, Mapping[str, Choice]],
    pages: tuple[Sequence[Document], Sequence[Document]],
    twins: frozenset[tuple[str, str]],
    lists: ListMaker,
) -> tuple[Scheme | None, dict[str, str]]:
    """The scheme of a site whose pages show one item, and why attributes are missing.

    *pages* are those of the template, and all of the site.
    """
    inside, every = pages
    scheme, reasons = scheme_for(*chosen, inside, every)
    if scheme is None:
        return None, reasons
    scheme, taken = distinct_places(scheme, twins)
    scheme, trouble = agreeing(scheme, inside, lists.manners)
    pattern = item_pattern(scheme, inside, every)
    return replace(scheme, url_pattern=pattern), {**reasons, **taken, **trouble}


def _with_items(scheme: Scheme, documents: Sequence[Document]) -> list[Document]:
    """The pages that a scheme reads; an InputError where it reads none."""
    mine = [each for each in documents if read_items(scheme, each.element(0))]
    if not mine:
        raise InputError(f"the scheme of {scheme.site} reads nothing on its {len(documents)} pages")
    return [each for each in mine if accepts(scheme.url_pattern, each.page.url)] or mine


def _names(seeds: Mapping[str, Scheme]) -> list[str]:
    return sorted({name for scheme in seeds.values() for name in scheme.names})


def _parsed(pages: Iterable[Page]) -> list[Document]:
    return [document for document in map(parse, pages) if len(document)]


def start_of(pages: Sequence[Page]) -> str:
    """Where a crawl of the site begins: its home page."""
    first = pages[0].url.split("/", 3)
    return "/".join(first[:3]) + "/"


def write_project(
    folder: Path, scheme: Scheme, pages: Sequence[Page], manners: Mapping[str, Manner] | None = None
) -> Path:
    """Write the Scrapy project of *scheme* below *folder*; where it lies.

    Its tests ask for values that something else than the scheme says, too: a known site, as
    *manners* tell, or the page's own title, markup and pictures.
    """
    started = replace(scheme, start_url=scheme.start_url or start_of(pages))
    target = folder / project_name(scheme.site)
    for name, text in project_files(started, _saved(started, pages, manners or {})).items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
    return target


def _saved(scheme: Scheme, pages: Sequence[Page], manners: Mapping[str, Manner]) -> list[SavedPage]:
    """Pages with verified values, spread evenly."""
    found: list[SavedPage] = []
    fitting = [page for page in pages if accepts(scheme.url_pattern, page.url)]
    step = max(1, len(fitting) // (2 * SAVED_PAGES))
    for page in (*fitting[::step], *fitting):
        if len(found) == SAVED_PAGES:
            break
        document = parse(page)
        if not len(document) or any(each.url == page.url for each in found):
            continue
        # what its bytes mean, whatever its charset was
        html = etree.tostring(document.element(0), encoding="unicode", method="html")
        again = parse(Page(page.url, html.encode("utf-8"), encoding="utf-8"))
        items = read_items(scheme, again.element(0))
        sure = verified_items(items, again, manners)
        if sure:
            expected = expected_items(scheme, sure)
            found.append(SavedPage(page.url, html, expected, tuple(map(len, items))))
    return found
