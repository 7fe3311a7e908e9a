"""Builds a cell anew from New cell by the fields, lists and buttons of the window alone.

No text of the file is written: what has no field or button cannot be built here.
"""

from __future__ import annotations

from typing import Any

from edit_desk import Desk
from PySide6.QtCore import QCoreApplication, QEvent

from app.desktop.looks.notice import BODY, FRAME, ROBOT
from app.desktop.modelling.adding import add_body_here, add_frame_here
from app.desktop.modelling.edits.robot_choice import change_robot
from app.desktop.modelling.entries.renaming import rename
from app.desktop.modelling.fields.entry_form import IN_A_ROW, ROUND_AN_AXIS, EntryForm
from app.desktop.modelling.fields.entry_row import EntryRow, NumbersRow
from app.desktop.modelling.fields.point_table import PointsRow
from app.desktop.modelling.fields.word_rows import ChoiceRow, ColourRow, SwitchRow, TextRow
from app.desktop.modelling.importing.import_edits import use_robot
from app.desktop.modelling.sections.body_sections import PartSection, SolidSection
from app.desktop.modelling.sections.cell_section import CellSection
from app.desktop.modelling.sections.hand_section import HandSection
from app.desktop.modelling.sections.place_section import PlaceSection
from app.desktop.modelling.sections.robot_section import ReadySection

Data = dict[str, Any]
PLACE = ("in", "at", "rpy")
OF_STEP = ("at", "rpy", "mirror", "repeat", "name", "colour")
OF_REPEAT = ("n", "step", "turn", "about", "axis")


