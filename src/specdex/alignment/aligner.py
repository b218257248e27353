"""Which names of which sites mean the same attribute?"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from specdex.alignment.evidence import Evidence, Name
from specdex.alignment.fingerprints import compatible
from specdex.alignment.names import normal_name
from specdex.alignment.products import groups_by_code
from specdex.records import Correspondence, Specification
from specdex.urls import host

__all__ = ["align"]

ALONE = 1.0
"""The confidence in a name that means nothing but itself."""


def align(
    specifications: Sequence[Specification], groups: Sequence[Sequence[str]] = ()
) -> tuple[Correspondence, ...]:
    """The attribute of every name of every site, with a confidence; sorted by site and name.

    Names mean the same if their wordings are alike and their values do not object, or if their
    values agree on pages that speak of one product. *groups* says which URLs do; where it is
    empty, pages that share a rare code are taken for such. Two names that stand together on a page
    of one site are never joined.
    """
    ordered = sorted(specifications, key=lambda found: (found.url, found.site, found.title))
    sites = [found.site or host(found.url) for found in ordered]
    places: dict[str, list[int]] = defaultdict(list)
    for place, specification in enumerate(ordered):
        places[specification.url].append(place)
    linked = sorted(
        {
            tuple(sorted(place for url in set(group) for place in places.get(url, ())))
            for group in groups
        }
    )
    evidence = Evidence(ordered, sites, linked if groups else groups_by_code(ordered, sites))
    attributes = _Attributes(evidence)
    scored = {
        (min(pair), max(pair)): score
        for pair in evidence.pairs()
        if (score := evidence.score(min(pair), max(pair)))
    }
    for (one, other), score in sorted(scored.items(), key=lambda known: (-known[1], known[0])):
        attributes.join(one, other, score)
    return attributes.correspondences()


class _Attributes:
    """Groups of names, joined where nothing speaks against it."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._leader = {name: name for name in evidence.pages}
        self._members = {name: [name] for name in evidence.pages}
        self._kinds = {name: {evidence.prints[name].kind} for name in evidence.pages}
        self._sure: dict[Name, float] = {}

    def join(self, one: Name, other: Name, score: float) -> None:
        """Join the attributes of two names, unless their kinds differ or two members meet."""
        large, small = sorted(
            (self._leader[one], self._leader[other]),
            key=lambda leader: (-len(self._members[leader]), leader),
        )
        if large == small or self._differ(large, small) or self._meet(large, small):
            return
        for name in self._members[small]:
            self._leader[name] = large
            self._sure[name] = min(score, self._sure.get(name, ALONE))
        self._sure.setdefault(large, score)
        self._members[large] += self._members.pop(small)
        self._kinds[large] |= self._kinds.pop(small)

    def correspondences(self) -> tuple[Correspondence, ...]:
        """One for each name of each site."""
        taken: Counter[str] = Counter()
        found: list[Correspondence] = []
        for names in sorted(self._members.values(), key=self._size):
            attribute = self._title(names)
            taken[attribute.casefold()] += 1
            times = taken[attribute.casefold()]
            attribute = attribute if times == 1 else f"{attribute} ({times})"
            found += [
                Correspondence(
                    name.site, name.printed, attribute, round(self._sure.get(name, ALONE), 4)
                )
                for name in names
            ]
        return tuple(sorted(found, key=lambda known: (known.site, known.name)))

    def _size(self, names: Sequence[Name]) -> tuple[int, int, Name]:
        sites = {name.site for name in names}
        return -len(sites), -sum(len(self._evidence.pages[name]) for name in names), min(names)

    def _title(self, names: Iterable[Name]) -> str:
        """The wording that most sites use, as most pages print it."""
        sites: Counter[str] = Counter()
        pages: Counter[str] = Counter()
        for name in names:
            sites[name.printed] += 1
            sites[f"={normal_name(name.printed)}"] += 1
            pages[name.printed] += len(self._evidence.pages[name])
        return min(
            pages,
            key=lambda text: (
                -sites[f"={normal_name(text)}"],
                -sites[text],
                -pages[text],
                len(text),
                text,
            ),
        )

    def _differ(self, one: Name, other: Name) -> bool:
        return not all(
            compatible(mine, theirs) for mine in self._kinds[one] for theirs in self._kinds[other]
        )

    def _meet(self, one: Name, other: Name) -> bool:
        by_site: dict[str, list[Name]] = defaultdict(list)
        for name in self._members[one]:
            by_site[name.site].append(name)
        return any(
            self._evidence.meet(mine, name)
            for name in self._members[other]
            for mine in by_site.get(name.site, ())
        )
