"""A shot of the window drawn off screen: backgrounds, sizes, and what it leaves out."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from app.desktop.runs.shown_run import drawing_of
from app.desktop.view3d.drawing.camera import Camera, fit, standard_view
from app.desktop.view3d.pictures.easel import averaged
from app.desktop.view3d.pictures.shot import (
    TRANSPARENT,
    WHITE,
    Frame,
    Shot,
    framed,
    pixels_of,
    write_shot,
)
from app.desktop.view3d.views import ViewMode
from scenes import load_cell, simulate
from scenes.library import program_path

pytestmark = pytest.mark.gl
SMALL = Frame((240, 150), has_path=False, is_fine=False)


@pytest.fixture(scope="module")
def shot() -> Shot:
    cell = load_cell("kakazu1985")
    run = simulate(cell, program_path("figure5"), 0.05)
    box = np.array([(-900.0, -900.0, 0.0), (900.0, 900.0, 1300.0)])
    camera = fit(standard_view(Camera(box.mean(axis=0)), "home"), box, 1.6)
    drawing = drawing_of(run)
    return Shot(cell, run.state_at(2.0), ViewMode.SHADED, camera, 1.6, "dark", drawing)


def test_on_white_the_corners_are_white_and_the_cell_is_where_it_was(shot: Shot) -> None:
    on_theme, on_white = pixels_of(shot, SMALL), pixels_of(shot, replace(SMALL, background=WHITE))
    assert on_white[0, 0].tolist() == [255, 255, 255]
    assert on_theme[0, 0].max() < 200
    assert on_white.shape == on_theme.shape == (150, 240, 3)


def test_without_a_background_only_the_cell_and_its_shadow_cover(shot: Shot) -> None:
    clear = pixels_of(shot, replace(SMALL, background=TRANSPARENT))
    shaded = pixels_of(shot, replace(SMALL, background=TRANSPARENT, is_fine=True))
    assert clear.shape == (150, 240, 4)
    assert clear[0, 0, 3] == shaded[0, 0, 3] == 0
    assert 0.05 < (clear[..., 3] == 255).mean() < 0.9
    covered_by_shadow = (clear[..., 3] == 0) & (shaded[..., 3] > 25)
    assert covered_by_shadow.sum() > 100
    assert shaded[covered_by_shadow, :3].max() < 60  # a shadow is dark, whatever lies behind


def test_the_path_is_drawn_where_it_is_wanted(shot: Shot) -> None:
    with_path = pixels_of(shot, replace(SMALL, has_path=True)).astype(int)
    assert np.abs(with_path - pixels_of(shot, SMALL)).max() > 60


def test_a_hidden_body_is_not_in_the_picture(shot: Shot) -> None:
    hidden = replace(shot, hidden=tuple(shot.cell.fixtures and [shot.cell.fixtures[0].name]))
    assert (pixels_of(hidden, SMALL) != pixels_of(shot, SMALL)).any(axis=2).mean() > 0.02


def test_a_narrower_picture_shows_all_of_the_views_width() -> None:
    camera = Camera(np.zeros(3), distance=1000.0)
    assert framed(camera, 1.6, (800, 800)).distance == pytest.approx(1600.0)
    assert framed(camera, 1.6, (1920, 1080)).distance == 1000.0


def test_pixels_without_cover_lend_no_colour_to_their_neighbours() -> None:
    """Half of a square is red, half is nothing: the mean is a half transparent red."""
    square = np.zeros((2, 2, 4), np.uint8)
    square[0] = 200, 0, 0, 255
    assert averaged(square, 2)[0, 0].tolist() == [200, 0, 0, 128]


def test_a_picture_is_written_whole_or_not_at_all(shot: Shot, tmp_path: Path) -> None:
    target = tmp_path / "cell.png"
    assert write_shot(shot, SMALL, str(target)) == ""
    with Image.open(target) as image:
        assert image.size == SMALL.size
    fault = write_shot(shot, SMALL, str(tmp_path / "missing" / "cell.png"))
    assert "missing" in fault
    assert [path.name for path in tmp_path.iterdir()] == ["cell.png"]
