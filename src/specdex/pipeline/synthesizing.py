"""The verb synthesize: schemes of known sites in, schemes and spiders for other sites out."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from specdex import plugins
from specdex.errors import InputError
from specdex.html import Document, parse
from specdex.pipeline.learning import read_wrappers
from specdex.records import Failure, Page
from specdex.synthesis.choosing import Choice
from specdex.synthesis.equivalences import Equivalence, Words
from specdex.synthesis.learner import SchemeLearner, readings_of, scheme_for, survey
from specdex.synthesis.page_groups import page_groups
from specdex.synthesis.paper import PaperSynthesizer, items_a_page
from specdex.synthesis.profiles import OWN, SiteProfile
from specdex.synthesis.scheme import Scheme, read_items, scheme_from_json
from specdex.synthesis.scheme_sources import scheme_from_pairs, scheme_from_spider
from specdex.synthesis.spiders import SavedPage, expected_items, project_files, project_name
from specdex.synthesis.verdicts import SiteVerdict, judge_site
from specdex.urls import host
from specdex.wrappers.wrapper import Layout, Wrapper

__all__ = [
    "METHODS",
    "Checked",
    "Sites",
    "Synthesis",
    "by_site",
    "check_project",
    "read_schemes",
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
PART, MOST_GROUPS = "#", 4
"""The pages of a new site fall into at most so many templates."""
STILL_GOOD = 0.9
"""A spider still fits its site where it reads this share of what it read before."""

Sites = dict[str, list[Page]]


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


def read_schemes(path: Path) -> list[Scheme]:
    """The schemes in a file: a scheme, wrappers as ``specdex learn`` prints them, or a spider."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}") from error
    if path.suffix == ".py":
        return [scheme_from_spider(text, path.name)]
    try:
        return [scheme_from_json(text)]
    except InputError as whole:
        lines = [line for line in text.splitlines() if line.strip()]
        if not _is_wrapper(lines):
            if len(lines) > 1 and all(line.lstrip().startswith("{") for line in lines):
                return [scheme_from_json(line) for line in lines]
            raise InputError(f"{path}: {whole}") from whole
    return [_of_wrapper(each) for each in read_wrappers(path)]


def _is_wrapper(lines: Sequence[str]) -> bool:
    try:
        first = json.loads(lines[0] if len(lines) == 1 else "\n".join(lines))
    except (ValueError, IndexError):
        try:
            first = json.loads(lines[0]) if lines else None
        except ValueError:
            return False
    return isinstance(first, dict) and "rules" in first


def _of_wrapper(wrapper: Wrapper) -> Scheme:
    rules = [(rule.names, rule.layout is Layout.CELLS) for rule in wrapper.rules]
    return scheme_from_pairs(wrapper.site, rules, [each.name for each in wrapper.profiles])


@dataclass(frozen=True, slots=True)
class Synthesis:
    """How schemes are made for new sites."""

    method: str = METHODS[0]
    equivalences: Mapping[str, str] = field(default_factory=dict)
    """The names of equivalences, by attribute."""
    learner: SchemeLearner | None = None

    def verdicts(self, schemes: Sequence[Scheme], sites: Sites) -> Iterator[SiteVerdict]:
        """What became of every site whose scheme was not given."""
        seeds = {scheme.site: scheme for scheme in schemes}
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
        documents = {site: _parsed(pages) for site, pages in sites.items()}
        made = maker.synthesize(documents, seeds).schemes
        for site in sites:
            if site not in seeds:
                yield judge_site(site, made.get(site), names, {})

    def _by_choice(self, seeds: Mapping[str, Scheme], sites: Sites) -> Iterator[SiteVerdict]:
        names = _names(seeds)
        profiles: list[SiteProfile] = []
        groups: dict[str, list[tuple[str, list[int]]]] = {}
        readings = {}
        for site, pages in sites.items():
            documents = _parsed(pages)
            if site in seeds:
                mine = [each for each in documents if read_items(seeds[site], each.element(0))]
                profiles.append(survey(site, mine))
                readings[site] = readings_of(seeds[site], mine)
                continue
            groups[site] = [
                (f"{site}{PART}{number}", group)
                for number, group in enumerate(page_groups(documents)[:MOST_GROUPS])
            ]
            for name, group in groups[site]:
                profiles.append(survey(name, [documents[at] for at in group]))
        learner = (self.learner or SchemeLearner()).fit(profiles, readings)
        why = dict.fromkeys(learner.unseeded_, "no scheme that was given reads it anywhere")
        by_name = {each.site: each for each in profiles}
        for site, parts in groups.items():
            best, group = max(parts, key=lambda part: _belief(learner.choices_[part[0]]))
            documents = _parsed(sites[site])
            chosen = replace(by_name[best], site=site), learner.choices_[best]
            inside = [documents[at] for at in group]
            lists = self._list_scheme(seeds, sites, inside, chosen)
            if lists is not None:
                yield judge_site(site, lists, names, why)
                continue
            scheme, reasons = scheme_for(*chosen, inside, documents)
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
        made = maker.synthesize({**known, profile.site: documents}, seeds).schemes
        scheme = made.get(profile.site)
        if scheme is None or items_a_page(scheme, documents) < MANY_ITEMS:
            return None
        return scheme


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
    step = max(1, len(pages) // (2 * SAVED_PAGES))
    for page in (*pages[::step], *pages):
        if len(found) == SAVED_PAGES:
            break
        document = parse(page)
        if not len(document) or any(each.url == page.url for each in found):
            continue
        html = _html(document)
        again = parse(Page(page.url, html.encode("utf-8"), encoding="utf-8"))
        items = expected_items(read_items(scheme, again.element(0)))
        if items:
            found.append(SavedPage(page.url, html, items))
    return found


def _html(document: Document) -> str:
    """The page as text: what its bytes mean, whatever its charset was."""
    from lxml import etree  # noqa: PLC0415 - only here

    root = document.element(0)
    return etree.tostring(root, encoding="unicode", method="html")


@dataclass(frozen=True, slots=True)
class Checked:
    """Whether a spider still fits its site."""

    site: str
    before: float
    """Attributes that an item had when the spider was made, on average."""
    now: float
    fits: bool
    scheme: Scheme


def check_project(folder: Path, sites: Sites) -> Checked:
    """How the spider in *folder* reads fresh pages of its site."""
    path = folder / "scheme.json"
    try:
        scheme = scheme_from_json(path.read_text(encoding="utf-8"))
        saved = [
            json.loads(each.read_text(encoding="utf-8"))["items"]
            for each in sorted((folder / "tests" / "pages").glob("*.json"))
        ]
    except (OSError, ValueError, KeyError) as error:
        raise InputError(f"{folder} holds no spider of specdex: {error}") from error
    before = [len(item) for items in saved for item in items]
    fresh = _parsed(sites.get(scheme.site, ()))
    now = [
        max((len(item) for item in read_items(scheme, each.element(0))), default=0)
        for each in fresh
    ]
    usual = sum(before) / len(before) if before else 0.0
    today = sum(now) / len(now) if now else 0.0
    return Checked(scheme.site, usual, today, today >= STILL_GOOD * usual, scheme)
