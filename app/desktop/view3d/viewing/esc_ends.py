"""A tool of the mouse that takes nothing but Esc: for drawings that Esc hides."""

from __future__ import annotations

from collections.abc import Callable

from app.desktop.view3d.viewing.mouse_tool import IdleTool


class EscEnds(IdleTool):
    """A MouseTool. end: Called with Esc; gives whether there was anything to end."""

    def __init__(self, end: Callable[[], bool]) -> None:
        self._end = end

    def cancel(self) -> bool:
        """Esc: ends what is shown."""
        return self._end()
