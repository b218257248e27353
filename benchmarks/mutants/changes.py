"""Small changes of Python sources, each of which a good test notices."""

import ast
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["Change", "changes_of", "mutated", "sample"]

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
}
BUDGETS = ("MAX_", "MOST_")
"""How limits begin that only bound time and memory: changing them changes no answer."""


@dataclass(frozen=True, slots=True)
class Change:
    """The n-th place of a source that can be changed, and what becomes of it."""

    number: int
    line: int
    what: str


def changes_of(source: str) -> list[Change]:
    """Every change of *source*: comparisons, sums, and/or, not, and numbers."""
    return [
        Change(number, getattr(node, "lineno", 0), what)
        for number, (node, what) in enumerate(_places(ast.parse(source)))
    ]


def mutated(source: str, change: Change) -> str:
    """*source* with one *change*."""
    tree = ast.parse(source)
    node, _ = next(each for n, each in enumerate(_places(tree)) if n == change.number)
    _apply(node)
    return ast.unparse(ast.fix_missing_locations(tree))


def sample(name: str, source: str, most: int) -> list[Change]:
    """At most *most* changes of the module called *name*, always the same ones."""

    def rank(change: Change) -> str:
        return hashlib.sha256(f"{name} {change.what} {change.number}".encode()).hexdigest()

    return sorted(sorted(changes_of(source), key=rank)[:most], key=lambda each: each.number)


def _places(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    for node in _walked(tree):
        if isinstance(node, ast.Compare):
            yield node, f"negated {type(node.ops[0]).__name__}"
        elif isinstance(node, ast.BinOp) and type(node.op) in RECKONED and not _is_text(node):
            yield node, f"{type(node.op).__name__} reversed"
        elif isinstance(node, ast.BoolOp):
            yield node, "or for and, and for or"
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, "not left out"
        elif isinstance(node, ast.Constant) and type(node.value) in {int, float}:
            yield node, f"{node.value!r} changed"


def _walked(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes that do something: annotations, imports and budgets are passed over."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.Assign) and _is_budget(node.targets[0]):
            continue
        skipped = {id(getattr(node, name, None)) for name in ("annotation", "returns")}
        waiting += [
            each
            for each in reversed(list(ast.iter_child_nodes(node)))
            if id(each) not in skipped and not isinstance(each, ast.Import | ast.ImportFrom)
        ]


def _is_budget(target: ast.AST) -> bool:
    return isinstance(target, ast.Name) and target.id.startswith(BUDGETS)


def _is_text(node: ast.BinOp) -> bool:
    """Whether a sum is one of texts, types or sets: taking away would be no program."""
    parts = [each for each in ast.walk(node) if isinstance(each, ast.Constant | ast.JoinedStr)]
    return any(isinstance(each, ast.JoinedStr) or isinstance(each.value, str) for each in parts)


def _apply(node: ast.AST) -> None:
    if isinstance(node, ast.Compare):
        node.ops[0] = COMPARED[type(node.ops[0])]()
    elif isinstance(node, ast.BinOp):
        node.op = RECKONED[type(node.op)]()
    elif isinstance(node, ast.BoolOp):
        node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
    elif isinstance(node, ast.UnaryOp):
        node.op = ast.UAdd()
        node.operand = ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])
    elif isinstance(node, ast.Constant):
        value = node.value
        # twice as much and one more, whatever the sign: a threshold between 0 and 1 is then above 1
        node.value = value + 1 if isinstance(value, int) else float(str(value)) * 2 + 0.5
