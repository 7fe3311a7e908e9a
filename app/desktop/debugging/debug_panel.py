"""The debug panel: where the run stops, its call stack, and its values, which can be changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QBrush, QColor, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.desktop.debugging.debug_session import DebugSession
from app.desktop.debugging.debug_values import call_text, location_text, number_text, source_name
from app.desktop.debugging.trial_bar import TrialBar
from app.desktop.debugging.value_drag import ValueDrag
from app.desktop.debugging.value_trial import ValueTrial
from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.fonts import code_font
from app.desktop.looks.small_widgets import remove_rows_in, tool_button
from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from app.desktop.state.document import Document
from app.desktop.state.open_programs import open_as
from scenes.execution.debugging.change import Kind

if TYPE_CHECKING:
    from scenes.execution.debugging.change import Change
    from scenes.execution.debugging.debugger import Line

STACK, WATCH, CHANGED, VARIABLES, LOCATIONS, SIGNALS, POINTS = SECTIONS = (
    "Call stack",
    "Watch",
    "Changed here",
    "Variables",
    "Locations",
    "Signals",
    "Breakpoints",
)
BUTTONS = ("back", "step", "over", "out", "to_line", "run")
GREY_MS = 120  # ms after which values of an earlier stop turn grey
ROLE = Qt.ItemDataRole.UserRole
KINDS = {VARIABLES: Kind.VARIABLE, LOCATIONS: Kind.LOCATION, SIGNALS: Kind.SIGNAL}
ADD_WATCH, ADD_SIGNAL = "add an expression …", "set a signal …"


@dataclass(frozen=True)
class Entry:
    """A row below a section.

    what: The value, expression or place that the row stands for.
    editable: The column that takes typed text. quiet: Whether the row is drawn in grey.
    """

    name: str
    value: str = ""
    what: object = None
    editable: int | None = None
    tip: str = ""
    quiet: bool = False


class DebugPanel(QWidget):
    """Draws the debug session, which keeps all values; a typed value is passed on to it."""

    lineChosen = Signal(str, int)  # name of a called file, "" for the program in front; line

    def __init__(
        self,
        document: Document,
        session: DebugSession,
        actions: Mapping[str, QAction],
        theme: Theme,
    ) -> None:
        super().__init__()
        self._document, self._session, self._theme = document, session, theme
        self.headline = QLabel(wordWrap=True)
        self._grey_later = QTimer(self, interval=GREY_MS, singleShot=True)
        self._grey_later.timeout.connect(self._grey)
        self.tree = _Tree()
        self.tree.setHeaderLabels(["Name", "Value"])
        self.tree.setColumnWidth(0, 210)
        self.tree.setAccessibleName("Debug values")
        self.tree.setFont(code_font(9))
        self.trial = ValueTrial(document, session)
        self.trial_bar = TrialBar(document, self.trial, theme)
        self._drag = ValueDrag(self.tree, self.trial, self._named)
        self.trial.changed.connect(self._show_trial)
        self._sections = {name: self._section(name) for name in SECTIONS}
        self._lay_out(actions)
        self.tree.itemChanged.connect(self._typed)
        self.tree.itemClicked.connect(self._chosen)
        self.tree.deleteAsked.connect(self._delete)
        self.tree.customContextMenuRequested.connect(self._show_menu)
        for signal in (
            session.changed,
            session.watchesChanged,
            document.breakpointsChanged,
            document.runChanged,
            document.controlChanged,
        ):
            signal.connect(self.refresh)
        self._shown: tuple[object, ...] = ()
        self.refresh()

    def _grey(self) -> None:
        """Draws the values in grey, as the new ones are late."""
        self._shown = ()
        self.refresh()

    def _lay_out(self, actions: Mapping[str, QAction]) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(4, 2, 4, 2)
        row.setSpacing(2)
        for key in BUTTONS:
            button = tool_button(actions[key])
            button.setIconSize(QSize(18, 18))
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.headline.setContentsMargins(6, 2, 6, 4)
        add_layout(column, row)
        column.addWidget(self.headline)
        column.addWidget(self.tree, 1)
        column.addWidget(self.trial_bar)

    def _section(self, name: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem(self.tree, [name])
        item.setExpanded(True)
        item.setFirstColumnSpanned(True)
        font = item.font(0)
        font.setBold(True)
        item.setFont(0, font)
        return item

    def showEvent(self, event: object) -> None:
        self._session.show(True)
        self.refresh()

    def hideEvent(self, event: object) -> None:
        self._session.show(False)

    def set_theme(self, theme: Theme) -> None:
        """Draws the panel again in the colours of a theme."""
        self._theme, self._shown = theme, ()
        self.trial_bar.set_theme(theme)
        self.refresh()

    # Drawing.

    def refresh(self) -> None:
        """Draws the session again if it differs from what is shown."""
        if not self.isVisible():
            return
        session, control = self._session, self._document.control
        headline = self._headline()
        if self.headline.text() != headline:
            self.headline.setText(headline)
        points = tuple((s, s.breakpoints(), s.conditions()) for s in self._document.sources)
        shown = (session.look, session.is_current, session.watches, session.changes, points)
        if control.is_moving or shown == self._shown:
            return
        if not session.is_current and shown[:1] == self._shown[:1]:
            self._grey_later.start()  # new values are on their way: one drawing serves both
            return
        self._shown = shown
        self.tree.blockSignals(True)
        for name, entries in self._entries().items():
            self._fill(self._sections[name], entries, name in (STACK, POINTS, WATCH, CHANGED))
        self.tree.blockSignals(False)

    def _headline(self) -> str:
        control, session = self._document.control, self._session
        if control.is_moving:
            return "The run goes on …"
        if not session.is_at_stop:
            return "Stop the run at a statement to see its values: F9, F10, F11, or a breakpoint."
        where = source_name(self._document, control.file)
        reason = f" · {control.reason}" if control.reason else ""
        if self._document.console_run is not None:
            reason = f" · in the console{reason}"
        return f"Before line {control.line}{f' of {where}' if control.file else ''}{reason}"

    def _entries(self) -> dict[str, list[Entry]]:
        look, session = self._session.look, self._session
        entries: dict[str, list[Entry]] = {name: [] for name in SECTIONS}
        entries[POINTS] = list(self._breakpoints())
        entries[CHANGED] = [self._change(change) for change in session.changes]
        watched = dict(look.watched) if look is not None else {}
        for text in session.watches:
            value = watched.get(text, "")
            shown = value if isinstance(value, str) else number_text(value)
            entries[WATCH].append(Entry(text, shown, text, 0, shown, isinstance(value, str)))
        entries[WATCH].append(Entry(ADD_WATCH, "", None, 0, "An expression to follow", True))
        if look is None:
            return entries
        entries[STACK] = [self._call(line) for line in look.stack]
        dialect = self._document.program.dialect
        entries[VARIABLES] = [
            Entry(name, number_text(value), name, 1) for name, value in look.variables.items()
        ]
        entries[LOCATIONS] = [
            Entry(name, location_text(value, dialect), name, 1, location_text(value, dialect))
            for name, value in look.locations.items()
        ]
        entries[SIGNALS] = [
            Entry(str(number), "on" if on else "off", str(number), 1)
            for number, on in sorted(look.signals.items())
        ]
        entries[SIGNALS].append(Entry(ADD_SIGNAL, "", "", 0, "Its number, to put it on", True))
        return entries

    def _call(self, line: Line) -> Entry:
        where = source_name(self._document, line.file)
        file = where if line.file else ""
        tip = "Click: go to the line"
        return Entry(line.program or where, call_text(line, file), (file, line.line), None, tip)

    def _change(self, change: Change) -> Entry:
        tip = "Put in at a stop of this session; not in the program's file. Delete takes it back"
        return Entry(change.name, change.shown, change, None, tip)

    def _breakpoints(self) -> Iterable[Entry]:
        for source in self._document.sources:
            conditions = source.conditions()
            for line in sorted(source.breakpoints()):
                is_front = source is self._document.active
                what = ("" if is_front else source.title, line)
                name = f"line {line}" if is_front else f"{source.title}:{line}"
                tip = "The condition: an expression; the run stops where it is true"
                condition = conditions.get(line, "")
                yield Entry(name, condition or "always", what, 1, tip, not condition)

    def _fill(self, section: QTreeWidgetItem, entries: list[Entry], known: bool) -> None:
        """Replaces the rows of a section; rows of an earlier stop are grey."""
        remove_rows_in(section)
        section.setHidden(not entries)
        grey = QBrush(QColor(self._theme.muted))
        for entry in entries:
            item = QTreeWidgetItem(section, [entry.name, entry.value])
            item.setData(0, ROLE, entry)
            item.setToolTip(0, wrapped(entry.tip or entry.name))
            item.setToolTip(1, wrapped(entry.tip or entry.value))
            if entry.editable is not None:
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            if entry.quiet or not (known or self._session.is_current):
                for column in (0, 1) if not entry.value else (1,):
                    item.setForeground(column, grey)

    # Values that are tried.

    def _named(self, item: QTreeWidgetItem) -> tuple[Kind, str] | None:
        """The variable or location of a row whose number can be dragged now."""
        section, entry = self._of(item)
        can = section in (VARIABLES, LOCATIONS) and self._session.is_current
        return (KINDS[section], str(entry.what)) if can and entry is not None else None

    def _show_trial(self) -> None:
        """Shows a tried value in its row, or again the value of the run."""
        if not self.trial.is_on:
            self._shown = ()
            self.refresh()
            return
        section = VARIABLES if self.trial.kind is Kind.VARIABLE else LOCATIONS
        self.tree.blockSignals(True)
        parent = self._sections[section]
        for row in (parent.child(i) for i in range(parent.childCount())):
            if row is not None and row.text(0) == self.trial.name:
                row.setText(1, self.trial.text)
                row.setForeground(1, QBrush(QColor(self._theme.ghost)))
        self.tree.blockSignals(False)

    # Reactions to the user.

    def _typed(self, item: QTreeWidgetItem, column: int) -> None:
        section, entry = self._of(item)
        if entry is None or entry.editable != column:
            return
        text, session = item.text(column).strip(), self._session
        self._shown = ()
        if section == WATCH:
            if isinstance(entry.what, str):
                session.unwatch(entry.what)
            session.watch(text)
        elif section == POINTS and isinstance(entry.what, tuple):
            file, line = entry.what
            self._set_condition(file, line, "" if text.lower() == "always" else text)
        elif section == SIGNALS and entry.what == "":
            session.put(Kind.SIGNAL, text, "ON") if text.isdigit() else None
        elif text != entry.value:
            session.put(KINDS[section], str(entry.what), text)
        self.refresh()

    def _set_condition(self, file: str, line: int, text: str) -> None:
        document = self._document
        source = open_as(file, document.active, document.sources) if file else document.active
        if source is not None:
            source.set_breakpoint(line, text)

    def _chosen(self, item: QTreeWidgetItem, column: int) -> None:
        section, entry = self._of(item)
        goes = section == STACK or (section == POINTS and column == 0)
        if goes and entry is not None and isinstance(entry.what, tuple):
            self.lineChosen.emit(*entry.what)

    def _delete(self) -> None:
        from scenes.execution.debugging.change import Change

        item = self.tree.currentItem()
        section, entry = self._of(item) if item is not None else ("", None)
        if entry is None:
            return
        if section == WATCH and isinstance(entry.what, str):
            self._session.unwatch(entry.what)
        elif section == CHANGED and isinstance(entry.what, Change):
            self._session.drop(entry.what)
        elif section == POINTS and isinstance(entry.what, tuple):
            file, line = entry.what
            document = self._document
            source = open_as(file, document.active, document.sources) if file else document.active
            if source is not None:
                source.toggle_breakpoint(line)

    def _show_menu(self, at: QPoint) -> None:
        item = self.tree.itemAt(at)
        section, entry = self._of(item) if item is not None else ("", None)
        menu = QMenu(self)
        if item is not None and entry is not None and entry.editable is not None:
            edit = partial(self.tree.editItem, item, entry.editable)
            menu.addAction("Change value…" if section in KINDS else "Edit…", edit)
        if section in (WATCH, CHANGED, POINTS) and entry is not None and entry.what is not None:
            menu.addAction("Remove", self._delete)
        if section == VARIABLES and entry is not None:
            menu.addAction("Watch", partial(self._session.watch, entry.name))
        if self._session.changes:
            menu.addAction("Take back all changed values", self._session.drop)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.tree.viewport().mapToGlobal(at))

    def _of(self, item: QTreeWidgetItem) -> tuple[str, Entry | None]:
        parent = item.parent()
        entry = item.data(0, ROLE)
        return (parent.text(0) if parent else "", entry if isinstance(entry, Entry) else None)


class _Tree(QTreeWidget):
    """Sections with rows of two columns; double click or F2 edits, Delete emits `deleteAsked`."""

    deleteAsked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.setIndentation(12)
        self.setUniformRowHeights(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.EditKeyPressed | triggers.NoEditTriggers)
        self.itemDoubleClicked.connect(self._edit)

    def _edit(self, item: QTreeWidgetItem, column: int) -> None:
        entry = item.data(0, ROLE)
        if isinstance(entry, Entry) and entry.editable is not None:
            self.editItem(item, entry.editable)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.deleteAsked.emit()
        elif event.key() in (Qt.Key.Key_F2, Qt.Key.Key_Return) and item is not None:
            self._edit(item, 1)
        else:
            super().keyPressEvent(event)
