"""The default synthesizer: sites surveyed one by one, rules chosen for all of them together."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Self

from lxml import etree

from specdex.html import Document
from specdex.synthesis.candidates import FEWEST_VALUES, candidates_of, proven_xpath, without_label
from specdex.synthesis.choice import Choice, Readings, choose, examples_of, learned
from specdex.synthesis.matching import Field
from specdex.synthesis.profiles import SiteProfile, profile_site
from specdex.synthesis.scheme import AttributeRule, Scheme, read_items
from specdex.synthesis.text_nodes import table_of, template_marks
from specdex.synthesis.url_patterns import accepts, unify_urls
from specdex.text import letters_and_digits

__all__ = ["SchemeLearner", "readings_of", "scheme_for", "survey"]

SHORTEST_LABEL = 3
"""Letters that a label has at least."""


def survey(site: str, documents: Sequence[Document]) -> SiteProfile:
    """Everything about a site that choosing needs; its documents may go."""
    marks = template_marks(documents)
    tables = [table_of(document, marks) for document in documents]
    return profile_site(site, tables, candidates_of(tables))


def readings_of(scheme: Scheme, documents: Iterable[Document]) -> dict[str, Readings]:
    """What *scheme* reads of each attribute on each page, as it is compared."""
    out: dict[str, list[frozenset[str]]] = {name: [] for name in scheme.names}
    for document in documents:
        items = read_items(scheme, document.element(0)) if len(document) else []
        for name, pages in out.items():
            values = (found.value for item in items for found in item.get(name, ()))
            pages.append(frozenset(map(letters_and_digits, values)) - {""})
    return dict(out)


class SchemeLearner:
    """Chooses a rule for every attribute on every site whose scheme lacks it."""

    def fit(
        self, profiles: Sequence[SiteProfile], seeds: Mapping[str, Mapping[str, Readings]]
    ) -> Self:
        """Choose from *profiles*; *seeds* are the readings of those whose scheme is known."""
        field = Field(profiles)
        names = sorted({name for readings in seeds.values() for name in readings})
        examples = {
            name: [
                (site, examples_of(field, site, readings[name]))
                for site, readings in seeds.items()
                if name in readings
            ]
            for name in names
        }
        lacking = {site: set(names) - set(readings) for site, readings in seeds.items()}
        targets = [each.site for each in profiles if lacking.get(each.site, names)]
        chosen = choose(field, examples, targets, learned())
        bare = {
            name: not _labelled([readings[name] for readings in seeds.values() if name in readings])
            for name in names
        }
        self.choices_: dict[str, dict[str, Choice]] = {
            site: {
                name: replace(chosen[name][site], bare=bare[name])
                for name in names
                if site in chosen[name] and name in lacking.get(site, names)
            }
            for site in targets
        }
        self.unseeded_ = tuple(
            name for name, known in examples.items() if not any(places for _, places in known)
        )
        return self


def _labelled(seeds: Sequence[Readings]) -> bool:
    """Whether all values of an attribute begin with the same word: a label in the same text."""
    values = sorted({value for readings in seeds for read in readings for value in read})
    if len(values) < FEWEST_VALUES:
        return False
    pairs = zip(values[0], values[-1], strict=False)
    same = "".join(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return len(same) >= SHORTEST_LABEL and same[:SHORTEST_LABEL].isalpha()


def scheme_for(
    profile: SiteProfile,
    choices: Mapping[str, Choice],
    documents: Sequence[Document],
    every: Sequence[Document] = (),
) -> tuple[Scheme | None, dict[str, str]]:
    """The scheme that *choices* make on a site's pages, and why attributes are missing.

    *documents* are the pages that were surveyed, *every* all pages of the site.
    """
    roots = [document.element(0) for document in documents]
    rules: list[AttributeRule] = []
    why: dict[str, str] = {}
    for name, choice in choices.items():
        if not choice.is_believed:
            why[name] = f"the likeliest place is believed only {choice.confidence:.2f}"
            continue
        candidate = profile.candidates[choice.candidate]
        xpath, agreed = proven_xpath(candidate, roots, profile.values[choice.candidate])
        if not xpath:
            why[name] = "no XPath reads the place that was found"
            continue
        if choice.bare:
            xpath = without_label(xpath, roots)
        reason = f"{candidate.rule.kind}; holds on {agreed:.0%} of {len(roots)} pages"
        confidence = round(choice.confidence, 4)
        rules.append(
            AttributeRule(name=name, xpaths=(xpath,), confidence=confidence, reason=reason)
        )
    if not rules:
        return None, why
    pattern = _pattern([rule.xpaths[0] for rule in rules], documents, every or documents)
    scheme = Scheme(
        site=profile.site, attributes=tuple(rules), url_pattern=pattern, method="specdex"
    )
    return scheme, why


def _pattern(
    xpaths: Sequence[str], documents: Sequence[Document], every: Sequence[Document]
) -> str:
    """The URLs of pages that the rules read, against those of all other pages."""
    inside = [each.page.url for each in documents if _reads(each.element(0), xpaths)]
    if not inside:
        return ""
    surveyed = {each.page.url for each in documents}
    pattern = unify_urls(inside, {each.page.url for each in every} - surveyed)
    more = [
        each.page.url
        for each in every
        if not accepts(pattern, each.page.url) and _reads(each.element(0), xpaths, whole=True)
    ]
    others = {each.page.url for each in every} - set(inside) - set(more)
    return unify_urls([*inside, *more], others) if more else pattern


def _reads(root: etree._Element, xpaths: Sequence[str], *, whole: bool = False) -> bool:
    """Whether most of *xpaths*, or all of them, find something on the page."""
    found = sum(bool(root.xpath(xpath)) for xpath in xpaths)
    return found == len(xpaths) if whole else found > len(xpaths) / 2
