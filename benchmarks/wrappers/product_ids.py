"""Product ids: which labels of a site print them, of which kind, and which ids are to be believed.

As in DEXTER 4.2.1 the ids of known sites show where a new site prints its own; labels that say so
themselves (UPC, ISBN, Model …) and check digits help. A value that another product's record
repeats under the same label on the page is no id of the main product.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from specdex.errors import NotFittedError
from specdex.html import Document
from specdex.identifiers import gtin, looks_like_code
from specdex.records import ProductId
from specdex.records.wrappers import NotLearned, PairRule, Wrapper
from specdex.text import letters_and_digits
from specdex.wrappers.apply import Applier
from specdex.wrappers.rules import rules_of
from specdex.wrappers.sections import Believed, Row, Section, sections_of
from specdex.wrappers.survey import Survey

__all__ = ["TAU", "IdRule", "ProductIdLearner", "canonical_id", "vote"]

TAU = 3
"""An id is believed once more than this many sites publish it: the paper's redundancy of 4.

The paper starts from 12 popular shops. A harvest that starts from a few cannot have any id on four
sites yet, so what it asks search engines for has a lower bar of its own, the setting
``discovery.min_sites``.
"""
MIN_PAGES = 5
LABELS = (
    ("gtin", re.compile(r"\b(?:isbn|upc|ean|gtin|jan)(?![a-z])", re.IGNORECASE)),
    (
        "mpn",
        re.compile(
            r"""\bmpn\b|\b(?:mfg|mfr|manuf\w*|vendor|oem|brand)\b\.?'?s?\W*(?:part|item|product|
            model|catalog|code|no\b|num|id\b|\#|p/n|style)|^part\s*(?:no|number|\#|num)|^p/n""",
            re.IGNORECASE | re.VERBOSE,
        ),
    ),
    (
        "model",
        re.compile(r"\bmodel\b(?!\s*year)|\bmodell\b|\bmod[eè]le\b|\bmodelo\b", re.IGNORECASE),
    ),
    (
        "sku",
        re.compile(
            r"""\bsku\b|\b(?:stock|item|catalog\w*|product|article|artikel|order|ref\w*|our|web|
            store|cat)\b\.?\s*(?:\#|no\b|number|num\b|nr\b|id\b|code|part)""",
            re.IGNORECASE | re.VERBOSE,
        ),
    ),
)
"""What labels say about the kind of what follows them."""
OWN = re.compile(r"#|part|\bno\b|number|sku|item|code|id\b|stock", re.IGNORECASE)
"""With the site's own name beside it, this is the label of the site's own numbers."""
MIN_HITS = 2
"""As many values of a label must be ids of other sites, …"""
HIT_SHARE = 0.08
"""… and this share of its pages, to make it the label of ids."""
MIN_COVERAGE = 0.1
DISTINCT = 0.5
"""Different products have different ids: at least this share of a label's values differ."""
CODES = 0.6
"""At least this share of a label's values look like codes."""
MAX_AMBIGUOUS = 0.3
"""On more than this share of its pages several values: the label of other products."""
FIXED, FIXED_LENGTH = 0.9, 6
"""Nameless codes are believed when nearly all have one length, and at least so many characters."""
FIXED_SHARE = 0.5
"""And they stand on this share of the pages."""
NUMBERED = re.compile(r"^[A-Za-z]{0,4}-?\d{5,}[A-Za-z]{0,2}$")
EXACT = 0.97
"""How sure a label makes that is nothing but the name of the kind."""
ONE_LABEL = {"sku", "mpn", "model"}
"""Kinds of which a product has one on a site; the best label is taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdRule:
    """Where a site prints ids of one kind."""

    kind: str
    label: str
    """As it is compared."""
    rule: PairRule
    pages: int
    known: int = 0
    """How many of its values are ids of other sites."""
    score: float = 0.0


def canonical_id(kind: str, value: str) -> str:
    """An id as it is compared between sites."""
    if kind == "gtin":
        return gtin(value).lstrip("0") or letters_and_digits(value)
    return letters_and_digits(value)


def vote(ids: Iterable[ProductId], *, tau: int = TAU) -> dict[tuple[str, str], int]:
    """The ids, as kind and value, that more than *tau* sites publish, with how many do (sKey)."""
    sites: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for each in ids:
        sites[each.kind, canonical_id(each.kind, each.value)].add(each.site)
    scored = {key: len(where) for key, where in sites.items() if len(where) > tau}
    return dict(sorted(scored.items(), key=lambda entry: (-entry[1], entry[0])))


class ProductIdLearner:
    """Learns where one site prints its ids. After ``fit``: ``rules_`` and ``not_learned_``."""

    def __init__(
        self, *, known: Mapping[str, str] | None = None, min_pages: int = MIN_PAGES
    ) -> None:
        self.known = known
        self.min_pages = min_pages

    def fit(self, documents: Sequence[Document]) -> Self:
        """Learn from the product pages of one site."""
        documents = [document for document in documents if len(document)]
        site = documents[0].page.site if documents else ""
        self.rules_: tuple[IdRule, ...] = ()
        self.not_learned_: NotLearned | None = None
        if len(documents) >= self.min_pages:
            survey = Survey(documents)
            self.rules_ = tuple(
                _chosen(_Candidates(survey, self.known or {}, site).found(), survey)
            )
        if not self.rules_:
            few = len(documents) < self.min_pages
            reason = "not enough evidence" if few else "no label prints ids"
            told = f"not learned, because {reason}: {len(documents)} page(s)"
            self.not_learned_ = NotLearned(site, told, len(documents))
        return self

    def read(self, document: Document) -> tuple[ProductId, ...]:
        """The ids that *document* gives its main product."""
        if not hasattr(self, "rules_"):
            raise NotFittedError("fit the learner before it reads")
        page = document.page
        found: dict[tuple[str, str], ProductId] = {}
        for rule in self.rules_ if len(document) else ():
            wrapper = Wrapper(site=page.site, rules=(rule.rule,))
            pairs = Applier(wrapper).apply(document.element(0), page).pairs
            values = {each.value for each in pairs if letters_and_digits(each.name) == rule.label}
            for value in (
                values if len({canonical_id(rule.kind, each) for each in values}) == 1 else ()
            ):
                clean = _value(rule.kind, value)
                if clean:
                    key = (rule.kind, canonical_id(rule.kind, clean))
                    found.setdefault(
                        key, ProductId(clean, rule.kind, page.site, page.url, rule.score)
                    )
        return tuple(found.values())


def _value(kind: str, text: str) -> str:
    """The id in *text*: the first of several, without what explains it; empty where none is."""
    for part in (text, *re.split(r"\s*[/,;|(]\s*", text)):
        clean = part.strip(" .:#")
        if (kind == "gtin" and gtin(clean)) or (kind != "gtin" and looks_like_code(clean)):
            return clean
    return text.strip() if kind == "model" and 0 < len(text) <= CODE_LENGTH else ""


CODE_LENGTH = 40
"""A model's name need not look like a code, but it is short."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A label of one section that prints ids."""

    kind: str
    label: str
    section: Section
    known: int
    score: float


