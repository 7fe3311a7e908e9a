"""Drags of numbers in the values of the debug panel, by the mouse and by keys."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem

from app.desktop.debugging.value_trial import ValueTrial
from scenes.execution.debugging.change import Kind

Named = tuple[Kind, str]
START_PX = 5  # px of a move before it is a drag
FINE = 0.1  # with Shift
VALUE = 1  # the column of the values


class ValueDrag(QObject):
    """Tries the number under the pointer while it is dragged to the left or right.

    named: What a row of the tree stands for; None where its value cannot be dragged.
    """

    def __init__(
        self,
        tree: QTreeWidget,
        trial: ValueTrial,
        named: Callable[[QTreeWidgetItem], Named | None],
    ) -> None:
        super().__init__(tree)
        self._tree, self._trial, self._named = tree, trial, named
        self._from: tuple[QPoint, Named, tuple[float, ...], int] | None = None
        self._is_moving = False
        self.place = 0  # which number of a location the keys change
        tree.viewport().installEventFilter(self)
        tree.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes the mouse over a number, and the keys of a row."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return watched is self._tree and self._key(event)
        if watched is self._tree or not isinstance(event, QMouseEvent):
            return False
        if event.type() == QEvent.Type.MouseButtonPress:
            self._press(event)
        elif event.type() == QEvent.Type.MouseMove:
            return self._move(event)
        elif event.type() == QEvent.Type.MouseButtonRelease:
            was_moving, self._is_moving, self._from = self._is_moving, False, None
            return was_moving
        return False

    def _press(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        item = self._tree.itemAt(place)
        self._from = None
        if event.button() != Qt.MouseButton.LeftButton or item is None:
            return
        named = self._named(item) if self._tree.columnAt(place.x()) == VALUE else None
        numbers = self._present(named) if named is not None else ()
        if named is not None and numbers:
            self._from = (place, named, numbers, self._number_at(item, place.x()))

    def _number_at(self, item: QTreeWidgetItem, x: int) -> int:
        """Which number of the text of a value stands at a place, px."""
        text, metrics = item.text(VALUE), self._tree.fontMetrics()
        left = x - self._tree.visualItemRect(item).left() - self._tree.columnWidth(0)
        left -= 2 * self._tree.indentation()
        found = 0
        for at, letter in enumerate(text):
            if letter == "," and metrics.horizontalAdvance(text[:at]) < left:
                found += 1
        return found

    def _move(self, event: QMouseEvent) -> bool:
        if self._from is None:
            return False
        place, named, numbers, which = self._from
        along = event.position().toPoint().x() - place.x()
        if not self._is_moving and abs(along) < START_PX:
            return False
        self._is_moving = True
        fine = FINE if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1.0
        self._try(named, numbers, which, along * step_of(numbers[which], named[0]) * fine)
        return True

    def _key(self, event: QKeyEvent) -> bool:
        key, held = Qt.Key(event.key()), event.modifiers()
        if self._trial.is_on and key == Qt.Key.Key_Escape:
            self._trial.end()
            return True
        if self._trial.is_on and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._trial.keep()
            return True
        along = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(key)
        item = self._tree.currentItem()
        named = self._named(item) if item is not None else None
        if along is None or named is None or not held & Qt.KeyboardModifier.AltModifier:
            return False
        numbers = self._present(named)
        if not numbers:
            return True
        if held & Qt.KeyboardModifier.ControlModifier:
            self.place = (self.place + along) % len(numbers)
            return True
        which = self.place % len(numbers)
        fine = FINE if held & Qt.KeyboardModifier.ShiftModifier else 1.0
        self._try(named, numbers, which, along * step_of(numbers[which], named[0]) * fine)
        return True

    def _present(self, named: Named) -> tuple[float, ...]:
        trial = self._trial
        if trial.is_on and (trial.kind, trial.name) == named:
            return trial.numbers
        return trial.numbers_of(*named)

    def _try(self, named: Named, numbers: tuple[float, ...], which: int, by: float) -> None:
        changed = list(numbers)
        changed[which] = round(numbers[which] + by, 6)
        self._trial.put(*named, changed)


def step_of(number: float, kind: Kind) -> float:
    """How much a number changes with a pixel: 1 mm or degree, or a hundredth of a variable."""
    if kind is Kind.LOCATION:
        return 1.0
    size = abs(number)
    return 1.0 if size >= 20.0 else 0.1 if size >= 2.0 else 0.01
