"""How good the fields are: precision, recall and F1 of each, against labelled pages.

A page's truth for a field is a list of accepted values: any of them is right. A wrong value counts
against precision and recall both; a value for a field without truth counts against precision.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from specdex.money import SIGNS, amount
from specdex.statistics.metrics import f1
from specdex.text import letters_and_digits

__all__ = ["SCORED_FIELDS", "FieldError", "FieldScore", "is_right", "score_fields"]

SCORED_FIELDS = ("price", "currency", "sku", "gtin", "mpn", "brand", "availability")
"""The fields that the labelled pages give."""


@dataclass(frozen=True, slots=True)
class FieldScore:
    """How good one field is over a set of pages."""

    field: str
    right: int
    wrong: int
    """Pages with another value than the true one."""
    missed: int
    """Pages with a true value and no answer."""
    invented: int
    """Pages with an answer and no true value."""

    @property
    def precision(self) -> float:
        """Share of the answers that are right."""
        answers = self.right + self.wrong + self.invented
        return self.right / answers if answers else 0.0

    @property
    def recall(self) -> float:
        """Share of the true values that were found."""
        truths = self.right + self.wrong + self.missed
        return self.right / truths if truths else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return f1(self.precision, self.recall)


@dataclass(frozen=True, slots=True)
class FieldError:
    """One answer that is not right."""

    page: str
    field: str
    kind: str
    """wrong, missed or invented."""
    truth: tuple[str, ...]
    answer: str


def _same_digits(truth: str, answer: str) -> bool:
    digits = ["".join(c for c in text if c.isdigit()).lstrip("0") for text in (truth, answer)]
    return bool(digits[0]) and digits[0] == digits[1]


def _same_currency(truth: str, answer: str) -> bool:
    plain = truth.strip().rstrip(".").lower()
    return answer == truth.strip().upper() or answer in SIGNS.get(plain, ())


def _same_text(truth: str, answer: str) -> bool:
    plain = letters_and_digits(truth)
    return plain == letters_and_digits(answer) and bool(plain)


_RULES: dict[str, Callable[[str, str], bool]] = {
    "price": lambda truth, answer: amount(truth) == amount(answer) is not None,
    "gtin": _same_digits,
    "currency": _same_currency,
}


def is_right(field: str, truths: Iterable[str], answer: str) -> bool:
    """Whether *answer* is one of the accepted *truths* of *field*.

    >>> is_right("price", ["36.50"], "36.5"), is_right("brand", ["Jack & Jones"], "JACK &JONES")
    (True, True)
    """
    rule = _RULES.get(field, _same_text)
    return any(rule(truth, answer) for truth in truths)


def score_fields(
    predictions: Mapping[str, Mapping[str, str]],
    gold: Mapping[str, Mapping[str, Any]],
    fields: Sequence[str] = SCORED_FIELDS,
) -> tuple[tuple[FieldScore, ...], tuple[FieldError, ...]]:
    """The score of each of *fields* over the pages of *gold*, and answers that are not right."""
    errors: list[FieldError] = []
    scores = []
    for name in fields:
        kinds = {"right": 0, "wrong": 0, "missed": 0, "invented": 0}
        for page in sorted(gold):
            truths = tuple(str(value) for value in gold[page].get(name) or ())
            answer = predictions.get(page, {}).get(name) or ""
            kind = _kind(name, truths, answer)
            if kind:
                kinds[kind] += 1
            if kind not in {"right", ""}:
                errors.append(FieldError(page, name, kind, truths, answer))
        scores.append(FieldScore(name, **kinds))
    return tuple(scores), tuple(errors)


def _kind(name: str, truths: tuple[str, ...], answer: str) -> str:
    """What an answer is: right, wrong, missed, invented, or nothing where both are silent."""
    if not truths:
        return "invented" if answer else ""
    if not answer:
        return "missed"
    return "right" if is_right(name, truths, answer) else "wrong"
