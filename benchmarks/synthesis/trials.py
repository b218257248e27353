"""Trials of synthesis on labelled sites: some are seeds, the others are read without labels."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from benchmarks.data import lines
from benchmarks.synthesis.score import Prediction, Values
from benchmarks.synthesis.training import LabelledField, learn, sample, seedings
from specdex.errors import InputError
from specdex.forest import Trees
from specdex.html import Document, parse
from specdex.papers.cross_supervised import PaperSynthesizer
from specdex.records import Page
from specdex.synthesis.candidates import proven_xpath
from specdex.synthesis.choice import Choice, Readings, choose, examples_of, learned
from specdex.synthesis.equivalences import Words
from specdex.synthesis.learner import survey
from specdex.synthesis.matching import Field
from specdex.synthesis.scheme import AttributeRule, Scheme, read_items
from specdex.synthesis.url_patterns import unify_urls
from specdex.text import letters_and_digits

__all__ = [
    "LabelledSite",
    "Trial",
    "label_scheme",
    "labelled_sites",
    "paper_trials",
    "readings",
    "survey_vertical",
    "train_synthesis",
    "trials",
    "verticals",
]

RECIPE = "python -m benchmarks train synthesis"
Teller = Callable[[str], object]
"""Told what is going on."""


@dataclass(frozen=True, slots=True)
class LabelledSite:
    """A file of labelled pages of one site."""

    vertical: str
    site: str
    path: Path

    def rows(self, most: int = 0) -> list[tuple[Page, dict[str, list[str]]]]:
        """Pages with the values of their attributes."""
        out = []
        for line in lines(self.path):
            body = line["html"].encode("utf-8", "replace")
            page = Page(line["url"], body, id=line["id"], site=self.site, encoding="utf-8")
            out.append((page, line["attributes"]))
            if len(out) == most:
                break
        return out


def verticals(data: Path) -> tuple[str, ...]:
    """The kinds of sites that there are labelled pages of."""
    found = tuple(sorted({path.parent.name for path in data.glob("swde/*/*.jsonl.xz")}))
    if not found:
        raise InputError(f"no labelled sites at {data / 'swde'}")
    return found


def labelled_sites(data: Path, vertical: str) -> list[LabelledSite]:
    """The sites of one kind, in the order in which they take turns as seeds."""
    paths = sorted((data / "swde" / vertical).glob("*.jsonl.xz"))
    return [LabelledSite(vertical, path.name.split(".")[0], path) for path in paths]


def readings(rows: Sequence[tuple[Page, Mapping[str, Sequence[str]]]]) -> dict[str, Readings]:
    """What the labels say, attribute by attribute and page by page."""
    names = sorted({name for _, values in rows for name, found in values.items() if found})
    return {
        name: [
            frozenset(map(letters_and_digits, values.get(name, ()))) - {""} for _, values in rows
        ]
        for name in names
    }


def survey_vertical(sites: Sequence[LabelledSite], tell: Teller) -> LabelledField:
    """All sites of one kind, surveyed, with what their labels say."""
    profiles, said = [], {}
    for each in sites:
        tell(f"{each.vertical} {each.site}")
        rows = each.rows()
        profiles.append(survey(each.site, [parse(page) for page, _ in rows]))
        said[each.site] = readings(rows)
    return LabelledField(Field(profiles), said)


def train_synthesis(data: Path, tell: Teller, leave_out: str = "") -> dict[str, object]:
    """The judge, learned from all kinds of sites but one."""
    parts = [
        sample(survey_vertical(labelled_sites(data, name), tell))
        for name in verticals(data)
        if name != leave_out
    ]
    return {"recipe": RECIPE, "version": 1, **learn(parts)}


@dataclass(frozen=True, slots=True)
class Trial:
    """The choices for one set of seeds."""

    vertical: str
    seeds: tuple[str, ...]
    choices: Mapping[str, Mapping[str, Choice]]
    """By attribute and target site."""


def _choices(
    vertical: str, field: LabelledField, judge: Trees, counts: Sequence[int]
) -> list[Trial]:
    sites = list(field.field.sites)
    examples = {
        (site, name): examples_of(field.field, site, read)
        for site, names in field.readings.items()
        for name, read in names.items()
    }
    out = []
    for count in counts:
        for seeds in seedings(sites, count):
            known = {
                name: [(site, examples.get((site, name), ())) for site in seeds]
                for name in field.attributes
            }
            targets = [site for site in sites if site not in seeds]
            out.append(Trial(vertical, seeds, choose(field.field, known, targets, judge)))
    return out


def trials(data: Path, counts: Sequence[int], tell: Teller) -> Iterator[Prediction]:
    """Predictions for every set of seeds; the judge never saw the kind of sites it judges."""
    fields = {name: survey_vertical(labelled_sites(data, name), tell) for name in verticals(data)}
    taught = {name: sample(field) for name, field in fields.items()}
    for vertical, field in fields.items():
        tell(f"learning without {vertical}")
        others = [each for name, each in taught.items() if name != vertical]
        # a kind of sites that is alone is judged by what ships, never by its own labels
        judge = Trees.from_json(learn(others)) if others else learned()
        made = _choices(vertical, field, judge, counts)
        for site in labelled_sites(data, vertical):
            tell(f"reading {vertical} {site.site}")
            yield from _predictions(site, field, made)


def _predictions(
    site: LabelledSite, field: LabelledField, made: Sequence[Trial]
) -> Iterator[Prediction]:
    """What the chosen rules, written as XPaths, read on one site in every trial."""
    rows = site.rows()
    roots = [parse(page).element(0) for page, _ in rows]
    profile = field.field.sites[site.site]
    read: dict[int, list[str]] = {}

    def values(candidate: int) -> list[str]:
        if candidate not in read:
            found = profile.candidates[candidate], profile.values[candidate]
            xpath, _ = proven_xpath(found[0], roots, found[1])
            rule = AttributeRule(name="x", xpaths=(xpath,))
            scheme = Scheme(site=site.site, attributes=(rule,) if xpath else ())
            items = [read_items(scheme, root) for root in roots]
            read[candidate] = [each[0]["x"][0].value if each else "" for each in items]
        return read[candidate]

    for trial in made:
        if site.site in trial.seeds:
            continue
        chosen = {
            name: values(found[site.site].candidate)
            for name, found in trial.choices.items()
            if site.site in found and found[site.site].is_believed
        }
        pages: dict[str, Values] = {
            page.id: {name: [texts[at]] for name, texts in chosen.items() if texts[at]}
            for at, (page, _) in enumerate(rows)
        }
        yield Prediction(site.vertical, trial.seeds, site.site, pages, frozenset(chosen))


def paper_trials(
    data: Path, counts: Sequence[int], pages: int, threshold: float, tell: Teller
) -> Iterator[Prediction]:
    """The same by the paper's method, on the first *pages* of each site."""
    for vertical in verticals(data):
        sites = [_ParsedSite.of(each, pages) for each in labelled_sites(data, vertical)]
        documents = {each.site: each.documents for each in sites}
        names = sorted({name for each in sites for name in each.scheme.names})
        maker = PaperSynthesizer(equivalences={name: Words(threshold) for name in names})
        for count in counts:
            for chosen in seedings([each.site for each in sites], count):
                tell(f"{vertical} from {', '.join(chosen)}")
                given = {each.site: each.scheme for each in sites if each.site in chosen}
                made = maker.synthesize(documents, given)
                for each in sites:
                    if each.site not in chosen:
                        said, names_read = each.read(made.get(each.site))
                        yield Prediction(vertical, chosen, each.site, said, names_read)


