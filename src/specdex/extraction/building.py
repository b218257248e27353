"""Many records of one kind at once: a frozen dataclass asks before it fills each of its slots."""

from typing import TypeVar

try:
    from specdex.extraction._compiled import build as _build_compiled
except ImportError:  # built without a C compiler
    _build_compiled = None

__all__ = ["COMPILED", "build", "build_in_python"]

COMPILED = _build_compiled is not None
"""Whether the compiled loop is at hand."""

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
