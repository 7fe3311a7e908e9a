"""An edited cell keeps its unchanged bodies, and equals the cell read from the edited file."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from scenes.errors import SceneFileError
from scenes.files.loader import cell_from_document, edited_cell
from scenes.files.resource_files import CELLS
from scenes.files.text.documents import Document, parse_document, read_document
from scenes.files.text.edits import set_value
from scenes.files.text.list_edits import add_body, remove_item
from scenes.world.cell import Body, Cell, Part

TABLE, PART = ("fixtures", "TR2"), ("parts", "WORK")


@pytest.fixture
def file() -> Document:
    return read_document(CELLS.find("kakazu1985"), "cell file")


def plain(body: Body | Part) -> dict:
    """Every field of a body as plain values."""
    kept = {name: getattr(body, name) for name in body.__dataclass_fields__}
    kept["solid"] = body.solid.key
    return {n: v.tolist() if isinstance(v, np.ndarray) else v for n, v in kept.items()}


def anew(document: Document) -> Document:
    """The document of the same text, which knows nothing of an earlier reading."""
    return parse_document(document.path, document.text, "cell file", keep_problems=True)


def content(cell: Cell) -> list:
    """The contents of a cell as plain values."""
    bodies = [plain(body) for body in cell.fixtures]
    parts = [plain(part) for part in cell.parts]
    links = [(body.name, body.solid.key) for body in cell.robot.bodies]
    frames = {name: T.tolist() for name, T in cell.frames.items()}
    base = cell.robot.T_world_base.tolist()
    told = [str(note) for note in cell.notes]
    return [bodies, parts, links, frames, base, cell.allowed, cell.exemptions, told, cell.title]


def edits_of(file: Document) -> dict[str, Document]:
    solid = (*TABLE, "solid")
    step = {"add": {"box": [40, 40, 900], "at": [0, 0, 450]}}
    return {
        "moved": set_value(file, (*TABLE, "at"), [10, 20, 30]),
        "another solid": set_value(file, solid, [step]),
        "another colour": set_value(file, (*TABLE, "colour"), "#112233"),
        "one body more": add_body(file, ("fixtures", "post"), {"at": [900, 900, 0]}, [step]),
        "one body less": remove_item(file, ("fixtures", list(file.data["fixtures"])[-1])),
        "odd size": set_value(file, solid, [{"add": {"box": [0.4, 0.4, 0.9]}}]),
        "title": set_value(file, ("title",), "another"),
        "another grasp": set_value(file, (*PART, "grasp"), {"at": [0, 0, 12], "open": 31}),
        "fed elsewhere": set_value(file, (*PART, "at"), [5, 6, 7]),
        "a frame moved": set_value(file, ("frames", "table", "at"), [410, 0, 277]),
        "the check": set_value(file, ("check", "margin"), 3),
    }


EDITS = (
    *("moved", "another solid", "another colour", "one body more", "odd size", "title"),
    *("another grasp", "fed elsewhere", "a frame moved", "the check"),
)


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_cell_is_the_cell_of_its_file(file: Document, edit: str) -> None:
    cell = cell_from_document(file)
    after = edits_of(file)[edit]
    edited = edited_cell(cell, file, after)
    assert content(edited) == content(cell_from_document(anew(after)))
    assert content(edited_cell(edited, after, file)) == content(cell)


def test_bodies_that_are_not_edited_keep_their_solids(file: Document) -> None:
    cell = cell_from_document(file)
    after = edits_of(file)["another solid"]
    edited = edited_cell(cell, file, after)
    for before, now in zip(cell.fixtures, edited.fixtures, strict=True):
        assert (before.solid is now.solid) == (now.name != TABLE[1])
        assert (before is now) == (now.name != TABLE[1])
    assert all(a is b for a, b in zip(cell.parts, edited.parts, strict=True))
    assert edited.robot is cell.robot


def test_only_the_edited_body_is_checked_again(file: Document) -> None:
    cell_from_document(file)
    before = {name: file.forms[id(entry)][1] for name, entry in file.data["fixtures"].items()}
    after = edits_of(file)["another solid"]
    cell_from_document(after)
    now = {name: after.forms[id(entry)][1] for name, entry in after.data["fixtures"].items()}
    assert {name for name, form in now.items() if form is not before[name]} == {TABLE[1]}
    bodies = len(after.data["fixtures"]) + len(after.data["parts"])
    assert len(after.forms) == bodies


def test_the_form_of_a_file_with_a_fault_is_not_kept(file: Document) -> None:
    after = set_value(file, (*TABLE, "solid", 0, "add"), {"box": [1, 2]})
    for _ in range(2):
        with pytest.raises(SceneFileError, match=r"needs at least 3 items|box"):
            cell_from_document(after)
    assert not after.forms


def test_a_fault_of_the_edit_is_reported_at_its_place(file: Document) -> None:
    cell = cell_from_document(file)
    after = set_value(file, (*TABLE, "solid", 0, "add"), {"box": [1, 2]})
    with pytest.raises(SceneFileError) as quick:
        edited_cell(cell, file, after)
    with pytest.raises(SceneFileError) as full:
        cell_from_document(anew(after))
    assert str(quick.value) == str(full.value)


def test_a_robot_is_placed_anew_when_its_frame_moves(tmp_path: Path) -> None:
    shutil.copy(CELLS.find("kakazu1985"), tmp_path / "c.cell.yaml")
    file = read_document(tmp_path / "c.cell.yaml", "cell file")
    robot = next(iter(file.data["robots"]))
    cell = cell_from_document(file)
    after = set_value(file, ("robots", robot, "at"), [0, 0, 125])
    edited = edited_cell(cell, file, after)
    lifted = edited.robot.T_world_base[2, 3] - cell.robot.T_world_base[2, 3]
    was = file.data["robots"][robot].get("at", [0, 0, 0])
    assert np.isclose(lifted, 125 - was[2])
