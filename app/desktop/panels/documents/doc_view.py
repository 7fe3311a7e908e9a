"""One page of the documentation as it is read; made in pieces, so that the window stays free."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QTimer, QUrl
from PySide6.QtGui import (
    QImageReader,
    QPalette,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextDocumentFragment,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit

from app.desktop.panels.documents.doc_pages import PageError, anchor_of, page_text, pieces
from app.desktop.panels.documents.doc_text import formatted

AT_ONCE_S = 0.01  # pieces are made for this time, then other events of the window have their turn
MARGIN = 18


class PageView(QTextBrowser):
    """Shows one page. It follows no link: `anchorClicked` says which link was chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.path = Path()
        self._rest: list[str] = []
        self._goal: str | int | None = None
        self._words: tuple[str, ...] = ()
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._add_pieces)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(MARGIN)

    def show_page(
        self, path: Path, goal: str | int | None = None, words: tuple[str, ...] = ()
    ) -> None:
        """Shows a file.

        goal: The anchor of a heading, or a position of the scroll bar; None: the first of the
            words, or else the top. words: In lower case; they are marked.
        """
        try:
            text = page_text(path)
        except PageError as why:
            text = f"# {path.name}\n\n{why}\n"
        self.path, self._goal, self._words = path, goal, words
        self.setExtraSelections([])
        self.clear()
        self._rest = pieces(text)
        self._timer.start()
        self._add_pieces()

    @property
    def is_whole(self) -> bool:
        """Whether all pieces of the page are there."""
        return not self._rest

    def target(self, link: QUrl) -> QUrl:
        """The address to which a link of this page leads."""
        return QUrl.fromLocalFile(str(self.path)).resolved(link)

    def go_to(self, anchor: str) -> None:
        """Shows a heading at the top of the view, by its anchor."""
        block = self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and anchor_of(block.text()) == anchor:
                top = self.document().documentLayout().blockBoundingRect(block).top()
                self.verticalScrollBar().setValue(round(top) - MARGIN // 2)
                self.setTextCursor(QTextCursor(block))
                return
            block = block.next()

    def go_to_next(self, words: tuple[str, ...]) -> None:
        """Marks words and shows the next of them, from the top again behind the last."""
        self._words = words
        places = self._places()
        marks = []
        for place in places:
            mark = QTextEdit.ExtraSelection()
            mark.cursor = place
            mark.format = self._mark_format()
            marks.append(mark)
        self.setExtraSelections(marks)
        here = self.textCursor().position()
        for place in [*(p for p in places if p.selectionStart() >= here), *places][:1]:
            cursor = QTextCursor(place)
            cursor.setPosition(place.selectionEnd())
            self.setTextCursor(cursor)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Images of files; from the web nothing is fetched."""
        address = self.target(QUrl(name))
        if kind != QTextDocument.ResourceType.ImageResource.value or not address.isLocalFile():
            return None
        return QImageReader(address.toLocalFile()).read()

    def changeEvent(self, event: QEvent) -> None:
        """Makes the page anew in another palette: its text keeps the colours it was made with."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.path.name:
            here = self.verticalScrollBar().value() if self.is_whole else self._goal
            self.show_page(self.path, here, self._words)

    def _add_pieces(self) -> None:
        until = time.perf_counter() + AT_ONCE_S
        while self._rest and time.perf_counter() < until:
            self._add(self._rest.pop(0))
        if not self._rest:
            self._timer.stop()
            self._arrive()

    def _add(self, piece: str) -> None:
        made = formatted(piece, self.font(), self.palette())
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        if cursor.block().text():
            cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
        start = cursor.position()
        cursor.insertFragment(QTextDocumentFragment(made))
        cursor.setPosition(start)  # Qt gives the first block of a fragment the format of its place
        cursor.setBlockFormat(made.begin().blockFormat())
        cursor.endEditBlock()

    def _arrive(self) -> None:
        if self._words:
            self.go_to_next(self._words)
        if isinstance(self._goal, str):
            self.go_to(self._goal)
        elif self._goal is not None:
            self.verticalScrollBar().setValue(self._goal)

    def _places(self) -> list[QTextCursor]:
        """Where the words stand in the page, from the top."""
        found = []
        for word in self._words:
            place = self.document().find(word)
            while not place.isNull():
                found.append(place)
                place = self.document().find(word, place)
        return sorted(found, key=QTextCursor.selectionStart)

    def _mark_format(self) -> QTextCharFormat:
        made, role = QTextCharFormat(), QPalette.ColorRole
        made.setBackground(self.palette().brush(role.Highlight))
        made.setForeground(self.palette().brush(role.HighlightedText))
        return made