class _Candidates:
    """The labels of a site whose values may be ids."""

    def __init__(self, survey: Survey, known: Mapping[str, str], site: str) -> None:
        self.survey = survey
        self.known = known
        self.site = letters_and_digits(site.split(".", maxsplit=1)[0])

    def found(self) -> list["_Candidate"]:
        """Each label that prints ids, with the values it prints."""
        rules = []
        for section in sections_of(self.survey):
            by_name: defaultdict[str, list[Row]] = defaultdict(list)
            for row in section.rows:
                by_name[row.name].append(row)
            for name, rows in by_name.items():
                rule = self._rule(section, name, rows)
                if rule is not None:
                    rules.append(rule)
        return rules

    def _rule(self, section: Section, name: str, rows: Sequence[Row]) -> "_Candidate | None":
        values: defaultdict[int, set[str]] = defaultdict(set)
        for row in rows:
            values[row.page].add(row.value)
        if sum(len(each) > 1 for each in values.values()) > MAX_AMBIGUOUS * len(values):
            return None
        texts = [self.survey.spots[row.couple.value].text for row in rows]
        kind, known, strength = self._kind(rows, texts)
        if not kind or not _plausible(kind, texts):
            return None
        coverage = len(values) / len(self.survey.documents)
        score = strength * (0.5 + coverage / 2)
        return _Candidate(kind, name, Section(section.signature, list(rows)), known, score)

    def _kind(self, rows: Sequence[Row], texts: Sequence[str]) -> tuple[str, int, float]:
        """The kind of id that a label prints, how many are known, and how sure that is."""
        label = self.survey.spots[rows[0].couple.name].text
        hits = Counter(self.known[row.value] for row in rows if row.value in self.known)
        said = self._said(label)
        if said:
            exact = rows[0].name == said
            return said, hits.total(), EXACT if exact else 0.95 if hits[said] else 0.9
        if hits.total() >= max(MIN_HITS, HIT_SHARE * len(rows)):
            return hits.most_common(1)[0][0], hits.total(), 0.8
        pages = {row.page for row in rows}
        nameless = len(pages) >= FIXED_SHARE * len(self.survey.documents) and " " not in label
        return ("sku", 0, 0.5) if nameless and _fixed(texts) else ("", 0, 0.0)

    def _said(self, label: str) -> str:
        own = self.site and self.site in letters_and_digits(label) and OWN.search(label)
        if own:
            return "sku"
        return next((kind for kind, pattern in LABELS if pattern.search(label)), "")


