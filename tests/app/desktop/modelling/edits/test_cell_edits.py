"""After an edit of the cell everything is as if the window had opened the edited cell."""

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import pyvista
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from app.desktop.editor.line_ghost import LineGhost
from app.desktop.jogging.jog_check import JogCheck
from app.desktop.modelling.edits.cell_edits import KEPT_STEPS
from app.desktop.modelling.edits.contact_edits import allow_contact
from app.desktop.modelling.edits.new_things import add_new_body
from app.desktop.modelling.edits.placing import move_to, set_frame
from app.desktop.modelling.edits.removing import remove_body
from app.desktop.modelling.edits.solid_edits import set_entry
from app.desktop.runs.run_control import RunState
from app.desktop.runs.run_jobs import colliding_in
from app.desktop.runs.tool_pose import tool_pose
from app.desktop.state.document import Document
from app.desktop.state.source import Source
from app.desktop.view3d.drawing.scene3d import CellScene
from app.desktop.view3d.stage import Stage
from app.programs.text_files import TextFile
from scenes.files.cells.unchanged_parts import content_of
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.documents import parse_document, read_document
from scenes.library import cell_path
from scenes.world.allowed_contacts import ALWAYS
from scenes.world.placement import placement
from tests.depth import share

pytestmark = [pytest.mark.window, pytest.mark.gl]

PROGRAM = "10 POINT P 400 0 400 0 90 0\n20 DRIVE 1 20\n30 DRIVE 1 -10\n40 END\n"
TURN = np.radians(25.0)


class FakeViewport(QObject):
    """A scene without a window."""

    bodyPicked = Signal(str)
    keys = Qt.KeyboardModifier.NoModifier

    def __init__(self) -> None:
        super().__init__()
        plotter = pyvista.Plotter(off_screen=True, window_size=(80, 60))
        self.scene = CellScene(plotter)


def opened(path: Path, analyst) -> SimpleNamespace:
    """A window without panels on the cell of a file: document, check of the jogged pose, view."""
    analyst.poses = []  # the requests until `answered`
    analyst.check_pose = lambda cell, state: analyst.poses.append((cell, state))
    document = Document(analyst)
    file = read_document(path, "cell file")
    check, viewport = JogCheck(document, analyst), FakeViewport()
    made = SimpleNamespace(
        document=document,
        analyst=analyst,
        check=check,
        viewport=viewport,
        stage=Stage(document, viewport, analyst, check),
        ghost=LineGhost(document),
    )
    document.show_cell(cell_from_document(file), file)
    document.add_source(Source(TextFile(PROGRAM), None, "test.val", document))
    analyst.answer()
    return made


def answered(made) -> None:
    """Lets the worker answer all requests."""
    made.document.analyse_now()  # which the window does in the event after an edit
    while made.analyst.asked:
        made.analyst.answer()
    if made.analyst.poses:
        cell, state = made.analyst.poses.pop()
        made.analyst.poses.clear()
        made.analyst.poseChecked.emit(state, colliding_in(cell, state))


def seen(made) -> dict[str, object]:
    """The drawn bodies, and the findings about the pose."""
    scene, document = made.viewport.scene, made.document
    drawn = {
        name: (body.T_world_body.round(6).tolist(), body.shape.solid.key, body.shape.colour)
        for name, body in scene.bodies.items()
        if body.T_world_body is not None
    }
    return {
        "bodies": drawn,
        "locations": scene._frames._drawn,
        "marked": dict(scene.marks.hits),
        "ghost": sum(bool(a.GetVisibility()) for a, _ in scene._ghost._copies.values()),
        "jogging": document.control.state is RunState.JOG,
        "position": document.control.position,
        "pose": None if made.check.pairs is None else sorted(made.check.pairs),
        "collisions": sorted((c.body_a, c.body_b, c.line) for c in document.collisions),
        "findings": [str(f) for f in document.findings],
    }


@pytest.fixture
def path(tmp_path) -> Path:
    """A copy of the paper's cell with the part in its place from the start."""
    text = cell_path("kakazu1985").read_text(encoding="utf-8")
    made = tmp_path / "copy.cell.yaml"
    made.write_text(text.replace("    in: conveyor\n", "    in: conveyor\n    present: true\n"))
    return made


@pytest.fixture
def made(qapp, path, analyst) -> Iterator[SimpleNamespace]:
    made = opened(path, analyst)
    yield made
    made.document.stop_timers()
    made.viewport.scene.plotter.close()


def T_world_tool(document):
    robot = document.cell.robot
    return robot.T_world_base @ tool_pose(robot, document.state.q)


def to_the_gripper(document) -> None:
    """Moves the part to the tool, by its figures in the file."""
    x, y, z = (T_world_tool(document) - document.cell.frames["conveyor"])[:3, 3]
    move_to(document, "WORK", [x, y, z], [0, 0, 0])


def reload_with(document, *changes: tuple[str, str]) -> None:
    """Changes the file as another program would, and reads it again."""
    text = document.cell_file.text
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    file = parse_document(document.cell_file.path, text, "cell file")
    document.show_cell(cell_from_document(file), file)


def undo_all(document) -> None:
    to_the_gripper(document)
    document.cell_commands.undo()


