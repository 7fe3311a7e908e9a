"""File > Export film, Export turntable: choices, a trial frame, and the drawing in a process."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from time import monotonic

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.background.process import Failure, WorkerProcess
from app.background.scheduler import Job, Lane, Scheduler
from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.small_widgets import ProgressBar
from app.desktop.menus.exporting.films.film_choice import FilmChoice
from app.desktop.menus.exporting.films.film_fields import FilmFields
from app.desktop.menus.exporting.films.film_words import length_words, progress_words
from app.desktop.menus.exporting.films.time_fields import TimeFields
from app.desktop.view3d.drawing.camera import Camera
from app.desktop.view3d.pictures.film import Trial, try_film, write_film
from app.desktop.view3d.pictures.films.film_files import (
    KINDS,
    new_draft,
    offered_kinds,
    remove_soon,
)
from app.desktop.view3d.pictures.opengl import RenderError
from app.desktop.view3d.pictures.reel import Reel
from app.desktop.view3d.pictures.shot import Shot, framed

PREVIEW = (480, 300)  # pixels at most
WAIT_MS, LOOK_MS = 400, 40
WRITING, TRYING = Lane("films"), Lane("trial frames", patience_s=0.5, drops_old=True)


class FilmDialog(QDialog):
    """Asks for the choices of a film, shows its first frame, and has it drawn into a file."""

    exported = Signal(object, object, int)  # the FilmChoice, the path, the number of frames

    def __init__(
        self,
        window: QWidget | None,
        shot: Shot,
        times: TimeFields,
        choice: FilmChoice,
        path: Path,
        views: Mapping[str, Camera],
        browse: Callable[[Path], Path | None],
        process: WorkerProcess | None = None,
    ) -> None:
        """times: The fields of its kind. path: The file, without a suffix, that is proposed.

        browse: Asks for a file. process: One that is shared; else one is started.
        """
        super().__init__(window)
        self.setWindowTitle(times.title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._shot, self._times, self._browse, self._kept = shot, times, browse, choice
        self._folder = path.parent
        self._draft: Path | None = None
        self._cost: float | None = None  # of a frame, s
        self._jobs = Scheduler((WRITING, TRYING), process)
        self._poller = QTimer(self, interval=LOOK_MS)
        self._poller.timeout.connect(self._poll)
        self._later = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._later.timeout.connect(self._try)
        self.fields = FilmFields(choice, views, self)
        self._make_rest(path)
        self._lay_out()
        times.changed.connect(self.refresh)
        self.fields.changed.connect(self.refresh)
        self.fields.kind_changed.connect(self._kind_changed)
        self.file.textChanged.connect(self._file_changed)
        self.finished.connect(self._end)
        self._kind_changed()
        self.refresh()

    @property
    def choice(self) -> FilmChoice:
        """The choices at this moment."""
        kept: dict[str, object] = {}
        self.fields.keep(kept)
        self._times.keep(kept)
        return replace(self._kept, **kept)  # type: ignore[arg-type]

    @property
    def path(self) -> Path:
        """The file in the field; with the suffix of the format where the name has none."""
        path = self._folder / self.file.text().strip()
        suffix = self.fields.suffix
        return path.with_suffix(suffix) if path.name and suffix and not path.suffix else path

    @property
    def is_writing(self) -> bool:
        """Whether the film is being drawn."""
        return self._jobs.has_jobs(WRITING)

    def reel(self) -> Reel:
        """The moments of the film; ReelError where there are none."""
        camera = framed(self.fields.camera, self._shot.aspect, self.fields.size)
        return self._times.reel(camera, self.fields.fps.value())

    def refresh(self) -> None:
        """Shows how long the film is, and draws the trial frame a moment later."""
        self._cost = None
        self._show_length()
        self._later.start()

    def export(self) -> None:
        """Has the film drawn into its file."""
        if self.is_writing:
            return
        try:
            reel = self.reel()
        except RenderError as fault:
            self.message.setText(f"✖ {fault}")
            return
        if not self.file.text().strip():
            self.message.setText("✖ Not exported: the film has no name.")
            self.file.setFocus()
            return
        path, choice = self.path, self.choice
        self._draft = new_draft(path)
        begin = monotonic()

        def take(fault: str) -> None:
            self._draft = None
            self._show_writing(False)
            if fault:
                self.message.setText(f"✖ Not exported: {fault}")
                return
            self.exported.emit(choice, path, reel.count)
            self.close()

        def follow(fraction: float, text: str) -> None:
            self.bar.setValue(round(1000 * fraction))
            self.message.setText(progress_words(text, fraction, monotonic() - begin))

        self._later.stop()
        self._jobs.cancel(TRYING)
        given = (self._shot, choice.frame, reel, str(path), str(self._draft))
        self._put(Job(WRITING, WRITING, write_film, given, take, self._fail, progress=follow))
        self.message.setText(f"Drawing {reel.count:,} frames …")
        self._show_writing(True)

    def reject(self) -> None:
        """Gives up a film that is being drawn; else closes the dialog."""
        if not self.is_writing:
            super().reject()
            return
        self._jobs.cancel(WRITING)
        self._drop_draft()
        self._show_writing(False)
        self.message.setText("Not exported: nothing is left of the film.")

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ends the process, also where the window closes."""
        self._end()
        super().closeEvent(event)

    def _make_rest(self, path: Path) -> None:
        self.preview = QLabel("Drawing the first frame …")
        self.preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.preview.setFixedSize(*PREVIEW)
        self.length, self.message = QLabel(wordWrap=True), QLabel(wordWrap=True)
        for label in (self.length, self.message):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.bar = ProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setAccessibleName("Progress of the film")
        self.bar.hide()
        self.file = QLineEdit(str(path))
        self.file.setAccessibleName("File of the film")
        self.browse_button = QPushButton("&Browse…")
        self.export_button, self.cancel_button = QPushButton("&Export"), QPushButton("&Close")
        self.export_button.setDefault(True)
        self.browse_button.clicked.connect(self._ask_file)
        self.export_button.clicked.connect(self.export)
        self.cancel_button.clicked.connect(self.reject)

    def _lay_out(self) -> None:
        form = QFormLayout()
        self._times.add_to(form)
        self.fields.add_to(form)
        side = QVBoxLayout()
        side.addWidget(self.preview)
        side.addWidget(self.length)
        side.addStretch(1)
        top = QHBoxLayout()
        add_layout(top, side)
        add_layout(top, form, 1)
        file_row = QHBoxLayout()
        label = QLabel("F&ile")
        label.setBuddy(self.file)
        for widget in (label, self.file, self.browse_button):
            file_row.addWidget(widget)
        buttons = QHBoxLayout()
        buttons.addWidget(self.message, 1)
        buttons.addWidget(self.export_button)
        buttons.addWidget(self.cancel_button)
        column = QVBoxLayout(self)
        add_layout(column, top)
        add_layout(column, file_row)
        column.addWidget(self.bar)
        add_layout(column, buttons)

    def _kind_changed(self) -> None:
        known = [kind.suffix for kind in KINDS if kind.suffix]
        path, suffix = Path(self.file.text().strip()), self.fields.suffix
        bare = path.with_suffix("") if path.suffix.lower() in known else path
        if path.name:
            self.file.setText(str(bare.with_name(bare.name + suffix)))
        self._file_changed()

    def _file_changed(self) -> None:
        """Follows the suffix of a typed name, and says where a film would be replaced."""
        path = self.path
        typed = path.suffix.lower()
        if typed and typed != self.fields.suffix:
            row = self.fields.kind.findData(typed)
            if row >= 0:
                self.fields.kind.setCurrentIndex(row)
        is_there = os.path.isfile(path)
        self.message.setText(f"{path.name} is there already and is replaced." if is_there else "")

    def _ask_file(self) -> None:
        path = self._browse(self.path)
        if path is not None:
            self.file.setText(str(path))

    def _show_length(self) -> None:
        try:
            reel = self.reel()
        except RenderError as fault:
            self.length.setText(f"✖ {str(fault)[:1].upper()}{str(fault)[1:]}.")
            self.export_button.setEnabled(False)
            return
        self.length.setText(length_words(reel.count, reel.fps, self._cost))
        self.export_button.setEnabled(not self.is_writing)

    def _try(self) -> None:
        try:
            moment = next(iter(self.reel().moments()))
        except RenderError:
            return
        if not self.is_writing:
            given = (self._shot, self.choice.frame, moment, PREVIEW)
            self._put(Job(TRYING, TRYING, try_film, given, self._show_trial, self._fail))

    def _show_trial(self, trial: Trial) -> None:
        picture = QPixmap()
        picture.loadFromData(trial.png)
        self.preview.setPixmap(picture)
        if not self._later.isActive():
            self._cost = trial.seconds
            self._show_length()

    def _put(self, job: Job) -> None:
        self._jobs.put(job)
        self._poller.start()

    def _fail(self, failure: Failure | None) -> None:
        if failure is not None:
            self._drop_draft()
            self._show_writing(False)
            self.message.setText(f"✖ No film can be drawn: {failure.message}")

    def _poll(self) -> None:
        self._jobs.poll()
        if not self._jobs.has_jobs():
            self._poller.stop()

    def _show_writing(self, is_writing: bool) -> None:
        self.bar.setValue(0)
        self.bar.setVisible(is_writing)
        self.cancel_button.setText("&Cancel" if is_writing else "&Close")
        self.export_button.setEnabled(not is_writing)

    def _drop_draft(self) -> None:
        if self._draft is not None:
            remove_soon(self._draft)
            self._draft = None

    def _end(self) -> None:
        self._later.stop()
        self._poller.stop()
        self._jobs.close()
        self._drop_draft()


def filter_of_films() -> str:
    """The formats of films as the filter of a file chooser."""
    kinds = [kind for kind in offered_kinds() if kind.suffix]
    return ";;".join([*(f"{kind.name} (*{kind.suffix})" for kind in kinds), "All files (*)"])
