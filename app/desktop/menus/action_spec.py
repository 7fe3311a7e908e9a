"""What an action is: its name, keys, tooltip, icon, place in the menu."""

from __future__ import annotations

import re
from dataclasses import dataclass

MENUS = ("File", "Edit", "View", "Run", "Tools", "Help")
FUNCTION_KEY = re.compile(r"F\d+")


@dataclass(frozen=True)
class ActionSpec:
    """One action. An empty name is a line in the menu."""

    key: str
    menu: str
    text: str = ""
    shortcut: str = ""
    tip: str = ""
    icon: str = ""
    checkable: bool = False

    @property
    def is_single_key(self) -> bool:
        """Whether its key is one that elsewhere types, presses or chooses something."""
        key = self.shortcut
        return bool(key) and "+" not in key[:-1] and not FUNCTION_KEY.fullmatch(key)


def line(menu: str) -> ActionSpec:
    """A separator."""
    return ActionSpec("", menu)


def spec(
    menu: str, key: str, text: str, keys: str = "", tip: str = "", icon: str = ""
) -> ActionSpec:
    """An action; without a tooltip its text is one."""
    return ActionSpec(key, menu, text, keys, tip or text.rstrip("…"), icon)
