"""Handles on the chosen step of a solid, dragged with real events of the mouse in the real view."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.desktop.looks.notice import BODY
from app.desktop.modelling.properties_panel import PropertiesPanel
from app.desktop.modelling.steps.grips import reader
from app.desktop.view3d.handles.typed_pull import TypedPull
from app.desktop.view3d.tools.gizmo import Pull
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import read_document

pytestmark = [pytest.mark.window, pytest.mark.gl]
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
PLATE = ("fixtures", "plate", "solid")
ADDED = """  plate:  # a plate with holes
    at: [500, -300, 200]
    solid:
      - add: {box: [200, 160, 40]}  # the plate
      - cut: {cylinder: {d: 24, h: 60}, at: [-60, 0, 0], repeat: {n: 3, step: [50, 0, 0]}}  # holes
      - add:
          group: [{add: {box: [20, 20, 50], name: post}}]
          at: [0, 60, 20]
          mirror: {normal: [0, 1, 0], both: true}
"""


@pytest.fixture
def plate(shown, qtbot):
    """The bench with a plate of holes, seen from above at an angle; its step tools and panel."""
    from app.desktop.view3d.handles.steps.shown_step import ShownStep
    from app.desktop.view3d.handles.steps.step_chooser import StepChooser
    from app.desktop.view3d.handles.steps.step_ghost import StepGhost
    from app.desktop.view3d.handles.steps.step_mover import StepMover
    from app.desktop.view3d.handles.steps.step_pulling import StepTools
    from app.desktop.view3d.handles.steps.step_sizer import StepSizer

    document, viewport = shown.document, shown.viewport
    path = document.cell_file.path
    text = path.read_text(encoding="utf-8").replace("fixtures:\n", "fixtures:\n" + ADDED, 1)
    path.write_text(text, encoding="utf-8")
    file = read_document(path, "cell file")
    document.show_cell(cell_from_document(file), file)
    shared = (document, shown.jog_settings, shown.stage, shown.live_check, shown.pointing)
    tools = StepTools(*shared, ShownStep(document, viewport.scene))
    shown.chooser = StepChooser(document, viewport)
    shown.sizer, shown.mover = StepSizer(viewport, tools), StepMover(viewport, tools)
    shown.chooser.pullers = (shown.sizer, shown.mover)
    shown.ghost = StepGhost(document, viewport, tools.shown)
    for signal in (document.solid_step.changed, document.solid_step.previewed):
        signal.connect(shown.ghost.refresh)
    shown.panel = PropertiesPanel(document)
    qtbot.addWidget(shown.panel)
    qtbot.waitUntil(lambda: "plate" in viewport.scene.bodies and not viewport.scene.missing)
    document.select(BODY, "plate")
    viewport.focus_on("plate")
    shown.settle()
    return shown


def steps(shown) -> list:
    return shown.document.cell_file.data["fixtures"]["plate"]["solid"]


def choose(shown, *path) -> None:
    shown.document.solid_step.choose((*PLATE, *path))
    shown.settle()


def grip_place(shown, key: str) -> QPoint:
    """The place in the view of the middle of a grip."""
    from app.desktop.view3d.handles.steps.grip_actors import MIDDLE
    from app.desktop.view3d.tools.gizmo import scale_at

    place = shown.sizer.actors.places[shown.sizer.grips[key]]
    scene = shown.viewport.scene
    return shown.seen(
        place.point + MIDDLE * scale_at(scene.camera, place.point, scene.size[1]) * place.way
    )


def way_of(shown, key: str, mm: float) -> QPoint:
    """The way on the screen of a pull by some mm."""
    place = shown.sizer.actors.places[shown.sizer.grips[key]]
    return shown.seen(place.point + mm * place.way) - shown.seen(place.point)


def number(shown, index, *keys) -> float:
    return reader(*keys)(next(iter(steps(shown)[index].values())))


def drag_grip(shown, key: str, mm: float, release: bool = True, keys=NONE) -> None:
    """Drags a grip by about some mm, with keys held."""
    start, way = grip_place(shown, key), way_of(shown, key, mm)
    if keys == NONE:
        shown.drag(start, way, release=release)
        return
    for kind, share in (
        (QEvent.Type.MouseButtonPress, 0.0),
        (QEvent.Type.MouseMove, 0.5),
        (QEvent.Type.MouseMove, 1.0),
        (QEvent.Type.MouseButtonRelease, 1.0),
    ):
        at = QPointF(start) + share * QPointF(way)
        where = shown.viewport.mapToGlobal(at)
        held = LEFT if kind != QEvent.Type.MouseButtonRelease else Qt.MouseButton.NoButton
        QApplication.sendEvent(shown.viewport, QMouseEvent(kind, at, where, LEFT, held, keys))
        shown.settle()


def world_ends(shown, axis: int) -> np.ndarray:
    """Least and greatest coordinate of the plate's mesh in the world, mm."""
    shown.settle()
    body = shown.viewport.scene.bodies["plate"]
    along = body.shape.mesh.vertices @ body.T_world_body[axis, :3] + body.T_world_body[axis, 3]
    return np.array([along.min(), along.max()])


