"""What the experiments on entropy are run with."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cache
from typing import NamedTuple

from specdex.html import Document
from specdex.papers.entropy.data_records import records
from specdex.papers.entropy.leaves import leaves
from specdex.papers.entropy.nodes import Thresholds
from specdex.papers.entropy.roles import Domain
from specdex.text import letters_and_digits

__all__ = ["EntropyApproach", "Reading"]


class Reading(NamedTuple):
    """One pair of a record and the node that holds its value, in a shape that is scored."""

    xpath: str
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class EntropyApproach:
    """Reads pages with *known*, a part of the synonyms of *domain*."""

    domain: Domain
    known: Domain | None = None
    thresholds: Thresholds = field(default_factory=Thresholds)

    def role_of(self, label: str) -> str:
        """The role that a label names, if it is one of the product's; else empty."""
        role = self.domain.role(self.domain.role_of(label))
        return "" if role is None or role.offer else role.name

    def printed(self, document: Document) -> dict[str, set[str]]:
        """The synonyms of the domain that stand as labels on a page, by role."""
        found = leaves(document, self.domain)
        words = _by_word(self.domain)
        said: dict[str, set[str]] = {}
        for label in found.labels:
            role = self.domain.roles[label.role].name
            word = letters_and_digits(document.text[label.start : label.stop])
            # a qualifier may stand before the synonym
            for start in range(len(word)):
                if (role, word[start:]) in words:
                    said.setdefault(role, set()).update(words[role, word[start:]])
                    break
        return said

    def knowing(self, synonyms: Mapping[str, AbstractSet[str]]) -> "EntropyApproach":
        """The same approach with no more synonyms than those."""
        roles = tuple(
            replace(role, synonyms=tuple(sorted(synonyms[role.name])))
            for role in self.domain.roles
            if synonyms.get(role.name)
        )
        return replace(self, known=replace(self.domain, roles=roles))

    def read(self, document: Document, data_rich: float | None) -> Sequence[Reading]:
        """What the page's records say; by the paper's own algorithm where *data_rich* is given."""
        limits = self.thresholds
        if data_rich is not None:
            limits = replace(limits, data_rich=data_rich, literal=True)
        domain = self.known or self.domain
        offered = {role.name for role in domain.roles if role.offer}
        found = records(document, domain, limits)
        return [
            Reading(
                document.xpath(record.node),
                tuple(
                    (pair.name, pair.value)
                    for role, pair in zip(record.roles, record.pairs, strict=True)
                    if role not in offered
                ),
            )
            for record in found
        ]


@cache
def _by_word(domain: Domain) -> dict[tuple[str, str], set[str]]:
    """The synonyms of each role that are one word, as labels are compared."""
    words: dict[tuple[str, str], set[str]] = {}
    for role in domain.roles:
        for synonym in role.synonyms:
            words.setdefault((role.name, letters_and_digits(synonym)), set()).add(synonym)
    return words
