"""The card with help and findings that floats in the text, at most 480 pixels wide.

It stays inside the editor, so that it never covers the ghost in the 3D view that it explains.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QCursor, QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QTextBrowser, QVBoxLayout, QWidget

from app.desktop.looks.theme import Theme
from app.programs.findings import Finding

MOST_WIDTH, MOST_HEIGHT, LEAST_WIDTH = 480, 360, 200  # px
LEAVE_MS = 250  # ms that the pointer may take from the word to the card
GAP = 3  # px between the line and the card


class HelpCard(QFrame):
    """Shown at the pointer until it leaves word and card; at the cursor until a key is pressed."""

    fixChosen = Signal(object)  # a Fix

    def __init__(self, editor: QWidget) -> None:
        super().__init__(editor)
        self._editor = editor
        self._findings: Sequence[Finding] = ()
        self._word = QRect()
        self.setObjectName("helpCard")
        self.text = QTextBrowser()
        self.text.setFont(QApplication.font())  # the editor's own is for program text
        self.text.setOpenLinks(False)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text.setAccessibleName("Help on the text")
        self.text.anchorClicked.connect(self._take)
        self.text.installEventFilter(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.addWidget(self.text)
        self._timer = QTimer(self, singleShot=True, interval=LEAVE_MS)
        self._timer.timeout.connect(self._leave)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Sets the colours of the card."""
        self.setStyleSheet(
            f"#helpCard {{ background: {theme.raised}; border: 1px solid {theme.border}; }}"
            f"QTextBrowser {{ background: {theme.raised}; color: {theme.text}; }}"
        )

    def show_text(self, html: str, findings: Sequence[Finding], word: QRect) -> None:
        """Shows a card below a word, or above it where there is more room.

        findings: Those in the text, whose fixes its links make. word: In the editor, px.
        """
        self._findings, self._word = findings, word
        self._timer.stop()
        self.text.setHtml(html)
        room = self._editor.rect()
        width = max(min(MOST_WIDTH, room.width() - 2 * GAP), LEAST_WIDTH)
        document = self.text.document()
        document.setDocumentMargin(8)
        document.setTextWidth(width - 2)
        below, above = room.bottom() - word.bottom() - GAP, word.top() - room.top() - GAP
        wanted = min(int(document.size().height()) + 4, MOST_HEIGHT)
        is_below = wanted <= below or below >= above
        height = min(wanted, below if is_below else above)
        self.resize(width, max(height, 40))
        left = max(min(word.left(), room.right() - width - GAP), room.left() + GAP)
        top = word.bottom() + GAP if is_below else word.top() - GAP - self.height()
        self.move(left, top)
        self.show()
        self.raise_()

    def point(self, word_left: bool) -> None:
        """Follows the pointer over the text: away from the word the card goes, unless it is taken.

        word_left: Whether the pointer is off the word.
        """
        if not self.isVisible() or self.text.hasFocus():
            return
        if word_left:
            self._timer.start()
        else:
            self._timer.stop()

    def take_focus(self) -> None:
        """Gives the card the keyboard: arrows scroll, Tab and Enter choose a fix, Esc closes."""
        self.text.setFocus()

    def close_card(self) -> None:
        """Hides the card; the keyboard goes back to the text."""
        had_focus = self.text.hasFocus()
        self.hide()
        if had_focus:
            self._editor.setFocus()

    @property
    def word(self) -> QRect:
        """The rectangle of the word that the card is about, in the editor, px."""
        return self._word

    def _leave(self) -> None:
        if not self.rect().contains(self.mapFromGlobal(QCursor.pos())):
            self.close_card()
        else:
            self._timer.start()

    def _take(self, link: QUrl) -> None:
        """Makes the fix of a link."""
        _, number, fix = link.toString().split(":")
        chosen = self._findings[int(number)].fixes[int(fix)]
        self.close_card()
        self.fixChosen.emit(chosen)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Closes by Esc, and when the keyboard goes elsewhere."""
        kinds = QEvent.Type
        is_key = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if is_key and event.type() in (kinds.KeyPress, kinds.ShortcutOverride):
            if event.type() == kinds.KeyPress:
                self.close_card()
            event.accept()
            return True
        if event.type() == kinds.FocusOut:
            self.hide()
        return False
