"""Which pages of a site were printed by the same template?"""

from collections import Counter
from collections.abc import Iterable, Sequence

from lxml import etree

from specdex.html import Document

__all__ = ["looks_of", "recognises", "same_template", "signature_of", "templates_of"]

ALIKE = 0.3
"""Two pages share a template when they share this much of their looks."""
SIGNATURE = 24
"""How many looks tell a template."""
ON_MOST = 0.9
"""They stand on this share of its pages, …"""
RECOGNISED = 0.5
"""… and a page is recognised by this share of them."""


def looks_of(document: Document) -> frozenset[str]:
    """The ids and classes of a page, each with its tag."""
    ids = (document.attribute(node, "id") for node in range(len(document)))
    return _looks(zip(document.tag, ids, document.classes, strict=True))


def _looks(elements: Iterable[tuple[str, str, str]]) -> frozenset[str]:
    """What elements look like of which tag, id and class are given."""
    found: set[str] = set()
    for tag, name, look in elements:
        if name:
            found.add(f"{tag}#{name}")
        if look:
            found.add(f"{tag}.{look}")
        if len(found) == 0 or tag in {"table", "dl", "ul"}:
            found.add(tag)
    return frozenset(found)


def templates_of(pages: Sequence[frozenset[str]]) -> list[list[int]]:
    """The pages by template, as places among their looks; the largest template first."""
    leaders: list[Counter[str]] = []
    groups: list[list[int]] = []
    for place, looks in enumerate(pages):
        alike = [
            _alike(looks, seen, len(group)) for seen, group in zip(leaders, groups, strict=True)
        ]
        best = max(alike, default=0.0)
        if best >= ALIKE:
            at = alike.index(best)
            groups[at].append(place)
            leaders[at].update(looks)
        else:
            groups.append([place])
            leaders.append(Counter(looks))
    return sorted(groups, key=lambda group: (-len(group), group))


def _alike(looks: frozenset[str], seen: Counter[str], pages: int) -> float:
    """How much a page shares with those of a template."""
    usual = {look for look, count in seen.items() if count * 2 > pages}
    both = len(looks & usual)
    return both / max(1, min(len(looks), len(usual)))


def signature_of(pages: Sequence[frozenset[str]]) -> tuple[str, ...]:
    """The looks that nearly all *pages* have, the rarest kinds of marks first."""
    counts = Counter(look for looks in pages for look in looks)
    least = ON_MOST * len(pages)
    usual = [look for look, count in counts.items() if count >= least]
    return tuple(sorted(usual, key=lambda look: ("#" not in look, look))[:SIGNATURE])


def same_template(signature: Sequence[str], document: Document) -> bool:
    """Whether *document* has enough of a template's *signature*; True where there is none."""
    return not signature or _enough(signature, looks_of(document))


def recognises(signature: Sequence[str], root: etree._Element) -> bool:
    """The same for a page of which only lxml's tree was made."""
    if not signature:
        return True
    elements = (each for each in root.iter() if isinstance(each.tag, str))
    told = ((each.tag, each.get("id") or "", each.get("class") or "") for each in elements)
    return _enough(signature, _looks(told))


def _enough(signature: Sequence[str], looks: frozenset[str]) -> bool:
    return sum(look in looks for look in signature) >= RECOGNISED * len(signature)
