"""What a setting is: its name, its help, the kind of its value, and what a new value does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from app.desktop.looks.settings import Preferences
from app.desktop.window_parts import WindowParts


@dataclass(frozen=True)
class Choice:
    """One of several values. names: From each value to the words that the page shows for it."""

    names: Mapping[str, str]


@dataclass(frozen=True)
class Number:
    """A number from `least` to `most`. zero: The words shown in the place of 0, or ""."""

    least: float
    most: float
    unit: str = ""
    decimals: int = 0
    zero: str = ""


@dataclass(frozen=True)
class Switch:
    """A thing that is on or off. words: What is done while it is on."""

    words: str


@dataclass(frozen=True)
class Folder:
    """A folder; "" where the user has chosen none. nothing: The words shown then."""

    nothing: str


Kind = Choice | Number | Switch | Folder


def _do_nothing(parts: WindowParts, value: object) -> None:
    return


@dataclass(frozen=True)
class Setting:
    """One row of the settings page.

    key: The field of `Preferences` that keeps the value; its default there is the default here.
    words: More words under which a search finds the setting.
    act: Called with the parts of the window and a new value. Left out where the value is read
        when it is next needed.
    at_start: Whether `act` is called with the kept value at the start, and when the 3D view is
        ready.
    """

    key: str
    name: str
    tip: str
    kind: Kind
    words: str = ""
    act: Callable[[WindowParts, object], object] = field(default=_do_nothing)
    at_start: bool = False

    @property
    def default(self) -> object:
        """The value of a user who has changed nothing."""
        return getattr(Preferences(), self.key)

    def value(self, preferences: Preferences) -> object:
        """The value that the user has chosen."""
        return getattr(preferences, self.key)

    def text_of(self, value: object) -> str:
        """A value in the words of the page."""
        kind = self.kind
        if isinstance(kind, Choice):
            return kind.names.get(str(value), str(value))
        if isinstance(kind, Number) and isinstance(value, int | float):
            if value == 0 and kind.zero:
                return kind.zero
            return f"{value:.{kind.decimals}f} {kind.unit}".strip()
        if isinstance(kind, Folder):
            return str(value) or kind.nothing
        return "on" if value else "off"

    def fits(self, group: str, wanted: str) -> bool:
        """Whether all typed words stand in the name, the help, the values or the group."""
        kind = self.kind
        values = " ".join(kind.names.values()) if isinstance(kind, Choice) else ""
        text = " ".join((group, self.name, self.tip, self.words, values)).lower()
        return all(word in text for word in wanted.lower().split())


@dataclass(frozen=True)
class Group:
    """Settings under one heading of the page."""

    name: str
    settings: tuple[Setting, ...]