EDITS: dict[str, Callable[[Document], object]] = {
    "a part is moved": to_the_gripper,
    "a fixture is moved into the arm": lambda d: move_to(d, "TR2", [-410, 0, 300], [0, 0, 0]),
    "a part is placed in another frame": lambda d: set_frame(d, "WORK", "world"),
    "a part has another shape": lambda d: set_entry(
        d, ("parts", "WORK", "solid", 0, "add", "box"), [90, 90, 200]
    ),
    "a fixture has another shape": lambda d: set_entry(
        d, ("fixtures", "TR2", "solid", 0, "add", "box"), [420, 1200, 900]
    ),
    "a body has another colour": lambda d: set_entry(d, ("parts", "WORK", "colour"), "#112233"),
    "a fixture is added": lambda d: add_new_body(d, "fixtures", "box"),
    "a part is added": lambda d: add_new_body(d, "parts", "cylinder"),
    "a part is removed": lambda d: remove_body(d, "WORK"),
    "a fixture is removed": lambda d: remove_body(d, "TR2"),
    "a part waits for FEED": lambda d: set_entry(d, ("parts", "WORK", "present"), None),
    "a contact is allowed": lambda d: allow_contact(d, "TR2", "arm.G1", ALWAYS),
    "an edit is taken back": undo_all,
    "the arm stands elsewhere": lambda d: reload_with(d, ("at: [0, 0, 0]}", "at: [0, 90, 30]}")),
}


def kept_in_the_run(made) -> None:
    made.document.show_line(30)


def kept_jogged(made) -> None:
    made.document.show_line(30)
    made.document.jog(made.document.state.q + np.eye(6)[0] * TURN)
    answered(made)


def kept_pointed_at(made) -> None:
    """Shows the ghost of a line, as while the pointer rests there."""
    made.ghost.point(3)
    made.ghost._show()
    assert made.document.preview.state is not None


KEPT = (kept_in_the_run, kept_jogged, kept_pointed_at)


def fresh(made, path: Path, analyst, q) -> SimpleNamespace:
    """A window that opens the edited cell, brought to the same moment and joint values."""
    path.write_text(made.document.cell_file.text)
    new = opened(path, analyst)
    new.document.show_line(made.document.control.line)
    if q is not None:
        new.document.jog(q)
    answered(new)
    return new


@pytest.mark.parametrize("kept", share(KEPT, 1))
@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_after_any_edit_the_window_is_as_if_it_had_opened_that_cell(made, path, edit, kept) -> None:
    kept(made)
    is_jogged = made.document.control.state is RunState.JOG
    q = np.array(made.document.state.q) if is_jogged else None
    edit(made.document)
    document = made.document
    QApplication.processEvents()
    # In the next event: the drawn bodies are the checked bodies, and there are no findings yet.
    drawn = placement(document.cell, document.state)
    bodies = made.viewport.scene.bodies
    assert {n for n, b in bodies.items() if b.T_world_body is not None} == drawn.keys()
    assert all(np.array_equal(bodies[name].T_world_body, T) for name, T in drawn.items())
    assert made.check.pairs is None if is_jogged else made.check.pairs == ()
    assert document.preview.state is None
    if is_jogged:
        assert np.array_equal(document.state.q, q)
        assert made.analyst.poses[-1][0] is document.cell
        assert made.analyst.poses[-1][1] is document.state
    # And when the worker has answered.
    answered(made)
    new = fresh(made, path, type(made.analyst)(), q)
    assert seen(made) == seen(new)
    new.document.stop_timers()
    new.viewport.scene.plotter.close()


def test_an_answer_about_the_cell_before_the_edit_says_nothing_of_the_new_one(made) -> None:
    document, analyst = made.document, made.analyst
    document.jog(document.state.q + np.eye(6)[0] * TURN)
    _, before = analyst.poses.pop()
    move_to(document, "TR2", [-410, 0, 300], [0, 0, 0])
    analyst.poseChecked.emit(before, ())
    assert made.check.pairs is None
    answered(made)
    assert made.check.pairs


def test_older_steps_keep_the_text_of_the_cell_file_and_not_what_was_read_of_it(made) -> None:
    document = made.document
    texts = [document.cell_file.text]
    for step in range(3 * KEPT_STEPS):
        move_to(document, "TR2", [-409, 10 * step, 0], [0, 0, step])
        texts.append(document.cell_file.text)
    gc.collect()
    kept = [each for each in gc.get_objects() if type(each) is CellFile and each.text in texts[1:]]
    assert len({id(each) for each in kept}) <= KEPT_STEPS + 3
    for text in reversed(texts[:-1]):
        document.cell_commands.undo()
        assert document.cell_file.text == text
    for text in texts[1:]:
        document.cell_commands.redo()
        assert document.cell_file.text == text


def test_undo_and_redo_of_more_steps_than_keep_their_cells_show_what_the_text_says(made) -> None:
    document = made.document

    def says_its_text() -> bool:
        assert document.cell is not None and document.cell_file is not None
        return content_of(document.cell) == content_of(cell_from_document(document.cell_file))

    for step in range(KEPT_STEPS + 4):
        move_to(document, "TR2", [-410, 10 * step, 0], [0, 0, step])
    for act in (document.cell_commands.undo, document.cell_commands.redo):
        for _ in range(KEPT_STEPS + 4):
            act()
            assert says_its_text()
    document.cell_commands.undo()
    reload_with(document, ("-410", "-405"))  # as when a file that the cell uses was changed
    shown = document.cell
    document.cell_commands.undo()
    assert document.cell is not shown and says_its_text()
