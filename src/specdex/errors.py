"""Every exception of specdex, one class per mistake.

::

    SpecdexError
    ├── InputError            what was given cannot be used; the sentence says why
    │   ├── SettingsError     a settings file or value is wrong
    │   └── UnknownPlugin     no plug-in of that kind and name
    ├── MissingExtra          an optional library is not installed; names the extra
    ├── StoreError            a run folder is busy or not one of ours
    │   └── DamagedError      what it holds is not what was written
    ├── ProviderError         a search engine or backlink source did not answer as it should
    └── NotFittedError        a learner was used before ``fit``

A page that cannot be read raises none of them: it becomes a :class:`~specdex.records.Failure`.
"""

__all__ = [
    "DamagedError",
    "InputError",
    "MissingExtra",
    "NotFittedError",
    "ProviderError",
    "SettingsError",
    "SpecdexError",
    "StoreError",
    "UnknownPlugin",
]


class SpecdexError(Exception):
    """Root of everything specdex raises on purpose; its text is one clear sentence."""


class InputError(SpecdexError):
    """What was given cannot be used."""


class SettingsError(InputError):
    """A settings file or a single setting is wrong."""


class UnknownPlugin(InputError):  # noqa: N818 - reads as what happened
    """No plug-in of that kind and name is registered."""

    def __init__(self, kind: str, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"no {kind} called {name!r}; there are: {', '.join(known) or 'none'}")
        self._given = (kind, name, known)

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), self._given


class MissingExtra(SpecdexError):  # noqa: N818 - reads as what happened
    """An optional library is not installed."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(f"{library} is not installed: pip install 'specdex[{extra}]'")
        self._given = (library, extra)

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), self._given


class StoreError(SpecdexError):
    """A run folder is damaged, busy, or not one of ours."""


class DamagedError(StoreError):
    """What a run, or a part of it, holds is not what was written."""


class ProviderError(SpecdexError):
    """A search engine or backlink source did not answer as it should."""


class NotFittedError(SpecdexError):
    """A learner was used before ``fit``."""
