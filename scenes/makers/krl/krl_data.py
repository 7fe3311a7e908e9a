"""Declarations of KRL with values: points, frames, tools, speeds, numbers and signals.

They stand in the `.dat` file of a program, in `$config.dat` of a backup, and at the head of a
`.src`. Values are those of the last run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import isfinite

NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
DECLARED = re.compile(
    r"(?:GLOBAL\s+)?(?:DECL\s+)?(?:GLOBAL\s+)?(?:CONST\s+)?([A-Za-z_]\w*)\s+"
    r"(\$?[A-Za-z_][\w$]*(?:\[\s*\d*\s*(?:,\s*\d*\s*)*\])?)\s*=\s*(.+)",
    re.IGNORECASE,
)
ASSIGNED = re.compile(r"(\$?[A-Za-z_][\w$]*(?:\[\s*\d+\s*\])?)\s*=\s*(.+)")
SIGNAL = re.compile(r"(?:GLOBAL\s+)?SIGNAL\s+(\w+)\s+\$(IN|OUT)\[\s*(\d+)\s*\]", re.IGNORECASE)
FIELD = re.compile(
    rf"([A-Za-z_]\w*(?:\[\])?)\s+({NUMBER}|'B[01]+'|#\w+|TRUE|FALSE|\"[^\"]*\"|\{{[^}}]*\}})",
    re.IGNORECASE,
)
TRUE, FALSE = -1.0, 0.0


@dataclass
class Declarations:
    """Values by their names in capitals, and the inputs and outputs with a name.

    signals: By name "IN" or "OUT" and a number. origins: File and line of each value. taken: The
    lines of code that the program itself has added to those of files. base: The values of the files
    alone, where a program has added some.
    """

    values: dict[str, object] = field(default_factory=dict)
    signals: dict[str, tuple[str, int]] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    taken: list[str] = field(default_factory=list)
    base: Declarations | None = None

    def own(self) -> Declarations:
        """The same values, to which a program may add its own."""
        values, signals = dict(self.values), dict(self.signals)
        return Declarations(values, signals, dict(self.origins), base=self)

    @property
    def noted(self) -> list[str]:
        """The lines of code that were added to those of files."""
        return self.taken

    @noted.setter
    def noted(self, codes: list[str]) -> None:
        if codes == self.taken or self.base is None:
            return
        for own, of_files in ((self.values, self.base.values), (self.signals, self.base.signals)):
            own.clear()
            own.update(of_files)  # type: ignore[arg-type]
        self.taken.clear()
        for code in codes:
            self.take(code)

    def read(self, lines: Iterable[str], file: str) -> None:
        """Takes the declarations of the text of a file; lines that are none are left."""
        for number, line in enumerate(lines, start=1):
            self.take(line.partition(";")[0].strip(), f"{file}:{number}")

    def take(self, code: str, origin: str = "") -> bool:
        """Takes one line of code; whether it was a declaration with a value.

        origin: File and line of values of the last run; "" in the program itself.
        """
        if not origin:
            self.taken.append(code)
        signal = SIGNAL.fullmatch(code)
        if signal is not None:
            self.signals[signal[1].upper()] = (signal[2].upper(), int(signal[3]))
            return True
        found = DECLARED.fullmatch(code)
        name, text = (found[2], found[3]) if found else ("", "")
        if found is None:
            assigned = ASSIGNED.fullmatch(code)
            if assigned is None:
                return False
            name, text = assigned[1], assigned[2]
        value = value_of(text)
        if value is None:
            return False
        key = re.sub(r"\s+", "", name).upper()
        self.values[key] = value
        if origin:
            self.origins[key] = origin
        return True

    def aggregate(self, name: str) -> dict[str, object] | None:
        """The aggregate of a name; None for another value."""
        value = self.values.get(re.sub(r"\s+", "", name).upper())
        return value if isinstance(value, dict) else None


def value_of(text: str) -> object | None:
    """A literal: a number, a truth value, an enumeration, a text or an aggregate; else None."""
    text = text.strip()
    if text.startswith("{") and text.endswith("}"):
        return aggregate_of(text)
    if re.fullmatch(NUMBER, text):
        return float(text) if isfinite(float(text)) else None
    if re.fullmatch(r"'B[01]+'", text, re.IGNORECASE):
        return float(int(text[2:-1], 2))
    if text.upper() in ("TRUE", "FALSE"):
        return TRUE if text.upper() == "TRUE" else FALSE
    if re.fullmatch(r"#\w+", text) or re.fullmatch(r'"[^"]*"', text):
        return text.upper()
    return None


def aggregate_of(text: str) -> dict[str, object] | None:
    """The components of `{X 1,Y 2}` by their names in capitals; None for another text."""
    text = text.strip()
    if not (text.startswith("{") and text.endswith("}")):
        return None
    inner = text[1:-1].strip()
    inner = re.sub(r"^\w+\s*:\s*", "", inner)  # {FRAME: X 1, ..}
    found = list(FIELD.finditer(inner))
    rest = FIELD.sub("", inner).replace(",", "").strip()
    if rest or not found:
        return None
    values: dict[str, object] = {}
    for each in found:
        value = value_of(each[2])
        if value is None:
            return None
        values[each[1].upper()] = value
    return values


def numbers_of(values: dict[str, object] | None) -> dict[str, float]:
    """The components that are numbers."""
    return {key: value for key, value in (values or {}).items() if isinstance(value, float)}
