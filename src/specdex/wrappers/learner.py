"""Learning a site: from its Documents and what is said about them to wrappers, or to a reason."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Self

from specdex.errors import InputError, NotFittedError
from specdex.html import Document
from specdex.records import Fragment, Specification
from specdex.records.wrappers import Method, NotLearned, PairRule, Wrapper
from specdex.text import letters_and_digits
from specdex.wrappers.annotators import Labels, by_knowledge, by_markup, by_pattern, by_structure
from specdex.wrappers.apply import Applier
from specdex.wrappers.health import profiles_of
from specdex.wrappers.induction import induce_pairs, pair_up
from specdex.wrappers.knowledge import NOTHING, Knowledge
from specdex.wrappers.rules import rules_of, sections_from
from specdex.wrappers.sections import Believed, Section
from specdex.wrappers.selection import Judged, Selection, select
from specdex.wrappers.survey import Survey
from specdex.wrappers.templates import looks_of, same_template, signature_of, templates_of

__all__ = ["Method", "WrapperLearner"]

MIN_PAGES = 5
"""Fewer pages of a template show no regularity."""
TRUSTED = 0.7
"""A structural reader that is right so often on a site may correct its wrapper."""
MORE, MOST = 1.1, 0.8
"""It does where it reads so many times the pairs, among them this share of the wrapper's."""
FAMILIAR = 0.5
"""The share of a structural fragment's names that speaks for it, or against it."""
MIN_RARE = 3
"""A structural fragment of so many names, none refuted, stands beside the wrapper's."""
SURE = 0.9
"""So does a smaller one of which the structural reader is so sure, if all its names are news."""
DOUBTED = 0.4
"""Names of a section believed less than this, and known to no other site, are refuted."""
CERTAINLY_NOT = 0.1
"""Names of a section believed less than this are refuted, whatever other sites say."""


INDUCED = frozenset({Method.INDUCED, Method.INDUCED_PAPER})
"""Methods whose rules come from what other sites print."""


