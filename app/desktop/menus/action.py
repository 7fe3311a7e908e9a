"""A row of a menu: its name, keys, tip, icon, and its effect."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from app.desktop.window_parts import WindowParts

FUNCTION_KEY = re.compile(r"F\d+")
KEYS_OF_TEXTS = ("Ctrl+C", "Ctrl+X", "Ctrl+V")
LINE = None  # in the rows of a menu: a line between two groups


@dataclass(frozen=True)
class Described:
    """The name and look of an action. keys: Its shortcut, or "".

    is_of_things: Whether it acts on the selected things of the cell. Its keys then work only in the
        tree, in the 3D view, and as far as no text needs them in Properties: elsewhere Delete and
        Ctrl+C belong to a text.
    is_of_text: Whether it acts on the program in front. Its keys then work only in the editor.
    """

    key: str
    text: str
    keys: str
    tip: str
    icon: str

    is_of_things = False
    is_of_text = False

    @property
    def is_single_key(self) -> bool:
        """Whether its shortcut is a plain key, which types or presses something elsewhere."""
        return (
            bool(self.keys)
            and "+" not in self.keys[:-1]
            and not FUNCTION_KEY.fullmatch(self.keys)
            and not self.is_of_things
            and not self.is_of_text
        )

    @property
    def works_in_fields(self) -> bool:
        """Whether it acts on things, and its keys mean nothing in a field for a number or name."""
        is_chord = self.keys.startswith("Ctrl+") and self.keys not in KEYS_OF_TEXTS
        return self.is_of_things and (is_chord or bool(FUNCTION_KEY.fullmatch(self.keys)))


@dataclass(frozen=True)
class Action(Described):
    """An action that does something once.

    act: Called with the parts of the window. colour: The theme colour of its icon.
    """

    act: Callable[[WindowParts], object]
    colour: str = ""


@dataclass(frozen=True)
class ThingAction(Action):
    """An action on the selected things of the cell."""

    is_of_things = True


@dataclass(frozen=True)
class TextAction(Action):
    """An action on the text of the program in front."""

    is_of_text = True


@dataclass(frozen=True)
class Tick(Described):
    """An action that is on or off. act: Called with the parts and with whether it is on."""

    act: Callable[[WindowParts, bool], object]
    colour: str = ""


@dataclass(frozen=True)
class Menu:
    """A menu of the menu bar, or one in it: its rows in order; None is a line between two groups.

    icon: Of a menu in a menu.
    """

    name: str
    rows: tuple[Action | Tick | Menu | None, ...]
    icon: str = ""

    @property
    def actions(self) -> tuple[Action | Tick, ...]:
        """The rows without the lines, those of menus in it too, in order."""
        found: list[Action | Tick] = []
        for row in self.rows:
            if isinstance(row, Menu):
                found += row.actions
            elif row is not LINE:
                found.append(row)
        return tuple(found)
