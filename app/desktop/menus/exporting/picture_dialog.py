"""File > Export picture: its choices with a preview. A process draws, so the window works on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.background.process import Failure, WorkerProcess
from app.background.scheduler import Job, Lane, Scheduler
from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.small_widgets import ProgressBar
from app.desktop.menus.exporting.kept_frame import BACKGROUNDS
from app.desktop.view3d.pictures.shot import (
    LARGEST,
    SMALLEST,
    Frame,
    Shot,
    png_of,
    write_shot,
)

SIZES = {
    "Full HD, 1920 × 1080": (1920, 1080),
    "4K, 3840 × 2160": (3840, 2160),
    "Square, 2048 × 2048": (2048, 2048),
}
OWN_SIZE = "Own size"
PREVIEW = (480, 300)  # pixels at most
WAIT_MS, LOOK_MS = 250, 40
WRITING, LOOKING = Lane("pictures"), Lane("previews", patience_s=0.5, drops_old=True)


class PictureDialog(QDialog):
    """Asks for size, background and content of a picture, shows it small, and has it written."""

    framed = Signal(object)  # the Frame of a picture that was saved, to be kept
    saved = Signal(object)  # its path

    def __init__(
        self,
        window: QWidget,
        shot: Shot,
        frame: Frame,
        ask_path: Callable[[], Path | None],
        process: WorkerProcess | None = None,
    ) -> None:
        """ask_path: Asks for the file. process: One that is shared; else one is started."""
        super().__init__(window)
        self.setWindowTitle("Export picture")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._shot, self._ask_path = shot, ask_path
        self._jobs = Scheduler((WRITING, LOOKING), process)
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self._poll)
        self._later = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._later.timeout.connect(self._draw_preview)
        self.preview = QLabel("Drawing a preview …")
        self.preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.preview.setFixedSize(*PREVIEW)
        self.preview.setAccessibleName("Preview of the picture")
        self.message = QLabel("")
        self.message.setWordWrap(True)
        self.bar = ProgressBar()
        self.bar.setRange(0, 0)  # how long a picture takes is not known
        self.bar.hide()
        self._make_fields(frame)
        self._lay_out()
        self.finished.connect(self._end)
        self._draw_preview()

    @property
    def frame(self) -> Frame:
        """The choices at this moment."""
        return Frame(
            (self.width_field.value(), self.height_field.value()),
            str(self.background.currentData()),
            self.path.isChecked(),
            self.labels.isChecked(),
            self.fine.isChecked(),
        )

    @property
    def is_writing(self) -> bool:
        """Whether the picture is being drawn for its file."""
        return self._jobs.has_jobs(WRITING)

    def save(self) -> None:
        """Asks for a file and has the picture drawn into it."""
        path = self._ask_path()
        if path is None:
            return
        frame = self.frame
        width, height = frame.size
        self._jobs.cancel(LOOKING)
        self.message.setText(f"Drawing {width} × {height} pixels …")
        self._show_writing(True)

        def take(fault: str) -> None:
            self._show_writing(False)
            if fault:
                self.message.setText(f"Not exported: {fault}")
                return
            self.framed.emit(frame)
            self.saved.emit(path)
            self.close()

        self._put(WRITING, write_shot, (self._shot, frame, str(path)), take)

    def reject(self) -> None:
        """Gives up a picture that is being drawn; else closes the dialog."""
        if self.is_writing:
            self._jobs.cancel(WRITING)
            self._show_writing(False)
            self.message.setText("Not exported.")
        else:
            super().reject()

    def _make_fields(self, frame: Frame) -> None:
        self.sizes = QComboBox()
        for name, size in {**SIZES, OWN_SIZE: None}.items():
            self.sizes.addItem(name, size)
        self.width_field, self.height_field = QSpinBox(), QSpinBox()
        for field, length, name in zip(
            (self.width_field, self.height_field), frame.size, ("Width", "Height"), strict=True
        ):
            field.setRange(SMALLEST, LARGEST)
            field.setSuffix(" px")
            field.setValue(length)
            field.setAccessibleName(name)
            field.valueChanged.connect(self._size_changed)
        self.background = QComboBox()
        for word, name in BACKGROUNDS.items():
            self.background.addItem(name, word)
        self.background.setCurrentIndex(self.background.findData(frame.background))
        self.path, self.labels = QCheckBox("&Path of the tool"), QCheckBox("Names of &locations")
        self.fine = QCheckBox("Light and s&hadow")
        for box, is_on in (
            (self.path, frame.has_path),
            (self.labels, frame.has_labels),
            (self.fine, frame.is_fine),
        ):
            box.setChecked(is_on)
            box.toggled.connect(self._changed)
        self._size_changed()
        self.sizes.activated.connect(self._take_size)
        self.background.activated.connect(self._changed)

    def _lay_out(self) -> None:
        lengths = QHBoxLayout()
        for field in (self.width_field, QLabel("×"), self.height_field):
            lengths.addWidget(field)
        form = QFormLayout()
        form.addRow("&Size", self.sizes)
        form.addRow("", lengths)
        form.addRow("&Background", self.background)
        for box in (self.path, self.labels, self.fine):
            form.addRow("", box)
        self.save_button, self.cancel_button = QPushButton("Sa&ve…"), QPushButton("&Cancel")
        self.save_button.setDefault(True)
        self.save_button.clicked.connect(self.save)
        self.cancel_button.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.save_button)
        buttons.addWidget(self.cancel_button)
        side = QVBoxLayout()
        add_layout(side, form)
        side.addStretch(1)
        side.addWidget(self.message)
        side.addWidget(self.bar)
        add_layout(side, buttons)
        row = QHBoxLayout(self)
        row.addWidget(self.preview)
        add_layout(row, side)

    def _take_size(self) -> None:
        size = self.sizes.currentData()
        if size is None:
            self.width_field.setFocus()
            self.width_field.selectAll()
            return
        self.width_field.setValue(size[0])
        self.height_field.setValue(size[1])

    def _size_changed(self) -> None:
        size = (self.width_field.value(), self.height_field.value())
        names = [name for name, known in SIZES.items() if known == size]
        self.sizes.setCurrentText(names[0] if names else OWN_SIZE)
        self._changed()

    def _changed(self) -> None:
        self._later.start()

    def _draw_preview(self) -> None:
        self._later.stop()
        frame = self.frame
        width, height = frame.size
        scale = min(PREVIEW[0] / width, PREVIEW[1] / height)
        small = (max(round(width * scale), SMALLEST), max(round(height * scale), SMALLEST))
        if not self.is_writing:
            self._put(LOOKING, png_of, (self._shot, replace(frame, size=small)), self._show)

    def _show(self, content: bytes) -> None:
        picture = QPixmap()
        picture.loadFromData(content)
        self.preview.setPixmap(picture)

    def _put(
        self,
        lane: Lane,
        function: Callable[..., object],
        arguments: tuple[object, ...],
        then: Callable[..., None],
    ) -> None:
        def fail(failure: Failure | None) -> None:
            if failure is not None:
                self._show_writing(False)
                self.message.setText(f"No picture can be drawn: {failure.message}")

        self._jobs.put(Job(lane, lane.name, function, arguments, then, fail))
        self._look.start()

    def _poll(self) -> None:
        self._jobs.poll()
        if not self._jobs.has_jobs():
            self._look.stop()

    def _show_writing(self, is_writing: bool) -> None:
        self.bar.setVisible(is_writing)
        self.save_button.setEnabled(not is_writing)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ends the process, also where the window closes."""
        self._end()
        super().closeEvent(event)

    def _end(self) -> None:
        self._later.stop()
        self._look.stop()
        self._jobs.close()
