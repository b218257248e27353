"""A candidate written as an XPath that a person can read, proven on the site's own pages."""

import re
from collections.abc import Iterator, Mapping, Sequence

from lxml import etree

from specdex.synthesis.candidates import Candidate, Rule
from specdex.synthesis.text_nodes import literal
from specdex.text import letters_and_digits

__all__ = ["first_text", "proven_xpath", "spellings", "without_label"]

AGREEMENT = 0.98
"""An XPath must read what its candidate picked on this share of the pages."""
BLANK = "normalize-space(.)"
NO_BREAK = "translate(normalize-space(.), '\u00a0', '')"
"""What tells a text from white space: plainly, and where no-break spaces stand alone."""
SEEN = "[not(parent::script or parent::style)]"
FEWEST_LABELLED = 3
_LABELLED = re.compile(r"\s*([^\d:=]{2,40}?\s*[:=])\s*\S")
_BARE_STEP = re.compile(r"(?<=/)([\w*-]+)(?=/|$)")


def proven_xpath(
    candidate: Candidate, roots: Sequence[etree._Element], values: Mapping[int, str]
) -> tuple[str, float]:
    """The first spelling that reads what the candidate picked, and on which share of pages."""
    best, share = "", 0.0
    for rule in (candidate.rule, *candidate.others[:3]):
        for xpath in spellings(rule):
            agreed = _agreement(xpath, roots, values)
            if agreed >= AGREEMENT:
                return xpath, agreed
            if agreed > share:
                best, share = xpath, agreed
    return best, share


def spellings(rule: Rule) -> Iterator[str]:
    """XPaths for one rule, the plainest first."""
    for blank in (BLANK, NO_BREAK):
        yield _spelled(rule, rule.path, blank)
        strict = _BARE_STEP.sub(r"\1[not(@class)][not(@id)]", rule.path)
        if strict != rule.path and rule.kind == "near":
            yield _spelled(rule, strict, blank)


def _spelled(rule: Rule, path: str, blank: str) -> str:
    if rule.kind in {"after", "beyond", "before"}:
        axis = "preceding" if rule.kind == "before" else "following"
        label = f"//text()[normalize-space(.)={literal(rule.label)}]"
        nearest = f"{axis}::text()[{blank}]{SEEN}[{2 if rule.kind == 'beyond' else 1}]"
        return f"({label}/{nearest}[parent::{path}])[1]"
    if rule.kind == "prefix":
        return f"(//{path}/text()[starts-with(normalize-space(.), {literal(rule.label)})])[1]"
    text = f"{path}/text()[{blank}][{rule.order + 1}]"
    if rule.kind in {"place", "anchored"}:
        return text
    return f"({text})[{rule.nth + 1}]"


def without_label(xpath: str, roots: Sequence[etree._Element]) -> str:
    """*xpath* without the label that all texts it finds begin with; itself where there is none."""
    found = [each for root in roots if isinstance(each := root.xpath(xpath), list) and each]
    matches = [_LABELLED.match(str(texts[0])) for texts in found]
    labels = {match.group(1) if match else "" for match in matches}
    label = labels.pop() if len(labels) == 1 and len(found) >= FEWEST_LABELLED else ""
    return f"substring-after({xpath}, {literal(label)})" if label else xpath


def first_text(root: etree._Element, xpath: str) -> str:
    """The first text that *xpath* finds, as it is compared; empty where it finds none."""
    try:
        found = root.xpath(xpath)
    except etree.XPathError:
        return ""
    return letters_and_digits(str(found[0])) if isinstance(found, list) and found else ""


def _agreement(xpath: str, roots: Sequence[etree._Element], values: Mapping[int, str]) -> float:
    """The share of pages on which *xpath* finds what was picked, or nothing where nothing was."""
    if not roots:
        return 0.0
    wrong = 0
    for page, root in enumerate(roots):
        wrong += first_text(root, xpath) != values.get(page, "")
        if wrong > len(roots) / 2:
            return 0.0
    return 1 - wrong / len(roots)
