"""Pictures without a window, of the shipped cell."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from app.desktop.looks.theme import LIGHT
from app.desktop.view3d.pictures.easel import Moment
from app.desktop.view3d.pictures.picture import RenderError, easel_of, picture, render
from app.desktop.view3d.staging import colliding_at
from app.desktop.view3d.views import ViewMode
from scenes import Cell, Report, Run, analyse, load_cell, simulate, start_state
from scenes.library import program_path

pytestmark = pytest.mark.gl

SIZE = (320, 200)


@pytest.fixture(scope="module")
def cell() -> Cell:
    return load_cell("kakazu1985")


@pytest.fixture(scope="module")
def run(cell: Cell) -> Run:
    return simulate(cell, program_path("figure5"), 0.05)


@pytest.fixture(scope="module")
def crash(cell: Cell) -> Report:
    return analyse(cell, program_path("into_table"), 0.05)


def red_pixels(image: NDArray[np.uint8]) -> int:
    red, green, blue = (image[..., i].astype(int) for i in range(3))
    return int(((red > 150) & (green < 100) & (blue < 120)).sum())


def difference(a: NDArray[np.uint8], b: NDArray[np.uint8]) -> float:
    return float((np.abs(a.astype(int) - b.astype(int)).max(axis=2) > 24).mean())


def test_every_view_is_written_in_the_size_asked_for(cell: Cell, run: Run, tmp_path: Path) -> None:
    pictures = []
    for mode in ViewMode:
        path = tmp_path / f"{mode.value}.png"
        render(cell, run.state_at(2.0), mode, path, SIZE, run=run)
        with Image.open(path) as image:
            assert image.size == SIZE
            pictures.append(np.asarray(image))
    for i, first in enumerate(pictures):
        assert all(difference(first, other) > 0.01 for other in pictures[i + 1 :])


def test_the_same_state_gives_the_same_picture(cell: Cell) -> None:
    state = start_state(cell)
    first, second = (picture(cell, state, ViewMode.SHADED, SIZE) for _ in range(2))
    assert difference(first, second) == 0.0


def test_the_picture_shows_the_time_asked_for(cell: Cell, run: Run) -> None:
    early, late = (picture(cell, run.state_at(t), ViewMode.SHADED, SIZE) for t in (0.0, 4.0))
    assert difference(early, late) > 0.02


def test_a_collision_is_red_at_its_time_only(cell: Cell, crash: Report) -> None:
    worst = crash.collisions[0].peak_time

    def seen(time: float) -> NDArray[np.uint8]:
        state = crash.run.state_at(time)
        made = picture(cell, state, ViewMode.COLLISION, SIZE, report=crash, time=time)
        made[-70:, :70] = 0  # the x axis of the triad in the corner is red too
        return made

    assert red_pixels(seen(worst)) > 40
    assert red_pixels(seen(0.0)) < 10


def test_the_pairs_in_contact_are_named_from_first_to_last_moment(crash: Report) -> None:
    hit = crash.collisions[0]
    pair = (hit.body_a, hit.body_b)
    assert pair in colliding_at(crash.collisions, hit.time)
    assert pair in colliding_at(crash.collisions, hit.time_end)
    assert pair not in colliding_at(crash.collisions, hit.time - 0.02)


def test_the_path_of_the_run_is_drawn(cell: Cell, run: Run) -> None:
    state = run.state_at(2.0)
    with_path = picture(cell, state, ViewMode.SHADED, SIZE, run=run)
    assert difference(with_path, picture(cell, state, ViewMode.SHADED, SIZE)) > 0.0005


def test_views_and_themes_differ(cell: Cell) -> None:
    state = start_state(cell)
    home = picture(cell, state, ViewMode.SHADED, SIZE)
    assert difference(home, picture(cell, state, ViewMode.SHADED, SIZE, view="top")) > 0.05
    assert picture(cell, state, ViewMode.SHADED, SIZE, theme=LIGHT).mean() > home.mean() + 40


def test_another_format_than_png_is_refused(cell: Cell, tmp_path: Path) -> None:
    with pytest.raises(RenderError, match=r"\.png"):
        render(cell, start_state(cell), ViewMode.SHADED, tmp_path / "cell.bmp")


def test_a_folder_that_is_missing_is_named(cell: Cell, tmp_path: Path) -> None:
    with pytest.raises(RenderError, match="nowhere"):
        render(cell, start_state(cell), ViewMode.SHADED, tmp_path / "nowhere" / "cell.png")


@pytest.mark.skipif(sys.platform != "linux", reason="hides the drivers as Linux finds them")
def test_without_opengl_there_is_one_clear_message_and_no_crash() -> None:
    hidden = {"__EGL_VENDOR_LIBRARY_DIRS": "/none", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    code = (
        "from app.desktop.view3d.pictures.opengl import RenderError, require_opengl\n"
        "try:\n    require_opengl()\nexcept RenderError as fault:\n    print(fault)"
    )
    words = [sys.executable, "-c", code]
    done = subprocess.run(
        words, capture_output=True, text=True, check=True, env=os.environ | hidden
    )
    assert "offers no OpenGL" in done.stdout
    assert not done.stderr


def test_a_picture_is_drawn_without_qt() -> None:
    code = (
        "import sys; from scenes import load_cell, start_state; "
        "from app.desktop.view3d.pictures.picture import picture; "
        "from app.desktop.view3d.views import ViewMode; "
        "cell = load_cell('kakazu1985'); "
        "picture(cell, start_state(cell), ViewMode.SHADED, (64, 48)); "
        "print('PySide6' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False", done.stderr


def test_a_fine_picture_has_shadows_on_the_floor_and_keeps_the_rest(cell: Cell) -> None:
    state = start_state(cell)
    plain = picture(cell, state, ViewMode.SHADED, SIZE, theme=LIGHT).astype(int)
    fine = picture(cell, state, ViewMode.SHADED, SIZE, theme=LIGHT, is_fine=True).astype(int)
    darker = (plain - fine).max(axis=2)
    assert darker.max() > 40
    assert 0.03 < (darker > 12).mean() < 0.7
    assert np.abs(darker[:20, :60]).max() <= 1  # the sky stays as it is
    lines = picture(cell, state, ViewMode.HIDDEN, SIZE, theme=LIGHT)
    assert np.array_equal(
        lines, picture(cell, state, ViewMode.HIDDEN, SIZE, theme=LIGHT, is_fine=True)
    )


@pytest.mark.parametrize("name", ["kakazu1985", "machine_tending", "tight_place"])
def test_a_picture_without_the_inner_sides_of_closed_bodies_is_the_same(name: str) -> None:
    cell = load_cell(name)
    with easel_of(cell, ViewMode.SHADED, SIZE, None, LIGHT) as easel:
        moment = Moment(start_state(cell), easel.scene.camera)
        looks = [body.faces.GetProperty() for body in easel.scene.bodies.values()]
        assert all(look.GetBackfaceCulling() for look in looks)
        outside = easel.pixels(moment)
        for look in looks:
            look.SetBackfaceCulling(False)
        both = easel.pixels(moment)
    assert (np.abs(outside.astype(int) - both).max(axis=2) > 8).mean() < 2e-4  # pixels at edges
