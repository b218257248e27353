"""Which sites are shops of this category?"""

from specdex.discovery.home_pages import Verdict, judge_home_page
from specdex.discovery.hubs import forward_sites, hub_pages
from specdex.discovery.merge import STRATEGIES, Ranked, merge, usable_strategy
from specdex.discovery.queries import Query, queries
from specdex.discovery.rounds import ids_to_ask, new_candidates, why_stop
from specdex.discovery.votes import (
    backlink_votes,
    forward_scores,
    hub_scores,
    search_scores,
    search_votes,
)

__all__ = [
    "STRATEGIES",
    "Query",
    "Ranked",
    "Verdict",
    "backlink_votes",
    "forward_scores",
    "forward_sites",
    "hub_pages",
    "hub_scores",
    "ids_to_ask",
    "judge_home_page",
    "merge",
    "new_candidates",
    "queries",
    "search_scores",
    "search_votes",
    "usable_strategy",
    "why_stop",
]
