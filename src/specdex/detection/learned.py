"""The default detector: regions of a page, judged by a trained model."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from specdex.detection.features import Sheet, describe
from specdex.detection.model import DetectionModel, default_model
from specdex.detection.regions import Carved, PairFinder
from specdex.html import Document
from specdex.records import Candidate

try:
    from specdex.detection.candidates_compiled import find_candidates
except ImportError:  # built without a C compiler
    from specdex.detection.candidates import find_candidates

__all__ = ["LearnedDetector", "choose"]


@dataclass(frozen=True)
class LearnedDetector:
    """Believes in the regions that its model finds likely. Picklable, pure, deterministic."""

    reader: PairFinder
    """Reads a candidate's pairs at a glance."""
    model: DetectionModel | None = None
    """None is the model that ships with specdex."""
    threshold: float | None = None
    """None is the model's own."""

    def detect(self, document: Document) -> Sequence[Candidate]:
        """The candidates believed in, in page order."""
        sheet = describe(document, find_candidates(document), self.reader)
        if not sheet.regions:
            return ()
        model = self.model or default_model()
        least = model.threshold if self.threshold is None else self.threshold
        return choose(sheet, model.confidences(sheet).tolist(), least)


def choose(sheet: Sheet, confidences: Sequence[float], least: float) -> tuple[Carved, ...]:
    """The regions that are likely enough, copies once, none inside a value of another."""
    chosen: dict[int, Carved] = {}
    seen: set[frozenset[tuple[str, str]]] = set()
    for at, (region, confidence) in enumerate(zip(sheet.regions, confidences, strict=True)):
        if confidence < least or (region.in_value and region.around in chosen):
            continue
        said = frozenset((pair.name, pair.value) for pair in region.pairs)
        if said not in seen:
            seen.add(said)
            chosen[at] = replace(region.candidate, confidence=confidence)
    return tuple(chosen.values())
