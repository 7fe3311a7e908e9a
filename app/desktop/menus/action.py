"""What an action of the window is: its name, keys, tip, icon, and what it does."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from app.desktop.window_parts import WindowParts

FUNCTION_KEY = re.compile(r"F\d+")
LINE = None  # among the rows of a menu: a line between two groups


@dataclass(frozen=True)
class Described:
    """What an action is called and how it is found. keys: Its shortcut, or nothing."""

    key: str
    text: str
    keys: str
    tip: str
    icon: str

    @property
    def is_single_key(self) -> bool:
        """Whether its shortcut is a key that elsewhere types, presses or chooses something."""
        return (
            bool(self.keys) and "+" not in self.keys[:-1] and not FUNCTION_KEY.fullmatch(self.keys)
        )


@dataclass(frozen=True)
class Action(Described):
    """An action that is done when it is chosen.

    act: What it does with the parts of the window. colour: Of its icon, a colour of the theme.
    """

    act: Callable[[WindowParts], object]
    colour: str = ""


@dataclass(frozen=True)
class Tick(Described):
    """An action that is on or off. act: What it does; the second argument is whether it is on."""

    act: Callable[[WindowParts, bool], object]
    colour: str = ""


@dataclass(frozen=True)
class Menu:
    """One menu of the menu bar: its actions in their order, with lines between groups."""

    name: str
    rows: tuple[Action | Tick | None, ...]

    @property
    def actions(self) -> tuple[Action | Tick, ...]:
        """The rows without the lines."""
        return tuple(row for row in self.rows if row is not LINE)
