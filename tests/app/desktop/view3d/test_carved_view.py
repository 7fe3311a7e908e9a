"""The 3D view shows parts in the shape that they have at the shown time."""

import numpy as np
import pytest

from app.desktop.view3d.views import ViewMode
from geometry import Box, volume
from geometry.solids.tree import Difference
from geometry.tessellation.kernel import is_meshed, slices
from tests.app.conftest import PatientBot

pytestmark = [pytest.mark.window, pytest.mark.gl, pytest.mark.long]


@pytest.fixture(scope="module")
def drilled(request, shared_window):
    """The window with a plate that was drilled and milled."""
    window, document, qtbot = shared_window, shared_window.document, PatientBot(request)
    assert window.desk.open_cell("drilling")
    assert window.desk.open_program("drill_plate")
    qtbot.waitUntil(lambda: document.is_checked, timeout=240_000)

    def shows_the_end() -> bool:  # of the run that the window has now: it may have run once more
        return is_meshed(document.run.end_state.shapes["PLATE"], document.cell.chord)

    qtbot.waitUntil(shows_the_end, timeout=240_000)
    return window


@pytest.fixture
def drilling(drilled):
    """The same window at the start of the run, and again shaded after a test."""
    drilled.document.seek(0.0)
    yield drilled
    drilled.viewport.scene.set_mode(ViewMode.SHADED)


def shown_volume(window) -> float:
    return window.viewport.scene.bodies["PLATE"].shape.mesh.volume_and_centroid()[0]


def test_the_plate_is_seen_drilled_at_the_end_and_whole_again_at_the_start(qtbot, drilling) -> None:
    document, scene = drilling.document, drilling.viewport.scene
    part = document.cell.parts_by_name["PLATE"].solid
    before = scene.bodies["PLATE"]
    spindle = scene.bodies["SPINDLE"]
    document.seek(document.run.duration)
    after = scene.bodies["PLATE"]
    assert after.shape.solid == document.run.end_state.shapes["PLATE"]
    assert shown_volume(drilling) < volume(part) - 8000
    document.seek(0.0)
    assert scene.bodies["PLATE"].shape.solid == part
    assert before.shape.solid == part
    # Only the changed body was built again.
    assert scene.bodies["SPINDLE"] is spindle


def test_a_statement_back_gives_the_material_back(qtbot, drilling) -> None:
    document = drilling.document
    steps = document.run.steps
    at = next(i for i, s in enumerate(steps) if s.statement.shown.startswith("MOVES HOLE2"))
    document.show_line(steps[at].line)
    one_hole = shown_volume(drilling)
    document.seek(steps[at].end_time)
    assert shown_volume(drilling) < one_hole - 1000
    document.show_line(steps[at].line)
    assert shown_volume(drilling) == one_hole


def test_a_mesh_of_another_process_is_sliced_like_one_of_this(qtbot, drilling) -> None:
    scene = drilling.viewport.scene
    drilling.document.seek(drilling.document.run.duration)
    scene.set_mode(ViewMode.CONTOURS)
    scene.set_contour_spacing(10.0)
    shape = scene.bodies["PLATE"].shape
    rings = slices(shape.solid, np.eye(4), [25.0], shape.chord)[0]
    # The outline, two holes and the slot.
    assert len(rings) == 4
    again = Difference(shape.solid.whole, (*shape.solid.cutters, Box((1, 1, 1))))
    assert len(slices(again, np.eye(4), [25.0], shape.chord)[0]) == 4
