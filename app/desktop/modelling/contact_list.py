"""The bodies that the selected body may touch: one line each, and a row to allow one more."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.small_widgets import flat_button
from app.desktop.modelling.edits.contact_edits import (
    Allowed,
    allow_contact,
    allowed_with,
    forbid_contact,
)
from app.desktop.state.document import Document
from scenes import SceneError
from scenes.world.allowed_contacts import ALWAYS, GRIPPED, RESTING

WHILE = {ALWAYS: "always", RESTING: "while it rests", GRIPPED: "while it is gripped"}


class ContactList(QWidget):
    """The entries of `allow` in the cell file for one body."""

    def __init__(self, document: Document, name: str) -> None:
        super().__init__()
        self._document, self._name = document, name
        self.others, self.phase = QComboBox(), QComboBox()
        self.others.setAccessibleName("Other body")
        self.phase.setAccessibleName("While")
        for phase, title in WHILE.items():
            self.phase.addItem(title, phase)
        self.allow = QPushButton("Allow")
        self.allow.setToolTip("Contact of the two is no collision any more")
        self.allow.clicked.connect(self._allow)
        for field in (self.others, self.phase):
            field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        new = QGridLayout()
        new.setContentsMargins(0, 0, 0, 0)
        new.setSpacing(4)
        new.addWidget(self.others, 0, 0)
        new.addWidget(self.phase, 0, 1)
        new.addWidget(self.allow, 1, 0, 1, 2)
        self.removers: list[QToolButton] = []
        self.lines: list[str] = []
        self._lines = QGridLayout()
        self._lines.setSpacing(4)
        self._lines.setColumnStretch(0, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        add_layout(column, self._lines)
        add_layout(column, new)
        self.refresh()

    def refresh(self) -> None:
        """Shows the entries of the present file."""
        file, cell = self._document.cell_file, self._document.cell
        while (item := self._lines.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.removers, self.lines = [], []
        known = tuple(allowed_with(file, self._name)) if file is not None else ()
        for row, allowed in enumerate(known):
            self._lines.addWidget(self._line(allowed), row, 0)
            button = flat_button("✕", f"Forbid contact with {allowed.other}")
            button.setAccessibleName(f"Forbid contact with {allowed.other}")
            button.clicked.connect(partial(self._try, forbid_contact, allowed))
            self.removers.append(button)
            self._lines.addWidget(button, row, 1)
        if not known:
            self._lines.addWidget(QLabel("nothing"), 0, 0)
        taken = {self._name, *(allowed.other for allowed in known)}
        names = [] if cell is None else [*(b.name for b in cell.fixtures)]
        if cell is not None:
            names += [part.name for part in cell.parts]
            names += [f"{cell.robot.name}.{body}" for body in cell.robot.body_names]
        chosen = self.others.currentText()
        self.others.clear()
        self.others.addItems([name for name in names if name not in taken])
        self.others.setCurrentIndex(max(self.others.findText(chosen), 0))

    def texts(self) -> list[str]:
        """The shown entries and the bodies on offer, for comparison."""
        others = [self.others.itemText(i) for i in range(self.others.count())]
        return [*self.lines, *others]

    def _line(self, allowed: Allowed) -> QLabel:
        tail = "" if allowed.phase == ALWAYS else f", {WHILE[allowed.phase]}"
        label = QLabel(f"{allowed.other}{tail}")
        self.lines.append(label.text())
        label.setWordWrap(True)
        return label

    def _allow(self) -> None:
        other, phase = self.others.currentText(), self.phase.currentData()
        if other:
            self._try(allow_contact, self._name, other, phase)

    def _try(self, change: Callable[..., None], *values: object) -> None:
        values = tuple(value for value in values if not isinstance(value, bool))
        try:
            change(self._document, *values)
        except SceneError as fault:
            self._document.notify(str(fault).splitlines()[0], "error")
