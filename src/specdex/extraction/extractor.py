"""From a Document to its Specification: detect, read with every reader, arbitrate."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from specdex.extraction.arbitration import arbitrate, build, plain_form
from specdex.html import Document, shortened
from specdex.ports import Detector, PageReader, Reader
from specdex.records import Candidate, Failure, Field, Fragment, Pair, Specification

__all__ = ["FieldReader", "PageExtractor"]


class FieldReader(Protocol):
    """Reads the main product's own fields from a page."""

    def read(self, document: Document, specification_pairs: Sequence[Pair] = ()) -> Sequence[Field]:
        """The fields that the page states, in its specification, too."""
        ...


@dataclass(frozen=True, kw_only=True)
class PageExtractor:
    """Finds a page's fragments and reads them. Picklable, pure, and it never raises."""

    detector: Detector
    readers: tuple[Reader, ...]
    page_readers: tuple[PageReader, ...] = ()
    """Asked, when the fragments are read, for what the page says elsewhere."""
    fields: FieldReader | None = None
    min_pairs: int = 1
    """A fragment with fewer pairs is left out."""

    def extract(self, document: Document) -> Specification:
        """What *document* says about its main product; failures are part of the answer."""
        page = document.page
        document = shortened(document, self._most(len(document)))
        failures = [document.failure] if document.failure else []
        fragments: tuple[Fragment, ...] = ()
        fields: tuple[Field, ...] = ()
        title = ""
        try:
            title = document.title
            fragments = self._fragments(document)
            pairs = [pair for fragment in fragments for pair in fragment.pairs]
            fields = tuple(self.fields.read(document, pairs)) if self.fields else ()
        except Exception as error:  # noqa: BLE001 - whatever a page provokes, a batch goes on
            failures.append(Failure.of(page.url, "extract", error))
        return Specification(
            url=page.url,
            id=page.id,
            site=page.site,
            category=page.category,
            title=title,
            fragments=fragments,
            fields=fields,
            failures=tuple(failures),
        )

    def _most(self, nodes: int) -> int:
        """How many of a page's *nodes* are read: those whose way costs more say their limit."""
        who = (self.detector, *self.readers, *self.page_readers)
        return min((getattr(each, "max_nodes", nodes) for each in who), default=nodes)

    def _fragments(self, document: Document) -> tuple[Fragment, ...]:
        """The fragments with enough pairs, hidden copies reported once."""
        fragments: list[Fragment] = []
        copies = _Copies()
        for candidate in self.detector.detect(document):
            pairs = self._pairs(document, candidate)
            if len(pairs) < self.min_pairs or copies.has(pairs):
                continue
            fragments.append(
                Fragment(
                    document.xpath(candidate.node), candidate.kind, pairs, candidate.confidence
                )
            )
        for reader in self.page_readers:
            fragments += reader.fragments(document, fragments)
        return tuple(fragments)

    def _pairs(self, document: Document, candidate: Candidate) -> tuple[Pair, ...]:
        """What the readers agree on, no surer than the fragment itself."""
        pairs = arbitrate([reader.read(document, candidate) for reader in self.readers])
        sure = candidate.confidence
        rows: list[tuple[object, ...]] = [
            (
                pair.name,
                pair.value,
                pair.group,
                pair.xpath,
                pair.reader,
                pair.confidence * sure,
            )
            for pair in pairs
        ]
        return build(Pair, rows)


class _Copies:
    """The fragments that were met: told apart by their names first, since those cost less."""

    def __init__(self) -> None:
        self.first: Sequence[Pair] | None = None
        self.named: dict[frozenset[str], Sequence[Pair]] = {}
        self.told: set[frozenset[tuple[str, str]]] = set()

    def has(self, pairs: Sequence[Pair]) -> bool:
        """Whether a fragment that says the same as *pairs* was met before."""
        if self.first is None:  # most pages have but one
            self.first = pairs
            return False
        if not self.named:
            self.named[_names(self.first)] = self.first
        names = _names(pairs)
        if names not in self.named:
            self.named[names] = pairs
            return False
        self.told.add(_told(self.named[names]))
        told = _told(pairs)
        if told in self.told:
            return True
        self.told.add(told)
        return False


def _names(pairs: Sequence[Pair]) -> frozenset[str]:
    return frozenset([plain_form(pair.name) for pair in pairs])


def _told(pairs: Sequence[Pair]) -> frozenset[tuple[str, str]]:
    return frozenset([(plain_form(pair.name), plain_form(pair.value)) for pair in pairs])