def test_a_drag_at_a_face_sizes_the_box_and_keeps_the_face_across(plate) -> None:
    choose(plate, 0)
    text, before = plate.document.cell_file.text, world_ends(plate, 0)
    drag_grip(plate, "box.0+", 30.0)
    grown = number(plate, 0, "box", 0) - 200.0
    assert grown == pytest.approx(30.0, abs=3.0)
    assert world_ends(plate, 0) - before == pytest.approx([0.0, grown], abs=1e-4)
    assert plate.document.cell_commands.count() == 1
    assert plate.document.cell_commands.undoText() == "Width of box of plate"
    after = plate.document.cell_file.text
    assert after.count("#") == text.count("#")
    changed = [b for a, b in zip(text.splitlines(), after.splitlines(), strict=True) if a != b]
    assert len(changed) == 1 and "# the plate" in changed[0]
    plate.document.cell_commands.undo()
    assert plate.document.cell_file.text == text


def test_with_shift_both_faces_move(plate) -> None:
    choose(plate, 0)
    before = world_ends(plate, 0)
    drag_grip(plate, "box.0+", 20.0, keys=Qt.KeyboardModifier.ShiftModifier)
    half = (number(plate, 0, "box", 0) - 200.0) / 2.0
    assert half == pytest.approx(20.0, abs=3.0)
    assert world_ends(plate, 0) - before == pytest.approx([-half, half], abs=1e-4)
    assert "at" not in steps(plate)[0]["add"]


def test_the_field_follows_the_drag_while_the_file_waits_and_escape_gives_up(plate) -> None:
    choose(plate, 0)
    text = plate.document.cell_file.text
    drag_grip(plate, "box.0+", 30.0, release=False)
    pending = plate.document.solid_step.pending.shape["box"][0]
    assert pending > 215
    assert plate.panel._solid.form.rows["box"].numbers[0].text() == f"{pending:g} mm"
    assert plate.document.cell_file.text == text
    QTest.keyClick(plate.viewport, Qt.Key.Key_Escape)
    QTest.mouseRelease(plate.viewport, LEFT)
    assert plate.document.cell_file.text == text
    assert plate.document.cell_commands.count() == 0
    assert plate.document.solid_step.path == (*PLATE, 0)
    assert plate.panel._solid.form.rows["box"].numbers[0].text() == "200 mm"


def test_the_worker_draws_the_body_while_the_button_is_down(plate, qtbot) -> None:
    choose(plate, 0)
    before = world_ends(plate, 0)
    drag_grip(plate, "box.0+", 30.0, release=False)
    pending = plate.document.solid_step.pending.shape["box"][0]
    wanted = [0.0, pending - 200.0]
    qtbot.waitUntil(
        lambda: np.allclose(world_ends(plate, 0) - before, wanted, atol=1e-3), timeout=8000
    )
    QTest.keyClick(plate.viewport, Qt.Key.Key_Escape)
    QTest.mouseRelease(plate.viewport, LEFT)
    plate.settle()
    assert world_ends(plate, 0) == pytest.approx(before)


def test_a_fault_of_the_dragged_step_is_said_at_the_pointer(plate, qtbot) -> None:
    choose(plate, 1)
    plate.mover.take_for_typing(next(h for h in plate.mover.actors._actors if h.axis == 2))
    plate.mover.pull(np.array([0.0, 0.0, 900.0]))
    qtbot.waitUntil(
        lambda: plate.mover.trial is not None and bool(plate.mover.trial.fault), timeout=8000
    )
    assert "misses the solid" in plate.mover.trial.fault
    plate.mover.cancel()