class CellBuilder:
    """The hand of a user at the panel Properties. acts: How many fields and buttons it used."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.document, self.panel, self.acts = desk, desk.document, desk.panel, 0

    def build(self, data: Data) -> None:
        """Makes everything that the data of a cell file hold."""
        known = {"cell", "title", "frames", "robots", "fixtures", "parts", "check"}
        assert set(data) <= known, f"no way to build {set(data) - known}"
        self._build_cell(data)
        for name, entry in data.get("frames", {}).items():
            add_frame_here(self.document)
            self._name(FRAME, name)
            self._place(FRAME, name, entry)
        for name, entry in data["robots"].items():
            self._build_robot(name, dict(entry))
        for group in ("fixtures", "parts"):
            for name, entry in data.get(group, {}).items():
                self._build_body(group, name, dict(entry))

    # Fields.

    def _section(self, kind: type) -> Any:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        found = self.panel.section(kind)
        assert found is not None, f"no {kind.__name__}"
        return found

    def _type(self, form: EntryForm, key: str, value: Any) -> None:
        """Types a value into the row of a form, adding its group by its button if need be."""
        group = key.partition(".")[0]
        if key not in form.rows and group in form.adders:
            form.adders[group].click()
            self.acts += 1
        assert key in form.rows, f"no field {key} among {list(form.rows)}"
        self._put(form.rows[key], value)

    def _put(self, row: EntryRow, value: Any) -> None:
        self.acts += 1
        if isinstance(row, NumbersRow):
            values = value if isinstance(value, list) else [value]
            for number, one in zip(row.numbers, values, strict=True):
                number.setValue(one)
        elif isinstance(row, PointsRow):
            while row.table.rowCount() > len(value):
                row.table.setCurrentCell(row.table.rowCount() - 1, 0)
                row.remove()
            row.table.setCurrentCell(0, 0)
            row.paste("\n".join("\t".join(map(str, point)) for point in value))
        elif isinstance(row, ChoiceRow):
            row.combo.setCurrentIndex(row.combo.findData(value))
            row.combo.activated.emit(row.combo.currentIndex())
        elif isinstance(row, ColourRow):
            row.button._on_chosen(value)
        elif isinstance(row, SwitchRow):
            if row.box.isChecked() != value:
                row.box.click()
        else:
            assert isinstance(row, TextRow)
            row.field.setText(value)
            row.field.editingFinished.emit()

    def _name(self, kind: str, name: str) -> None:
        self.acts += 1
        rename(self.document, kind, self.document.selection.name, name)
        assert self.document.selection.all == ((kind, name),)

    def _place(self, kind: str, name: str, entry: Data) -> None:
        self.document.select(kind, name)
        place = self._section(PlaceSection)
        if place._choice.combo.currentData() != entry.get("in", "world"):
            self._put(place._choice, entry.get("in", "world"))
        for key in ("at", "rpy"):
            self._type(self._section(PlaceSection).form, key, entry.get(key, [0, 0, 0]))

    # Things.

    def _build_cell(self, data: Data) -> None:
        self.document.select("", "")
        form = self._section(CellSection).form
        self._type(form, "title", data.get("title", ""))
        for key, value in data.get("check", {}).items():
            self._type(form, f"check.{key}", value)

    def _build_robot(self, name: str, entry: Data) -> None:
        use = entry.pop("use")
        if use.endswith(".yaml"):
            use_robot(self.document, self.desk.folder / use)
        elif use != self.desk.file.data["robots"]["arm"]["use"]:
            change_robot(self.document, use)
        self.document.select(ROBOT, "arm")
        self._name(ROBOT, name)
        self._place(ROBOT, name, entry)
        if "hand" in entry:
            choice = self._section(HandSection).form.choice
            choice.setCurrentIndex(choice.findData(entry["hand"]))
            choice.activated.emit(choice.currentIndex())
            self.acts += 1
        if "ready" in entry:
            self._type(self._section(ReadySection).form, "ready", entry["ready"])
        assert set(entry) <= {*PLACE, "hand", "ready"}, entry

    def _build_body(self, group: str, name: str, entry: Data) -> None:
        steps = entry.pop("solid")
        (_, first) = next(iter(steps[0].items()))
        add_body_here(self.document, group, _kind(first))
        self._name(BODY, name)
        self._place(BODY, name, entry)
        if "colour" in entry:
            self._put(self._section(SolidSection).colour, entry["colour"])
        for index, step in enumerate(steps):
            ((operation, shape),) = step.items()
            editor = self._section(SolidSection).editor
            if index:
                editor.choose((group, name, "solid", index - 1))
                editor._add_new(operation, _kind(shape))
            editor.choose((group, name, "solid", index))
            self._shape_step(shape)
        if group == "parts":
            form = self._section(PartSection).form
            self._type(form, "present", entry.get("present", False))
            for key, value in entry.get("grasp", {}).items():
                self._type(self._section(PartSection).form, f"grasp.{key}", value)
        assert set(entry) <= {*PLACE, "colour", "present", "grasp"}, entry

    def _shape_step(self, shape: Data) -> None:
        kind = _kind(shape)
        sizes = shape[kind] if isinstance(shape[kind], dict) else {"": shape[kind]}
        for key, value in sizes.items():
            self._type(self._form(), f"{kind}.{key}".rstrip("."), value)
        for key in OF_STEP[:2]:
            if key in shape:
                self._type(self._form(), key, shape[key])
        if "repeat" in shape:
            self._repeat(shape["repeat"])
        for key, value in shape.get("mirror", {}).items():
            self._type(self._form(), f"mirror.{key}", value)
        for key in OF_STEP[4:]:
            if key in shape:
                self._type(self._form(), key, shape[key])
        # A size may be refused until the place is typed too; then its row takes it by itself.
        faults = [row.faults for row in self._form().rows.values() if row.faults]
        assert not faults, faults

    def _repeat(self, repeat: Data) -> None:
        form = self._form()
        form.adders["repeat"].click()
        way = ROUND_AN_AXIS if "turn" in repeat else IN_A_ROW
        self._put(self._form().rows["repeat.way"], way)
        for key in OF_REPEAT:
            if key in repeat:
                self._type(self._form(), f"repeat.{key}", repeat[key])

    def _form(self) -> EntryForm:
        form = self._section(SolidSection).editor.form
        assert form is not None
        return form


def _kind(shape: Data) -> str:
    return next(key for key in shape if key not in OF_STEP)
