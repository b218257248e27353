"""Which specifications are worth comparing? Never all with all."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from specdex.linkage.profiles import Profile

__all__ = ["candidate_pairs"]

HUBS = 24
"""With how many members of a large bucket each of its members is compared."""
MAX_WORD_PAGES = 20
"""A plain title word on more pages than this is not rare."""
MAX_WORDS = 4
"""How many of its rarest title words put a specification into buckets."""
MIN_WORD = 3


def candidate_pairs(profiles: Sequence[Profile]) -> Iterator[tuple[Profile, Profile]]:
    """Pairs that share an identifier, a model word or a rare word of their titles, each once.

    The number of pairs grows with the number of profiles, not with its square: in a large bucket
    each member meets only some hubs, spread over the sites.
    """
    seen: set[tuple[str, str]] = set()
    for members in _buckets(profiles).values():
        for one, other in _pairs(members):
            pair = one.url, other.url
            if pair not in seen:
                seen.add(pair)
                yield one, other


def _buckets(profiles: Sequence[Profile]) -> Mapping[tuple[str, str], Sequence[Profile]]:
    pages = Counter(word for profile in profiles for word in set(profile.title.split()))
    buckets: dict[tuple[str, str], list[Profile]] = defaultdict(list)
    for profile in sorted(profiles, key=lambda profile: profile.url):
        for label in sorted(_labels(profile, pages)):
            buckets[label].append(profile)
    return buckets


def _labels(profile: Profile, pages: Mapping[str, int]) -> set[tuple[str, str]]:
    rare = sorted(
        (pages[word], word)
        for word in set(profile.title.split())
        if len(word) >= MIN_WORD and pages[word] <= MAX_WORD_PAGES
    )
    return (
        {("gtin", gtin) for gtin in profile.gtins}
        | {("code", code) for code in profile.codes}
        | {("word", word) for _, word in rare[:MAX_WORDS]}
    )


def _pairs(members: Sequence[Profile]) -> Iterator[tuple[Profile, Profile]]:
    hubs = _hubs(members)
    for one in members:
        for hub in hubs:
            if one.url < hub.url:
                yield one, hub
            elif one.url > hub.url:
                yield hub, one


def _hubs(members: Sequence[Profile]) -> Sequence[Profile]:
    """At most ``HUBS`` members: one of each site, then a second of each, and so on."""
    if len(members) <= HUBS:
        return members
    by_site: dict[str, list[Profile]] = defaultdict(list)
    for member in members:
        by_site[member.site].append(member)
    return _in_turn([by_site[site] for site in sorted(by_site)])[:HUBS]


def _in_turn(rows: Iterable[Sequence[Profile]]) -> list[Profile]:
    ranked = sorted(
        (place, row_number, member.url, member)
        for row_number, row in enumerate(rows)
        for place, member in enumerate(row)
    )
    return [member for *_, member in ranked]
