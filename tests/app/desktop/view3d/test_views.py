"""The look of bodies in each view mode, theme colours and quality: values without drawing."""

import numpy as np
import pytest

from app.desktop.looks.theme import DARK, LIGHT, mix, rgb, theme_named
from app.desktop.view3d.drawing.camera import camera_axes
from app.desktop.view3d.drawing.contour_view import LEVELS, levels, spacing_for
from app.desktop.view3d.drawing.corner_marks.view_cube import BALL_PLACE, side_at
from app.desktop.view3d.drawing.ground import grid_step
from app.desktop.view3d.drawing.skeleton_view import joint_symbol
from app.desktop.view3d.shading.quality import GRAPHICS_CARD, SOFTWARE, quality_for
from app.desktop.view3d.views import Mark, ViewMode, body_style
from scenes.world.arm_drawing.joint_symbols import Form

ORANGE = rgb("#d9782d")


def test_the_views_are_called_as_on_the_command_line() -> None:
    words = ["shaded", "hidden", "wireframe", "skeleton", "contours", "collision"]
    assert [mode.value for mode in ViewMode] == words


def test_every_view_has_a_shortcut_of_its_own() -> None:
    assert len({mode.shortcut for mode in ViewMode}) == len(ViewMode)


@pytest.mark.parametrize("theme", [DARK, LIGHT])
@pytest.mark.parametrize("mode", list(ViewMode))
def test_a_selected_body_is_outlined_in_the_accent_in_every_view(theme, mode) -> None:
    style = body_style(mode, theme, ORANGE, "robot", Mark.SELECTED)
    assert style.line == rgb(theme.accent)
    assert style.silhouette and style.edges


@pytest.mark.parametrize("mode", list(ViewMode))
def test_a_hit_body_is_drawn_in_red_lines_in_every_view(mode) -> None:
    for mark in (Mark.HIT_MOVING, Mark.HIT_STATIC):
        assert body_style(mode, DARK, ORANGE, "fixture", mark).line == rgb(DARK.error)


def test_only_the_moving_body_of_a_hit_is_tinted() -> None:
    plain, moving, static = (
        body_style(ViewMode.COLLISION, DARK, ORANGE, "robot", mark)
        for mark in (Mark.NONE, Mark.HIT_MOVING, Mark.HIT_STATIC)
    )
    assert static.face == plain.face
    assert moving.face is not None and plain.face is not None
    away = [
        np.linalg.norm(np.subtract(face, rgb(DARK.error))) for face in (moving.face, plain.face)
    ]
    assert away[0] < 0.3 * away[1]
    assert moving.opacity < 1.0 == static.opacity


def test_line_views_have_no_faces_and_the_arm_has_none_in_the_skeleton() -> None:
    assert body_style(ViewMode.WIREFRAME, DARK, ORANGE, "fixture", Mark.NONE).face is None
    assert body_style(ViewMode.SKELETON, DARK, ORANGE, "robot", Mark.NONE).face is None
    assert body_style(ViewMode.SKELETON, DARK, ORANGE, "fixture", Mark.NONE).face is not None


def test_colours_are_read_in_every_usual_form() -> None:
    assert rgb("#ff8000") == pytest.approx((1.0, 128 / 255, 0.0))
    assert rgb("#f80") == pytest.approx((1.0, 136 / 255, 0.0))
    assert rgb((255, 0, 51)) == pytest.approx((1.0, 0.0, 0.2))
    assert rgb((0.5, 0.25, 1.0)) == (0.5, 0.25, 1.0)


def test_a_mixed_colour_lies_between_its_two() -> None:
    assert mix((0.0, 0.0, 0.0), (1.0, 0.5, 0.0), 0.5) == (0.5, 0.25, 0.0)


def test_an_unknown_theme_gives_the_dark_one() -> None:
    assert theme_named("light") is LIGHT
    assert theme_named("sepia") is DARK


def test_software_drivers_get_the_cheap_tier() -> None:
    assert quality_for("OpenGL renderer string:  llvmpipe (LLVM 15)") is SOFTWARE
    assert quality_for("") is SOFTWARE
    assert quality_for("OpenGL renderer string:  NVIDIA GeForce RTX") is GRAPHICS_CARD


def test_contour_levels_avoid_round_heights_and_are_evenly_spaced() -> None:
    heights = levels(0.0, 200.0, 25.0)
    np.testing.assert_allclose(np.diff(heights), 25.0)
    assert heights[0] == 12.5 and heights[-1] == 187.5


@pytest.mark.parametrize(("size", "step"), [(1200.0, 100.0), (3000.0, 200.0), (60.0, 5.0)])
def test_the_grid_has_a_round_step(size: float, step: float) -> None:
    assert grid_step(size) == step


def test_the_symbols_of_all_forms_differ_and_keep_their_length() -> None:
    sizes = set()
    for form in Form:
        symbol = joint_symbol(form, 100.0)
        x, y, z = np.diff(np.array(symbol.bounds).reshape(3, 2)).ravel()
        assert abs(x - y) < 1.0
        assert z <= 100.0 + 1e-3
        sizes.add((round(x, 1), round(z, 1), symbol.n_points))
    assert len(sizes) == len(Form)


@pytest.mark.parametrize(("azimuth", "elevation"), [(0.6, 0.4), (-2.0, 0.9), (0.0, 0.0)])
def test_a_click_on_a_ball_of_the_cube_means_its_side(azimuth: float, elevation: float) -> None:
    axes = camera_axes(azimuth, elevation)
    for i, side in enumerate(("right", "back", "top")):
        ball = axes[i]
        if ball[2] > 0.05:
            assert side_at(BALL_PLACE * ball[0], BALL_PLACE * ball[1], axes) == side
    assert side_at(200.0, 200.0, axes) is None


@pytest.mark.parametrize("mode", ViewMode)
@pytest.mark.parametrize("hit", [Mark.NONE, Mark.HIT_MOVING, Mark.HIT_STATIC, Mark.HOVERED])
def test_a_hidden_body_has_no_face_and_lines_only_while_it_collides_or_is_pointed_at(
    mode, hit
) -> None:
    style = body_style(mode, DARK, (0.5, 0.5, 0.5), "fixture", Mark.HIDDEN | Mark.SELECTED | hit)
    assert style.face is None
    assert style.silhouette is style.edges is bool(hit)


@pytest.mark.parametrize("mode", ViewMode)
def test_the_opacity_that_the_user_gave_is_never_exceeded(mode) -> None:
    for mark in (Mark.NONE, Mark.SELECTED, Mark.HIT_MOVING):
        solid = body_style(mode, DARK, (0.5, 0.5, 0.5), "part", mark)
        faded = body_style(mode, DARK, (0.5, 0.5, 0.5), "part", mark, 0.25)
        assert faded.opacity == min(solid.opacity, 0.25)


def test_the_spacing_by_size_gives_about_as_many_levels_for_every_cell_in_round_steps() -> None:
    for height in 10.0 ** np.random.default_rng(4).uniform(0.5, 5.0, 200):
        spacing = spacing_for(height)
        assert 0.7 * LEVELS < height / spacing < 1.45 * LEVELS
        assert f"{spacing:.1e}"[:3] in ("1.0", "2.0", "2.5", "5.0")
