"""What a row of a form shows: the place of an entry in the file, its title, unit and kind.

A form is made from these values, so that a key of the file without a row is found by a test.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

# Kinds of rows.
NUMBER, COUNT, VECTOR, POINTS = "number", "count", "vector", "points"
TEXT, CHOICE, FILE, COLOUR, SWITCH = "text", "choice", "file", "colour", "switch"
WAY = "way"  # the two ways to repeat a shape
STEPS = "steps"  # steps of a solid: the list above the form shows them

Keys = tuple[str, ...]
XYZ = ("X", "Y", "Z")
TURNS = ("Roll", "Pitch", "Yaw")
MM, DEG = "mm", "°"


@dataclass(frozen=True)
class Entry:
    """One row of a form.

    Attributes:
        keys: Keys from the owner of the form to the value in the file.
        title: The words before the field.
        kind: NUMBER, VECTOR, ...: which field shows the value.
        unit: The unit behind a number, "mm" or "°".
        parts: Titles of the elements of a vector, or of the columns of a table.
        units: Units of the elements, where they differ.
        words: What each element is called in Undo ("Width"); the title where empty.
        default: The value that holds where the file leaves the key out.
        step: What the wheel and the arrow keys add.
        only_with: The row is shown only where its mapping has this key too.
        choices: Values of a CHOICE, each with its title.
        tip: More about the entry.
    """

    keys: Keys
    title: str
    kind: str = NUMBER
    unit: str = ""
    parts: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    default: Any = None
    step: float = 1.0
    only_with: str = ""
    choices: tuple[tuple[Any, str], ...] = ()
    tip: str = ""

    def word(self, element: int | None = None) -> str:
        """What Undo calls the entry, or one element of it: "Width" for the first of a box."""
        if element is not None and element < len(self.words):
            return self.words[element]
        return self.words[0] if self.words else self.title


@dataclass(frozen=True)
class Group:
    """An entry that a file may leave out: a button adds it, another one takes it away.

    Attributes:
        start: The value that the button adds.
        entries: The rows of the entry; their keys begin at the owner of the form too.
    """

    keys: Keys
    title: str
    start: Any
    entries: tuple[Entry, ...]
    tip: str = ""


Rows = Sequence[Entry | Group]


def position(keys: Keys = ("at",), title: str = "Position") -> Entry:
    """The row of a position in mm."""
    return Entry(keys, title, VECTOR, MM, XYZ, default=[0, 0, 0], step=10.0)


def turn(keys: Keys = ("rpy",), title: str = "Turn") -> Entry:
    """The row of roll, pitch and yaw in degrees."""
    tip = "Roll about x first, then pitch about y, then yaw about z, all fixed axes"
    return Entry(keys, title, VECTOR, DEG, TURNS, default=[0, 0, 0], step=5.0, tip=tip)


def direction(keys: Keys, title: str, default: Any = None, only_with: str = "") -> Entry:
    """The row of a direction; its length does not matter."""
    tip = "A direction: its length does not matter"
    return Entry(
        keys, title, VECTOR, "", XYZ, default=default, step=0.1, only_with=only_with, tip=tip
    )
