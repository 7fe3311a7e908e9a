"""Export picture: its choices, its preview, its file, and its end, with a process that draws."""

from pathlib import Path

import pytest

pytest.importorskip("PySide6")

import numpy as np
from PIL import Image
from PySide6.QtCore import Qt

from app.desktop.menus.exporting.kept_frame import frame_of, words_of
from app.desktop.menus.exporting.picture_dialog import OWN_SIZE, PictureDialog
from app.desktop.view3d.drawing.camera import Camera, fit, standard_view
from app.desktop.view3d.pictures.shot import TRANSPARENT, WHITE, Frame, Shot
from app.desktop.view3d.views import ViewMode
from scenes import load_cell, start_state

PATIENCE_MS = 60_000
SMALL = Frame((160, 100), WHITE, has_path=False, has_labels=True, is_fine=False)


@pytest.fixture
def dialog(qtbot, worker, tmp_path: Path):
    cell = load_cell("kakazu1985")
    box = np.array([(-900.0, -900.0, 0.0), (900.0, 900.0, 1300.0)])
    camera = fit(standard_view(Camera(box.mean(axis=0)), "home"), box, 1.6)
    shot = Shot(cell, start_state(cell), ViewMode.SHADED, camera, 1.6, "dark")
    made = PictureDialog(None, shot, SMALL, lambda: tmp_path / "cell.png", worker)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)  # the test looks at it longer
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.mark.window
def test_the_preview_and_the_file_show_what_was_chosen(dialog, qtbot, tmp_path: Path) -> None:
    assert dialog.frame == SMALL
    qtbot.waitUntil(lambda: not dialog.preview.pixmap().isNull(), timeout=PATIENCE_MS)
    told: list[object] = []
    dialog.framed.connect(told.append)
    dialog.saved.connect(told.append)
    dialog.save()
    assert dialog.is_writing and not dialog.save_button.isEnabled()
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=PATIENCE_MS)
    assert told == [SMALL, tmp_path / "cell.png"]
    with Image.open(tmp_path / "cell.png") as image:
        assert image.size == SMALL.size


@pytest.mark.window
def test_a_typed_size_is_an_own_size_and_a_known_one_has_its_name(dialog) -> None:
    assert dialog.sizes.currentText() == OWN_SIZE
    dialog.width_field.setValue(3840)
    dialog.height_field.setValue(2160)
    assert dialog.sizes.currentText().startswith("4K")
    dialog.sizes.setCurrentIndex(2)
    dialog.sizes.activated.emit(2)
    assert dialog.frame.size == (2048, 2048)


@pytest.mark.window
def test_cancel_gives_up_the_drawing_and_leaves_no_file(dialog, tmp_path: Path) -> None:
    dialog.width_field.setValue(4000)
    dialog.save()
    dialog.reject()
    assert not dialog.is_writing and dialog.isVisible()
    assert "Not exported" in dialog.message.text()
    assert list(tmp_path.iterdir()) == []
    dialog.reject()
    assert not dialog.isVisible()


@pytest.mark.window
def test_a_folder_that_is_gone_is_told_in_the_dialog(dialog, qtbot, tmp_path: Path) -> None:
    dialog._ask_path = lambda: tmp_path / "gone" / "cell.png"
    dialog.save()
    qtbot.waitUntil(lambda: not dialog.is_writing, timeout=PATIENCE_MS)
    assert "gone" in dialog.message.text() and dialog.isVisible()


@pytest.mark.parametrize("frame", [SMALL, Frame(), Frame((99, 8192), TRANSPARENT, True, True)])
def test_a_choice_is_kept_in_words(frame: Frame) -> None:
    assert frame_of(words_of(frame)) == frame


@pytest.mark.parametrize(
    "words",
    [(), ("1x1",), ("9x9", "white"), ("axb", "white"), ("100x100", "green"), ("5", "white")],
)
def test_words_that_are_no_choice_give_the_default(words: tuple[str, ...]) -> None:
    assert frame_of(words) == Frame()
