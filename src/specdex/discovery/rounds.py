"""The decisions of one round: which ids to ask for, which sites to look at, when to stop."""

from collections.abc import Collection, Iterable, Sequence

from specdex.discovery.merge import Ranked
from specdex.records import ProductId
from specdex.settings import DiscoverySettings
from specdex.text import letters_and_digits

__all__ = ["ids_to_ask", "new_candidates", "sites_per_id", "why_stop"]


def sites_per_id(ids: Iterable[ProductId]) -> dict[str, tuple[str, int]]:
    """The sKey of each id: how many sites publish it, beside its first spelling by name."""
    spellings: dict[str, set[str]] = {}
    sites: dict[str, set[str]] = {}
    for product in ids:
        plain = letters_and_digits(product.value)
        if plain:
            spellings.setdefault(plain, set()).add(product.value)
            sites.setdefault(plain, set()).add(product.site)
    return {plain: (min(spellings[plain]), len(sites[plain])) for plain in spellings}


def ids_to_ask(
    given: Sequence[str],
    learned: Iterable[ProductId],
    settings: DiscoverySettings,
    asked: Collection[str] = (),
) -> list[str]:
    """The product ids to ask for: those *given*, then those that more than tau sites publish.

    Ids in *asked* were asked for before. Most widely published first, ties by name; at most
    ``settings.max_queries``.
    """
    done = {letters_and_digits(each) for each in asked}
    chosen: dict[str, str] = {}
    for each in given:
        chosen.setdefault(letters_and_digits(each), each)
    counted = sites_per_id(learned)
    for plain in sorted(counted, key=lambda plain: (-counted[plain][1], plain)):
        spelling, count = counted[plain]
        if count > settings.min_sites:
            chosen.setdefault(plain, spelling)
    fresh = [each for plain, each in chosen.items() if plain and plain not in done]
    return fresh[: settings.max_queries]


def new_candidates(ranked: Iterable[Ranked], known: Collection[str], top: int) -> list[Ranked]:
    """The best *top* sites (the paper's K) that are not *known* yet."""
    return [each for each in ranked if each.site not in known][:top]


def why_stop(
    round_: int, rounds: int, candidates: Collection[Ranked], accepted: int | None = None
) -> str:
    """Why no round follows *round_*; empty where one does.

    *accepted* is how many of the candidates turned out to be shops, once that is known.
    """
    if round_ >= rounds:
        return f"all {rounds} rounds are done"
    if not candidates:
        return "no new site got a vote"
    if accepted == 0:
        return "none of the new sites is a shop of the category"
    return ""