@dataclass(frozen=True, slots=True)
class _ParsedSite:
    """A labelled site with its pages parsed and the scheme that its labels make."""

    site: str
    ids: tuple[str, ...]
    documents: tuple[Document, ...]
    scheme: Scheme

    @classmethod
    def of(cls, labelled: LabelledSite, pages: int) -> Self:
        """The first *pages* of a site."""
        rows = labelled.rows(pages)
        documents = tuple(parse(page) for page, _ in rows)
        scheme = label_scheme(labelled.site, documents, readings(rows))
        return cls(labelled.site, tuple(page.id for page, _ in rows), documents, scheme)

    def read(self, scheme: Scheme | None) -> tuple[dict[str, Values], frozenset[str]]:
        """What *scheme* reads on every page, and the attributes it has a rule for."""
        if scheme is None:
            return {name: {} for name in self.ids}, frozenset()
        pages: dict[str, Values] = {}
        for name, document in zip(self.ids, self.documents, strict=True):
            found: dict[str, list[str]] = defaultdict(list)
            for item in read_items(scheme, document.element(0)):
                for attribute, values in item.items():
                    found[attribute] += [each.value for each in values]
            pages[name] = dict(found)
        return pages, frozenset(scheme.names)


def label_scheme(site: str, documents: Sequence[Document], said: Mapping[str, Readings]) -> Scheme:
    """The scheme that a person would write for a labelled site: the best rule per attribute."""
    profile = survey(site, documents)
    field = Field([profile])
    roots = [document.element(0) for document in documents]
    rules = []
    for name, read in said.items():
        for candidate in examples_of(field, site, read)[:1]:
            found = profile.candidates[candidate], profile.values[candidate]
            xpath, _ = proven_xpath(found[0], roots, found[1])
            rules.append(AttributeRule(name=name, xpaths=(xpath,)))
    urls = [document.page.url for document in documents]
    return Scheme(site=site, attributes=tuple(rules), method="labels", url_pattern=unify_urls(urls))
