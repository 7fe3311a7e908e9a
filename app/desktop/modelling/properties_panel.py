"""The selected body or location in figures; a fixture or part can be moved, shaped and coloured."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QFrame,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QWidget,
)

from app.desktop.looks.notice import BODY, LOCATION, Selection
from app.desktop.looks.number_field import NumberField
from app.desktop.looks.small_widgets import rule
from app.desktop.modelling.cell_edits import move_body, placed_in, set_frame
from app.desktop.modelling.contact_list import ContactList
from app.desktop.modelling.removing import remove_body
from app.desktop.modelling.shape_form import ColourButton
from app.desktop.modelling.solid_editor import SolidEditor
from app.desktop.modelling.solid_edits import (
    NEW_SHAPES,
    TITLES,
    add_new_body,
    set_entry,
    solid_path,
    value_at,
)
from app.desktop.state.document import Document
from language.programs.program import shown_value
from scenes import SceneError, bodies_of
from scenes.world.placement import BodyInfo

KINDS = {"robot": "link of the robot", "finger": "finger", "fixture": "fixture", "part": "part"}


class PropertiesPanel(QScrollArea):
    """Rebuilt for each selection; every typed value is one undo step of the cell."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._fields: list[NumberField] = []
        self._placed = ""
        self._solid: SolidEditor | None = None
        self._colour: ColourButton | None = None
        self._contacts: ContactList | None = None
        self._frame, self._size = QComboBox(), QLabel()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._shown = Selection()
        document.selectionChanged.connect(self._rebuild)
        document.cellChanged.connect(self._follow_cell)
        self._rebuild()

    def _follow_cell(self) -> None:
        """Keeps the fields of a moved body: the user may be typing into one of them."""
        file, chosen = self._document.cell_file, self._document.selection
        same = bool(self._fields) and chosen == self._shown
        place = placed_in(file, self._placed) if same and file is not None else None
        if place is not None and self._solid is not None:
            self._solid.show_steps()
            self._show_size(chosen.name)
            self._show_colour()
            self._frame.setCurrentText(place[0])
            if self._contacts is not None:
                self._contacts.refresh()
        if place is None:
            self._rebuild()
            return
        for field, value in zip(self._fields, [*place[1], *place[2]], strict=True):
            field.show_value(float(value))

    def _rebuild(self) -> None:
        body = QWidget()
        form = QFormLayout(body)
        form.setContentsMargins(10, 10, 10, 10)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self._fields, self._shown = [], self._document.selection
        self._solid, self._colour, self._contacts = None, None, None
        chosen = self._document.selection
        found = self._body_called(chosen.name) if chosen.kind == BODY else None
        if found is not None:
            self._add_body(form, chosen.name, found)
        elif chosen.kind == LOCATION:
            self._add_location(form, chosen.name)
        else:
            hint = QLabel("Select a body or a location in the tree or in the 3D view.")
            hint.setWordWrap(True)
            hint.setEnabled(False)
            form.addRow(hint)
            self._add_new_bodies(form)
        old = self.takeWidget()
        if old is not None:
            old.deleteLater()
        self.setWidget(body)

    def _add_body(self, form: QFormLayout, name: str, found: BodyInfo) -> None:
        cell, file = self._document.cell, self._document.cell_file
        assert cell is not None
        part = cell.part_called(name)
        form.addRow("Name", QLabel(f"<b>{name}</b>"))
        form.addRow("Kind", QLabel(KINDS[found.kind]))
        if found.link is not None and found.kind == "robot":
            joints = cell.robot.mechanism.joints
            form.addRow("Moves with", QLabel(joints[found.link - 1].name if found.link else "base"))
        self._size = QLabel()
        self._size.setWordWrap(True)
        self._show_size(name)
        form.addRow("Size", self._size)
        place = placed_in(file, part.name if part else name) if file is not None else None
        if place is not None:
            self._add_place(form, part.name if part else name, place)

    def _body_called(self, name: str) -> BodyInfo | None:
        """The body in its shape at the shown moment; None where there is none."""
        cell, state = self._document.cell, self._document.state
        if cell is None:
            return None
        shapes = state.shapes if state is not None else None
        return bodies_of(cell, [name] if cell.part_called(name) else None, shapes).get(name)

    def _show_size(self, name: str) -> None:
        found = self._body_called(name)
        if found is not None:
            lower, upper = found.solid.bounds()
            size = np.asarray(upper) - np.asarray(lower)
            self._size.setText(" × ".join(f"{length:.1f}" for length in size) + " mm")

    def _add_place(
        self, form: QFormLayout, name: str, place: tuple[str, list[float], list[float]]
    ) -> None:
        frame, at, rpy = place
        self._placed = name
        form.addRow(rule())
        form.addRow("In frame", self._frame_choice(name, frame))
        titles = ("X", "Y", "Z", "Roll", "Pitch", "Yaw")
        for i, (title, value) in enumerate(zip(titles, [*at, *rpy], strict=True)):
            field = NumberField(3 if i < 3 else 2, "mm" if i < 3 else "°")
            field.setAccessibleName(f"{name} {title}")
            field.setMinimumWidth(60)
            field.setSingleStep(10.0 if i < 3 else 5.0)
            field.show_value(float(value))
            field.committed.connect(lambda _, name=name: self._move(name))
            self._fields.append(field)
            form.addRow(title, field)
        self._add_solid(form, name)

    def _frame_choice(self, name: str, frame: str) -> QComboBox:
        cell = self._document.cell
        self._frame = QComboBox()
        self._frame.setAccessibleName(f"{name} in frame")
        self._frame.setToolTip("Another frame: the body stays where it stands")
        self._frame.addItems(list(cell.frames) if cell is not None else [frame])
        self._frame.setCurrentText(frame)
        self._frame.activated.connect(
            lambda _: self._try(set_frame, name, self._frame.currentText())
        )
        return self._frame

    def _add_solid(self, form: QFormLayout, name: str) -> None:
        """Adds colour and steps of a solid that the cell file itself defines."""
        file = self._document.cell_file
        path = solid_path(file, name) if file is not None else None
        if path is None:
            return
        form.addRow(rule())
        self._colour = ColourButton(
            lambda colour: self._try(set_entry, (*path[:2], "colour"), colour), "usual grey"
        )
        self._show_colour()
        form.addRow("Colour", self._colour)
        self._solid = SolidEditor(self._document, path)
        form.addRow(self._solid)
        form.addRow(rule())
        form.addRow(QLabel("May touch"))
        self._contacts = ContactList(self._document, name)
        form.addRow(self._contacts)
        form.addRow(rule())
        away = QPushButton(f"Remove {name}")
        away.clicked.connect(lambda: self._try(remove_body, name))
        form.addRow(away)

    def _show_colour(self) -> None:
        file = self._document.cell_file
        path = solid_path(file, self._placed) if file is not None else None
        if self._colour is not None and file is not None and path is not None:
            self._colour.show_colour(value_at(file, (*path[:2], "colour")))

    def _add_new_bodies(self, form: QFormLayout) -> None:
        """Adds buttons for a new fixture and a new part of every shape."""
        if self._document.cell_file is None:
            return
        for group, title in (("fixtures", "Add fixture"), ("parts", "Add part")):
            button = QPushButton(title)
            menu = QMenu(button)
            for kind in (kind for kind in NEW_SHAPES if kind != "half_space"):
                act = menu.addAction(TITLES[kind])
                act.triggered.connect(partial(self.add_body, group, kind))
            button.setMenu(menu)
            form.addRow(button)

    def add_body(self, group: str, kind: str, _: bool = False) -> None:
        """Adds a fixture or a part of one shape, and selects it."""
        try:
            name = add_new_body(self._document, group, kind)
        except SceneError as fault:
            self._document.notify(str(fault).splitlines()[0], "error")
            return
        self._document.select(BODY, name)

    def _try(self, change: Callable[..., None], *values: object) -> None:
        try:
            change(self._document, *values)
        except SceneError as fault:
            self._document.notify(str(fault).splitlines()[0], "error")

    def _move(self, name: str) -> None:
        values = [field.value() for field in self._fields]
        try:
            move_body(self._document, name, values[:3], values[3:])
        except SceneError as fault:
            self._document.notify(str(fault), "error")

    def _add_location(self, form: QFormLayout, name: str) -> None:
        form.addRow("Name", QLabel(f"<b>{name}</b>"))
        defined = [
            s
            for s in self._document.program.definitions
            if s.location is not None and str(s.location.value).upper() == name.upper()
        ]
        if not defined:
            return
        form.addRow("Defined in", QLabel(f"line {defined[-1].line}"))
        values = [a.value for a in defined[-1].arguments[1:] if a is not None]
        for title, value in zip(("X", "Y", "Z", "O", "A", "T"), values, strict=False):
            unit = "mm" if title in "XYZ" else "°"
            known = isinstance(value, float)
            label = QLabel(f"{value:z.3f} {unit}" if known else shown_value(value))
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            form.addRow(title, label)
