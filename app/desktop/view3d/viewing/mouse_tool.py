"""The protocol of tools that take the mouse in the 3D view before the camera does."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import Qt

# Held at a click, these select besides the others. They are asked of the event of the click: what
# Qt knows of the keyboard may be newer than the click, or left by an event of another widget.
ADDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class MouseTool(Protocol):
    """A tool of the mouse; places are in points of the picture, x right and y down."""

    def hover(self, x: float, y: float) -> bool:
        """Takes the place of the pointer; whether a press here would be for this tool."""
        ...

    def press(self, x: float, y: float) -> bool:
        """The left button went down; whether this tool takes the drag that begins."""
        ...

    def drag(self, x: float, y: float, snaps: bool) -> None:
        """The pointer moved with the button down. snaps: Whether to move in whole steps."""
        ...

    def release(self) -> None:
        """The button went up."""
        ...

    def click(self, x: float, y: float) -> bool:
        """The left button was pressed and released in one place; whether the tool takes it."""
        ...

    def cancel(self) -> bool:
        """Esc was pressed: ends the drag or the tool; whether there was anything to end."""
        ...


class IdleTool:
    """A MouseTool that takes nothing: the base of those that take only a part."""

    def hover(self, x: float, y: float) -> bool:
        """False: a press there is for others."""
        return False

    def press(self, x: float, y: float) -> bool:
        """False: a drag turns the camera."""
        return False

    def drag(self, x: float, y: float, snaps: bool) -> None:
        """Does nothing: a drag turns the camera."""

    def release(self) -> None:
        """Does nothing: a drag turns the camera."""

    def click(self, x: float, y: float) -> bool:
        """False: a click is for the bodies."""
        return False

    def cancel(self) -> bool:
        """False: there is nothing to end."""
        return False
