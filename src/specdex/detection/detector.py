"""The default detector: regions of a page, judged by a trained model."""

from collections.abc import Sequence
from dataclasses import dataclass

from specdex.detection.candidates import candidate_nodes
from specdex.detection.features import MAX_SAMPLE
from specdex.detection.model import DetectionModel, default_model
from specdex.detection.sheet import Sheet, describe
from specdex.html import Document
from specdex.records import Candidate
from specdex.structure.pairs import Found

__all__ = ["LearnedDetector", "choose"]


@dataclass(frozen=True)
class LearnedDetector:
    """Believes in the regions that its model finds likely. Picklable, pure, deterministic."""

    model: DetectionModel | None = None
    """None is the model that ships with specdex."""
    threshold: float | None = None
    """None is the model's own."""

    def detect(self, document: Document) -> Sequence[Candidate]:
        """The candidates believed in, in page order."""
        sheet = describe(document, candidate_nodes(document))
        if not sheet.regions:
            return ()
        model = self.model or default_model()
        least = model.threshold if self.threshold is None else self.threshold
        return choose(sheet, model.confidences(sheet), least)


def choose(sheet: Sheet, confidences: Sequence[float], least: float) -> tuple[Candidate, ...]:
    """The regions that are likely enough, copies once, none inside a value of another."""
    chosen: dict[int, Candidate] = {}
    for at, confidence in enumerate(confidences):
        if confidence < least:
            continue
        region = sheet.regions[at]
        if region.in_value and region.around in chosen:
            continue
        if not any(_same(sheet, at, other) for other in chosen):
            chosen[at] = Candidate(region.node, region.kind, confidence, region.without)
    return tuple(chosen.values())


def _same(sheet: Sheet, one: int, other: int) -> bool:
    """Whether two regions say the same: what has other names does not, as far as names are kept."""
    pairs, others = sheet.regions[one].pairs, sheet.regions[other].pairs
    if sheet.names[one] != sheet.names[other] and max(len(pairs), len(others)) <= MAX_SAMPLE:
        return False
    return _said(pairs) == _said(others)


def _said(pairs: Sequence[Found]) -> set[tuple[str, str]]:
    return {(pair.name, pair.value) for pair in pairs}
