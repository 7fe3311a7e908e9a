"""The fields of size, frames a second, view, look and format of a film."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from app.desktop.menus.exporting.films.film_choice import FilmChoice
from app.desktop.view3d.drawing.camera import Camera
from app.desktop.view3d.pictures.films.film_files import NO_FFMPEG, offered_kinds
from app.desktop.view3d.pictures.reel import FASTEST_FPS, SLOWEST_FPS
from app.desktop.view3d.pictures.shot import LARGEST, SMALLEST

SIZES = {
    "HD, 1280 × 720": (1280, 720),
    "Full HD, 1920 × 1080": (1920, 1080),
    "4K, 3840 × 2160": (3840, 2160),
    "Square, 1080 × 1080": (1080, 1080),
}
OWN_SIZE = "Own size"
LOOKS = {
    False: "Shaded as in the view",
    True: "Fine picture with light and shadow, which takes longer",
}


class FilmFields(QObject):
    """The fields that both kinds of films have. views: Names and cameras that can be chosen."""

    changed = Signal()
    kind_changed = Signal()

    def __init__(self, choice: FilmChoice, views: Mapping[str, Camera], parent: QWidget) -> None:
        super().__init__(parent)
        self._views = dict(views)
        self.sizes = QComboBox()
        for name, size in {**SIZES, OWN_SIZE: None}.items():
            self.sizes.addItem(name, size)
        self.sizes.setAccessibleName("Size")
        self.width = self._number(SMALLEST, LARGEST, choice.size[0], " px", "Width")
        self.height = self._number(SMALLEST, LARGEST, choice.size[1], " px", "Height")
        self.fps = self._number(SLOWEST_FPS, FASTEST_FPS, choice.fps, "", "Frames a second")
        self.view, self.look, self.kind = QComboBox(), QComboBox(), QComboBox()
        for name in self._views:
            self.view.addItem(name)
        for is_fine, name in LOOKS.items():
            self.look.addItem(name, is_fine)
        self.look.setCurrentIndex(int(choice.is_fine))
        for kind in offered_kinds():
            suffix = f" (*{kind.suffix})" if kind.suffix else ""
            self.kind.addItem(f"{kind.name}{suffix}, {kind.purpose}", kind.suffix)
        kept = 0 if choice.suffix is None else self.kind.findData(choice.suffix)
        self.kind.setCurrentIndex(max(kept, 0))
        for box, name in ((self.view, "View"), (self.look, "Look"), (self.kind, "Format")):
            box.setAccessibleName(name)
        self.path, self.labels = QCheckBox("&Path of the tool"), QCheckBox("&Names of locations")
        self.path.setChecked(choice.has_path)
        self.labels.setChecked(choice.has_labels)
        self._show_size_name()
        self._connect()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the film, pixels."""
        return self.width.value(), self.height.value()

    @property
    def suffix(self) -> str:
        """The suffix of the format; "" for a folder."""
        return str(self.kind.currentData())

    @property
    def camera(self) -> Camera:
        """The camera of the chosen view."""
        return self._views[self.view.currentText()]

    @property
    def has_ffmpeg(self) -> bool:
        """Whether MP4 can be chosen."""
        return self.kind.findData(".mp4") >= 0

    def keep(self, choice: dict[str, object]) -> None:
        """Adds what is to be kept."""
        choice["suffix"], choice["size"], choice["fps"] = self.suffix, self.size, self.fps.value()
        choice["is_fine"] = bool(self.look.currentData())
        choice["has_path"] = self.path.isChecked()
        choice["has_labels"] = self.labels.isChecked()

    def add_to(self, form: QFormLayout) -> None:
        """Puts the fields into a form."""
        lengths = QHBoxLayout()
        for widget in (self.width, QLabel("×"), self.height):
            lengths.addWidget(widget)
        lengths.addStretch(1)
        form.addRow("Fra&mes a second", self.fps)
        form.addRow("Si&ze", self.sizes)
        form.addRow(QLabel(""), lengths)
        form.addRow("&View", self.view)
        form.addRow("&Look", self.look)
        form.addRow(QLabel(""), self.path)
        form.addRow(QLabel(""), self.labels)
        form.addRow("F&ormat", self.kind)
        if not self.has_ffmpeg:
            form.addRow(QLabel(""), QLabel(NO_FFMPEG, wordWrap=True))

    def _connect(self) -> None:
        for number in (self.width, self.height):
            number.valueChanged.connect(self._show_size_name)
        for field in (self.width, self.height, self.fps):
            field.valueChanged.connect(self.changed)
        for box in (self.view, self.look):
            box.currentIndexChanged.connect(self.changed)
        for tick in (self.path, self.labels):
            tick.toggled.connect(self.changed)
        self.sizes.activated.connect(self._take_size)
        self.kind.currentIndexChanged.connect(self.kind_changed)

    def _number(self, least: int, most: int, value: int, suffix: str, name: str) -> QSpinBox:
        field = QSpinBox()
        field.setRange(least, most)
        field.setSuffix(suffix)
        field.setValue(value)
        field.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        field.setAccessibleName(name)
        return field

    def _take_size(self) -> None:
        size = self.sizes.currentData()
        if size is None:
            self.width.setFocus()
            self.width.selectAll()
            return
        self.width.setValue(size[0])
        self.height.setValue(size[1])

    def _show_size_name(self) -> None:
        names = [name for name, known in SIZES.items() if known == self.size]
        self.sizes.setCurrentText(names[0] if names else OWN_SIZE)
