"""The program dock: one tab for each file, the find bar, and commands on the text in front."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import (
    QInputDialog,
    QMenu,
    QTabBar,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from app.background.way_finding import asking_title
from app.desktop.editor.code_editor import CodeEditor
from app.desktop.editor.find_bar import FindBar
from app.desktop.editor.location_notes import Spoken
from app.desktop.editor.stopping.breakpoint_lines import stop_in, toggle_stop
from app.desktop.editor.stopping.condition_field import ConditionField
from app.desktop.editor.typing.formatting import Formatting
from app.desktop.editor.way_search import WaySearch
from app.desktop.looks.icons import icon
from app.desktop.looks.settings import Preferences
from app.desktop.looks.small_widgets import flat_button
from app.desktop.looks.theme import Theme
from app.desktop.runs.run_view import lasting_contacts
from app.desktop.runs.statements import TimeLine
from app.desktop.state.document import Document
from app.desktop.state.files.short_names import short_names
from app.desktop.state.running_file import source_at_work
from app.desktop.state.source import Source
from app.desktop.state.text_places import block_column
from app.programs.breakpoints import condition_fault
from app.programs.findings import Finding, called_findings
from app.programs.no_suggestions import why_none
from app.programs.program_facts import facts_about
from language.editing.service import actions, parsed_at
from language.foreign.foreign_program import ForeignProgram
from language.words.diagnostics import Fix
from scenes import Collision


class EditorPanel(QWidget):
    """Shows every open program of the document, one in each tab."""

    closeAsked = Signal(object)  # a Source
    zoomed = Signal(int)
    cursorMoved = Signal(int, int)
    linePointed = Signal(int)
    contextAsked = Signal(QPoint)
    frontChanged = Signal()
    editorAdded = Signal(object)  # a CodeEditor

    def __init__(
        self, document: Document, theme: Theme, points: int, ways: WaySearch | None = None
    ) -> None:
        super().__init__()
        self._ways = ways
        self._document, self._theme, self._points = document, theme, points
        self._editors: dict[Source, CodeEditor] = {}
        self._front: Source | None = None
        self._at_work: Source | None = None
        self._contacts_of: tuple[tuple[Collision, ...], TimeLine] | None = None
        self._contacts: dict[int, tuple[str, ...]] = {}
        self.tabs = QTabWidget(documentMode=True, movable=True)
        self.tabs.currentChanged.connect(self._tab_chosen)
        self.tabs.tabBar().setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys are for the text
        self.tabs.tabBarClicked.connect(lambda _: QTimer.singleShot(0, self.take_focus))
        self.find_bar = FindBar(theme)
        self._formatting = Formatting(document, self)
        self.condition_field: ConditionField | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs)
        column.addWidget(self.find_bar)
        document.sourcesChanged.connect(self._follow_sources)
        document.findingsChanged.connect(self._show_findings)
        document.positionChanged.connect(self._show_position)
        document.cellChanged.connect(self._show_facts)
        if ways is not None:
            ways.accepted.connect(self._write_way)
        self._follow_sources()

    @property
    def current(self) -> CodeEditor | None:
        """The editor of the program in front; None where no program is open."""
        shown = self.tabs.currentWidget()
        return shown if isinstance(shown, CodeEditor) else None

    def editors(self) -> tuple[CodeEditor, ...]:
        """The editors of all open programs."""
        return tuple(self._editors.values())

    def in_order(self) -> list[Source]:
        """The open programs in the order of the tabs, which the user may change."""
        return sorted(self._editors, key=lambda source: self.tabs.indexOf(self._editors[source]))

    def arrange(self, sources: Sequence[Source]) -> None:
        """Puts the tabs of these programs in this order, behind all other tabs."""
        for source in sources:
            index = self.tabs.indexOf(self._editors[source])
            self.tabs.tabBar().moveTab(index, self.tabs.count() - 1)

    def put_cursor(self, source: Source, line: int, column: int) -> None:
        """Puts the cursor of a program at a line and a column, from 1."""
        self._editors[source].go_to(line, column)

    def place_of(self, source: Source) -> tuple[int, int]:
        """Line and column of the cursor in a program, from 1."""
        editor = self._editors[source]
        return editor.line, editor.column

    def set_theme(self, theme: Theme) -> None:
        """Draws all programs in the colours of a theme."""
        self._theme = theme
        for editor in self._editors.values():
            editor.set_theme(theme)
        self.find_bar.set_theme(theme)

    # Commands on the text.

    def go_to(self, line: int, column: int = 1) -> None:
        """Puts the cursor of the program in front at a line and a column, from 1."""
        if self.current is not None:
            self.current.go_to(line, max(column, 1))

    def take_focus(self) -> None:
        """Gives the text in front the keyboard."""
        if self.current is not None:
            self.current.setFocus()

    def ask_line(self) -> None:
        """Asks for a line number and goes to that line."""
        editor = self.current
        if editor is None:
            return
        last = editor.blockCount()
        line, ok = QInputDialog.getInt(self, "Go to line", "Line", editor.line, 1, last)
        if ok:
            self.go_to(line)

    def open_find_bar(self, replaces: bool = False) -> None:
        """Shows the find bar for the program in front. replaces: Whether to write a replacement."""
        if self.current is not None:
            self.find_bar.open_for(self.current, replaces)

    def find_next(self, backward: bool = False) -> None:
        """Goes to the next match; opens the find bar where nothing is looked for."""
        if self.find_bar.isVisible():
            self.find_bar.find_next(backward=backward)
        else:
            self.open_find_bar()

    def toggle_breakpoint(self, line: int = 0) -> None:
        """Sets or removes the breakpoint of a line; of the line at the cursor if none is given."""
        if self.current is not None:
            message = toggle_stop(self.current.source, line or self.current.line)
            if message:
                self._document.notify(message)

    def ask_condition(self, line: int = 0) -> None:
        """Asks for the condition of a breakpoint; in the line of the cursor if none is given."""
        editor = self.current
        if editor is None:
            return
        asked = line or editor.line
        place = stop_in(editor.source, asked)
        if place is None or (place != asked and asked not in editor.source.breakpoints()):
            self._document.notify(f"Line {asked} has no statement at which a run could stop.")
            return
        if self.condition_field is not None and isValid(self.condition_field):
            self.condition_field.close_field()

        def fault_of(text: str) -> str:
            self._document.check_syntax(at_once=True)
            return condition_fault(text, self._document.program)

        take = partial(editor.source.set_breakpoint, asked)
        self.condition_field = ConditionField(editor, asked, fault_of, take)

    def show_source(self, source: Source) -> None:
        """Shows a program in front; the program that is run stays the same."""
        editor = self._editors.get(source)
        if editor is not None and self.tabs.currentWidget() is not editor:
            self.tabs.blockSignals(True)
            self.tabs.setCurrentWidget(editor)
            self.tabs.blockSignals(False)
            self.find_bar.follow(editor)

    def zoom(self, steps: int) -> None:
        """Makes the letters larger or smaller by points; 0 gives the first size back."""
        if self.current is not None:
            self.current.set_points(self._points + steps if steps else Preferences.editor_points)

    def format_text(self) -> None:
        """Puts the program in front into the standard layout, as one undo step."""
        if self.current is not None:
            self._formatting.begin(self.current.source)

    # Corrections.

    def fixes_here(self) -> tuple[tuple[Finding, Fix], ...]:
        """The corrections for the line of the cursor; those at the cursor come first."""
        editor = self.current
        if editor is None:
            return ()
        column = editor.column
        found = sorted(
            editor.findings_in(editor.line),
            key=lambda f: not f.column <= column <= max(f.end_column, f.column),
        )
        return tuple((finding, fix) for finding in found for fix in finding.fixes)

    def changes_here(self) -> tuple[Fix, ...]:
        """The changes that the motion at the cursor allows: another branch, a via point."""
        editor = self.current
        if editor is None or editor.source is not self._document.active or editor.source.is_foreign:
            return ()
        return actions(editor.source.text, editor.line, editor.facts)

    def ways_here(self) -> tuple[tuple[str, Callable[[], None]], ...]:
        """What can be done about a collision of the motion at the cursor, with its title."""
        editor, ways = self.current, self._ways
        if editor is None or ways is None or editor.source is not self._document.active:
            return ()
        line = editor.line
        known = ways.offer(line)
        if known is not None:
            return ((known.title, partial(ways.accept, line)),)
        return ((asking_title(line), self.find_way),) if ways.is_worth_it(line) else ()

    def find_way(self) -> None:
        """Looks for a way round for the motion at the cursor."""
        editor, ways = self.current, self._ways
        if ways is None or editor is None or editor.source is not self._document.active:
            self._document.notify("A way round is sought in the program that is run.", "warning")
            return
        ways.look(editor.line)

    def quick_fix(self) -> None:
        """Makes the only correction of the line, or offers a menu where there are several."""
        self._document.check_syntax(at_once=True)
        corrections = [fix for _, fix in self.fixes_here()]
        changes, ways, editor = self.changes_here(), self.ways_here(), self.current
        if editor is None:
            return
        if len(corrections) == 1 and not changes and not ways:
            self.apply_fix(corrections[0])
        elif not corrections and not changes and not ways:
            self._document.notify(self._why_none(editor))
        else:
            menu = QMenu(self)
            for title, act in ways:
                menu.addAction(title, act)
            for fix in (*corrections, *changes):
                menu.addAction(fix.title, partial(self.apply_fix, fix))
            menu.popup(editor.viewport().mapToGlobal(editor.cursorRect().bottomLeft()))

    def _why_none(self, editor: CodeEditor) -> str:
        document, line = self._document, editor.line
        parsed = parsed_at(editor.source.text, line)
        return why_none(
            line,
            editor.findings_in(line),
            moves=parsed.instruction is not None and bool(parsed.instruction.moves),
            is_run=editor.source is document.active,
            is_fresh=document.has_fresh_run,
        )

    def apply_fix(self, fix: Fix) -> None:
        """Makes a correction as one undo step."""
        editor = self.current
        if editor is None:
            return
        cursor = QTextCursor(editor.document())
        cursor.beginEditBlock()
        for edit in sorted(fix.edits, key=lambda e: (e.line, e.column), reverse=True):
            cursor.setPosition(self._position(editor, edit.line, edit.column))
            end = self._position(editor, edit.end_line, edit.end_column)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(edit.text)
        cursor.endEditBlock()
        self._document.check_syntax(at_once=True)

    def _write_way(self, fix: Fix) -> None:
        """Writes via points into the program that is run."""
        source = self._document.active
        if source is not None:
            self.show_source(source)
            self.apply_fix(fix)

    def _position(self, editor: CodeEditor, line: int, column: int) -> int:
        block = editor.document().findBlockByNumber(line - 1)
        return block.position() + block_column(block.text(), column)

    # Reactions to the document.

    def _follow_sources(self) -> None:
        for source in [s for s in self._editors if s not in self._document.sources]:
            editor = self._editors.pop(source)
            self.tabs.removeTab(self.tabs.indexOf(editor))
            editor.deleteLater()
        names = short_names([s.path for s in self._document.sources if s.path is not None])
        for source in self._document.sources:
            if source not in self._editors:
                self._add_editor(source)
            index = self.tabs.indexOf(self._editors[source])
            name = source.title if source.path is None else names[source.path]
            text = name.replace("&", "&&") + (" •" if source.is_modified else "")
            self.tabs.setTabText(index, text)
            self.tabs.setTabToolTip(index, str(source.path or "not saved yet"))
        front = self._document.active
        if front is not self._front:
            self._front = front
            if front in self._editors:
                self.tabs.setCurrentWidget(self._editors[front])

    def _add_editor(self, source: Source) -> None:
        editor = CodeEditor(source, self._theme, self._points)
        editor.begin_at(source.first_line)
        self._editors[source] = editor
        editor.zoomed.connect(self._remember_points)
        editor.help_card.fixChosen.connect(self.apply_fix)
        editor.linePointed.connect(self.linePointed)
        editor.conditionAsked.connect(self.ask_condition)
        editor.breakpointAsked.connect(self.toggle_breakpoint)
        editor.cursorPositionChanged.connect(
            lambda: self.cursorMoved.emit(editor.line, editor.column)
        )
        editor.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        editor.customContextMenuRequested.connect(
            lambda at: self.contextAsked.emit(editor.viewport().mapToGlobal(at))
        )
        self._show_facts()
        index = self.tabs.addTab(editor, source.title)
        close = flat_button("", "Close (Ctrl+W)")
        close.setIcon(icon("mdi6.close", self._theme, self._theme.muted))
        close.setIconSize(QSize(14, 14))
        close.clicked.connect(lambda: self.closeAsked.emit(source))
        self.tabs.tabBar().setTabButton(index, QTabBar.ButtonPosition.RightSide, close)
        self.editorAdded.emit(editor)
        self.cursorMoved.emit(editor.line, editor.column)

    def _tab_chosen(self, index: int) -> None:
        editor = self.tabs.widget(index)
        if isinstance(editor, CodeEditor):
            self.find_bar.follow(editor)
            if not self._document.inputs.calls(editor.source.title):
                self._document.activate(editor.source)
            self.frontChanged.emit()

    def _remember_points(self, points: int) -> None:
        if points == self._points:
            return
        self._points = points
        for editor in self._editors.values():
            editor.set_points(points)
        self.zoomed.emit(points)

    def _show_findings(self) -> None:
        document = self._document
        findings = document.findings
        if self._contacts_of != (document.collisions, document.control.slots):
            self._contacts_of = (document.collisions, document.control.slots)
            self._contacts = lasting_contacts(*self._contacts_of)
        contacts = self._contacts
        for source, editor in self._editors.items():
            is_active = source is document.active
            editor.set_contacts(contacts if is_active else {})
            if is_active:
                program = document.program
                editor.foreign = program if isinstance(program, ForeignProgram) else None
            own = findings if is_active else called_findings(findings, source.title)
            editor.set_findings(own, document.is_checked)

    def _show_position(self) -> None:
        line = self._document.control.line if self._document.run is not None else None
        at_work = source_at_work(self._document)
        if at_work is not None and at_work is not self._at_work:
            self.show_source(at_work)
        self._at_work = at_work
        for source, editor in self._editors.items():
            editor.set_execution_line(line if source is at_work else None)

    def _show_facts(self) -> None:
        cell = self._document.cell
        if cell is None:
            return
        facts = facts_about(cell, Spoken(self._document))
        for editor in self._editors.values():
            editor.set_facts(facts)
