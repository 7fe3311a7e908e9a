"""The settings for moving things by hand: along which axes, with handles or not, and where."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.desktop.runs.posing.jog_axes import BASE, TOOL, Axes


class JogSettings(QObject):
    """The settings that the Jog panel and the handles in the 3D view share."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.axes = BASE
        self.has_handles = True
        self.at_middle = False
        self.is_measuring = False
        self.is_pointing = False

    @property
    def shows_handles(self) -> bool:
        """Whether handles are visible; they are not while clicks measure or point at something."""
        return self.has_handles and not self.is_measuring and not self.is_pointing

    @property
    def in_tool(self) -> bool:
        """Whether the tool is moved along its own axes."""
        return self.axes == TOOL

    def set_in_tool(self, in_tool: bool) -> None:
        """Moves along the own axes of tool or thing, or those of the base or the world."""
        if in_tool != self.in_tool:
            self.set_axes(TOOL if in_tool else BASE)

    def set_axes(self, axes: Axes) -> None:
        """Moves along the axes of base, tool, world, a frame or a part."""
        if axes != self.axes:
            self.axes = axes
            self.changed.emit()

    def set_at_middle(self, at_middle: bool) -> None:
        """Puts the handles on the middle of a body's box, or on its own frame."""
        if at_middle != self.at_middle:
            self.at_middle = at_middle
            self.changed.emit()

    def set_handles(self, shown: bool) -> None:
        """Shows the handles in the 3D view, or hides them."""
        if shown != self.has_handles:
            self.has_handles = shown
            self.changed.emit()

    def set_measuring(self, is_measuring: bool) -> None:
        """Lets clicks in the 3D view measure, or select and drag again."""
        if is_measuring != self.is_measuring:
            self.is_measuring = is_measuring
            self.changed.emit()

    def set_pointing(self, is_pointing: bool) -> None:
        """Lets clicks in the 3D view point at places for something new, or select again."""
        if is_pointing != self.is_pointing:
            self.is_pointing = is_pointing
            self.changed.emit()