def test_the_pitch_of_a_hole_pattern_and_its_count_are_dragged(plate) -> None:
    choose(plate, 1)
    drag_grip(plate, "repeat.step", 10.0)
    pitch = steps(plate)[1]["cut"]["repeat"]["step"]
    assert pitch[0] == pytest.approx(60.0, abs=3.0) and pitch[1:] == [0, 0]
    drag_grip(plate, "repeat.n", -62.0)
    assert steps(plate)[1]["cut"]["repeat"]["n"] == 2
    assert plate.document.cell_commands.count() == 2
    assert plate.document.cell_commands.undoText() == "Hole pattern of plate"


def test_a_typed_value_is_the_size_itself(plate) -> None:
    typed = TypedPull(plate.viewport, (plate.sizer, plate.mover))
    choose(plate, 1)
    QTest.mouseClick(plate.viewport, LEFT, NONE, grip_place(plate, "cylinder.d"))
    QTest.keyClicks(plate.viewport, "3")
    assert typed.isVisible() and typed.axis.text() == "Diameter"
    QTest.keyClicks(typed.field, "0.5")
    QTest.keyClick(typed.field, Qt.Key.Key_Return)
    assert steps(plate)[1]["cut"]["cylinder"]["d"] == 30.5
    assert plate.document.cell_commands.count() == 1


def test_arrows_move_a_step_inside_a_mirrored_group(plate) -> None:
    plate.document.solid_step.choose((*PLATE, 2, "add", "group", 0), (1, 0))  # the image
    plate.settle()
    plate.handles = plate.mover
    mover = plate.mover.actors.T_world_frame.copy()
    plate.drag(plate.place_of((0, 0, 80)), QPoint(0, -30))
    at = steps(plate)[2]["add"]["group"][0]["add"]["at"]
    assert at[0] == at[1] == 0 and at[2] > 5
    moved = plate.mover.actors.T_world_frame
    assert moved[:3, 3] - mover[:3, 3] == pytest.approx([0, 0, at[2]], abs=1e-5)
    assert plate.document.cell_commands.undoText() == "Move post of plate"


def test_a_double_click_on_a_hole_chooses_the_cut_and_the_copy_and_escape_the_body(plate) -> None:
    body, found = plate.viewport.scene.bodies["plate"], None
    for angle in np.linspace(0, 2 * np.pi, 24):  # the wall of the middle hole that faces the eye
        ring = [-10 + 12 * np.cos(angle), 12 * np.sin(angle), 15.0, 1.0]
        place = plate.seen((body.T_world_body @ ring)[:3])
        owner = plate.chooser.owner_at(place.x(), place.y())
        if owner is not None and owner[1].step == (*PLATE, 1):
            found = place, owner[1]
    assert found is not None
    place, owner = found
    assert owner.copies == (1,)
    plate.document.select("", "")
    QTest.mouseDClick(plate.viewport, LEFT, NONE, place)
    step = plate.document.solid_step
    assert (step.path, step.copies) == ((*PLATE, 1), (1,))
    assert plate.document.selection.name == "plate"
    assert plate.panel._solid._chosen() == (*PLATE, 1)
    assert plate.ghost.count == 3
    QTest.keyClick(plate.viewport, Qt.Key.Key_Escape)
    assert step.path is None and plate.ghost.count == 0
    assert plate.document.selection.name == "plate"


def test_a_locked_body_refuses_drags_of_its_steps(plate) -> None:
    choose(plate, 0)
    said = []
    plate.document.noticed.connect(lambda notice: said.append(notice.text))
    plate.document.looks.lock([(BODY, "plate")], True)
    text = plate.document.cell_file.text
    drag_grip(plate, "box.0+", 30.0)
    assert plate.document.cell_file.text == text
    assert said == ["plate is locked: unlock it to change it."]


def test_choosing_in_the_list_of_steps_gives_the_step_its_handles(plate) -> None:
    assert plate.sizer.grips == {}
    item = plate.panel._solid._items()[1]
    plate.panel._solid.tree.setCurrentItem(item)
    plate.panel._solid.tree.itemClicked.emit(item, 0)
    assert plate.document.solid_step.path == (*PLATE, 1)
    assert {"cylinder.d", "cylinder.h+", "repeat.step", "repeat.n"} <= plate.sizer.grips.keys()
    assert all(handle.pull is Pull.SIZE for handle in plate.sizer.grips.values())
    assert plate.handles.actors.T_world_frame is None
    plate.document.select(BODY, "table")
    assert plate.document.solid_step.path is None
