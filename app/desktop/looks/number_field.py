"""A field for one number: it shows the unit, computes sums (`450/2`), and Esc restores it."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QValidator
from PySide6.QtWidgets import QDoubleSpinBox, QWidget

from app.desktop.looks.undo_keys import UndoKeys

_OPERATIONS: dict[type[ast.AST], Callable[..., float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}
LONGEST_SUM = 60


def computed(text: str) -> float | None:
    """The value of a sum such as `450/2 + 10`; None where the text is none or not finite."""
    text = text.strip().replace(",", ".")
    if not text or len(text) > LONGEST_SUM:
        return None
    try:
        value = _value(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError, KeyError, RecursionError):
        return None
    return value if math.isfinite(value) else None


def _value(node: ast.AST) -> float:
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return float(node.value)  # type: ignore[arg-type]
    if isinstance(node, ast.UnaryOp):
        return _OPERATIONS[type(node.op)](_value(node.operand))
    if isinstance(node, ast.BinOp):
        return _OPERATIONS[type(node.op)](_value(node.left), _value(node.right))
    raise ValueError("not a sum")


class NumberField(QDoubleSpinBox):
    """A spin box that emits `committed` on Enter or when left; Esc restores the old value.

    The first click marks the whole number, so that typing replaces it; so does a double click,
    which marks one word of other texts: a part of -560.5 mm.
    """

    committed = Signal(float)

    def __init__(self, decimals: int = 2, unit: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = 0.0
        self.setDecimals(decimals)
        self.setSuffix(f" {unit}" if unit else "")
        self.setRange(-1e6, 1e6)
        self.setKeyboardTracking(False)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        UndoKeys(self, self.lineEdit())
        self._is_entered = False  # by a click whose button is still down
        self.lineEdit().installEventFilter(self)
        self.valueChanged.connect(self._changed)

    def show_value(self, value: float) -> None:
        """Shows a value without announcing it; a field in which the user types is left alone."""
        self._shown = value
        is_typed = self.lineEdit().isModified()
        if (is_typed and self.hasFocus()) or (not is_typed and self._shows(value)):
            return  # Qt would draw an equal value once more
        blocked = self.blockSignals(True)
        self.setValue(value)
        self.blockSignals(blocked)

    def _shows(self, value: float) -> bool:
        """Whether the text is that of a value already."""
        limited = min(max(value, self.minimum()), self.maximum())
        return self.text() == f"{self.prefix()}{self.textFromValue(limited)}{self.suffix()}"

    def _changed(self, value: float) -> None:
        self._shown = value
        self.committed.emit(value)

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Accepts sums while they are typed; the value is computed at the end."""
        if computed(self._bare(text)) is not None:
            return QValidator.State.Acceptable, text, position
        allowed = all(c.isdigit() or c in "+-*/(). ,eE" for c in self._bare(text))
        state = QValidator.State.Intermediate if allowed else QValidator.State.Invalid
        return state, text, position

    def valueFromText(self, text: str) -> float:
        value = computed(self._bare(text))
        if value is None:
            return self._shown
        return min(max(value, self.minimum()), self.maximum())

    def _bare(self, text: str) -> str:
        return text.removesuffix(self.suffix()).removeprefix(self.prefix())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._is_entered = event.reason() == Qt.FocusReason.MouseFocusReason

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Marks the whole number at a double click, and at the click that brings the keyboard."""
        if watched is self.lineEdit():
            if event.type() == QEvent.Type.MouseButtonDblClick:
                self.selectAll()
                return True
            if event.type() == QEvent.Type.MouseButtonRelease and self._is_entered:
                self._is_entered = False
                if not self.lineEdit().hasSelectedText():  # a drag has marked a part
                    self.selectAll()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.lineEdit().setModified(False)
            self.show_value(self._shown)
            self.selectAll()
            return
        plain = Qt.KeyboardModifier.NoModifier
        if event.key() == Qt.Key.Key_End and event.modifiers() == plain:
            text = self.lineEdit()  # before the unit, so that a sum can go on: 110 - 50
            text.setCursorPosition(len(text.text()) - len(self.suffix()))
            return
        super().keyPressEvent(event)
