"""The settings for moving the tool by hand: along which axes, with handles or not."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class JogSettings(QObject):
    """The settings that the Jog panel and the handles in the 3D view share."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.in_tool = False
        self.has_handles = True
        self.is_measuring = False

    @property
    def shows_handles(self) -> bool:
        """Whether handles are visible; they are not while every click measures."""
        return self.has_handles and not self.is_measuring

    def set_in_tool(self, in_tool: bool) -> None:
        """Moves along the tool's own axes, or those of the base."""
        if in_tool != self.in_tool:
            self.in_tool = in_tool
            self.changed.emit()

    def set_handles(self, shown: bool) -> None:
        """Shows the handles on the tool in the 3D view, or hides them."""
        if shown != self.has_handles:
            self.has_handles = shown
            self.changed.emit()

    def set_measuring(self, is_measuring: bool) -> None:
        """Lets clicks in the 3D view measure, or select and drag again."""
        if is_measuring != self.is_measuring:
            self.is_measuring = is_measuring
            self.changed.emit()
