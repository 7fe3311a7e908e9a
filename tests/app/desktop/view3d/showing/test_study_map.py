"""The map of a study in the 3D view: cubes, crosses, legend and note, and nothing of it is cut."""

from dataclasses import replace
from math import radians

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.background.map_shapes import shapes_of
from app.desktop.looks.theme import LIGHT
from app.desktop.view3d.showing.region_note import RegionNote
from app.desktop.view3d.showing.study_map import StudyMap
from scenes.studies.results.place_map import At, PlaceMap

pytestmark = [pytest.mark.window, pytest.mark.gl]


@pytest.fixture
def seen(shown_view) -> StudyMap:
    viewport = shown_view()
    return StudyMap(viewport, RegionNote(viewport, viewport.scene.theme))


@pytest.fixture
def found() -> PlaceMap:
    """Of 36 places 24 are reached, 6 are not, and 6 only in collision."""
    verdicts = np.full((3, 4, 3), int(At.GOOD))
    verdicts[0, :2], verdicts[0, 2:] = At.BAD, At.MEETS
    values = np.where(verdicts == At.GOOD, np.arange(36.0).reshape(3, 4, 3), np.nan)
    words = ("reached", "not reached", "reached in collision only")
    return PlaceMap("Solutions", "", np.zeros(3), np.full(3, 400.0), values, verdicts, words)


def test_each_verdict_has_a_shape_and_words(seen, found) -> None:
    seen.show(shapes_of(found))
    assert seen.faces.GetMapper().GetInput().n_cells == 24 * 12
    assert seen.plus.GetMapper().GetInput().n_lines == 6 * 3
    assert seen.times.GetMapper().GetInput().n_lines == 6 * 4
    assert "24 reached, 6 not reached, 6 reached in collision only" in seen.note.text()
    assert seen.legend.words == "Solutions: 12.0 to 35.0"


def test_one_height_keeps_the_colours_of_the_whole_map(seen, found) -> None:
    shapes = shapes_of(found, layer=2)
    seen.show(shapes)
    assert seen.faces.GetMapper().GetInput().n_cells == 8 * 12
    np.testing.assert_allclose(np.unique(shapes.points[:, 2]), [800 - 72, 800 + 72])
    assert seen.legend.words == "Solutions: 12.0 to 35.0" and "z = 800 mm" in seen.note.text()
    assert shapes.heights.tolist() == [0, 400, 800]
    assert len(shapes_of(found, layer=3).triangles) == 24 * 12


def test_no_part_of_the_map_is_cut_off_in_front_or_behind(seen, found) -> None:
    shapes = shapes_of(found)
    seen.show(shapes)
    scene = seen._viewport.scene
    middle = shapes.box.mean(axis=0)
    for azimuth in np.radians(np.arange(20, 380, 40)):
        for elevation in (radians(-35), radians(35)):
            scene.look(
                replace(
                    scene.camera,
                    focus=middle,
                    azimuth=float(azimuth),
                    elevation=elevation,
                    distance=6000.0,
                )
            )
            scene.prepare_frame()
            camera = scene.renderer.GetActiveCamera()
            near, far = camera.GetClippingRange()
            way = np.array(camera.GetDirectionOfProjection())
            depths = (shapes.points - np.array(camera.GetPosition())) @ way
            assert near < depths.min() and depths.max() < far


def test_a_theme_colours_the_map_anew_and_esc_hides_it(seen, found, qtbot) -> None:
    seen.show(shapes_of(found))
    before = np.array(seen.faces.GetMapper().GetInput().cell_data["colour"])
    seen._viewport.set_theme(LIGHT)
    assert (np.array(seen.faces.GetMapper().GetInput().cell_data["colour"]) != before).any()
    seen._viewport.setFocus()
    with qtbot.waitSignal(seen.ended):
        QTest.keyClick(seen._viewport, Qt.Key.Key_Escape)
    assert seen.shapes is None and not seen.faces.GetVisibility()
    assert not seen.legend.isVisible() and seen.note.text() == ""


def test_a_map_without_a_good_place_has_no_legend(seen, found) -> None:
    none = replace(
        found, verdicts=np.full((3, 4, 3), int(At.BAD)), values=np.full((3, 4, 3), np.nan)
    )
    seen.show(shapes_of(none))
    assert not seen.legend.isVisible() and not seen.faces.GetVisibility()
    assert seen.plus.GetVisibility() and "0 reached" in seen.note.text()
    seen.show(None)
    assert not seen.plus.GetVisibility()
