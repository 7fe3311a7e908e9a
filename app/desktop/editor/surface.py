"""The text of one program on the screen: underlined findings, and the executed line."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping
from typing import cast

from PySide6.QtCore import QPointF, QRect, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QTextBlock, QTextCursor, QTextFormat
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from app.desktop.editor.highlighter import Highlighter, colours_of
from app.desktop.editor.line_hint import LineHint, draw_hint
from app.desktop.editor.typing.folding import Folding, next_shown
from app.desktop.editor.typing.mark_drawing import Mark, draw_mark, draw_tail
from app.desktop.editor.typing.squiggles import Wave, draw_wave, drawn_findings, is_stale
from app.desktop.looks.theme import Theme
from app.desktop.state.source import Source
from app.desktop.state.text_places import block_column, code_point_column
from app.programs.findings import SEVERITIES, Finding

# Both from a program, the number of a line and its text: the hint of the line, and what a card says
# of its motion, as headings and words.
HintOf = Callable[[Source, int, str], LineHint | None]
MotionOf = Callable[[Source, int, str], tuple[tuple[str, str], ...]]


class TextSurface(QPlainTextEdit):
    """Shows a Source with its findings; `CodeEditor` adds keys and mouse."""

    breakpointAsked = Signal(int)  # the line whose breakpoint is to be set or removed
    conditionAsked = Signal(int)  # the line of a breakpoint whose condition is to be typed
    marksChanged = Signal()  # findings, contacts or the executed line, which the margin shows too

    def __init__(self, source: Source, theme: Theme) -> None:
        super().__init__()
        self.source, self.theme = source, theme
        self.execution_line: int | None = None
        self._given: tuple[Finding, ...] = ()
        self._findings: tuple[Finding, ...] = ()
        self._finding_lines: list[int] = []
        self._is_fresh = True
        self._contacts: Mapping[int, tuple[str, ...]] = {}
        self._marked: tuple[int, int | None] = (0, None)  # the current and the executed line
        self._link: tuple[int, int] | None = None
        self._hint: HintOf | None = None
        self._motion: MotionOf | None = None
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setDocument(source.text_document)
        self.folding = Folding(self, lambda: source.has_our_blocks)
        self.setAccessibleName(f"Program {source.title}")
        self._highlighter = Highlighter(source.text_document, theme, colours_of(source.path))
        self.cursorPositionChanged.connect(self._follow_cursor)

    # Set from outside.

    def set_theme(self, theme: Theme) -> None:
        """Draws the text in the colours of a theme."""
        self.theme = theme
        self._highlighter.set_theme(theme)
        self.mark_lines()
        self.marksChanged.emit()

    def set_findings(self, findings: tuple[Finding, ...], is_fresh: bool) -> None:
        """Sets the findings to underline.

        is_fresh: Whether the run was of the present text; if not, its findings are drawn grey.
        """
        if findings is self._given and is_fresh == self._is_fresh:
            return
        self._is_fresh = is_fresh
        if findings is not self._given:
            self._given = findings
            own = [finding for finding in findings if not finding.file]
            self._findings = tuple(sorted(own, key=lambda finding: finding.line))
            self._finding_lines = [finding.line for finding in self._findings]
        self.mark_lines()
        self.marksChanged.emit()

    def set_contacts(self, contacts: Mapping[int, tuple[str, ...]]) -> None:
        """Sets the lines during which a contact of an earlier line goes on, with their messages."""
        if contacts != self._contacts:
            self._contacts = contacts
            self.mark_lines()
            self.marksChanged.emit()

    def is_in_contact(self, line: int) -> bool:
        """Whether a contact from an earlier line goes on in this line, as far as is known."""
        return self._is_fresh and line in self._contacts

    def set_execution_line(self, line: int | None) -> None:
        """Puts the arrow beside a line and scrolls to it; None removes the arrow."""
        if line == self.execution_line:
            return
        self.execution_line = line
        if line is not None and not self._is_in_sight(line):
            self._scroll_to(line)
        self.mark_lines()
        self.marksChanged.emit()

    def set_hints(self, hint: HintOf, motion: MotionOf) -> None:
        """Draws hints behind lines from now on. hint: Asked for each line that is painted.

        motion: Asked for more to be said on the card of a motion.
        """
        self._hint, self._motion = hint, motion
        self.viewport().update()

    def set_link(self, span: tuple[int, int] | None) -> None:
        """Underlines the name between two positions of the text as a link; None underlines none."""
        if span != self._link:
            self._link = span
            self.mark_lines()

    def begin_at(self, line: int) -> None:
        """Puts the cursor at the start of a line of a program that was just opened."""
        self.setTextCursor(QTextCursor(self.document().findBlockByNumber(line - 1)))

    def go_to(self, line: int, column: int = 1) -> None:
        """Puts the cursor at a place (from 1, columns in code points) and scrolls to it."""
        block = self.document().findBlockByNumber(min(line, self.blockCount()) - 1)
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + block_column(block.text(), column))
        self.setTextCursor(cursor)
        self.centerCursor()
        self.setFocus()

    # Read from outside.

    @property
    def line(self) -> int:
        """The line of the cursor, from 1."""
        return self.textCursor().blockNumber() + 1

    @property
    def column(self) -> int:
        """The column of the cursor, from 1, in code points."""
        cursor = self.textCursor()
        return code_point_column(cursor.block().text(), cursor.positionInBlock())

    @property
    def link(self) -> tuple[int, int] | None:
        """The first and the last position of the name that is underlined as a link."""
        return self._link

    def findings_in(self, line: int) -> tuple[Finding, ...]:
        """The findings that begin in a line, counted from 1."""
        first = bisect_left(self._finding_lines, line)
        return self._findings[first : bisect_right(self._finding_lines, line)]

    def severity_of(self, line: int, last: int = 0) -> str:
        """The gravest fresh finding of a line, "error" or "warning"; "" where there is neither.

        last: The last of several lines.
        """
        first = bisect_left(self._finding_lines, line)
        inside = self._findings[first : bisect_right(self._finding_lines, max(line, last))]
        found = {f.severity for f in inside if self._is_fresh or not f.proven}
        return next((severity for severity in SEVERITIES[:2] if severity in found), "")

    def visible_lines(self, area: QRect) -> Iterator[tuple[int, float, float]]:
        """Number (from 1), top and height (px) of each line that is drawn in an area."""
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= area.bottom():
            height = self.blockBoundingRect(block).height()
            if block.isVisible() and top + height >= area.top():
                yield block.blockNumber() + 1, top, height
            block, top = next_shown(block), top + height

    # Drawing.

    def mark_lines(self) -> None:
        """Colours the current and the executed line, and draws the waves again."""
        self._colour_lines()
        self.viewport().update()

    def _follow_cursor(self) -> None:
        """Draws the line of the cursor again, and the one that it has left: no other changes."""
        if self._marked != (self.line, self.execution_line):
            self._colour_lines()
        place = self.cursorRect()
        self.viewport().update(0, place.top(), self.viewport().width(), place.height())

    def _colour_lines(self) -> None:
        self._marked = self.line, self.execution_line
        marks = [self._line_mark(self.line, self.theme.current_line)]
        if self.execution_line is not None:
            tint = QColor(self.theme.warning)
            tint.setAlphaF(0.18)
            marks.append(self._line_mark(self.execution_line, tint))
        if self._link is not None:
            marks.append(self._link_mark(*self._link))
        self.setExtraSelections(marks)

    def _link_mark(self, start: int, end: int) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        mark.cursor = QTextCursor(self.document())
        mark.cursor.setPosition(start)
        mark.cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        mark.format.setForeground(QColor(self.theme.accent))
        mark.format.setFontUnderline(True)
        return mark

    def _line_mark(self, line: int, colour: QColor | str) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        mark.cursor = QTextCursor(self.document().findBlockByNumber(line - 1))
        mark.format.setBackground(QColor(colour))
        mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        return mark

    def waves_in(self, line: int) -> tuple[Wave, ...]:
        """The waves of a line, the gravest last so that it is drawn on top.

        Stale findings are left out where there is a fresh error.
        """
        found = drawn_findings(self.findings_in(line), self._is_fresh)
        found = tuple(sorted(found, key=lambda f: SEVERITIES.index(f.severity), reverse=True))
        if line in self._contacts and all(item.severity != "error" for item in found):
            start, end = self._range_of(Finding("", "error", line, ""))
            fresh = self._is_fresh
            return (Wave(start, end, self.theme.error if fresh else self.theme.pending, True),)
        return tuple(Wave(*self._range_of(item), self._colour_of(item)) for item in found)

    def _colour_of(self, finding: Finding) -> str:
        if is_stale(finding, self._is_fresh):
            return self.theme.pending
        colours = {"error": self.theme.error, "warning": self.theme.warning}
        return colours.get(finding.severity, self.theme.accent)

    def tail_of(self, block: QTextBlock) -> str:
        """Words drawn behind the end of a line; the surface itself has none."""
        return ""

    def marks_in(self, block: QTextBlock) -> list[Mark]:
        """The marks over the characters of a line; the surface itself has none."""
        return []

    def _draw_marks(self, painter: QPainter, block: QTextBlock, top: float) -> None:
        row = block.layout().lineAt(0)
        if row.isValid():
            for mark in self.marks_in(block):
                draw_mark(painter, row, QPointF(self.contentOffset().x(), top), mark)
        if tail := self.tail_of(block):
            corner = QPointF(self.contentOffset().x(), top)
            draw_tail(painter, row, corner, tail, self.theme.muted)

    def _draw_waves(self, painter: QPainter, line: int, top: float) -> None:
        """Draws the waves of a line below its letters, where no coloured band covers them."""
        block = self.document().findBlockByNumber(line - 1)
        text_line = block.layout().lineAt(0)
        if not text_line.isValid():
            return
        left = self.contentOffset().x()
        y = top + text_line.ascent() + 3.0
        for wave in self.waves_in(line):
            start, right = (
                left + cast(tuple[float, int], text_line.cursorToX(place - block.position()))[0]
                for place in (wave.start, wave.end)
            )
            draw_wave(painter, QPointF(start, y), right, wave)

    def _range_of(self, finding: Finding) -> tuple[int, int]:
        """First and last position of a finding in the text, at least one character apart."""
        block = self.document().findBlockByNumber(finding.line - 1)
        text = block.text()
        if not finding.column:
            indent = len(text) - len(text.lstrip())
            return block.position() + indent, block.position() + len(text.rstrip())
        start = block_column(text, finding.column)
        ends_here = finding.end_line <= finding.line
        end = block_column(text, finding.end_column) if ends_here else len(text)
        if end <= start:
            start, end = max(min(start, len(text) - 1), 0), min(start + 1, len(text))
        return block.position() + start, block.position() + end

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the text, its waves, and a mark where a line has an error but no character."""
        for line, _, _ in self.visible_lines(event.rect()):
            self._highlighter.colour(line, line)
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for line, top, height in self.visible_lines(event.rect()):
            block = self.document().findBlockByNumber(line - 1)
            self._draw_marks(painter, block, top)
            self._draw_waves(painter, line, top)
            self._draw_hint(painter, block, QPointF(self.contentOffset().x(), top))
            if not block.text() and self.severity_of(line) == "error":
                painter.setPen(QColor(self.theme.error))
                painter.drawText(QRect(4, int(top), 40, int(height)), 0, "~")
        painter.end()

    def _draw_hint(self, painter: QPainter, block: QTextBlock, corner: QPointF) -> None:
        hint = None
        if self._hint is not None and block.text():
            hint = self._hint(self.source, block.blockNumber() + 1, block.text())
        row = block.layout().lineAt(0)
        if hint is not None and row.isValid():
            end = QPointF(corner.x() + row.x() + row.naturalTextWidth(), corner.y())
            painter.setFont(self.font())
            draw_hint(painter, end, row.height(), hint, self.theme)

    def _is_in_sight(self, line: int) -> bool:
        block = self.document().findBlockByNumber(line - 1)
        place = block.firstLineNumber() - self.firstVisibleBlock().firstLineNumber()
        return block.isVisible() and 0 <= place < self._rows() - 1

    def _rows(self) -> int:
        """The number of lines for which the editor has room."""
        return self.viewport().height() // max(self.fontMetrics().lineSpacing(), 1) + 1

    def centre_if_out_of_sight(self) -> None:
        """Brings the line of the cursor to the middle where it is not in sight."""
        if not self._is_in_sight(self.line):
            self.centerCursor()

    def _scroll_to(self, line: int) -> None:
        place = self.document().findBlockByNumber(line - 1).firstLineNumber()
        self.verticalScrollBar().setValue(max(place - self._rows() // 3, 0))

    def told_at(self, cursor: QTextCursor) -> tuple[tuple[Finding, ...], tuple[str, ...], bool]:
        """The findings and contacts at a place of the text, and whether the run is of this text."""
        line, position = cursor.blockNumber() + 1, cursor.position()
        found = tuple(f for f in self.findings_in(line) if self._covers(f, position))
        return found, tuple(self._contacts.get(line, ())), self._is_fresh

    def motion_at(self, cursor: QTextCursor) -> tuple[tuple[str, str], ...]:
        """More about the motion of a line, as headings and words."""
        if self._motion is None:
            return ()
        return self._motion(self.source, cursor.blockNumber() + 1, cursor.block().text())

    def _covers(self, finding: Finding, position: int) -> bool:
        start, end = self._range_of(finding)
        return start <= position <= end
