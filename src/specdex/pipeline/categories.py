"""The verb categories: what else do the shops of a run sell?"""

import json
from collections import Counter
from collections.abc import Callable

from specdex.crawling.navigation import Proposal, Shop, proposals
from specdex.errors import StoreError
from specdex.html import parse
from specdex.records import PageKind, StoredPage
from specdex.runs import Run
from specdex.runs.queries import TRUSTED
from specdex.settings import SHOPS

__all__ = ["further_categories", "toml"]

LOOKED_AT = {PageKind.HOME: 2, PageKind.ENTRY: 5, PageKind.INDEX: 10, PageKind.OTHER: 40}
"""How many pages of each kind tell a shop's menus and what stands on its shelves."""
STEP = ">"


def further_categories(
    run: Run, least: int = SHOPS, advance: Callable[[], None] = lambda: None
) -> tuple[Proposal, ...]:
    """The categories that at least so many shops of *run* have beside what was harvested."""
    trusted = [site for site in run.sites() if site.status in TRUSTED]
    shops = {site.host: Shop(site.host) for site in trusted}
    for specification in run.specifications():
        if specification.site in shops:
            said = {field.name: field.value for field in specification.fields}
            trail = said.get("breadcrumbs", "").split(STEP)
            name = said.get("name") or specification.title
            shops[specification.site].add(specification.url, name, trail, said.get("brand", ""))
    for shop in shops.values():
        for page in _telling(run, shop.site):
            try:
                shop.see(parse(run.load(page)))
            except StoreError:
                continue
            advance()
    return proposals(shops.values(), {site.category for site in trusted} - {""}, least)


def _telling(run: Run, site: str) -> list[StoredPage]:
    """The pages of *site* whose links are looked at."""
    taken: Counter[PageKind] = Counter()
    found = []
    for page in run.pages(site=site):
        if taken[page.kind] < LOOKED_AT.get(page.kind, 0):
            taken[page.kind] += 1
            found.append(page)
    return found


def toml(proposal: Proposal) -> str:
    """The settings of a harvest of the proposed category, as ``specdex harvest`` reads them."""
    lines = [f"category = {json.dumps(proposal.name, ensure_ascii=False)}", "sites = ["]
    for place in proposal.places:
        about = f"{place.name or 'products'}, {place.products} seen: {place.url}"
        plain = "".join(each if each.isprintable() else " " for each in about)
        lines.append(f"    {json.dumps(place.site, ensure_ascii=False)},  # {plain}")
    return "\n".join([*lines, "]", ""])
