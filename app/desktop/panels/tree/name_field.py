"""The field in which a thing is renamed in its row; a name that cannot be is refused in place."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from app.desktop.looks.theme import Theme


class NameField(QLineEdit):
    """A field with a message below it while its name cannot be.

    fault: The sentence about a name; "" where the name can be.
    """

    def __init__(self, parent: QWidget, theme: Theme, fault: Callable[[str], str]) -> None:
        super().__init__(parent)
        self._fault = fault
        self.setAccessibleName("New name")
        self.setFrame(False)
        self.message = QLabel(parent)
        self.message.setWordWrap(True)
        self.message.setMargin(4)
        self.message.setStyleSheet(
            f"background: {theme.raised}; color: {theme.error}; border: 1px solid {theme.error};"
        )
        self.message.hide()
        self.destroyed.connect(self.message.deleteLater)
        self.textEdited.connect(lambda _: self._clear())

    @property
    def name(self) -> str:
        """The typed name in its usual form: an input method may give full-width letters."""
        from scenes.files.field_types import usual_form

        return usual_form(self.text().strip())

    def refuses(self) -> bool:
        """Shows why the typed name cannot be; whether it cannot."""
        reason = self._fault(self.name)
        if not reason:
            return False
        parent = self.parentWidget()
        self.message.setText(reason[:1].upper() + reason[1:] + ".")
        self.setAccessibleDescription(reason)
        room = parent.width() if parent is not None else self.width()
        self.message.setFixedWidth(room)
        self.message.adjustSize()
        below, height = self.geometry().bottom() + 1, self.message.height()
        is_low = parent is not None and below + height > parent.height()
        self.message.move(QPoint(0, self.geometry().top() - height if is_low else below))
        self.message.show()
        self.message.raise_()
        return True

    def is_refused(self) -> bool:
        """Whether the typed name cannot be."""
        return bool(self._fault(self.name))

    def _clear(self) -> None:
        self.message.hide()
        self.setAccessibleDescription("")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.selectAll()

    def hideEvent(self, event: QHideEvent) -> None:
        """Takes the message from sight with the field; it may be shown again, so it stays."""
        super().hideEvent(event)
        self.message.hide()
