"""A fixture, a part, a frame and the robot are placed by the same edits of the cell file."""

from pathlib import Path

import numpy as np
import pytest

from app.desktop.looks.notice import BODY, FRAME, ROBOT
from app.desktop.modelling.edits.placing import move_in_world, move_to, placed_in, set_frame
from app.desktop.modelling.edits.removing import remove_body
from app.desktop.state.document import Document
from scenes import Cell, SceneError
from scenes.files.file_poses import pose_of
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import read_document
from scenes.library import cell_path

THINGS = ((BODY, "table"), (BODY, "BLOCK"), (FRAME, "bushing"), (ROBOT, "puma"))


@pytest.fixture
def document(analyst, tmp_path: Path) -> Document:
    path = tmp_path / "copy.cell.yaml"
    path.write_text(cell_path("puma_bench").read_text(encoding="utf-8"), encoding="utf-8")
    document = Document(analyst)
    file = read_document(path, "cell file")
    document.show_cell(cell_from_document(file), file)
    return document


def pose_in(cell: Cell, kind: str, name: str):
    """The pose of a thing in the world, (4, 4), by the cell and not by its file."""
    if kind == ROBOT:
        return cell.robot.T_world_base
    if kind == FRAME:
        return cell.frames[name]
    part = cell.part_called(name)
    bodies = {body.name: body.T_world_body for body in cell.fixtures}
    return part.T_world_feed if part is not None else bodies[name]


@pytest.mark.parametrize(("kind", "name"), THINGS)
@pytest.mark.parametrize("seed", range(3))
def test_a_thing_goes_where_it_is_put_and_keeps_its_frame(document, kind, name, seed) -> None:
    rng = np.random.default_rng(seed)
    T = pose_of(rng.uniform(-900, 900, 3), rng.uniform(-80, 80, 3))
    before, frame = document.cell_file.text, placed_in(document.cell_file, name, kind).frame
    move_in_world(document, name, T, kind)
    assert pose_in(document.cell, kind, name) == pytest.approx(T, abs=1e-6)
    assert placed_in(document.cell_file, name, kind).frame == frame
    assert document.cell_commands.undoText() == f"Move {name}"
    document.cell_commands.undo()
    assert document.cell_file.text == before


@pytest.mark.parametrize(("kind", "name"), THINGS)
def test_a_thing_stays_where_it_stands_in_another_frame(document, kind, name) -> None:
    before, stood = document.cell_file.text, pose_in(document.cell, kind, name)
    for frame in ("rack", "world"):
        set_frame(document, name, frame, kind)
        assert placed_in(document.cell_file, name, kind).frame == frame
        assert pose_in(document.cell, kind, name) == pytest.approx(stood, abs=1e-6)
    assert "# A PUMA 560 at a bench" in document.cell_file.text
    while document.cell_commands.canUndo():
        document.cell_commands.undo()
    assert document.cell_file.text == before


def test_what_stands_in_a_frame_moves_with_it(document) -> None:
    stood = pose_in(document.cell, BODY, "table")
    move_to(document, "bench", [600, -150, 500], [0, 0, 0], FRAME)
    moved = pose_in(document.cell, BODY, "table")
    assert moved[:3, 3] - stood[:3, 3] == pytest.approx([40, 0, 0])


@pytest.mark.parametrize(("kind", "name"), THINGS)
def test_a_locked_thing_is_neither_moved_nor_placed_nor_removed(document, kind, name) -> None:
    before = document.cell_file.text
    document.looks.lock([(kind, name)], True)
    frame = "world" if kind == BODY else "rack"
    for act in (
        lambda: move_to(document, name, [1, 2, 3], [0, 0, 0], kind),
        lambda: set_frame(document, name, frame, kind),
        lambda: (
            remove_body(document, name)
            if kind == BODY
            else move_in_world(document, name, np.eye(4), kind)
        ),
    ):
        with pytest.raises(SceneError, match=f"{name} is locked"):
            act()
    assert document.cell_file.text == before
    document.looks.lock([(kind, name)], False)
    move_to(document, name, [1, 2, 3], [0, 0, 0], kind)
    assert document.cell_file.text != before


def test_a_frame_cannot_stand_in_itself(document) -> None:
    before = document.cell_file.text
    with pytest.raises(SceneError, match="bench"):
        set_frame(document, "bench", "rack", FRAME)
    assert document.cell_file.text == before
