"""The detector ``any-topic``: every label-value block of a page's main thing, product or not."""

from collections.abc import Sequence
from dataclasses import dataclass

from specdex.detection.candidates import candidate_nodes
from specdex.detection.detector import choose
from specdex.detection.model import DetectionModel, default_model
from specdex.detection.sheet import FEATURES, Sheet, describe
from specdex.html import Document
from specdex.records import Candidate

__all__ = ["AnyTopicDetector"]

LEAST = -1.5
"""The log-odds that trees which know products alone give even to rows of another topic."""
MOST = {
    "chrome": 0.0,
    "forms": 0.0,
    "linked": 0.7,
    "links_per_pair": 3.0,
    "name_alien": 0.4,
    "value_sentence": 0.4,
    "value_price": 0.3,
    "repeats_alone": 0.4,
    "alike_names": 0.7,
    "heading_alien": 0.0,
}
"""No more of each than this has a block that describes one thing: it is no menu, no form, no prose,
no list of offers, and nothing else on the page has its names with other values."""
COVERED = 0.6
"""So much of its text are names and values."""
SURE = 0.75
"""Rows of which so many have labels by more than their place; few rows must."""
ENOUGH, FEW = 3, 2
"""So many rows make a block, and so few where their labels are sure."""
AT = {name: at for at, name in enumerate(FEATURES)}


@dataclass(frozen=True)
class AnyTopicDetector:
    """Believes in what the default detector does, and in rows of any other topic."""

    model: DetectionModel | None = None
    """None is the model that ships with specdex."""

    def detect(self, document: Document) -> Sequence[Candidate]:
        """The candidates believed in, in page order."""
        sheet = describe(document, candidate_nodes(document))
        if not sheet.regions:
            return ()
        model = self.model or default_model()
        odds = model.odds(sheet)
        blocks = [each >= LEAST and _is_block(sheet, at) for at, each in enumerate(odds)]
        said = [
            max(each, model.threshold) if block else each
            for each, block in zip(model.calibrated(odds, sheet), blocks, strict=True)
        ]
        return choose(sheet, said, model.threshold)


def _is_block(sheet: Sheet, at: int) -> bool:
    """Whether a region is a block of labels and values in the page's main matter."""
    row = sheet.features[at * len(FEATURES) : (at + 1) * len(FEATURES)]
    if any(row[AT[name]] > most for name, most in MOST.items()) or row[AT["covered"]] < COVERED:
        return False
    weak = row[AT["by_place"]] + row[AT["by_dash"]]
    pairs = len(sheet.regions[at].pairs)
    return pairs >= (ENOUGH if weak > 1 - SURE else FEW)
