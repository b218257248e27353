"""The verbs learn and apply: a site's pages become wrappers, and wrappers read pages."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from specdex.errors import InputError
from specdex.html import Document, parse
from specdex.pipeline.extracting import Extraction
from specdex.records import Failure, Page, Specification
from specdex.wrappers.applying import Applier
from specdex.wrappers.learner import WrapperLearner
from specdex.wrappers.templates import same_template
from specdex.wrappers.wrapper import NotLearned, Wrapper, wrapper_from_json

__all__ = ["Application", "learn_sites", "read_wrappers"]


def learn_sites(
    pages: Iterable[Page], mapped: Extraction, method: str
) -> Iterator[Wrapper | NotLearned]:
    """The wrappers of each site among *pages*, and why there is none where there is none."""
    sites: dict[str, list[Document]] = {}
    for page in pages:
        sites.setdefault(page.site, []).append(parse(page, mapped.limits))
    for documents in sites.values():
        structural = [mapped.extractor.extract(document) for document in documents]
        learner = WrapperLearner(method=method).fit(documents, structural)
        yield from learner.wrappers_
        yield from learner.not_learned_


def read_wrappers(path: Path) -> list[Wrapper]:
    """The wrappers in a file: one, or a line each as ``specdex learn`` prints them."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}") from error
    try:
        return [wrapper_from_json(text)]
    except InputError:
        return [wrapper_from_json(line) for line in text.splitlines() if line.strip()]


@dataclass(frozen=True, slots=True)
class Application:
    """What is mapped over pages: the wrapper of the page's site and template reads it."""

    wrappers: Sequence[Wrapper]

    def __call__(self, page: Page | Failure) -> Specification | Failure:
        """The specification of *page*; a Failure passes through."""
        if isinstance(page, Failure):
            return page
        fitting = [each for each in self.wrappers if each.site in {page.site, ""} or not page.site]
        if not fitting:
            return Failure(page.url, "apply", f"no wrapper for the site {page.site}")
        document = parse(page)
        if not len(document):
            return document.failure or Failure(page.url, "apply", "the page is empty")
        best = min(fitting, key=lambda each: not same_template(each.template, document))
        return Applier(best).apply(document.element(0), page)
