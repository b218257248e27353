"""The fields of records, each by what stands in the same slot of most of them."""

from specdex.listings.links import addresses
from specdex.listings.money import currency_of
from specdex.listings.names import name_slot, names
from specdex.listings.outlines import Outline
from specdex.listings.pictures import pictures
from specdex.listings.prices import prices
from specdex.listings.ratings import rating_counts
from specdex.records import Offer
from specdex.urls import host

__all__ = ["read_fields"]


def read_fields(outline: Outline) -> tuple[Offer, ...]:
    """The records of *outline* with their fields."""
    document = outline.document
    site, language = host(document.page.url), document.attribute(0, "lang")
    slot, others = name_slot(outline)
    columns = zip(
        outline.spans,
        names(outline, slot, others),
        addresses(outline, slot),
        prices(outline),
        pictures(outline),
        rating_counts(outline),
        strict=True,
    )
    return tuple(
        Offer(
            xpath=document.xpath(span[0]),
            name=name,
            url=url,
            price=price.printed,
            image=image,
            currency=currency_of(price.printed, site, language),
            old_price=price.old,
            rating_count=ratings,
            rest=tuple(map(document.xpath, span[1:])),
        )
        for span, name, url, price, image, ratings in columns
    )
