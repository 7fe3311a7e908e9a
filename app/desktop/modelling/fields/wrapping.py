"""A row of buttons that goes on in a further line where the panel is narrow."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

GAP = 4


class WrappingRow(QWidget):
    """Places its widgets side by side, in as many lines as they need."""

    def __init__(self) -> None:
        super().__init__()
        self._inside: list[QWidget] = []
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add(self, widget: QWidget) -> None:
        """Puts a widget behind the others."""
        widget.setParent(self)
        self._inside.append(widget)
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._placed(width, is_real=False)

    def sizeHint(self) -> QSize:
        widest = max((widget.sizeHint().width() for widget in self._inside), default=0)
        return QSize(widest, self._placed(max(self.width(), widest), is_real=False))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._placed(self.width(), is_real=True)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def _placed(self, width: int, is_real: bool) -> int:
        """Places the widgets, or only computes it; the height of all lines."""
        x = y = line = 0
        for widget in self._inside:
            size = widget.sizeHint()
            if x and x + size.width() > width:
                x, y, line = 0, y + line + GAP, 0
            if is_real:
                widget.setGeometry(x, y, min(size.width(), width), size.height())
            x, line = x + size.width() + GAP, max(line, size.height())
        return y + line
