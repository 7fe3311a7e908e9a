"""Export film and Export turntable: their frames, their estimate, their end."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLabel, QLineEdit, QPushButton

from app.desktop.looks.mnemonics import mnemonic
from app.desktop.menus.exporting.films.film_choice import FilmChoice
from app.desktop.menus.exporting.films.film_dialog import FilmDialog
from app.desktop.menus.exporting.films.time_fields import StretchFields, TurnFields
from app.desktop.runs.shown_run import drawing_of
from app.desktop.view3d.drawing.camera import Camera, fit, standard_view
from app.desktop.view3d.pictures.films.film_files import NO_FFMPEG
from app.desktop.view3d.pictures.shot import Shot, pixels_of
from app.desktop.view3d.views import ViewMode
from scenes import load_cell, simulate

pytestmark = pytest.mark.window
PATIENCE_MS = 120_000
BOX = np.array([(-900.0, -900.0, 0.0), (900.0, 900.0, 1300.0)])
CAMERA = fit(standard_view(Camera(BOX.mean(axis=0)), "home"), BOX, 1.6)
TOP = replace(CAMERA, azimuth=1.0, elevation=1.2)
SMALL = FilmChoice("", (96, 60), fps=4, seconds=1.0)


@pytest.fixture(autouse=True)
def _without_ffmpeg(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.fixture(scope="module")
def run():
    return simulate(load_cell("kakazu1985"), "READY\nDRIVE 1 30\nEND\n")


@pytest.fixture(scope="module")
def shot(run) -> Shot:
    state = run.start_state
    return Shot(run.cell, state, ViewMode.SHADED, CAMERA, 1.6, "dark", drawing_of(run))


@pytest.fixture
def show(qtbot, worker, shot, run, tmp_path: Path):
    """show(kind): the dialog of a film or of a turntable."""

    def make(kind: str, choice: FilmChoice = SMALL) -> FilmDialog:
        times = StretchFields(run, (), choice) if kind == "film" else TurnFields(shot, choice)
        views = {"As on the screen": CAMERA, "From above": TOP}
        made = FilmDialog(
            None, shot, times, choice, tmp_path / "cell", views, lambda path: None, worker
        )
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(made)
        made.show()
        return made

    return make


def drawn(qtbot, dialog: FilmDialog) -> list[np.ndarray]:
    """The frames of a folder that the dialog writes."""
    told: list[tuple] = []
    dialog.exported.connect(lambda *given: told.append(given))
    dialog.export()
    assert dialog.is_writing and not dialog.export_button.isEnabled()
    assert dialog.cancel_button.text() == "&Cancel"
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=PATIENCE_MS)
    [(choice, path, count)] = told
    frames = [np.asarray(Image.open(file)) for file in sorted(path.iterdir())]
    assert choice == dialog.choice
    assert len(frames) == count
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    return frames


def test_a_film_has_the_frames_of_its_times_and_the_pictures_of_its_ends(
    qtbot, show, shot, run
) -> None:
    dialog = show("film")
    dialog._times.start.setValue(0.1)
    dialog._times.speed.setValue(0.5)
    reel = dialog.reel()
    frames = drawn(qtbot, dialog)
    assert len(frames) == reel.count == 1 + np.ceil((run.duration - 0.1) * 4 / 0.5)
    for time, frame in ((0.1, frames[0]), (run.duration, frames[-1])):
        still = replace(shot, state=run.state_at(time))
        assert np.array_equal(frame, pixels_of(still, SMALL.frame))


def test_a_turntable_is_seen_from_the_chosen_view(qtbot, show, shot) -> None:
    dialog = show("turntable")
    dialog.fields.view.setCurrentText("From above")
    frames = drawn(qtbot, dialog)
    assert len(frames) == 4
    assert np.array_equal(frames[0], pixels_of(replace(shot, camera=TOP), SMALL.frame))


def test_the_length_is_told_at_once_and_the_estimate_after_a_trial_frame(qtbot, show) -> None:
    dialog = show("turntable")
    assert dialog.length.text() == "4 frames, 1.00 s of film."
    qtbot.waitUntil(lambda: "Drawing it takes about" in dialog.length.text(), timeout=PATIENCE_MS)
    assert not dialog.preview.pixmap().isNull()
    dialog.fields.fps.setValue(8)
    assert dialog.length.text() == "8 frames, 1.00 s of film."


def test_cancel_leaves_no_half_file_and_keeps_the_dialog(qtbot, show, tmp_path) -> None:
    dialog = show("turntable", replace(SMALL, seconds=100.0))
    (tmp_path / "cell.webp").write_bytes(b"old")
    dialog.file.setText(str(tmp_path / "cell.webp"))
    assert "is there already and is replaced" in dialog.message.text()
    dialog.export()
    qtbot.waitUntil(lambda: "left" in dialog.message.text(), timeout=PATIENCE_MS)
    assert dialog.bar.isVisible() and "of 400" in dialog.message.text()
    dialog.reject()
    assert dialog.isVisible() and not dialog.is_writing
    qtbot.waitUntil(lambda: len(list(tmp_path.iterdir())) == 1, timeout=PATIENCE_MS)
    assert (tmp_path / "cell.webp").read_bytes() == b"old"
    assert "Not exported" in dialog.message.text()
    dialog.reject()
    assert not dialog.isVisible()


def test_closing_the_dialog_ends_the_drawing(qtbot, show, tmp_path) -> None:
    dialog = show("turntable", replace(SMALL, seconds=100.0))
    dialog.export()
    qtbot.waitUntil(lambda: "left" in dialog.message.text(), timeout=PATIENCE_MS)
    dialog.close()
    qtbot.waitUntil(lambda: not list(tmp_path.iterdir()), timeout=PATIENCE_MS)


def test_a_fault_is_told_in_the_dialog(qtbot, show, tmp_path) -> None:
    dialog = show("turntable")
    for name, words in (("gone/a.webp", "gone"), ("a.avi", ".webp")):
        dialog.file.setText(str(tmp_path / name))
        dialog.export()
        qtbot.waitUntil(lambda: not dialog.is_writing, timeout=PATIENCE_MS)
        assert dialog.isVisible() and words in dialog.message.text()
    assert not list(tmp_path.iterdir())


def test_times_that_show_nothing_cannot_be_exported(show) -> None:
    dialog = show("film")
    dialog._times.end.setValue(0.0)
    assert dialog.length.text().startswith("✖ A film from 0 s to 0 s shows nothing")
    assert not dialog.export_button.isEnabled()


def test_format_and_name_follow_each_other(show, tmp_path) -> None:
    dialog = show("film")
    assert dialog.path == tmp_path / "cell"
    dialog.fields.kind.setCurrentIndex(dialog.fields.kind.findData(".ogv"))
    assert dialog.path == tmp_path / "cell.ogv"
    dialog.file.setText(str(tmp_path / "b.webp"))
    assert dialog.fields.suffix == ".webp"
    dialog.file.setText(str(tmp_path / "bare"))
    assert dialog.path == tmp_path / "bare.webp"
    dialog.fields.kind.setCurrentIndex(dialog.fields.kind.findData(""))
    assert dialog.path == tmp_path / "bare"


def test_a_first_film_is_webp_and_a_missing_ffmpeg_is_told(show) -> None:
    dialog = show("film", FilmChoice())
    assert dialog.fields.suffix == ".webp"
    assert dialog.fields.kind.findData(".mp4") < 0
    assert NO_FFMPEG in [label.text() for label in dialog.findChildren(QLabel)]


@pytest.mark.parametrize("kind", ["film", "turntable"])
def test_every_field_is_reached_by_a_letter_of_its_own_and_has_a_name(show, kind) -> None:
    dialog = show(kind)
    labels = [label.text() for label in dialog.findChildren(QLabel) if label.buddy()]
    ticks = [dialog.fields.path.text(), dialog.fields.labels.text()]
    buttons = [button.text() for button in dialog.findChildren(QPushButton)]
    letters = [mnemonic(text) for text in (*labels, *ticks, *buttons)]
    assert "" not in letters and len(set(letters)) == len(letters) >= 12
    for field in (
        *dialog.findChildren(QComboBox),
        *dialog.findChildren(QAbstractSpinBox),
        dialog.file,
    ):
        assert field.accessibleName(), field
    assert isinstance(dialog.file, QLineEdit)
