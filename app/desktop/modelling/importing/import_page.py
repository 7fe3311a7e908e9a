"""The page Import: how a file is to become a body, its size in the chosen unit, and its report."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.small_widgets import ProgressBar
from app.desktop.looks.theme import Theme
from app.desktop.modelling.importing.file_kinds import FileKind
from app.desktop.modelling.importing.import_desk import ImportDesk
from app.desktop.modelling.importing.import_edits import plain_name
from app.desktop.modelling.importing.import_item import ImportItem, Where
from app.desktop.modelling.importing.import_report import Line
from app.desktop.modelling.importing.size_words import CHOICES, size_sentence

SIGNS = {"note": "•", "repair": "✓", "warning": "⚠"}
NOTHING = "Drop files on the window, or choose File > Import…"
GROUPS = {"Fixture: it stands": "fixtures", "Part: the hand can grip it": "parts"}


class ImportPage(QScrollArea):
    """A form for the shown file of the import desk; it shows one of several files at a time."""

    def __init__(self, imports: ImportDesk, theme: Theme) -> None:
        super().__init__()
        self._imports, self._theme, self._shown = imports, theme, 0
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._make_fields()
        self._connect()
        self.refresh()

    def _make_fields(self) -> None:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(10, 8, 10, 8)
        self.nothing, self.file = _wrapped(NOTHING), QComboBox()
        self.file.setAccessibleName("File to import")
        self.nothing.setEnabled(False)
        self.size_label, self.reason, self.report, self.fault = (_wrapped() for _ in range(4))
        self.name = QLineEdit()
        self.group, self.unit, self.where = (QComboBox() for _ in range(3))
        self.group.addItems(list(GROUPS))
        self.unit.addItems(list(CHOICES))
        self.where.addItems([where.value for where in Where])
        self.copies = QCheckBox("Keep a copy beside the cell")
        self._rows = QWidget()
        form = QFormLayout(self._rows)
        form.setContentsMargins(0, 0, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for title, field in (
            ("Name", self.name),
            ("As", self.group),
            ("Unit", self.unit),
            ("Place", self.where),
        ):
            form.addRow(title, field)
            field.setAccessibleName(title)
            field.setMinimumWidth(60)
        for box in (self.group, self.where, self.unit, self.file):
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
        self.bar = ProgressBar()
        self.bar.setTextVisible(True)
        self.bar.setRange(0, 100)
        self.do, self.leave, self.drop = (
            QPushButton(t) for t in ("Import", "Cancel", "Leave this file out")
        )
        self.beside = QPushButton("Write robot file beside it")
        self.elsewhere = QPushButton("Write robot file…")
        buttons = QHBoxLayout()
        for button in (self.do, self.leave):
            buttons.addWidget(button)
        for part in (
            self.nothing,
            self.file,
            self._rows,
            self.size_label,
            self.reason,
            self.copies,
        ):
            column.addWidget(part)
        for part in (self.report, self.fault, self.bar, self.beside, self.elsewhere):
            column.addWidget(part)
        column.addWidget(self.drop)
        add_layout(column, buttons)
        column.addStretch(1)
        self.setWidget(page)

    def _connect(self) -> None:
        self._imports.changed.connect(self.refresh)
        self._imports.begun.connect(self.show_item)
        self.file.activated.connect(self._show_other)
        self.name.editingFinished.connect(self._rename)
        self.group.activated.connect(lambda _: self._choose(group=GROUPS[self.group.currentText()]))
        self.unit.activated.connect(lambda _: self._choose(unit=self.unit.currentText()))
        self.where.activated.connect(lambda _: self._choose(where=Where(self.where.currentText())))
        self.copies.clicked.connect(lambda is_on: self._choose(copies=is_on))
        self.do.clicked.connect(lambda: self._imports.bring_in())
        self.leave.clicked.connect(lambda: self._imports.cancel())
        self.drop.clicked.connect(lambda: self._with_item(self._imports.remove))
        self.beside.clicked.connect(lambda: self._with_item(self._imports.convert))
        self.elsewhere.clicked.connect(lambda: self._with_item(self._imports.ask_robot_file))

    # The shown file.

    @property
    def item(self) -> ImportItem | None:
        """The file that the page shows; None where none is imported."""
        items = self._imports.items
        known = [item for item in items if item.number == self._shown]
        return known[0] if known else (items[-1] if items else None)

    def set_theme(self, theme: Theme) -> None:
        """Draws warnings and faults in the colours of a theme."""
        self._theme = theme
        self.refresh()

    def _with_item(self, act: Any) -> None:
        if self.item is not None:
            act(self.item.number)

    def show_item(self, number: int) -> None:
        """Shows the file with this number."""
        self._shown = number
        self.refresh()

    def _show_other(self, row: int) -> None:
        self.show_item(self._imports.items[row].number)

    def _choose(self, **choices: Any) -> None:
        self._with_item(partial(self._imports.choose, **choices))

    def _rename(self) -> None:
        item, typed = self.item, self.name.text().strip()
        self.name.setModified(False)
        if item is not None and typed and typed != item.name:
            self._imports.choose(item.number, name=plain_name_of(typed))

    # Drawing.

    def refresh(self) -> None:
        """Shows the present state of the import desk."""
        item, items = self.item, self._imports.items
        self._show_files(item)
        self.nothing.setVisible(item is None)
        is_body = item is not None and item.kind is not FileKind.URDF
        is_read = is_body and item is not None and item.body is not None
        for part in (self._rows, self.do):
            part.setVisible(is_body)
        for part in (self.size_label, self.reason, self.report, self.copies):
            part.setVisible(is_read)
        for part in (self.leave, self.fault, self.bar):
            part.setVisible(item is not None)
        self.drop.setVisible(len(items) > 1)
        for part in (self.beside, self.elsewhere):
            part.setVisible(item is not None and not is_body)
            part.setEnabled(item is not None and not item.doing)
        if item is not None:
            self._show_item(item)

    def _show_files(self, item: ImportItem | None) -> None:
        items = self._imports.items
        self.file.setVisible(bool(items))
        names = [("⚠ " if each.fault else "") + each.path.name for each in items]
        if names != [self.file.itemText(i) for i in range(self.file.count())]:
            self.file.clear()
            self.file.addItems(names)
        self.file.setEnabled(len(items) > 1)
        if item is not None:
            self._shown = item.number
            self.file.setCurrentIndex(items.index(item))
            self.file.setToolTip(str(item.path))

    def _show_item(self, item: ImportItem) -> None:
        if not (self.name.isModified() and self.name.hasFocus()):
            self.name.setText(item.name)
        self.group.setCurrentIndex(list(GROUPS.values()).index(item.group))
        self.unit.setCurrentText(item.shown_unit)
        body = item.body
        self.unit.setEnabled(item.kind is FileKind.MESH and not (body and body.has_unit))
        self.unit.setToolTip("The file says its unit itself" if not self.unit.isEnabled() else "")
        self._offer_dropped(item.point is not None)
        self.where.setCurrentText(item.where.value)
        self.copies.setChecked(item.copies and self._imports.can_copy)
        self.copies.setEnabled(self._imports.can_copy)
        self.copies.setToolTip(
            "Otherwise the cell names the file where it is"
            if self._imports.can_copy
            else "Save the cell to a file of your own first: copies stand beside it"
        )
        if body is not None:
            self.size_label.setText(f"<b>{size_sentence(item.size_mm)}</b>")
            self.reason.setText("" if item.unit else body.reason)
            self.reason.setVisible(bool(self.reason.text()))
            self.report.setText("<br>".join(self._told(line) for line in body.lines))
        self.fault.setText(_coloured(item.fault, self._theme.error))
        self.fault.setVisible(bool(item.fault))
        is_reading = bool(item.doing) or (not item.is_ready and item.kind is not FileKind.URDF)
        self.bar.setVisible(is_reading and not item.fault)
        self.bar.setValue(round(100 * item.share))
        self.bar.setFormat(f"%p %  {item.doing or 'waiting'}")
        count = len(self._imports.ready)
        self.do.setText(f"Import all {count}" if count > 1 else "Import")
        self.do.setEnabled(self._imports.can_import)
        self.leave.setText("Cancel")

    def _offer_dropped(self, was_dropped: bool) -> None:
        """Offers the place of the drop only where the file was dropped into the view."""
        row = self.where.findText(Where.DROPPED.value)
        if was_dropped and row < 0:
            self.where.insertItem(1, Where.DROPPED.value)
        elif not was_dropped and row >= 0:
            self.where.removeItem(row)

    def _told(self, line: Line) -> str:
        text = f"{SIGNS[line.severity]} {line.text}"
        return _coloured(text, self._theme.warning) if line.severity == "warning" else text


def plain_name_of(typed: str) -> str:
    """A typed name with the letters that names of bodies may have."""
    from pathlib import Path

    return plain_name(Path(typed.replace(".", "_")))


def _wrapped(text: str = "") -> QLabel:
    label = QLabel(text)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _coloured(text: str, colour: str) -> str:
    safe = text.replace("&", "&amp;").replace("<", "&lt;")
    return f'<span style="color: {colour}">{safe}</span>' if text else ""
