"""A form for the entries of one owner in the cell file: a row each, with its fault below it.

A form shows the file and keeps nothing of its own but a text that was refused. Where the file has
other rows than before (a repetition was added), the form is laid out anew with the rows that stay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.desktop.looks.small_widgets import flat_button
from app.desktop.modelling.fields.entry import (
    CHOICE,
    COLOUR,
    COUNT,
    FILE,
    NUMBER,
    POINTS,
    STEPS,
    SWITCH,
    TEXT,
    VECTOR,
    WAY,
    Entry,
    Group,
    Keys,
    Rows,
)
from app.desktop.modelling.fields.entry_edits import Way, take_entry, value_in
from app.desktop.modelling.fields.entry_row import EntryRow, NumbersRow, Take
from app.desktop.modelling.fields.point_table import PointsRow
from app.desktop.modelling.fields.word_rows import (
    ChoiceRow,
    ColourRow,
    FileRow,
    SwitchRow,
    TextRow,
)
from app.desktop.modelling.fields.wrapping import WrappingRow
from app.desktop.state.document import Document

# Width of a form from which the numbers of a vector stand on one line, px.
WIDE = 330
IN_A_ROW, ROUND_AN_AXIS = "in a row", "round an axis"
WAYS = ((IN_A_ROW, IN_A_ROW), (ROUND_AN_AXIS, ROUND_AN_AXIS))
STARTS: dict[str, dict[str, Any]] = {IN_A_ROW: {"step": [40, 0, 0]}, ROUND_AN_AXIS: {"turn": 360}}
SIMPLE: dict[str, Callable[[Entry, Take], EntryRow]] = {
    NUMBER: NumbersRow,
    VECTOR: NumbersRow,
    COUNT: partial(NumbersRow, is_whole=True),
    POINTS: PointsRow,
    TEXT: TextRow,
    CHOICE: ChoiceRow,
    SWITCH: SwitchRow,
    COLOUR: ColourRow,
}
RowList = list[tuple[Entry | None, Group | None]]


class EntryForm(QWidget):
    """Rows for the entries below one place of the file.

    rows: The shown rows by their keys, joined by points: "repeat.n".
    """

    def __init__(
        self,
        document: Document,
        owner: Way,
        entries: Rows,
        name: Callable[[Entry, int | None], str] | str,
    ) -> None:
        """name: The name of the owner in Undo, or the whole title of the undo step of an entry."""
        super().__init__()
        self._document, self.owner, self._entries, self._name = document, owner, entries, name
        self.rows: dict[str, EntryRow] = {}
        # The rows of the last making. Those that stay keep their widgets, with a refused text.
        self._before: dict[str, EntryRow] = {}
        self.adders: dict[str, QWidget] = {}
        self.removers: dict[str, QWidget] = {}
        self._shown: tuple[Keys, ...] | None = None
        self._is_wide = False
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._body: QWidget | None = None
        self.refresh()

    # What the file says.

    def value(self, keys: Sequence[str | int]) -> Any:
        """The value of an entry in the file; None where it is left out."""
        file = self._document.cell_file
        return None if file is None else value_in(file.data, (*self.owner, *keys))

    def _is_there(self, entry: Entry) -> bool:
        around = self.value(entry.keys[:-1])
        return not entry.only_with or (isinstance(around, dict) and entry.only_with in around)

    def _wanted(self) -> tuple[Keys, ...]:
        """The keys of the rows that the present file needs, with the groups that it has."""
        wanted: list[Keys] = []
        for entry in self._entries:
            if isinstance(entry, Group):
                if self.value(entry.keys) is not None:
                    wanted += [("group", *entry.keys)]
                    wanted += [one.keys for one in entry.entries if self._is_there(one)]
            elif self._is_there(entry):
                wanted.append(entry.keys)
        return tuple(wanted)

    def refresh(self) -> None:
        """Shows the present file."""
        wanted = self._wanted()
        if wanted != self._shown:
            self._shown = wanted
            self._make()
        for row in self.rows.values():
            self._show(row)

    def _show(self, row: EntryRow) -> None:
        entry = row.entry
        value = self.value(entry.keys)
        if entry.kind == WAY:
            value = ROUND_AN_AXIS if isinstance(value, dict) and "turn" in value else IN_A_ROW
        elif entry.kind == CHOICE and not entry.choices and isinstance(row, ChoiceRow):
            row.set_choices([(name, name) for name in self.value_of_top("include") or ()])
        row.show_value(value)

    def value_of_top(self, key: str) -> Any:
        """A value at the top of the cell file."""
        file = self._document.cell_file
        return None if file is None else file.data.get(key)

    # Building.

    def _make(self) -> None:
        had_focus = self.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        old, self._before = self._body, self.rows
        self._body = QWidget()
        column = QVBoxLayout(self._body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self.rows, self.adders, self.removers = {}, {}, {}
        absent: list[Group] = []
        for entry in self._entries:
            if not isinstance(entry, Group):
                self._add_row(column, entry)
            elif self.value(entry.keys) is None:
                absent.append(entry)
            else:
                self._add_group(column, entry)
        if absent:
            column.addWidget(self._adding(absent))
        if old is not None:
            self._column.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._column.addWidget(self._body)
        new = [row for key, row in self.rows.items() if key not in self._before and row.fields]
        if had_focus and self._before and new:
            new[0].fields[0].setFocus()

    def _add_row(self, column: QVBoxLayout, entry: Entry) -> None:
        if entry.kind == STEPS or not self._is_there(entry):
            return
        key = ".".join(entry.keys) + (".way" if entry.kind == WAY else "")
        row = self._before.get(key)
        if row is None or row.entry is not entry:
            row = self._row_of(entry)
        row.set_wide(self._is_wide)
        self.rows[key] = row
        column.addWidget(row)

    def _row_of(self, entry: Entry) -> EntryRow:
        take = partial(self._take, entry)
        if entry.kind == FILE:
            return FileRow(entry, take, self._folder)
        if entry.kind == WAY:
            row = ChoiceRow(entry, lambda _keys, way, word: self._go(entry, way, word))
            row.set_choices(WAYS)
            return row
        return SIMPLE[entry.kind](entry, take)

    def _folder(self) -> Path | None:
        file = self._document.cell_file
        return None if file is None else file.path.resolve().parent

    def _add_group(self, column: QVBoxLayout, group: Group) -> None:
        head = QWidget()
        line = QHBoxLayout(head)
        line.setContentsMargins(0, 4, 0, 0)
        title = QLabel(f"<b>{group.title}</b>")
        away = flat_button("✕", f"Remove: {group.title.lower()}")
        away.setAccessibleName(f"Remove {group.title.lower()}")
        away.clicked.connect(lambda: self.set_group(group, None))
        line.addWidget(title, 1)
        line.addWidget(away)
        column.addWidget(head)
        self.removers[".".join(group.keys)] = away
        for entry in group.entries:
            self._add_row(column, entry)

    def _adding(self, absent: Sequence[Group]) -> QWidget:
        """The buttons that add what the owner does not have yet."""
        buttons = WrappingRow()
        for group in absent:
            add = flat_button(f"+ {group.title}", group.tip or f"Add: {group.title.lower()}")
            add.setAccessibleName(f"Add {group.title.lower()}")
            add.clicked.connect(lambda _=False, group=group: self.set_group(group, group.start))
            self.adders[".".join(group.keys)] = add
            buttons.add(add)
        return buttons

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide = self.width() >= WIDE
        if is_wide != self._is_wide:
            self._is_wide = is_wide
            for row in self.rows.values():
                row.set_wide(is_wide)

    # Taking values.

    def title_of(self, entry: Entry, element: int | None, word: str) -> str:
        """The title of the undo step that changes an entry."""
        return (
            f"{word} of {self._name}" if isinstance(self._name, str) else self._name(entry, element)
        )

    def _take(self, entry: Entry, keys: Way, value: Any, word: str) -> str:
        element = keys[-1] if isinstance(keys[-1], int) else None
        sentence = self.set_entry(keys, value, self.title_of(entry, element, word))
        if not sentence:
            self._retry(entry)
        return sentence

    def set_entry(self, keys: Way, value: Any, title: str) -> str:
        """Sets an entry; gives the sentence about its fault."""
        return take_entry(self._document, (*self.owner, *keys), value, title)

    def _retry(self, entry: Entry) -> None:
        """Asks again for what was refused: with the new value it may make a cell."""
        for row in list(self.rows.values()):
            if row.entry is not entry and row.faults:
                row.retry()

    def set_group(self, group: Group, value: Any) -> None:
        """Adds an entry that the file leaves out, or takes it away (None)."""
        verb = "Remove" if value is None else "Add"
        sentence = self.set_entry(
            group.keys,
            value,
            self.title_of(group.entries[0], None, f"{verb} {group.title.lower()}"),
        )
        if sentence:
            self._document.notify(f"{group.title}: {sentence}", "error")

    def _go(self, entry: Entry, way: str, word: str) -> str:
        """Repeats the other way: in a row, or round an axis."""
        count = (self.value(entry.keys) or {}).get("n", 1)
        value = {**STARTS[way], "n": count}
        return self._take(entry, entry.keys, value, word)

    # For comparison.

    def texts(self) -> list[str]:
        """All that the form shows."""
        shown = [text for row in self.rows.values() for text in row.texts()]
        return [*shown, *self.adders, *self.removers]

    @property
    def faults(self) -> list[str]:
        """The sentences at the fields."""
        return [fault for row in self.rows.values() for fault in row.faults]