def _plausible(kind: str, texts: Sequence[str]) -> bool:
    """Whether the values under a label differ as ids do, and look like ids."""
    clean = [_value(kind, text) for text in texts]
    codes = [each for each in clean if each]
    if len(codes) < CODES * len(texts):
        return False
    return len({canonical_id(kind, each) for each in codes}) >= DISTINCT * len(codes)


def _fixed(texts: Sequence[str]) -> bool:
    """Whether nearly all texts are different codes of one length."""
    lengths = Counter(len(text) for text in texts if NUMBERED.match(text) and not gtin(text))
    if not lengths:
        return False
    length, count = lengths.most_common(1)[0]
    return length >= FIXED_LENGTH and count >= FIXED * len(texts) and len(set(texts)) == len(texts)


def _chosen(candidates: Sequence[_Candidate], survey: Survey) -> list[IdRule]:
    """The best label of each kind that has one, and all labels of the others, as rules."""
    labels: dict[str, set[str]] = {}
    chosen: list[_Candidate] = []
    least = max(2, MIN_COVERAGE * len(survey.documents))
    for each in sorted(candidates, key=lambda one: (-one.score, len(one.label), one.label)):
        known = labels.setdefault(each.kind, set())
        if each.label not in known:
            rare = len(each.section.pages) < least
            if rare or (known and each.kind in ONE_LABEL):
                continue
        if not any(_contradict(each, other) for other in chosen):
            known.add(each.label)
            chosen.append(each)
    return [_id_rule(survey, each) for each in chosen]


def _contradict(one: _Candidate, other: _Candidate) -> bool:
    """Whether a page gives the same label two values: one of them is another product's."""
    if one.label != other.label:
        return False
    values = {row.page: row.value for row in other.section.rows}
    return any(row.value != values.get(row.page, row.value) for row in one.section.rows)


def _id_rule(survey: Survey, candidate: _Candidate) -> IdRule:
    return IdRule(
        kind=candidate.kind,
        label=candidate.label,
        rule=rules_of(survey, [Believed(candidate.section, 1.0)])[0],
        pages=len(candidate.section.pages),
        known=candidate.known,
        score=round(candidate.score, 4),
    )
