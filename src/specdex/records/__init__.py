"""The things that flow through the house: frozen, hashable, picklable, each with a JSON form.

>>> pair = Pair("Weight", "675 g", xpath="/html/body/table/tr[1]", reader="structure")
>>> from_json(Pair, to_json(pair)) == pair
True
"""

from specdex.records.forms import (
    KEYS,
    extract_line,
    from_json,
    json_of,
    listing_line,
    sound,
    specification_from_line,
    to_json,
)
from specdex.records.history import GONE, Observation, Version
from specdex.records.listings import Listing, Offer, Shelf
from specdex.records.pages import Failure, Page, PageKind, Sight, StoredPage, Visit
from specdex.records.products import (
    Attribute,
    Claim,
    Correspondence,
    Decision,
    DecisionKind,
    Match,
    Product,
    SiteOffer,
    Stock,
)
from specdex.records.sites import (
    Backlink,
    Milestone,
    SearchResult,
    Site,
    SiteStatus,
    UrlPattern,
    Vote,
)
from specdex.records.specifications import (
    Candidate,
    Field,
    Fragment,
    FragmentKind,
    Pair,
    ProductId,
    Specification,
)
from specdex.records.wrappers import NotLearned, Wrapper

__all__ = [
    "GONE",
    "KEYS",
    "Attribute",
    "Backlink",
    "Candidate",
    "Claim",
    "Correspondence",
    "Decision",
    "DecisionKind",
    "Failure",
    "Field",
    "Fragment",
    "FragmentKind",
    "Listing",
    "Match",
    "Milestone",
    "NotLearned",
    "Observation",
    "Offer",
    "Page",
    "PageKind",
    "Pair",
    "Product",
    "ProductId",
    "SearchResult",
    "Shelf",
    "Sight",
    "Site",
    "SiteOffer",
    "SiteStatus",
    "Specification",
    "Stock",
    "StoredPage",
    "UrlPattern",
    "Version",
    "Visit",
    "Vote",
    "Wrapper",
    "extract_line",
    "from_json",
    "json_of",
    "listing_line",
    "sound",
    "specification_from_line",
    "to_json",
]
