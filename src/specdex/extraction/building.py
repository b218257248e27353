"""Many records of one kind at once: a frozen dataclass asks before it fills each of its slots."""

from dataclasses import fields
from typing import Any, TypeVar, cast

try:
    from specdex.extraction._compiled import build as _build_compiled
    from specdex.extraction._compiled import weaken as _weaken_compiled
except ImportError:  # built without a C compiler
    _build_compiled = _weaken_compiled = None

__all__ = ["COMPILED", "build", "build_in_python", "weaken", "weaken_in_python"]

COMPILED = _build_compiled is not None
"""Whether the compiled loops are at hand."""

Record = TypeVar("Record")


def build_in_python(kind: type[Record], rows: list[tuple[object, ...]]) -> tuple[Record, ...]:
    """The reference for ``build``."""
    return tuple([kind(*row) for row in rows])


def build(kind: type[Record], rows: list[tuple[object, ...]]) -> tuple[Record, ...]:
    """The records of a *kind* whose slots *rows* fill, all of them, in their order."""
    if _build_compiled is None:
        return build_in_python(kind, rows)
    made: tuple[Record, ...] = _build_compiled(kind, rows)
    return made


def weaken_in_python(
    kind: type[Record], records: tuple[Record, ...], factor: float
) -> tuple[Record, ...]:
    """The reference for ``weaken``."""
    names = [each.name for each in fields(cast("Any", kind))]
    made: list[Record] = []
    for record in records:
        told: dict[str, Any] = {name: getattr(record, name) for name in names}
        made.append(kind(**told | {"confidence": told["confidence"] * factor}))
    return tuple(made)


def weaken(kind: type[Record], records: tuple[Record, ...], factor: float) -> tuple[Record, ...]:
    """The *records* as ones of a *kind*, each only *factor* as confident."""
    made: tuple[Record, ...] | None = None
    if _weaken_compiled is not None:
        made = _weaken_compiled(kind, records, "confidence", factor)
    return weaken_in_python(kind, records, factor) if made is None else made
