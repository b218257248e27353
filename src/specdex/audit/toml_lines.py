"""Where in a TOML file something stands, so that an error can name the line."""

import re
from dataclasses import dataclass

from specdex.errors import InputError

__all__ = ["Lines"]

_HEADER = re.compile(r"^\s*\[\s*([^\]]+?)\s*\]")
_AT_LINE = re.compile(r"\(at line (\d+)")
_OPENS_BELOW = re.compile(r"=\s*(?:\"\"\"|''')\s*$")
"""A text that begins on the line after its name."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of the file *origin*."""

    text: str
    origin: str

    def wrong(self, table: str, name: str, sentence: str, before: str = "") -> InputError:
        """The error that says what is wrong with *name* of *table*.

        *before* is the part of the value in front of the mistake.
        """
        line = self.line(table, name)
        if "\n" in before or self._opens_below(line):
            line += before.count("\n") + self._opens_below(line)
        return InputError(f"{self.origin}, line {line}: {sentence}")

    def not_toml(self, error: Exception) -> InputError:
        """The error that says that the file is no TOML."""
        at = _AT_LINE.search(str(error))
        line = at[1] if at else str(max(1, len(self.text.splitlines())))
        return InputError(f"{self.origin}, line {line}: not TOML: {error}")

    def line(self, table: str, name: str) -> int:
        """The line of *name* in *table*; that of the table, or 1, where it does not stand there."""
        here, found = "", 1
        for number, line in enumerate(self.text.splitlines(), 1):
            header = _HEADER.match(line)
            if header:
                here = header[1].replace('"', "").replace("'", "")
                if here == table or (not table and here.partition(".")[0] == name):
                    found = number
            elif (
                here == table and name and re.match(rf"\s*[\"']?{re.escape(name)}[\"']?\s*=", line)
            ):
                return number
        return found

    def _opens_below(self, line: int) -> bool:
        lines = self.text.splitlines()
        return line <= len(lines) and _OPENS_BELOW.search(lines[line - 1]) is not None
