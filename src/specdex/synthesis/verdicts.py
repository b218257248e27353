"""What became of each site: a complete scheme, a partial one with reasons, or none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from specdex.synthesis.scheme import Scheme

__all__ = ["SiteVerdict", "Verdict", "judge_site"]


class Verdict(StrEnum):
    """How far a scheme goes."""

    COMPLETE = "complete"
    PARTIAL = "partial"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class SiteVerdict:
    """What was synthesized for one site, and why some attributes are missing."""

    site: str
    verdict: Verdict
    scheme: Scheme | None = None
    missing: tuple[tuple[str, str], ...] = ()
    """Attributes without a rule, each with one sentence that says why."""


def judge_site(
    site: str, scheme: Scheme | None, attributes: Sequence[str], why: Mapping[str, str]
) -> SiteVerdict:
    """The verdict about one site."""
    names = scheme.names if scheme else ()
    missing = tuple(
        (name, why.get(name, "no place on its pages is like it"))
        for name in attributes
        if name not in names
    )
    if scheme is None or not names:
        return SiteVerdict(site, Verdict.NONE, None, missing)
    return SiteVerdict(site, Verdict.PARTIAL if missing else Verdict.COMPLETE, scheme, missing)
