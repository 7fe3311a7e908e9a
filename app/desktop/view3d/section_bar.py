"""The strip above the 3D view that sets where the bodies are cut open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QLabel, QPushButton, QSlider

from app.desktop.looks.number_field import NumberField
from app.desktop.looks.theme import Theme, checked_button

if TYPE_CHECKING:
    from app.desktop.view3d.tools.section import Cut, Section


class SectionBar(QFrame):
    """Axis, place and side of the cut; the slider moves it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._section: Section | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 3, 10, 3)
        row.addWidget(QLabel("Section across"))
        self.axes = QButtonGroup(self)
        for axis, name in enumerate("XYZ"):
            button = QPushButton(name)
            button.setCheckable(True)
            button.setMaximumWidth(36)
            button.setToolTip(f"Cut across the {name} axis of the world")
            self.axes.addButton(button, axis)
            row.addWidget(button)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName("place of the section")
        self.field = NumberField(1, "mm")
        self.field.setMinimumWidth(80)
        self.flip = QPushButton("Other side")
        self.flip.setToolTip("Keep what is cut away, and cut away what is kept")
        row.addWidget(self.slider, 1)
        row.addWidget(self.field)
        row.addWidget(self.flip)
        self.axes.idClicked.connect(self._choose_axis)
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
        self.show()
        self._choose_axis(section.cut.axis if section.cut is not None else 1)

    def close_section(self) -> None:
        """Hides the strip and cuts nothing."""
        self.hide()
        if self._section is not None:
            self._section.set(None)

    def _choose_axis(self, axis: int) -> None:
        from app.desktop.view3d.tools.section import Cut

        if self._section is not None:
            low, high = self._section.range_along(axis)
            self._section.set(Cut(axis, (low + high) / 2, flipped=axis == 1))
            self._show()

    def _change(self, change: Callable[[Cut], Cut]) -> None:
        if self._section is not None and self._section.cut is not None:
            self._section.set(change(self._section.cut))
            self._show()

    def _show(self) -> None:
        section = self._section
        if section is None or section.cut is None:
            return
        low, high = section.range_along(section.cut.axis)
        self.axes.button(section.cut.axis).setChecked(True)
        blocked = self.slider.blockSignals(True)
        self.slider.setRange(int(low), int(high) + 1)
        self.slider.setValue(round(section.cut.offset))
        self.slider.blockSignals(blocked)
        self.field.show_value(section.cut.offset)
