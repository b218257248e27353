"""The JSON text of wrappers, and what is checked when a stranger's is read."""

import json

from lxml import etree

from specdex.errors import InputError
from specdex.records import from_json, to_json
from specdex.records.wrappers import (
    VERSION,
    Layout,
    NotLearned,
    PairRule,
    Profile,
    Remembered,
    Wrapper,
)

__all__ = [
    "VERSION",
    "Layout",
    "NotLearned",
    "PairRule",
    "Profile",
    "Remembered",
    "Wrapper",
    "wrapper_from_json",
    "wrapper_to_json",
]


def wrapper_to_json(wrapper: Wrapper) -> str:
    """The JSON text of *wrapper*, indented for a person."""
    return json.dumps(to_json(wrapper), ensure_ascii=False, indent=2)


def wrapper_from_json(text: str) -> Wrapper:
    """The wrapper that *text* describes; an InputError says what is wrong with it."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise InputError(f"not a wrapper: not JSON: {error}") from error
    wrapper = from_json(Wrapper, data)
    if not 0 < wrapper.version <= VERSION:
        raise InputError(f"not a wrapper of version {VERSION}: version {wrapper.version}")
    for rule in wrapper.rules:
        _check(rule.names)
        if rule.layout is Layout.CELLS or rule.values:
            _check(rule.values)
    return wrapper


def _check(xpath: str) -> None:
    try:
        etree.XPath(xpath)
    except etree.XPathSyntaxError as error:
        raise InputError(f"not a wrapper: {xpath!r} is no XPath: {error}") from error
