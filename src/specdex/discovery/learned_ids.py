"""Product ids by learned rules (DEXTER 4.2.1): ids of other shops show where a shop prints its own.

Whichever label of a shop has values that other shops publish as ids is the label of ids there, in
any language, and gives all its values; which of them are asked for is decided by votes.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from specdex.identifiers import looks_like_code
from specdex.records import ProductId, Specification
from specdex.text import letters_and_digits

__all__ = ["learned_ids"]

MIN_HITS, HIT_SHARE = 2, 0.08
"""As many values of a label, and this share of them, must be ids of other shops."""
CODES, DISTINCT = 0.6, 0.5
"""Shares of a label's values that must look like codes, and differ from each other."""
CONFIDENCE = 0.8
"""How sure such a rule makes."""


def learned_ids(
    specifications: Iterable[Specification], known: Mapping[str, str]
) -> Iterator[ProductId]:
    """The ids that the *specifications* of one shop print under labels that rules name.

    *known* are the ids of other shops, in letters and digits, with their kinds.
    """
    labels: dict[str, list[tuple[Specification, str]]] = {}
    for each in specifications:
        for pair in each.pairs:
            labels.setdefault(letters_and_digits(pair.name), []).append((each, pair.value))
    for said in labels.values():
        kind = _kind([value for _, value in said], known)
        for page, value in said if kind else ():
            if looks_like_code(value):
                yield ProductId(value, kind, page.site, page.url, CONFIDENCE, page.category)


def _kind(values: list[str], known: Mapping[str, str]) -> str:
    """The kind of ids that a label with *values* prints; empty where it prints none."""
    plain = [letters_and_digits(value) for value in values]
    hits = Counter(known[value] for value in set(plain) if value in known)
    codes = sum(map(looks_like_code, values))
    if (
        hits.total() < max(MIN_HITS, HIT_SHARE * len(set(plain)))
        or codes < CODES * len(values)
        or len(set(plain)) < DISTINCT * len(plain)
    ):
        return ""
    return hits.most_common(1)[0][0]
