"""One message above the 3D view: its text, its severity, its buttons."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.icons import icon, severity_icon
from app.desktop.looks.notice import Notice
from app.desktop.looks.small_widgets import flat_button
from app.desktop.looks.theme import Theme

NOTE_MS = 6000
MOST_ERRORS = 3
LEAST_WIDTH = 320  # px in which a message can be read


class MessageBar(QFrame):
    """Shows the last notice; notes vanish by themselves, warnings and errors stay until closed."""

    placed = Signal()  # it came, went, or has another height

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._notice = Notice("")
        self.above: QWidget | None = None  # a strip that the message must not cover
        self._free_right = 0
        self._sign, self.text = QLabel(), QLabel()
        self.text.setWordWrap(True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._offers = QHBoxLayout()
        self._close = flat_button("", "Put this message away")
        self._close.setAccessibleName("Put this message away")
        self._close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 5, 6, 5)
        row.addWidget(self._sign)
        row.addWidget(self.text, 1)
        add_layout(row, self._offers)
        row.addWidget(self._close)
        self._timer = QTimer(self, singleShot=True, interval=NOTE_MS)
        self._timer.timeout.connect(self.hide)
        self.setObjectName("messageBar")
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Draws the message in the colours of a theme."""
        self._theme = theme
        self._dress()

    def show_notice(self, notice: Notice) -> None:
        """Shows a message in place of the one before; errors not yet closed stay with it."""
        kept = self._notice
        both_errors = kept.severity == notice.severity == "error" and self.isVisible()
        if both_errors and notice.text not in kept.text.split("\n") and not kept.offers:
            lines = [*kept.text.split("\n"), notice.text][-MOST_ERRORS:]
            notice = Notice("\n".join(lines), "error", notice.offers)
        # A message with a new percentage keeps its button, which the user may be pressing.
        if notice.offers != kept.offers or not notice.offers:
            self._offer_anew(notice)
        self._notice = notice
        self.text.setText(notice.text)
        self._dress()
        self.show()
        self.place()
        if notice.severity == "note" and not notice.offers:
            self._timer.start()
        else:
            self._timer.stop()

    def _offer_anew(self, notice: Notice) -> None:
        """Replaces the buttons of the message."""
        while (item := self._offers.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        for offer in notice.offers:
            button = QPushButton(offer.text)
            button.clicked.connect(self.hide)
            button.clicked.connect(lambda _=False, offer=offer: offer.action())
            self._offers.addWidget(button)
            button.show()  # at once: the text is wrapped to the width beside it

    def leave_free(self, width: int) -> None:
        """Ends the bar before the view cube in the upper right corner, px from the right edge."""
        self._free_right = width
        self.place()

    def place(self) -> None:
        """Moves the bar over the upper edge of its parent, below the strip there."""
        host = self.parentWidget()
        if host is not None:
            width = max(host.width() - self._free_right, min(host.width(), LEAST_WIDTH))
            wrapped = self.heightForWidth(width) if self.hasHeightForWidth() else 0
            top = self.above.height() if self.above is not None and self.above.isVisible() else 0
            self.setGeometry(0, top, width, wrapped if wrapped > 0 else self.sizeHint().height())
            self.raise_()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.placed.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.placed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.placed.emit()

    def _dress(self) -> None:
        theme = self._theme
        colours = {"error": theme.error, "warning": theme.warning}
        colour = colours.get(self._notice.severity, theme.accent)
        self._sign.setPixmap(severity_icon(self._notice.severity, theme).pixmap(QSize(18, 18)))
        self._close.setIcon(icon("mdi6.close", theme))
        self.setStyleSheet(
            f"#messageBar {{ background: {theme.raised}; border: none;"
            f" border-left: 4px solid {colour}; border-bottom: 1px solid {theme.border}; }}"
        )
