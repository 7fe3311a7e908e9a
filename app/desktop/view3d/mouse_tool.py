"""What may take the mouse in the 3D view before the camera does."""

from __future__ import annotations

from typing import Protocol


class MouseTool(Protocol):
    """Places are in points of the picture, x right and y down."""

    def hover(self, x: float, y: float) -> bool:
        """The pointer is here; whether a press would be this tool's."""
        ...

    def press(self, x: float, y: float) -> bool:
        """The left button went down; whether this tool takes the drag that begins."""
        ...

    def drag(self, x: float, y: float, snaps: bool) -> None:
        """The pointer has moved with the button down."""
        ...

    def release(self) -> None:
        """The button went up."""
        ...

    def click(self, x: float, y: float) -> bool:
        """The left button was pressed and released in one place; whether it was meant for this."""
        ...

    def cancel(self) -> bool:
        """Esc: undo the drag, or end the tool; whether there was anything to do."""
        ...
