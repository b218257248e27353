"""Which sites are shops of this category?"""

from specdex.discovery.agreement import KnownShops, Said, said
from specdex.discovery.home_pages import (
    CrawlEvidence,
    HomeModel,
    Verdict,
    default_home_model,
    judge_crawl,
    judge_home_page,
)
from specdex.discovery.queries import Query, queries
from specdex.discovery.rounds import (
    RoundReport,
    forward_sites,
    hub_pages,
    ids_to_ask,
    new_candidates,
    why_stop,
)
from specdex.discovery.votes import (
    STRATEGIES,
    Ranked,
    backlink_votes,
    count_votes,
    forward_scores,
    hub_scores,
    merge,
    search_scores,
    search_votes,
    usable_strategy,
)

__all__ = [
    "STRATEGIES",
    "CrawlEvidence",
    "HomeModel",
    "KnownShops",
    "Query",
    "Ranked",
    "RoundReport",
    "Said",
    "Verdict",
    "backlink_votes",
    "count_votes",
    "default_home_model",
    "forward_scores",
    "forward_sites",
    "hub_pages",
    "hub_scores",
    "ids_to_ask",
    "judge_crawl",
    "judge_home_page",
    "merge",
    "new_candidates",
    "queries",
    "said",
    "search_scores",
    "search_votes",
    "usable_strategy",
    "why_stop",
]
