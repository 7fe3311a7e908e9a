"""The first arrangement of the panels, and the way back to it."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRect, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from app.desktop.looks.settings import SettingsStore

LEFT_WIDTH, JOG_HEIGHT, STRIP_HEIGHT = 290, 560, 190
LEFT_LEAST, STRIP_LEAST, TREE_LEAST = 270, 130, 240
LETTER_HEIGHT = 15  # px of a line of letters at which the widths here are right
VIEW_SHARE, EDITOR_WIDTH = 0.5, 820
DEBUG_SHARE = 0.45  # share of the debug panel in the height of the text's column
EDITOR_LEAST = 424  # about 45 columns at the first size of the letters
FIRST_SIZE = (1760, 1000)
BARS_HEIGHT = 195  # menu, tool bars, status bar and the tabs of the left column
STUDY_HEIGHT = 300  # px: what a study asks, its buttons, and a table or picture
ROOMY_HEIGHT = 940  # window height from which the strip below the view has its full height
STATE_VERSION = 3


def first_geometry() -> QRect:
    """The rectangle of the window at the first start, px: in the middle of the screen."""
    screen = QGuiApplication.primaryScreen()
    free = screen.availableGeometry() if screen is not None else QRect(0, 0, *FIRST_SIZE)
    width, height = min(FIRST_SIZE[0], free.width()), min(FIRST_SIZE[1], free.height())
    left = free.left() + (free.width() - width) // 2
    return QRect(left, free.top() + (free.height() - height) // 2, width, height)


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
        """All docks, in the order of their panels."""
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
        window.tabifyDockWidget(self["Cell"], self["Outline"])
        for name in ("Solutions", "Properties", "Import"):
            window.tabifyDockWidget(self["Jog"], self[name])
        window.addDockWidget(areas.RightDockWidgetArea, self["Program"])
        window.splitDockWidget(self["Program"], self["Debug"], Qt.Orientation.Vertical)
        window.addDockWidget(areas.BottomDockWidgetArea, self["Problems"])
        for name in (
            "Collisions",
            "References",
            "Tables",
            "Console",
            "Plots",
            "Signals",
            "Mechanism",
            "Study",
        ):
            window.tabifyDockWidget(self["Problems"], self[name])
        for dock in self._docks.values():
            dock.show()
        self["Debug"].hide()  # the first stop of a run shows it
        self["Mechanism"].hide()  # the menu Tools shows it
        self["Study"].hide()  # the first opened study shows it
        self["References"].hide()  # Shift+F12 shows it
        self["Import"].hide()  # the first imported file shows it
        self["Cell"].raise_()
        self["Jog"].raise_()
        self["Problems"].raise_()

    def first_sizes(self) -> None:
        """Gives the 3D view half of the width, the tree a fixed share, and the text the rest."""
        width, height = self._window.width(), self._window.height()
        rest = width - int(width * VIEW_SHARE)
        least = self._least_left()
        left = min(max(rest - EDITOR_WIDTH, least), max(LEFT_WIDTH, least))
        editor = min(max(rest - left, EDITOR_LEAST), EDITOR_WIDTH)
        across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        strip = max(STRIP_HEIGHT - max(ROOMY_HEIGHT - height, 0), STRIP_LEAST)
        self._window.resizeDocks([self["Cell"], self["Program"]], [left, editor], across)
        self._window.resizeDocks([self["Problems"]], [strip], down)
        tree = max(height - BARS_HEIGHT - JOG_HEIGHT, TREE_LEAST)
        self._window.resizeDocks([self["Cell"], self["Jog"]], [tree, JOG_HEIGHT], down)

    def _least_left(self) -> int:
        """The least width of the left column, px: larger letters need more."""
        scale = self._window.fontMetrics().height() / LETTER_HEIGHT
        return round(LEFT_LEAST * max(scale, 1.0))

    def make_room(self) -> None:
        """Widens the left column where letters have become larger; it is never narrowed."""
        least = self._least_left()
        if not self["Cell"].isFloating() and self["Cell"].width() < least:
            self._window.resizeDocks([self["Cell"]], [least], Qt.Orientation.Horizontal)

    def bring(self, name: str) -> None:
        """Shows a dock in front of its neighbours; the debug panel and a study get their height."""
        was_hidden, dock = self[name].isHidden(), self[name]
        dock.show()
        dock.raise_()
        if was_hidden and name == "Debug":
            height = self["Program"].height() + dock.height()
            low = int(height * DEBUG_SHARE)
            down = Qt.Orientation.Vertical
            self._window.resizeDocks([self["Program"], dock], [height - low, low], down)
        if was_hidden and name == "Study" and dock.height() < STUDY_HEIGHT:
            self._window.resizeDocks([dock], [STUDY_HEIGHT], Qt.Orientation.Vertical)

    def restore(self) -> None:
        """Puts all panels back where they were at the first start."""
        self._place()
        self.first_sizes()
        # A dock takes its height only after Qt has laid it out.
        QTimer.singleShot(0, self._window, self.first_sizes)

    def reopen(self, store: SettingsStore) -> None:
        """Gives window and docks the sizes and places of the last session, else the first ones."""
        geometry, state = store.window_state("geometry"), store.window_state("docks")
        if geometry is not None:
            self._window.restoreGeometry(geometry)
        if state is None or not self.set_state(state):
            QTimer.singleShot(0, self.first_sizes)

    def keep(self, store: SettingsStore) -> None:
        """Keeps the sizes and places of window and docks for the next session."""
        store.remember_window("geometry", self._window.saveGeometry())
        store.remember_window("docks", self.state())

    def state(self) -> QByteArray:
        """The arrangement of the docks as Qt's bytes, for `set_state`."""
        return self._window.saveState(STATE_VERSION)

    def set_state(self, state: QByteArray) -> bool:
        """Arranges the docks as `state` stored them; whether Qt could read the bytes."""
        return bool(self._window.restoreState(state, STATE_VERSION))
