"""The tool bars of the window: the buttons above, and the time line below."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QToolBar

from app.desktop.looks.small_widgets import add_actions
from app.desktop.panels.transport import TransportBar
from app.desktop.view3d.views import ViewMode

TOOLBAR = (
    ("quick_open", "save", "undo", "redo"),
    ("run", "pause", "back", "over", "step", "out", "to_line", "stop"),
    tuple(f"view_{mode.value}" for mode in ViewMode),
    ("fit", "handles", "measure", "section", "teach", "palette"),
)


def add_tool_bar(window: QMainWindow, actions: Mapping[str, QAction]) -> None:
    """Adds the buttons of the actions in TOOLBAR above the panels."""
    bar = QToolBar("Tools", window)
    bar.setObjectName("toolbar")
    bar.setMovable(False)
    for group in TOOLBAR:
        add_actions(bar, (actions[key] for key in group))
        bar.addSeparator()
    window.addToolBar(bar)


def add_time_line(
    window: QMainWindow, transport: TransportBar, show: Callable[[object], None]
) -> None:
    """Adds the time line with its buttons below the panels. show: Goes to a finding."""
    transport.timeline.chosen.connect(show)
    bar = QToolBar("Time line", window)
    bar.setObjectName("time line")
    bar.setMovable(False)
    bar.addWidget(transport)
    window.addToolBar(Qt.ToolBarArea.BottomToolBarArea, bar)
