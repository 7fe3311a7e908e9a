"""The strip above the 3D view that sets where the bodies are cut open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QLabel, QPushButton, QSlider

from app.desktop.looks.limit_bar import LEAST_WIDTH
from app.desktop.looks.number_field import NumberField
from app.desktop.looks.theme import Theme, checked_button
from app.desktop.view3d.sectioning.cut import Cut

if TYPE_CHECKING:
    from app.desktop.view3d.sectioning.section import Section

FACE = 3  # the button behind X, Y and Z


class SectionBar(QFrame):
    """Direction, place and side of the cut; the slider moves it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._section: Section | None = None
        self.awaits_face = False
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 3, 10, 3)
        row.addWidget(QLabel("Section across"))
        self.axes = QButtonGroup(self)
        tips = [f"Cut across the {name} axis of the world" for name in "XYZ"]
        tips.append("Cut along a face: click it in the view")
        for number, name in enumerate((*"XYZ", "Face")):
            button = QPushButton(name)
            button.setCheckable(True)
            button.setMaximumWidth(36 if number < FACE else 52)
            button.setToolTip(tips[number])
            self.axes.addButton(button, number)
            row.addWidget(button)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName("place of the section")
        self.slider.setMinimumWidth(LEAST_WIDTH)
        self.field = NumberField(1, "mm")
        self.field.setAccessibleName("place of the section, mm")
        self.field.setMinimumWidth(80)
        self.flip = QPushButton("Other side")
        self.flip.setToolTip("Keep what is cut away, and cut away what is kept")
        self.note = QLabel()
        self.note.setToolTip("An open surface encloses nothing, so that it has no cut face")
        row.addWidget(self.note)
        row.addWidget(self.slider, 1)
        row.addWidget(self.field)
        row.addWidget(self.flip)
        self.axes.idClicked.connect(self._choose)
        self.slider.valueChanged.connect(
            lambda mm: self._change(lambda cut: replace(cut, offset=mm))
        )
        self.field.committed.connect(lambda mm: self._change(lambda cut: replace(cut, offset=mm)))
        self.flip.clicked.connect(
            lambda: self._change(lambda cut: replace(cut, flipped=not cut.flipped))
        )
        self.set_theme(theme)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Draws the buttons in the colours of a theme."""
        for button in (*self.axes.buttons(), self.flip):
            button.setStyleSheet(checked_button(theme))

    def open_for(self, section: Section) -> None:
        """Shows the strip and cuts through the middle of the shown bodies."""
        self._section = section
        section.on_open_surfaces = self._tell_open
        self.show()
        self._choose(section.cut.axis if section.cut is not None else 1)

    def close_section(self) -> None:
        """Hides the strip and cuts nothing."""
        self.hide()
        self.awaits_face = False
        if self._section is not None:
            self._section.set(None)

    def take_face(self, cut: Cut) -> None:
        """Cuts along a face that was clicked."""
        self.awaits_face = False
        if self._section is not None:
            self._section.set(cut)
            self.refresh()

    def stop_waiting(self) -> bool:
        """Waits no longer for a click on a face; whether it did."""
        waited, self.awaits_face = self.awaits_face, False
        self.refresh()
        return waited

    def _choose(self, number: int) -> None:
        self.awaits_face = number == FACE
        if self._section is None:
            return
        if not self.awaits_face:
            cut = Cut(number)
            low, high = self._section.range_along(cut.way)
            self._section.set(Cut(number, (low + high) / 2, flipped=number == 1))
        self.refresh()

    def _change(self, change: Callable[[Cut], Cut]) -> None:
        if self._section is not None and self._section.cut is not None:
            self._section.set(change(self._section.cut))
            self.refresh()

    def refresh(self) -> None:
        """Shows the present cut."""
        section = self._section
        if section is None or section.cut is None:
            return
        cut = section.cut
        low, high = section.range_along(cut.way)
        is_face = self.awaits_face or cut.along is not None
        self.axes.button(FACE if is_face else cut.axis).setChecked(True)
        blocked = self.slider.blockSignals(True)
        self.slider.setRange(int(low), int(high) + 1)
        self.slider.setValue(round(cut.offset))
        self.slider.blockSignals(blocked)
        self.field.show_value(cut.offset)
        self._tell_open(section.caps.open_names)

    def _tell_open(self, names: tuple[str, ...]) -> None:
        if self.awaits_face:
            self.note.setText("Click a face.")
        elif names:
            count = names[0] if len(names) == 1 else f"{len(names)} bodies"
            self.note.setText(f"{count}: open surface, no cut face")
        else:
            self.note.setText("")
        self.note.setVisible(bool(self.note.text()))
