"""Judging adverts: which practices the rules conclude, with what bounds and on what evidence."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from specdex.audit.conditions import EXTRACTED, Exists, Has, Reference, asks_row, references
from specdex.audit.findings import Advert, Evidence, Finding, Origin, Statement
from specdex.audit.logic import (
    Atom,
    Both,
    Bounds,
    Either,
    Formula,
    Leaf,
    Negation,
    Sentence,
    bounds,
    implies,
    leaves,
    rewritten,
)
from specdex.audit.rules import PLACEHOLDER, Register, RegisterRow, Rule, RuleBook
from specdex.audit.scales import Scales

__all__ = ["Auditor"]

LEAST = 0.5
"""What is less probable than this is no finding."""
DIGITS = 3
"""Degrees are rounded, so that like cases are weighed once."""
PRACTICE = Atom("practice")
MAX_QUOTE = 80
"""Characters of a value in a sentence."""
NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class _Case:
    """A rule applied to an advert: the row it is about, and its parts with their intervals."""

    rule: Rule
    row: int
    formula: Formula
    premises: Mapping[str, tuple[float, float]]
    ceiling: float
    """The conclusion's probability is at least something that is no greater than this."""
    confidence: float
    """That of the rule, less the doubts whether what it rests on was read aright."""


class Auditor:
    """Holds adverts against one register by one rule book, both checked first."""

    def __init__(
        self, book: RuleBook, register: Register, roles: Collection[str], least: float = LEAST
    ) -> None:
        wanted = {
            each.attribute
            for rule in book.rules
            for each in references(rule.condition)
            if each.record != EXTRACTED
        }
        places = register.attributes(book, sorted(wanted))
        book.check(roles, places, register.name)
        self.book = book
        self.register = register
        self.least = least
        self.scales = Scales(book, register, places)

    def findings(self, adverts: Iterable[Advert]) -> Iterator[Finding]:
        """What the rules conclude about *adverts*, in their order."""
        for advert in adverts:
            yield from self.judge(advert)

    def judge(self, advert: Advert) -> list[Finding]:
        """The practices of one advert that are probable enough, or where rules contradict."""
        found: list[Finding] = []
        for practice in dict.fromkeys(rule.practice for rule in self.book.rules):
            rules = [rule for rule in self.book.rules if rule.practice == practice]
            cases = [self._case(rule, advert) for rule in rules]
            accusing = [case for case in cases if not case.rule.clears and case.ceiling > 0]
            if not accusing:
                continue
            verdict = _verdict(cases)
            if verdict.conflict or verdict.low >= self.least:
                best = max(accusing, key=lambda case: _verdict([case]).low)
                found.append(self._finding(advert, best, verdict))
        return found

    def _case(self, rule: Rule, advert: Advert) -> _Case:
        condition = rule.condition
        row = self.scales.best_row(_innermost(condition), advert)
        premises: dict[str, tuple[float, float]] = {}

        def atom(test: Leaf) -> Atom:
            where = f" (row {row})" if asks_row(test) else ""
            low, high = self.scales.at(test, advert, row)
            premises[f"{test}{where}"] = (round(low, DIGITS), round(high, DIGITS))
            return Atom(f"{test}{where}")

        high = self.scales.at(condition, advert, row)[1]
        formula = rewritten(condition, atom)
        needed = self._needed(condition, advert, max(row, 0))
        # what one page says is read aright or wrongly as a whole: the greatest doubt is all
        doubt = max((1.0 - said.confidence for said in needed), default=0.0)
        confidence = round(max(0.0, rule.confidence - doubt), DIGITS)
        return _Case(rule, row, formula, premises, high + confidence - 1.0, confidence)

    def _needed(self, condition: Formula, advert: Advert, row: int) -> frozenset[Statement]:
        """What must have been read aright for *condition*; of alternatives the most probable."""
        match condition:
            case Both(parts):
                return frozenset().union(*(self._needed(each, advert, row) for each in parts))
            case Either(parts):
                best = max(parts, key=lambda each: self.scales.at(each, advert, row)[0])
                return self._needed(best, advert, row)
            case Negation(Exists(Both(parts)) | Both(parts)):
                return self._needed(Either(tuple(map(Negation, parts))), advert, row)
            case Has() | Negation(Has()):
                return frozenset()
        page = (each for each in references(condition) if each.record == EXTRACTED)
        return frozenset(said for each in page if (said := advert.said(each.attribute)))

    def _finding(self, advert: Advert, case: _Case, verdict: Bounds) -> Finding:
        row = self.register.rows[case.row] if case.row >= 0 else None
        return Finding(
            url=advert.url,
            site=advert.site,
            practice=case.rule.practice,
            rule=case.rule.name,
            low=verdict.low,
            high=verdict.high,
            sentence=self._sentence(advert, case, row, verdict),
            evidence=tuple(self._evidence(advert, case, row)),
            title=advert.title,
            seen=advert.seen,
            register=self.register.name,
            conflict=verdict.conflict,
        )

    def _value(self, reference: Reference, advert: Advert, row: RegisterRow | None) -> str:
        if reference.record == EXTRACTED:
            said = advert.said(reference.attribute)
            return said.value if said else ""
        return row.values[self.scales.places[reference.attribute]] if row else ""

    def _sentence(
        self, advert: Advert, case: _Case, row: RegisterRow | None, verdict: Bounds
    ) -> str:
        def quote(match: re.Match[str]) -> str:
            value = self._value(Reference(match[1], match[2]), advert, row) or NOTHING
            return value if len(value) <= MAX_QUOTE else value[:MAX_QUOTE].rstrip() + "\u2026"

        because = PLACEHOLDER.sub(quote, case.rule.because)
        if verdict.conflict:
            names = ", ".join(verdict.conflict)
            return (
                f"{case.rule.practice}: undecided, since {names} contradict each other; {because}."
            )
        return f"{case.rule.practice} ({case.rule.name}, at least {verdict.low:.0%}): {because}."

    def _evidence(self, advert: Advert, case: _Case, row: RegisterRow | None) -> Iterator[Evidence]:
        about_row = row is not None and not _denies(case.rule.condition)
        for each in dict.fromkeys(references(case.rule.condition)):
            value = self._value(each, advert, row)
            if each.record == EXTRACTED:
                said = advert.said(each.attribute)
                place, sure = (said.xpath, said.confidence) if said else ("", 1.0)
                yield Evidence(Origin.PAGE, each.attribute, value, place, sure)
            elif about_row and row is not None:
                place = f"{self.register.name}, row {row.number}"
                yield Evidence(Origin.REGISTER, each.attribute, value, place)


