"""The solid of a fixture or part as a tree of its steps, with a form for the chosen step."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QInputDialog,
    QMenu,
    QPushButton,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.tips import wrapped
from app.desktop.modelling.edits.removing import remove_step
from app.desktop.modelling.edits.solid_edits import (
    NEW_SHAPES,
    TITLES,
    Path,
    add_new_step,
    add_step,
    move_step,
    set_operation,
    use_part_file,
    value_at,
)
from app.desktop.modelling.shape_form import ShapeForm
from app.desktop.state.document import Document
from app.desktop.state.files.mesh_reading import MeshReading
from scenes import SceneError
from scenes.files.solids.mesh_requests import unread_mesh
from scenes.files.text.documents import Document as CellFile

PATH_ROLE = Qt.ItemDataRole.UserRole
SIGNS = {"add": "+", "cut": "−", "common": "∩"}
MESH_FILTER = "Meshes (*.stl *.obj *.ply *.glb *.gltf *.3mf)"
PART_FILTER = "Part files (*.yaml *.yml)"
UNITS = ["mm", "cm", "m", "inch", "foot"]
LEAST_ROWS, MOST_ROWS, LEAST_ROW, FRAME = 3, 9, 12, 6


class SolidEditor(QWidget):
    """Shows the steps of one solid; every change is one undo step of the cell file.

    It is empty until `show_steps` is called.
    """

    def __init__(self, document: Document, solid: Path) -> None:
        from scenes.files.solids.shape_schema import OPERATIONS

        super().__init__()
        self._document, self._solid = document, solid
        self.tree = QTreeWidget()
        self.tree.setHeaderHidden(True)
        self.tree.setIndentation(14)
        self.tree.setAccessibleName("Steps of the solid")
        self.tree.currentItemChanged.connect(lambda *_: self._show_form())
        self.tree.currentItemChanged.connect(lambda *_: self._tell_choice())
        self.tree.itemClicked.connect(lambda *_: self._tell_choice())
        self.operation = QComboBox()
        self.operation.addItems(OPERATIONS)
        self.operation.setAccessibleName("operation of the shape")
        self.operation.setToolTip("What the chosen shape does to those above it")
        self.operation.activated.connect(lambda _: self._change_operation())
        self.add = QPushButton("Add")
        self.add.setToolTip("Put a shape behind the chosen one")
        self.add.setMenu(self._menu())
        self.remove = QPushButton("Remove")
        self.remove.clicked.connect(self._remove)
        row = QHBoxLayout()
        row.setSpacing(4)
        self.up, self.down = QPushButton("↑"), QPushButton("↓")
        for arrow, by, direction in ((self.up, -1, "up"), (self.down, 1, "down")):
            tip = f"Move the chosen shape {direction}: the order says what is cut from what"
            arrow.setToolTip(wrapped(tip))
            arrow.setAccessibleName(f"Move shape {direction}")
            arrow.clicked.connect(partial(self._move, by))
        for button in (self.add, self.operation, self.remove, self.up, self.down):
            # In a narrow panel the text of a button is cut first.
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            row.addWidget(button, 1 if button in (self.up, self.down) else 2)
        self._form_place = QVBoxLayout()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.tree)
        add_layout(layout, row)
        add_layout(layout, self._form_place)
        self.form: ShapeForm | None = None
        document.solid_step.changed.connect(self._follow_choice)
        document.solid_step.previewed.connect(self._show_drag)

    def show_steps(self) -> None:
        """Shows the steps of the present file; the chosen step stays chosen."""
        is_first, chosen = self.tree.topLevelItemCount() == 0, self._chosen()
        blocked = self.tree.blockSignals(True)
        self.tree.clear()
        self._fill(self.tree, self._solid)
        self.tree.expandAll()
        items = self._items()
        found = next((item for item in items if _path(item) == chosen), None)
        if items:
            self.tree.setCurrentItem(found or items[-1])
        rows = min(max(len(items), LEAST_ROWS), MOST_ROWS)
        self.tree.setFixedHeight(rows * max(self.tree.sizeHintForRow(0), LEAST_ROW) + FRAME)
        self.tree.blockSignals(blocked)
        self._show_form()
        path = self._document.solid_step.path
        if path is not None and path[: len(self._solid)] == self._solid and not self._value(path):
            self._document.solid_step.clear()  # an edit or undo has removed the step
        if is_first:
            self._follow_choice()

    def texts(self) -> list[str]:
        """All that the steps and the form of the chosen one show, for comparison."""
        steps = [item.text(0) for item in self._items()]
        form = self.form.texts() if self.form is not None else []
        buttons = (self.remove, self.operation, self.up, self.down)
        chosen = str(self._chosen())
        return [*steps, chosen, self.operation.currentText(), *form] + [
            str(button.isEnabled()) for button in buttons
        ]

    def choose(self, path: Path) -> None:
        """Chooses the step at a path of the file."""
        for item in self._items():
            if _path(item) == path and item is not self.tree.currentItem():
                self.tree.setCurrentItem(item)

    def _tell_choice(self) -> None:
        """Gives the step that the user has chosen its handles in the 3D view."""
        chosen = self._chosen()
        if chosen is not None and chosen != self._document.solid_step.path:
            self._document.solid_step.choose(chosen)

    def _follow_choice(self) -> None:
        """Shows the step that is chosen in the 3D view."""
        path = self._document.solid_step.path
        if path is not None and path[: len(self._solid)] == self._solid:
            self.choose(path)

    def _show_drag(self) -> None:
        if self.form is not None:
            self.form.refresh()

    def _fill(self, parent: QTreeWidget | QTreeWidgetItem, steps: Path) -> None:
        for i, step in enumerate(self._value(steps) or []):
            (operation, shape), *_ = step.items()
            kind = _kind_of(shape)
            name = f"  {shape['name']}" if "name" in shape else ""
            item = QTreeWidgetItem(parent, [f"{SIGNS[operation]} {TITLES[kind]}{name}"])
            path = (*steps, i)
            item.setData(0, PATH_ROLE, list(path))
            inner = {"group": (operation, "group"), "hull": (operation, "hull", "of")}.get(kind)
            if inner is not None:
                self._fill(item, (*path, *inner))

    def _items(self) -> list[QTreeWidgetItem]:
        found: list[QTreeWidgetItem] = []
        tops = (self.tree.topLevelItem(i) for i in reversed(range(self.tree.topLevelItemCount())))
        waiting = [item for item in tops if item is not None]
        while waiting:
            item = waiting.pop()
            below = (item.child(i) for i in reversed(range(item.childCount())))
            waiting.extend(child for child in below if child is not None)
            found.append(item)
        return found

    def _chosen(self) -> Path | None:
        item = self.tree.currentItem()
        return _path(item) if item is not None else None

    def _value(self, path: Path) -> Any:
        file = self._document.cell_file
        return None if file is None else value_at(file, path)

    def _show_form(self) -> None:
        chosen = self._chosen()
        step = None if chosen is None else self._value(chosen)
        self._enable_buttons(chosen, step)
        if self.form is not None and self._still_shows(chosen, self.form):
            self.form.refresh()  # the user may be typing into one of its fields
            return
        if self.form is not None:
            self._form_place.removeWidget(self.form)
            self.form.hide()
            self.form.deleteLater()
            self.form = None
        if chosen is None or not isinstance(step, dict):
            return
        (operation, shape), *_ = step.items()
        self.operation.setCurrentText(operation)
        self.form = ShapeForm(self._document, (*chosen, operation), _kind_of(shape))
        self._form_place.addWidget(self.form)

    def _enable_buttons(self, chosen: Path | None, step: Any) -> None:
        """Steps beside the chosen one may have come or gone, though its own form stays."""
        self.remove.setEnabled(step is not None)
        self.operation.setEnabled(step is not None)
        if isinstance(step, dict):
            self.operation.setCurrentText(next(iter(step)))
        place = int(chosen[-1]) if chosen is not None else 0
        count = len(self._value(chosen[:-1]) or ()) if chosen is not None else 0
        self.up.setEnabled(place > 0)
        self.down.setEnabled(place < count - 1)

    def _still_shows(self, chosen: Path | None, form: ShapeForm) -> bool:
        """Whether the form belongs to the chosen step; its values may differ."""
        step = None if chosen is None else self._value(chosen)
        if not isinstance(step, dict) or chosen is None:
            return False
        (operation, shape), *_ = step.items()
        return form.path == (*chosen, operation) and form.kind == _kind_of(shape)

    def _menu(self) -> QMenu:
        from scenes.files.solids.shape_schema import OPERATIONS

        menu = QMenu(self)
        for operation in OPERATIONS:
            group = menu.addMenu(f"{SIGNS[operation]}  {operation}")
            for kind in NEW_SHAPES:
                act = group.addAction(TITLES[kind])
                act.triggered.connect(partial(self._add_new, operation, kind))
            act = group.addAction("Mesh from a file…")
            act.triggered.connect(partial(self._ask_mesh, operation))
            act = group.addAction("Part file…")
            act.triggered.connect(partial(self._ask_part_file, operation))
        return menu

    def _add_new(self, operation: str, kind: str, _: bool = False) -> None:
        """Adds a new shape where it changes the body: a cutter must not miss it."""
        steps, index = self._place_for_new()
        add = partial(add_new_step, self._document, steps, index, operation, kind)
        if self._try(add):
            self.show_steps()
            self.choose((*steps, index))

    def _ask_part_file(self, operation: str, _: bool = False) -> None:
        file = self._document.cell_file
        if file is None:
            return
        folder = file.path.resolve().parent
        name, _kind = QFileDialog.getOpenFileName(self, "Part file", str(folder), PART_FILTER)
        if name:
            self.use_file(operation, os.path.relpath(name, folder).replace(os.sep, "/"))

    def use_file(self, operation: str, file_name: str) -> None:
        """Adds the solid of a part file after the chosen step.

        file_name: The path of the part file, relative to the folder of the cell.
        """
        steps, index = self._place_for_new()
        if self._try(lambda: use_part_file(self._document, steps, index, operation, file_name)):
            self.show_steps()
            self.choose((*steps, index))

    def _place_for_new(self) -> tuple[Path, int]:
        chosen = self._chosen()
        return (self._solid, 0) if chosen is None else (chosen[:-1], int(chosen[-1]) + 1)

    def _move(self, by: int, _: bool = False) -> None:
        chosen = self._chosen()
        if chosen is not None and self._try(lambda: move_step(self._document, chosen, by)):
            self.show_steps()
            self.choose((*chosen[:-1], int(chosen[-1]) + by))

    def add_shape(self, operation: str, kind: str, shape: Any) -> None:
        """Adds a shape after the chosen step, and chooses it."""
        steps, index = self._place_for_new()
        if self._try(lambda: add_step(self._document, steps, index, operation, kind, shape)):
            self.show_steps()
            self.choose((*steps, index))

    def _ask_mesh(self, operation: str, _: bool = False) -> None:
        """Asks for a mesh file and for its unit, which few mesh files name."""
        file = self._document.cell_file
        if file is None:
            return
        folder = file.path.resolve().parent
        name, _kind = QFileDialog.getOpenFileName(self, "Mesh", str(folder), MESH_FILTER)
        if not name:
            return
        title, text = "Unit of the mesh", "The numbers in the file are in"
        unit, is_chosen = QInputDialog.getItem(self, title, text, UNITS, 0, False)
        if is_chosen:
            file_name = os.path.relpath(name, folder).replace(os.sep, "/")
            self.add_mesh(operation, {"file": file_name, "unit": unit})

    def add_mesh(self, operation: str, shape: dict[str, Any]) -> None:
        """Adds a mesh after the chosen step, once its file is read."""
        file = self._document.cell_file
        unread = unread_mesh(shape, file.path.parent) if file is not None else ()
        if unread:
            MeshReading(self._document).read(unread, lambda: self._add_read(file, operation, shape))
        else:
            self.add_shape(operation, "mesh", shape)

    def _add_read(self, file: CellFile | None, operation: str, shape: dict[str, Any]) -> None:
        """Adds a mesh that another process has read, unless the cell has changed since."""
        if self._document.cell_file is file and isValid(self):
            self.add_shape(operation, "mesh", shape)
        else:
            self._document.notify("The cell was changed while the mesh was read: add it again.")

    def _remove(self) -> None:
        chosen = self._chosen()
        if chosen is not None and self._try(lambda: remove_step(self._document, chosen)):
            self._document.solid_step.clear()
            self.show_steps()

    def _change_operation(self) -> None:
        chosen, word = self._chosen(), self.operation.currentText()
        if chosen is not None:
            self._try(lambda: set_operation(self._document, chosen, word))
            self.show_steps()

    def _try(self, change: Callable[[], None]) -> bool:
        try:
            change()
        except SceneError as fault:
            self._document.notify(str(fault).splitlines()[0], "error")
            return False
        return True


def _kind_of(shape: dict[str, Any]) -> str:
    from scenes.files.solids.shape_schema import SHAPES

    return next(kind for kind in SHAPES if kind in shape)


def _path(item: QTreeWidgetItem) -> Path:
    return tuple(item.data(0, PATH_ROLE) or ())
