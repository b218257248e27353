"""The JSON text of a wrapper, checked where a stranger's is read."""

import json

from lxml import etree

from specdex.errors import InputError
from specdex.records import Wrapper, from_json
from specdex.records.wrappers import VERSION, Layout

__all__ = ["wrapper_from_json"]


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
