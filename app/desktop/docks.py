"""Where the panels stand at the first start, and how they are put back there."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

LEFT_WIDTH, JOG_HEIGHT, STRIP_HEIGHT = 284, 620, 190
VIEW_SHARE, EDITOR_WIDTH = 0.51, 820
STATE_VERSION = 2


class Docks:
    """The docks of the window by name."""

    def __init__(self, window: QMainWindow, panels: dict[str, QWidget]) -> None:
        self._window = window
        window.setDockNestingEnabled(True)
        areas = Qt.DockWidgetArea
        window.setCorner(Qt.Corner.BottomLeftCorner, areas.LeftDockWidgetArea)
        window.setCorner(Qt.Corner.BottomRightCorner, areas.RightDockWidgetArea)
        self._docks = {name: self._dock(name, panel) for name, panel in panels.items()}
        self._place()

    def __getitem__(self, name: str) -> QDockWidget:
        return self._docks[name]

    def all(self) -> tuple[QDockWidget, ...]:
        return tuple(self._docks.values())

    def _dock(self, name: str, panel: QWidget) -> QDockWidget:
        dock = QDockWidget(name, self._window)
        dock.setObjectName(f"dock {name}")
        dock.setWidget(panel)
        return dock

    def _place(self) -> None:
        """The arrangement of the first start."""
        window, areas = self._window, Qt.DockWidgetArea
        for dock in self._docks.values():
            dock.setFloating(False)
            window.removeDockWidget(dock)
        window.addDockWidget(areas.LeftDockWidgetArea, self["Cell"])
        window.splitDockWidget(self["Cell"], self["Jog"], Qt.Orientation.Vertical)
        for name in ("Solutions", "Properties"):
            window.tabifyDockWidget(self["Jog"], self[name])
        window.addDockWidget(areas.RightDockWidgetArea, self["Program"])
        window.addDockWidget(areas.BottomDockWidgetArea, self["Problems"])
        for name in ("Collisions", "Tables", "Console", "Plots"):
            window.tabifyDockWidget(self["Problems"], self[name])
        for dock in self._docks.values():
            dock.show()
        self["Jog"].raise_()
        self["Problems"].raise_()

    def first_sizes(self) -> None:
        """Half of the width for the 3D view, a fixed share for the tree, the rest to the text."""
        width, height = self._window.width(), self._window.height()
        left = min(LEFT_WIDTH, int(width * 0.22))
        editor = min(width - left - int(width * VIEW_SHARE), EDITOR_WIDTH)
        across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        jog = min(JOG_HEIGHT, int(height * 0.62))
        self._window.resizeDocks([self["Cell"], self["Program"]], [left, editor], across)
        self._window.resizeDocks([self["Problems"]], [STRIP_HEIGHT], down)
        self._window.resizeDocks([self["Jog"]], [jog], down)

    def restore(self) -> None:
        """Back to the arrangement of the first start."""
        self._place()
        self.first_sizes()

    def state(self) -> QByteArray:
        return self._window.saveState(STATE_VERSION)

    def set_state(self, state: QByteArray) -> bool:
        return bool(self._window.restoreState(state, STATE_VERSION))