class WrapperLearner:
    """Learns how one site prints its specifications, and reads its pages.

    After ``fit``: ``wrappers_``, one for each template learned; ``not_learned_``, why the others
    were not. Picklable.
    """

    def __init__(
        self,
        *,
        method: str = Method.BOTH,
        knowledge: Knowledge = NOTHING,
        min_pages: int = MIN_PAGES,
    ) -> None:
        self.method = method
        self.knowledge = knowledge
        self.min_pages = min_pages

    def fit(self, documents: Sequence[Document], structural: Sequence[Specification] = ()) -> Self:
        """Learn from a site's pages and, page by page, their *structural* answers, if any."""
        if structural and len(structural) != len(documents):
            raise InputError(f"{len(documents)} pages but {len(structural)} structural answers")
        site = documents[0].page.site if documents else ""
        self.site_ = site
        self.wrappers_: tuple[Wrapper, ...] = ()
        self._appliers: list[Applier] = []
        self.not_learned_: tuple[NotLearned, ...] = ()
        self.vetoed_: frozenset[str] = frozenset()
        self.familiar_: frozenset[str] = frozenset()
        self.right_ = 0.0
        readable = [at for at, document in enumerate(documents) if len(document)]
        if len(readable) < self.min_pages:
            self._give_up(site, len(readable), "not enough evidence")
            return self
        if Method(self.method) is Method.STRUCTURE:
            self._give_up(site, len(readable), "structure is read page by page")
        else:
            kept = [documents[at] for at in readable]
            said = [structural[at] for at in readable] if structural else []
            looks = [looks_of(document) for document in kept]
            for group in templates_of(looks):
                self._fit_template(
                    [kept[at] for at in group],
                    [said[at] for at in group] if said else [],
                    signature_of([looks[at] for at in group]),
                )
        return self

    def _fit_template(
        self,
        documents: Sequence[Document],
        structural: Sequence[Specification],
        template: tuple[str, ...],
    ) -> None:
        if len(documents) < self.min_pages:
            self._give_up(self.site_, len(documents), "not enough evidence for one template")
            return
        survey = Survey(documents)
        rules = self._rules(survey, structural)
        if not rules:
            self._give_up(self.site_, len(documents), self._why_not(survey))
            return
        applier = survey.applier(rules)
        self._appliers.append(applier)
        applier.wrapper = self._described(applier, documents, template)
        self.wrappers_ += (applier.wrapper,)

    def _rules(self, survey: Survey, structural: Sequence[Specification]) -> tuple[PairRule, ...]:
        """The rules that the method finds; for the hybrid, only such as pair."""
        method = Method(self.method)
        if method in INDUCED:
            strict = method is Method.INDUCED_PAPER
            return rules_of(survey, self._induced(survey, structural, strict=strict))
        selection = select(survey, self.knowledge, structural)
        self._note(selection)
        if method is Method.TOGETHER:
            return rules_of(survey, selection.taken, structural)
        paired: list[Believed] = [
            each for each in selection.taken if pair_up(survey, each.section.couples).trusted
        ]
        return rules_of(survey, paired or self._unrefuted(survey, structural), structural)

    def _unrefuted(self, survey: Survey, structural: Sequence[Specification]) -> list[Believed]:
        """Induced sections, for sites that say nothing themselves, that nothing speaks against."""
        return [
            each
            for each in self._induced(survey, structural, strict=True)
            if sum(row.name in self.vetoed_ for row in each.section.rows)
            <= FAMILIAR * len(each.section.rows)
        ]

    def _induced(
        self, survey: Survey, structural: Sequence[Specification], *, strict: bool
    ) -> list[Believed]:
        """The sections that rules from what other sites print read; *strict* ones must pair.

        A first harvest knows no other sites: the structural answers teach in their stead.
        """
        labels = by_knowledge(survey, self.knowledge) | by_pattern(survey)
        if structural:
            labels |= by_markup(survey, structural)
            labels |= Labels() if labels.names else by_structure(survey, structural)
        if not labels.names:
            return []
        induced = sections_from(survey, induce_pairs(survey, labels, strict=strict))
        return [each for each in induced if _varies(each.section)]

    def _described(
        self, applier: Applier, documents: Sequence[Document], template: tuple[str, ...]
    ) -> Wrapper:
        """The wrapper of *applier*, with what it reads from *documents*."""
        read = [applier.read(document) for document in documents]
        return replace(
            applier.wrapper,
            number=len(self.wrappers_) + len(self.not_learned_),
            template=template,
            method=str(self.method),
            pages=len(documents),
            pairs=round(sum(len(each.pairs) for each in read) / len(documents), 2),
            coverage=round(sum(bool(each.pairs) for each in read) / len(documents), 4),
            profiles=profiles_of(read),
        )

    def _note(self, selection: Selection) -> None:
        """Remember which names were believed and which were not."""
        self.familiar_ |= _names(selection.taken)
        self.right_ = max(self.right_, selection.right)
        known = self.knowledge.names
        doubted = [each for each in selection.refused if each.belief < DOUBTED]
        bad = _names(doubted) - known if known else frozenset()
        worst = _names([each for each in doubted if each.belief < CERTAINLY_NOT])
        self.vetoed_ = (self.vetoed_ | bad | worst) - self.familiar_

    def _why_not(self, survey: Survey) -> str:
        if not any(survey.couples):
            return "no page prints a label with a value"
        if Method(self.method) not in INDUCED:
            return "nothing that its pages print again and again looks like a specification"
        if not by_knowledge(survey, self.knowledge):
            return "no name or value is known from other sites"
        return "no two rules for names and values pair"

    def _give_up(self, site: str, pages: int, reason: str) -> None:
        number = len(self.wrappers_) + len(self.not_learned_)
        told = f"not learned, because {reason}"
        if reason.startswith("not enough"):
            told += f": {pages} page(s), {self.min_pages} are needed"
        self.not_learned_ += (NotLearned(site, told, pages, number),)

    def read(self, document: Document, structural: Specification | None = None) -> Specification:
        """What a page says: the wrapper's answer, and the structural one where that stands."""
        if not hasattr(self, "wrappers_"):
            raise NotFittedError("fit the learner before it reads")
        own = self._apply(document)
        if structural is None:
            return own
        method = Method(self.method)
        if method is Method.STRUCTURE or (method is Method.INDUCED_PAPER and not own.pairs):
            return structural
        if method in INDUCED:
            return own
        return replace(structural, fragments=self._together(own, structural))

    def _together(self, own: Specification, structural: Specification) -> tuple[Fragment, ...]:
        """The wrapper's fragments, and the structural ones that stand beside or instead of them."""
        kept = [each for each in structural.fragments if self._stands(each, own)]
        said = tuple(
            each for each in own.fragments if not any(_overlap(each, other) for other in kept)
        )
        return (*said, *kept)

    def _apply(self, document: Document) -> Specification:
        """The answer of the first wrapper whose template the page has, or that reads it at all."""
        page = document.page
        best = Specification(page.url, page.id, page.site, page.category)
        if not len(document):
            return best
        fitting = self._appliers
        if len(fitting) > 1:
            fitting = sorted(
                fitting, key=lambda each: not same_template(each.wrapper.template, document)
            )
        for applier in fitting:
            read = applier.read(document)
            if read.pairs:
                return read
            best = read
        return best

    def _stands(self, fragment: Fragment, own: Specification) -> bool:
        """Whether a structural fragment is believed beside what the wrapper read, or instead."""
        names = {letters_and_digits(pair.name) for pair in fragment.pairs}
        refuted = len(names & self.vetoed_)
        if not names or refuted > FAMILIAR * len(names):
            return False
        if own.pairs:
            clear = not refuted or fragment.confidence >= SURE
            rare = clear and (len(names) >= MIN_RARE or _news(names, fragment, own))
            trusted = self.right_ >= TRUSTED or (rare and not _inside(fragment, own))
            return trusted and self._adds(names, fragment, own)
        trusted = self.right_ >= TRUSTED or fragment.confidence >= SURE
        if trusted or not self.wrappers_ or not self.knowledge.names:
            return True
        known = len(names & (self.familiar_ | self.knowledge.names))
        return known > max(refuted, FAMILIAR * len(names))

    def _adds(self, names: set[str], fragment: Fragment, own: Specification) -> bool:
        """Whether a fragment says what the wrapper did not, or all that it said and more.

        So does a sure one around rows that the wrapper took from inside its values.
        """
        rivals = [each for each in own.fragments if _overlap(each, fragment)]
        read = {letters_and_digits(pair.name) for each in rivals for pair in each.pairs}
        if rivals:
            more = len(fragment.pairs) > MORE * sum(len(each.pairs) for each in rivals)
            around = fragment.confidence >= SURE and names.isdisjoint(read)
            return more and (around or len(names & read) >= MOST * len(read) or len(read) == 1)
        said = {letters_and_digits(pair.name) for pair in own.pairs}
        return len(names & said) < FAMILIAR * len(names)


def _news(names: set[str], fragment: Fragment, own: Specification) -> bool:
    """Whether structure is sure of a fragment that gives no name of the wrapper's another value."""
    said = {letters_and_digits(pair.name) for pair in own.pairs}
    return fragment.confidence >= SURE and names.isdisjoint(said)


def _inside(fragment: Fragment, own: Specification) -> bool:
    return any(_overlap(each, fragment) for each in own.fragments)


def _overlap(one: Fragment, other: Fragment) -> bool:
    """Whether one of two fragments stands inside the other."""
    return f"{one.xpath}/".startswith(f"{other.xpath}/") or f"{other.xpath}/".startswith(
        f"{one.xpath}/"
    )


def _varies(section: Section) -> bool:
    """Whether a section has several names, and not the same to say on every page."""
    values = {(row.name, row.value) for row in section.rows}
    names = {row.name for row in section.rows}
    return len(names) > 1 and len(values) > len(names)


def _names(judged: Sequence[Judged]) -> frozenset[str]:
    return frozenset(row.name for each in judged for row in each.section.rows)
