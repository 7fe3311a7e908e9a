"""A tool of the mouse that takes nothing but Esc: for drawings that Esc hides."""

from __future__ import annotations

from collections.abc import Callable


class EscEnds:
    """A MouseTool. end: Called with Esc; gives whether there was anything to end."""

    def __init__(self, end: Callable[[], bool]) -> None:
        self._end = end

    def hover(self, x: float, y: float) -> bool:
        """False: a press is for others."""
        return False

    def press(self, x: float, y: float) -> bool:
        """False: a drag is for others."""
        return False

    def drag(self, x: float, y: float, snaps: bool) -> None:
        """Does nothing: no drag begins here."""

    def release(self) -> None:
        """Does nothing: no drag begins here."""

    def click(self, x: float, y: float) -> bool:
        """False: a click is for others."""
        return False

    def cancel(self) -> bool:
        """Esc: ends what is shown."""
        return self._end()
