"""A number of the cell file: it keeps what was typed until it is taken, corrected or restored."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import QWidget

from app.desktop.looks.number_field import NumberField, computed

DECIMALS = 6
LEAST_WIDTH = 44
# Steps of the wheel and the arrow keys that follow each other sooner are one value.
PAUSE_MS = 200
# Factors of units that may be typed, for fields in mm and in degrees.
UNITS = {
    "mm": {"mm": 1.0, "cm": 10.0, "m": 1000.0, "in": 25.4, "inch": 25.4},
    "°": {"°": 1.0, "deg": 1.0, "rad": 57.29577951308232},
}
_TYPED = re.compile(r"(.*?)\s*([^\W\d_]+|°)?\s*", re.DOTALL)


class EntryNumber(NumberField):
    """Asks for each typed or stepped value; without its consent the file does not change.

    asked: A value to be taken; the owner answers with `take` or `refuse`. Steps of the wheel and
        the arrow keys are asked for together, when they pause.
    refused: The sentence about a text that is no number.
    restored: Esc has brought the value of the file back.
    """

    asked = Signal(float)
    refused = Signal(str)
    restored = Signal()

    def __init__(self, unit: str = "", step: float = 1.0, is_whole: bool = False) -> None:
        from scenes.files.field_types import FAR

        self._unit, self.is_faulty, self._kept = unit, False, 0.0
        super().__init__(0 if is_whole else DECIMALS, unit)
        self.setRange(-FAR, FAR)
        self.setSingleStep(step)
        self.setButtonSymbols(NumberField.ButtonSymbols.NoButtons)
        self.setMinimumWidth(LEAST_WIDTH)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._is_stepping, self._pause = False, QTimer(self, interval=PAUSE_MS, singleShot=True)
        self._pause.timeout.connect(self.ask_now)
        self.committed.connect(self._ask)

    def show_value(self, value: float) -> None:
        """Shows the value of the file; a refused text stays while the file's value does."""
        if (self.is_faulty or self._pause.isActive()) and value == self._kept:
            return
        self._pause.stop()
        self.is_faulty, self._kept = False, value
        super().show_value(value)

    @property
    def kept(self) -> float:
        """The value of the file."""
        return self._kept

    def take(self) -> None:
        """Agrees with the shown value: it is the value of the file now."""
        self.is_faulty, self._kept = False, self.value()

    def refuse(self) -> None:
        """Keeps the refused text, so that it can be corrected."""
        self.is_faulty = True

    def _ask(self, value: float) -> None:
        if self._is_stepping:
            self._pause.start()
        else:
            self._pause.stop()
            self.asked.emit(value)

    def ask_now(self) -> None:
        """Asks for the steps so far."""
        if self._pause.isActive() or self.value() != self._kept:
            self._pause.stop()
            self.asked.emit(self.value())

    def stepBy(self, steps: int) -> None:
        self._is_stepping = True
        super().stepBy(steps)
        self._is_stepping = False

    def restore(self) -> None:
        """Shows the value of the file again in place of what was typed."""
        self._pause.stop()
        self.is_faulty = False
        self.lineEdit().setModified(False)
        super().show_value(self._kept)
        self.restored.emit()

    def minimumSizeHint(self) -> object:  # type: ignore[override]
        hint = super().minimumSizeHint()
        hint.setWidth(LEAST_WIDTH)
        return hint

    def textFromValue(self, value: float) -> str:
        """The digits without zeros at their end."""
        text = f"{value:.{self.decimals()}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
        return "0" if text == "-0" else text

    def valueFromText(self, text: str) -> float:
        from scenes.files.field_types import FAR

        value = self._typed(text)
        return self._shown if value is None else min(max(value, -FAR), FAR)

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Lets everything be typed: what is wrong with it is said when it is taken."""
        is_sound = self._fault_of(text) == ""
        state = QValidator.State.Acceptable if is_sound else QValidator.State.Intermediate
        return state, text, position

    def _typed(self, text: str) -> float | None:
        """The value of a sum with or without a unit; None where it is none."""
        text = self._bare(text)  # the unit of the field stands behind one that is typed
        found = _TYPED.fullmatch(text)
        value = computed(text)
        if value is not None or found is None or not found[2]:
            return value
        factor, sum_value = UNITS.get(self._unit, {}).get(found[2].lower()), computed(found[1])
        return None if factor is None or sum_value is None else factor * sum_value

    def _fault_of(self, text: str) -> str:
        """The sentence about a text that cannot be taken; empty for a sound one."""
        from scenes.files.field_types import FAR

        value = self._typed(text)
        if not self._bare(text).strip():
            return "A number is needed here."
        if value is None:
            known = ", ".join(UNITS.get(self._unit, {}))
            more = f" (units: {known})" if known else ""
            return f"“{self._bare(text).strip()}” is no number and no sum such as 450/2{more}."
        if self.decimals() == 0 and not float(value).is_integer():
            return f"A whole number is needed, not {value:g}."
        if abs(value) > FAR:
            return f"The number should lie between -{FAR:g} and {FAR:g}."
        return ""

    def _is_refused(self) -> bool:
        """Refuses a text that is no number, with a sentence."""
        sentence = self._fault_of(self.lineEdit().text())
        if sentence and self.lineEdit().isModified():
            self.refuse()
            self.refused.emit(sentence)
            return True
        return bool(sentence)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self.restore()
            self.selectAll()
            return
        if key not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
            return
        if self._is_refused():
            return
        if self._pause.isActive():
            self.ask_now()
        before, was_faulty = self.value(), self.is_faulty
        super().keyPressEvent(event)
        if was_faulty and self.is_faulty and self.value() == before:
            self.asked.emit(self.value())  # the same value once more: the cell may have changed
        elif was_faulty and self.value() == self._kept:
            self.restore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        if self.lineEdit().isModified() and self._is_refused():
            QWidget.focusOutEvent(self, event)
            self.update()
            return
        super().focusOutEvent(event)
        if self._pause.isActive():
            self.ask_now()
        if self.is_faulty and self.value() == self._kept:
            self.restore()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Steps the number that has the keyboard; over others the wheel scrolls the panel."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
