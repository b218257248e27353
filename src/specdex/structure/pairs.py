"""What the structural readers pass among each other: a pair as found, not yet a record."""

from enum import IntEnum

__all__ = [
    "BOLD",
    "COLON",
    "DASH",
    "MARKUP",
    "PLACE",
    "Evidence",
    "Found",
    "Inner",
    "any_weak",
    "find",
]


class Evidence(IntEnum):
    """Why a text was taken for a label, weakest first."""

    PLACE = 0
    """It comes first of two."""
    DASH = 1
    """A dash follows it."""
    BOLD = 2
    """It stands out."""
    COLON = 3
    """A colon follows it."""
    MARKUP = 4
    """Its tag says so: th, dt, label."""


PLACE, DASH, BOLD, COLON, MARKUP = Evidence


class Found:
    """A name and a value, the heading above them, where the value stands, and the evidence."""

    __slots__ = ("evidence", "group", "name", "node", "value")

    def __init__(self, name: str, value: str, group: str, node: int, evidence: int) -> None:
        self.name = name
        self.value = value
        self.group = group
        self.node = node
        self.evidence = evidence

    def under(self, group: str) -> "Found":
        """The same under a heading, where it has none of its own."""
        if self.group:
            return self
        return find(self.name, self.value, group, self.node, self.evidence)

    def longer(self, text: str) -> "Found":
        """The same with more of the value."""
        return find(self.name, f"{self.value} {text}", self.group, self.node, self.evidence)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Found):
            return self._same(other)
        told = getattr(other, "told", None)
        return NotImplemented if told is None else self.told == told

    def _same(self, other: "Found") -> bool:
        return (
            self.node == other.node
            and self.evidence == other.evidence
            and self.value == other.value
            and self.name == other.name
            and self.group == other.group
        )

    def __hash__(self) -> int:
        return hash((self.name, self.value, self.node))

    @property
    def told(self) -> tuple[str, str, str, int, int]:
        """All of it, as it is compared."""
        return self.name, self.value, self.group, self.node, int(self.evidence)

    def __repr__(self) -> str:
        return f"Found{self.told}"


class Inner:
    """Who reads what stands inside a block or a table."""

    def nested(self, node: int) -> list[Found]:
        """The pairs of a table or a definition list."""
        raise NotImplementedError

    def cell(self, node: int) -> list[Found]:
        """The pairs of a table's cell."""
        raise NotImplementedError


def find(name: str, value: str, group: str, node: int, evidence: int) -> Found:
    """A Found of these, as compiled code makes it soonest."""
    found = Found.__new__(Found)
    found.name = name
    found.value = value
    found.group = group
    found.node = node
    found.evidence = evidence
    return found


def any_weak(rows: list[Found]) -> bool:
    """Whether only its place or a dash makes a label of any of the names."""
    for pair in rows:  # noqa: SIM110 - a loop compiles well
        if pair.evidence < BOLD:
            return True
    return False
