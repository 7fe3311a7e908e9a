"""The fault of one field: a red frame round it, and one sentence below."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QLabel, QScrollArea, QSizePolicy, QWidget

FRAME_WIDTH, ROUND = 2.0, 3.0
SPACE = 40  # pixels around a sentence that is brought into view: its field is above it


class Sentence(QLabel):
    """The sentence below the fields of a row, in the colour of errors; hidden while there is none.

    marks: The marks of the fields of the row. Where several have a fault, the latest is told, and
        when that one is corrected, one of the others.
    """

    def __init__(self) -> None:
        super().__init__()
        self.marks: list[FaultMark] = []
        self.setWordWrap(True)
        self.setForegroundRole(QPalette.ColorRole.BrightText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.hide()

    def tell(self, text: str) -> None:
        """Shows a text, or in place of an empty one the fault of another field."""
        told = text or next((mark.text for mark in self.marks if mark.text), "")
        self.setText(told)
        self.setVisible(bool(told))

    def come_into_view(self) -> None:
        """Scrolls the panel around it, so that a fault is never said out of sight."""
        around = self.parentWidget()
        while around is not None and not isinstance(around, QScrollArea):
            around = around.parentWidget()
        if isinstance(around, QScrollArea) and self.isVisible():
            around.ensureWidgetVisible(self, 0, SPACE)


class FaultFrame(QWidget):
    """A red frame over a field; clicks go through it."""

    def __init__(self, field: QWidget) -> None:
        super().__init__(field)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        field.installEventFilter(self)
        self.hide()

    def eventFilter(self, field: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(field, QWidget):
            self.setGeometry(field.rect())
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.BrightText), FRAME_WIDTH))
        inset = FRAME_WIDTH / 2
        frame = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(frame, ROUND, ROUND)


class FaultMark:
    """Shows the fault of a field and takes it away."""

    def __init__(self, field: QWidget, sentence: Sentence) -> None:
        self.field, self.sentence = field, sentence
        self._frame = FaultFrame(field)
        self._text = ""
        sentence.marks.append(self)

    @property
    def text(self) -> str:
        """The shown sentence; empty while there is no fault."""
        return self._text

    def show(self, text: str) -> None:
        """Shows a fault; an empty text takes it away."""
        if text == self._text:
            return
        self._text = text
        self.field.setAccessibleDescription(text)
        self._frame.setGeometry(self.field.rect())
        self._frame.setVisible(bool(text))
        self._frame.raise_()
        self.sentence.tell(text)
        if text:
            QTimer.singleShot(0, self.sentence, self.sentence.come_into_view)
