"""How shops name their classes: by role, in blocks, by looks, or in ways that mean nothing."""

from collections.abc import Callable, Mapping
from random import Random

__all__ = ["ROLES", "Classes", "classes"]

Classes = Mapping[str, str]
"""The class of each role, empty where it has none."""

ROLES: dict[str, tuple[str, ...]] = {
    "box": ("specs", "details", "product-info", "attributes", "content", "panel", "tab-pane"),
    "section": ("group", "section", "block", "part"),
    "heading": ("heading", "title", "header", "subtitle", "caption"),
    "rows": ("list", "items", "rows", "grid", "body", "table"),
    "row": ("item", "row", "line", "entry", "feature"),
    "label": ("label", "name", "key", "title", "attribute", "term", "left"),
    "value": ("value", "data", "text", "description", "content", "right"),
}
"""The parts of what holds rows, and what people call them."""

UTILITIES: dict[str, tuple[str, ...]] = {
    "box": ("mt-8", "px-4", "max-w-3xl", "lg:mt-12", "bg-white"),
    "section": ("mb-6", "space-y-4", "border-t", "pt-4"),
    "heading": ("text-lg", "font-semibold", "mb-2", "text-gray-900"),
    "rows": ("grid", "grid-cols-2", "divide-y", "flex-col", "gap-2"),
    "row": ("flex", "py-2", "border-b", "justify-between", "items-center"),
    "label": ("text-sm", "text-gray-500", "w-1/2", "font-medium"),
    "value": ("text-sm", "text-gray-900", "w-1/2", "ml-auto"),
}
BLOCKS = ("product", "pdp", "spec-list", "c-info", "m-table", "o-attributes", "details")
COLUMNS = ("col-6", "col-xs-6", "column", "cell", "one-half")


def _none(_chance: Random) -> dict[str, str]:
    return {}


def _roles(chance: Random) -> dict[str, str]:
    return {role: chance.choice(names) for role, names in ROLES.items()}


def _blocks(chance: Random) -> dict[str, str]:
    block, named = chance.choice(BLOCKS), _roles(chance)
    mark = chance.choice(("", "--dark", "--large"))
    return {
        role: block if role == "box" else f"{block}__{name}{mark}" for role, name in named.items()
    }


def _utilities(chance: Random) -> dict[str, str]:
    return {
        role: " ".join(chance.sample(names, chance.randint(2, len(names))))
        for role, names in UTILITIES.items()
    }


def _hashed(chance: Random) -> dict[str, str]:
    start = chance.choice(("css-", "sc-", "_", "jss"))
    return {role: f"{start}{chance.randrange(16**6):06x}" for role in ROLES}


def _modules(chance: Random) -> dict[str, str]:
    block, named = chance.choice(BLOCKS), _roles(chance)
    return {role: f"{block}_{name}__{chance.randrange(16**5):05x}" for role, name in named.items()}


def _columns(chance: Random) -> dict[str, str]:
    column = chance.choice(COLUMNS)
    return {"row": "row", "rows": "container", "label": column, "value": column}


WAYS: tuple[Callable[[Random], dict[str, str]], ...] = (
    *(_none, _roles, _roles, _blocks, _utilities, _hashed, _modules, _columns),
)


def classes(chance: Random) -> Classes:
    """The classes of one template."""
    return chance.choice(WAYS)(chance)
