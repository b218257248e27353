"""JSON forms of records, and the keys that a store tells them apart by."""

import json
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from specdex.errors import InputError
from specdex.records.history import Observation, Version
from specdex.records.listings import Listing, Offer
from specdex.records.pages import Failure, StoredPage
from specdex.records.products import Attribute, Correspondence, Decision, Match, Product, Stock
from specdex.records.sites import Milestone, Site, UrlPattern, Vote
from specdex.records.specifications import Field, Fragment, ProductId, Specification
from specdex.records.wrappers import NotLearned, Wrapper

__all__ = [
    "KEYS",
    "extract_line",
    "from_json",
    "json_of",
    "listing_line",
    "sound",
    "specification_from_line",
    "to_json",
]

R = TypeVar("R")

KEYS: dict[type, tuple[str, ...]] = {
    Site: ("host", "category"),
    Milestone: ("category", "name", "number"),
    Vote: ("category", "site", "strategy", "evidence", "round"),
    UrlPattern: ("site", "category", "kind", "pattern"),
    StoredPage: ("url",),
    Specification: ("url",),
    Observation: ("url", "time"),
    Version: ("url", "time"),
    ProductId: ("url", "kind", "value"),
    Correspondence: ("category", "site", "name"),
    Match: ("one", "other"),
    Product: ("id",),
    Attribute: ("category", "name"),
    Stock: ("category", "name"),
    Decision: ("category", "kind", "one", "other", "value"),
    Wrapper: ("site", "number"),
    NotLearned: ("site", "number"),
    Failure: ("url", "step", "reason"),
}
"""What a store keeps, and which fields tell two records of a kind apart."""


def to_json(record: Any) -> Any:
    """A record as plain JSON values (dicts, lists, strings, numbers)."""
    return msgspec.to_builtins(record)


def json_of(text: str | bytes) -> Any:
    """What *text* of a stranger says; a ValueError where it is no JSON, however deep it goes."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def from_json(kind: type[R], data: Any) -> R:
    """The record of *kind* that *data* describes; an InputError names what does not fit."""
    try:
        return msgspec.convert(data, kind)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        raise InputError(f"not a {kind.__name__}: {error}") from error


def sound(kind: type[R], record: object, *, ours: bool = False) -> R:
    """*record*, if it is of *kind* all through; an InputError where JSON would not bring it back.

    A stranger's plug-in says what it likes; what is *ours* has the types it promises, and only
    halves of characters, which come from pages, and NaN are looked for.
    """
    if not isinstance(record, kind):
        raise InputError(f"a {kind.__name__} was expected, not {type(record).__name__}")
    if kind not in _DECODERS:
        _DECODERS[kind] = msgspec.json.Decoder(kind)
    try:
        written = msgspec.json.encode(record)
        if ours and NOTHING not in written:
            return record
        again = _DECODERS[kind].decode(written)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise InputError(f"this {kind.__name__} cannot be written down: {error}") from error
    if again != record:
        raise InputError(f"this {kind.__name__} cannot be written down as it is")
    return record


NOTHING = b":null"
_DECODERS: dict[type, msgspec.json.Decoder[Any]] = {}


def extract_line(specification: Specification) -> dict[str, Any]:
    """The line that ``specdex extract`` prints; its shape is a contract."""
    return {
        "id": specification.id or specification.url,
        "url": specification.url,
        "site": specification.site or None,
        "category": specification.category or None,
        "title": specification.title,
        "fragments": [_fragment_line(fragment) for fragment in specification.fragments],
        "fields": {field.name: field.value for field in specification.fields},
        "field_details": {field.name: _origin(field) for field in specification.fields},
        "failures": [to_json(failure) for failure in specification.failures],
    }


def _fragment_line(fragment: Fragment) -> dict[str, Any]:
    return {
        "xpath": fragment.xpath,
        "kind": fragment.kind.value,
        "confidence": round(fragment.confidence, 4),
        "pairs": [[pair.name, pair.value] for pair in fragment.pairs],
        "details": [
            {
                "xpath": pair.xpath,
                "reader": pair.reader,
                "confidence": _rounded(pair.confidence),
                "group": pair.group,
            }
            for pair in fragment.pairs
        ],
    }


def _origin(found: Field) -> dict[str, Any]:
    confidence = _rounded(found.confidence)
    return {"xpath": found.xpath, "reader": found.reader, "confidence": confidence}


@lru_cache(maxsize=1024, typed=True)
def _rounded(confidence: float) -> float:
    """*confidence* as it is printed, remembered: the pairs of a fragment share few."""
    return round(confidence, 4)


def listing_line(listing: Listing) -> dict[str, Any]:
    """The line that ``specdex listings`` prints; its shape is a contract."""
    return {
        "id": listing.id or listing.url,
        "url": listing.url,
        "site": listing.site or None,
        "records": [_offer_line(offer) for offer in listing.offers],
        "regions": [
            {
                "xpath": shelf.xpath,
                "records": shelf.records,
                "confidence": round(shelf.confidence, 4),
            }
            for shelf in listing.shelves
        ],
        "reader": listing.reader,
        "confidence": round(listing.confidence, 4),
        "reason": listing.reason or None,
        **({"failures": list(map(to_json, listing.failures))} if listing.failures else {}),
    }


def _offer_line(offer: Offer) -> dict[str, Any]:
    line: dict[str, Any] = {
        "xpath": offer.xpath,
        "name": offer.name or None,
        "url": offer.url or None,
        "price": offer.price or None,
        "image": offer.image or None,
    }
    further = {
        "currency": offer.currency,
        "old_price": offer.old_price,
        "rating_count": offer.rating_count,
        "rest": list(offer.rest),
    }
    return line | {name: value for name, value in further.items() if value}


def specification_from_line(line: dict[str, Any]) -> Specification:
    """The Specification behind a line that ``specdex extract`` printed."""
    named = dict(line)
    named["fragments"] = [_fragment_from(each) for each in line.get("fragments", ())]
    details = line.get("field_details") or {}
    named["fields"] = [
        {**details.get(name, {}), "name": name, "value": value}
        for name, value in (line.get("fields") or {}).items()
    ]
    return from_json(Specification, {k: v for k, v in named.items() if v is not None})


def _fragment_from(line: dict[str, Any]) -> dict[str, Any]:
    pairs = line.get("pairs")
    if not isinstance(pairs, list):
        raise InputError("not a Specification: fragments[…].pairs is no list")
    details = line.get("details") or [{}] * len(pairs)
    return {
        **{name: line[name] for name in ("xpath", "kind", "confidence") if name in line},
        "pairs": [
            {**detail, "name": pair[0], "value": pair[1]}
            for pair, detail in zip(pairs, details, strict=False)
        ],
    }
