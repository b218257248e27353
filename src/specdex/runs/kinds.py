"""What every store does alike: which kinds it keeps, by which keys, and what may be asked."""

from typing import Any, get_type_hints

import msgspec

from specdex.errors import InputError
from specdex.records import KEYS

__all__ = ["checked", "hints", "key_fields", "key_of"]


_hints: dict[Any, dict[str, Any]] = {}


def hints(kind: type) -> dict[str, Any]:
    """The fields of a *kind* of record and their types, in order."""
    if kind not in _hints:
        key_fields(kind)
        _hints[kind] = get_type_hints(kind)
    return _hints[kind]


def key_fields(kind: type) -> tuple[str, ...]:
    """The fields that tell two records of *kind* apart; an InputError where no store keeps it."""
    try:
        return KEYS[kind]
    except KeyError:
        known = ", ".join(sorted(each.__name__ for each in KEYS))
        raise InputError(f"a store keeps no {kind.__name__}; it keeps: {known}") from None


def key_of(record: Any) -> tuple[Any, ...]:
    """The key of a record."""
    return tuple(getattr(record, name) for name in key_fields(type(record)))


def checked(kind: type, where: dict[str, Any]) -> dict[str, Any]:
    """*where* with every value in its field's type; an InputError names what does not fit."""
    types = hints(kind)
    result = {}
    for name, value in where.items():
        if name not in types:
            raise InputError(f"a {kind.__name__} has no {name!r}; it has: {', '.join(types)}")
        try:
            result[name] = msgspec.convert(value, types[name])
        except msgspec.ValidationError as error:
            raise InputError(f"{kind.__name__}.{name} cannot be {value!r}: {error}") from error
    return result