def _innermost(condition: Formula) -> Formula:
    """What is asked of one row: the whole, if a part asks that, else inside the ``exists``."""
    match condition:
        case Both(parts) | Either(parts) if any(map(asks_row, parts)):
            return condition
        case Exists(part):
            return _innermost(part)
        case Negation(part):
            inner = _innermost(part)
            return inner if _quantified(part) else condition
        case Both(parts) | Either(parts):
            for part in parts:
                if _quantified(part):
                    return _innermost(part)
    return condition


def _quantified(condition: Formula) -> bool:
    return any(isinstance(test, Exists) for test in leaves(condition))


def _denies(condition: Formula) -> bool:
    """Whether the condition says that no row is such: then no row is evidence."""
    match condition:
        case Negation(part):
            return _quantified(part)
        case Both(parts) | Either(parts):
            return any(map(_denies, parts))
    return False


def _verdict(cases: Sequence[_Case]) -> Bounds:
    """The bounds of a practice by all rules that speak of it."""
    premises = {name: span for case in cases for name, span in case.premises.items()}
    short = {name: f"p{place}" for place, name in enumerate(premises)}
    sentences = [
        Sentence(short[name], Atom(short[name]), low, high)
        for name, (low, high) in premises.items()
    ]
    for case in cases:
        conclusion: Formula = Negation(PRACTICE) if case.rule.clears else PRACTICE
        formula = implies(rewritten(case.formula, lambda atom: Atom(short[atom.name])), conclusion)
        sentences.append(Sentence(case.rule.name, formula, case.confidence, 1.0))
    verdict = _weighed(tuple(sentences))
    full = {each: name for name, each in short.items()}
    named = tuple(full.get(name, name) for name in verdict.conflict)
    return Bounds(verdict.low, verdict.high, named)


@lru_cache(maxsize=4096)
def _weighed(sentences: tuple[Sentence, ...]) -> Bounds:
    return bounds(sentences, PRACTICE)
