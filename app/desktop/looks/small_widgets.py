"""Small widgets that many panels use: bars of progress, buttons, lines, areas that scroll.

With them the exchange of what an area shows, and the removal of rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QMetaMethod, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QProgressBar,
    QScrollArea,
    QToolBar,
    QToolButton,
    QTreeWidgetItem,
    QWidget,
)

from app.desktop.looks.number_field import NumberField
from app.desktop.looks.tips import wrapped


class ProgressBar(QProgressBar):
    """A progress bar that is drawn with the other changes of an event.

    Qt draws its own bar at once when the value changes, within the call; the picture of the cell
    and of all panels that wait for a new one would then be drawn within it as well.
    """

    def setValue(self, value: int) -> None:
        """Shows a value; drawn later, as other widgets are."""
        self.setUpdatesEnabled(False)
        super().setValue(value)
        self.setUpdatesEnabled(True)


def flat_button(text: str, tip: str) -> QToolButton:
    """A small button without a frame."""
    button = QToolButton()
    button.setText(text)
    button.setToolTip(wrapped(tip))
    button.setAutoRaise(True)
    return button


class _Repeats(QObject):
    """Takes back the connections that a button makes at each change of its action.

    Qt 6.11 connects a tool button to `changed` of its action whenever the action changes, and
    never takes one back: each change takes longer than the one before it, and the memory grows. A
    button shows changes without these connections too. text: In place of that of the action, which
    Qt gives the button at each change; "" for that of the action.
    """

    def __init__(self, button: QToolButton, action: QAction, text: str = "") -> None:
        super().__init__(button)
        self._button, self._action, self._text = button, action, text
        self._changed = QMetaMethod.fromSignal(action.changed)
        action.changed.connect(self._take_back)
        self._take_back()

    def _take_back(self) -> None:
        any_slot = QMetaMethod()
        QObject.disconnect(self._action, self._changed, self._button, any_slot)
        if self._text:
            self._button.setText(self._text)


def action_button(action: QAction, text: str = "") -> QToolButton:
    """A button of an action. text: In place of that of the action."""
    button = QToolButton()
    button.setDefaultAction(action)
    _Repeats(button, action, text)
    return button


def add_actions(bar: QToolBar, actions: Iterable[QAction]) -> None:
    """Adds buttons of actions to a tool bar."""
    for action in actions:
        bar.addAction(action)
        button = bar.widgetForAction(action)
        assert isinstance(button, QToolButton)
        _Repeats(button, action)


def tool_button(action: QAction) -> QToolButton:
    """A flat button of an action."""
    button = action_button(action)
    button.setAutoRaise(True)
    button.setIconSize(QSize(20, 20))
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return button


def rule() -> QFrame:
    """A thin line between two groups."""
    line = QFrame()
    line.setFrameShape(QFrame.Shape.HLine)
    line.setFrameShadow(QFrame.Shadow.Plain)
    line.setForegroundRole(QPalette.ColorRole.Mid)
    return line


def remove_rows_in(row: QTreeWidgetItem) -> None:
    """Removes the rows below a row of a tree.

    They are freed once the present event is over, which may be a change of one of them; a row that
    Python holds stays until it is let go.
    """
    taken = QTreeWidgetItem()
    taken.addChildren(row.takeChildren())
    QTimer.singleShot(0, partial(_free_rows_in, taken))


def _free_rows_in(row: QTreeWidgetItem) -> None:
    """Gives the rows below a row to Python, one by one: PySide frees only what `removeChild` takes,
    and keeps for ever what `takeChildren` gives back."""
    below = [row.child(place) for place in range(row.childCount())]
    for child in reversed(below):
        if child is not None:
            row.removeChild(child)


def fill_area(area: QScrollArea, body: QWidget) -> None:
    """Shows a widget in an area in place of another one, which is deleted soon.

    What is typed in a field of the old one is dropped: it was meant for what was shown before, and
    the field would announce it as it loses the keyboard.
    """
    old = area.widget()
    if old is not None:
        for field in old.findChildren(NumberField):
            field.blockSignals(True)
        area.takeWidget()
        old.deleteLater()
    area.setWidget(body)


class WholeWidth(QScrollArea):
    """Asks for the least width of its content and of the scroll bar, so that nothing is cut."""

    def __init__(self, **choices: Any) -> None:
        super().__init__(**choices)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def minimumSizeHint(self) -> QSize:
        inside, least = self.widget(), super().minimumSizeHint()
        if inside is None:
            return least
        width = inside.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        return QSize(max(width + 2 * self.frameWidth(), least.width()), least.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Asks for another width when the content has become wider, as with larger letters."""
        if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)
