"""What the words of schema.org, Open Graph and their kin mean to a reader of products."""

__all__ = [
    "FACTS",
    "LINKED",
    "META_FACTS",
    "OFFER_FACTS",
    "OFFER_TYPES",
    "PRODUCT_TYPES",
    "RELATED_BY",
    "SCOPE_TAGS",
    "SKIPPED",
    "TELLING_TYPES",
    "TRAIL_TYPES",
    "URL_VALUED",
    "VARIANT_BY",
]

PRODUCT_TYPES = frozenset(
    {
        "product",
        "productgroup",
        "individualproduct",
        "productmodel",
        "someproducts",
        "book",
        "vehicle",
        "car",
        "motorcycle",
        "motorizedbicycle",
        "musicalbum",
        "musicrelease",
        "videogame",
        "drug",
    }
)
"""Things that a page can sell, as lower-case local names."""

OFFER_TYPES = frozenset({"offer", "aggregateoffer", "offerforpurchase", "offerforlease"})

TRAIL_TYPES = frozenset({"breadcrumblist", "breadcrumb"})

TELLING_TYPES = PRODUCT_TYPES | OFFER_TYPES | TRAIL_TYPES | {"itemlist", "offercatalog"}
"""Things of which at least one must be there for a page to say anything of products."""

RELATED_BY = frozenset(
    {
        "isrelatedto",
        "issimilarto",
        "isaccessoryorsparepartfor",
        "isconsumablefor",
        "itemlistelement",
        "itemoffered",
        "hasofferscatalog",
        "hasoffercatalog",
        "makesoffer",
        "mentions",
        "ispartof",
        "haspart",
        "significantlink",
        "relatedlink",
        "addon",
    }
)
"""Properties whose product is another one than the page's."""

VARIANT_BY = frozenset({"hasvariant", "model", "isvariantof"})
"""Properties whose product is a variant of the one above it, or the other way round."""

SKIPPED = frozenset(
    {
        "review",
        "reviews",
        "aggregaterating",
        "hasmerchantreturnpolicy",
        "shippingdetails",
        "potentialaction",
        "video",
        "comment",
        "author",
        "mainentityofpage",
        "audience",
        "acceptedpaymentmethod",
        "availabledeliverymethod",
        "deliveryleadtime",
        "openinghoursspecification",
        "address",
        "contactpoint",
    }
)
"""Properties that hold nothing a product field is made of."""

FACTS: dict[str, str] = {
    "name": "name",
    "brand": "brand",
    "manufacturer": "manufacturer",
    "publisher": "publisher",
    "sku": "sku",
    "productid": "productid",
    "identifier": "productid",
    "mpn": "mpn",
    "model": "model",
    "gtin": "gtin",
    "gtin8": "gtin",
    "gtin12": "gtin",
    "gtin13": "gtin",
    "gtin14": "gtin",
    "ean": "gtin",
    "ean13": "gtin",
    "upc": "gtin",
    "isbn": "gtin",
    "isbn13": "gtin",
    "description": "description",
    "image": "image",
    "url": "url",
    "category": "category",
}
"""Property of a product: the fact it states."""

OFFER_FACTS: dict[str, str] = {
    "price": "price",
    "lowprice": "lowprice",
    "highprice": "highprice",
    "pricecurrency": "currency",
    "currency": "currency",
    "availability": "availability",
    "sku": "sku",
    "mpn": "mpn",
    "gtin": "gtin",
    "gtin8": "gtin",
    "gtin12": "gtin",
    "gtin13": "gtin",
    "gtin14": "gtin",
    "url": "url",
    "pricetype": "pricetype",
    "inventorylevel": "inventorylevel",
    "itemcondition": "condition",
}
"""Property of an offer: the fact it states."""

META_FACTS: dict[str, str] = {
    "og:title": "name",
    "og:image": "image",
    "og:image:url": "image",
    "og:image:secure_url": "image",
    "og:description": "description",
    "og:url": "url",
    "og:type": "type",
    "og:site_name": "site",
    "og:price:amount": "price",
    "og:price:currency": "currency",
    "og:price": "price",
    "og:currency": "currency",
    "og:availability": "availability",
    "og:brand": "brand",
    "og:upc": "gtin",
    "og:ean": "gtin",
    "og:isbn": "gtin",
    "og:sku": "sku",
    "product:price:amount": "price",
    "product:price:currency": "currency",
    "product:price": "price",
    "product:currency": "currency",
    "product:sale_price:amount": "saleprice",
    "product:sale_price:currency": "currency",
    "product:original_price:amount": "oldprice",
    "product:availability": "availability",
    "product:brand": "brand",
    "product:retailer_item_id": "sku",
    "product:sku": "sku",
    "product:mfr_part_no": "mpn",
    "product:ean": "gtin",
    "product:upc": "gtin",
    "product:gtin": "gtin",
    "product:isbn": "gtin",
    "books:isbn": "gtin",
    "book:isbn": "gtin",
    "product:category": "category",
    "twitter:title": "title2",
    "twitter:image": "image2",
    "twitter:description": "description2",
    "description": "description2",
    "brand": "brand",
    "sku": "sku",
}
"""Name of a meta tag: the fact it states."""

SCOPE_TAGS = frozenset(
    {
        "article",
        "body",
        "dd",
        "div",
        "dl",
        "figure",
        "form",
        "html",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "section",
        "span",
        "table",
        "tbody",
        "td",
        "tr",
        "ul",
    }
)
"""Elements that open a thing by themselves; others do so only as another thing's property."""

LINKED = frozenset({"a", "area", "link"})
"""Elements whose value may be their address."""

URL_VALUED = frozenset(
    {"url", "image", "availability", "itemcondition", "sameas", "offers", "thumbnail", "logo"}
)
"""Properties whose value is an address even where the element also has text."""
