"""Tree, document and 3D view always agree on what is selected, whatever is edited and undone."""

import random
from pathlib import Path
from types import SimpleNamespace

import pytest
import pyvista
from PySide6.QtCore import QObject, Qt, Signal

from app.desktop.jogging.jog_check import JogCheck
from app.desktop.looks.notice import BODY, FRAME, LOCATION, ROBOT, TOOL
from app.desktop.looks.theme import DARK
from app.desktop.modelling.edits.new_things import add_new_body
from app.desktop.modelling.entries.copies import duplicate
from app.desktop.modelling.entries.framing import group, set_frames, ungroup
from app.desktop.modelling.entries.ordering import move_by
from app.desktop.modelling.entries.removal import remove_all
from app.desktop.modelling.entries.renaming import rename
from app.desktop.panels.tree.cell_tree import CellTree
from app.desktop.panels.tree.row_delegate import ABOUT_ROLE, KEY_ROLE
from app.desktop.panels.tree.row_tree import EYE, LOCK, NAME, ROW_ROLE, items_in
from app.desktop.state.choices.things import location_names
from app.desktop.state.document import Document
from app.desktop.state.source import Source
from app.desktop.view3d.drawing.scene3d import CellScene
from app.desktop.view3d.stage import Stage
from app.programs.text_files import TextFile
from scenes import SceneError
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import read_document
from scenes.library import cell_path
from tests.depth import cases

pytestmark = [pytest.mark.window, pytest.mark.gl]

PROGRAM = "10 POINT P 400 0 600 0 90 0\n20 FEED PEG\n30 POINT Q 420 0 600 0 90 0\n40 END\n"
STEPS, SEEDS = 60, cases(6, 2)
DISPLAY, SPOKEN = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole


class FakeViewport(QObject):
    """A scene without a window."""

    bodyPicked = Signal(str)
    keys = Qt.KeyboardModifier.NoModifier

    def __init__(self) -> None:
        super().__init__()
        self.scene = CellScene(pyvista.Plotter(off_screen=True, window_size=(80, 60)))


@pytest.fixture
def made(qapp, analyst, tmp_path: Path):
    path = tmp_path / "copy.cell.yaml"
    path.write_text(cell_path("puma_bench").read_text(encoding="utf-8"), encoding="utf-8")
    document, viewport = Document(analyst), FakeViewport()
    stage = Stage(document, viewport, analyst, JogCheck(document, analyst))
    tree = CellTree(document, DARK)
    file = read_document(path, "cell file")
    document.show_cell(cell_from_document(file), file)
    document.add_source(Source(TextFile(PROGRAM), None, "test.val", document))
    yield SimpleNamespace(document=document, viewport=viewport, stage=stage, tree=tree)
    document.stop_timers()
    viewport.scene.plotter.close()


def undo(document, _rng) -> None:
    document.history.undo(None, replay)


def redo(document, _rng) -> None:
    document.history.redo(None, replay)


def replay(source, is_back) -> None:
    (source.text_document.undo if is_back else source.text_document.redo)()


def keys_of(document, *kinds):
    cell = document.cell
    found = {
        BODY: [body.name for body in (*cell.fixtures, *cell.parts)],
        FRAME: [name for name in cell.frames if name != "world"],
        ROBOT: [cell.robot.name],
        TOOL: [cell.robot.name],
        LOCATION: sorted(location_names(document.program)),
    }
    return [(kind, name) for kind in kinds for name in found[kind]]


def one(document, rng, *kinds):
    found = keys_of(document, *kinds)
    if not found:
        raise SceneError("the cell has none")
    return rng.choice(found)


def select_some(document, rng) -> None:
    every = keys_of(document, BODY, FRAME, ROBOT, TOOL, LOCATION)
    document.select_all(rng.sample(every, rng.randint(0, 4)))


def click(document, rng) -> None:
    document.pick(*one(document, rng, BODY, FRAME, TOOL), adds=rng.random() < 0.5)


def click_row(made, rng) -> None:
    item = made.tree._items[one(made.document, rng, BODY, FRAME, ROBOT, TOOL)]
    if rng.random() < 0.5:
        made.tree.clearSelection()
    made.tree._set_current(item)
    item.setSelected(not item.isSelected())


EDITS = (
    undo,
    undo,
    redo,
    select_some,
    click,
    lambda d, rng: remove_all(d, d.selection.all),
    lambda d, rng: d.select_all(duplicate(d, d.selection.all)),
    lambda d, rng: group(d, d.selection.all),
    lambda d, rng: ungroup(d, one(d, rng, FRAME)[1]),
    lambda d, rng: rename(d, *one(d, rng, BODY, FRAME, ROBOT), f"n{rng.randint(0, 30)}"),
    lambda d, rng: rename(d, *one(d, rng, LOCATION), f"L{rng.randint(0, 9)}"),
    lambda d, rng: remove_all(d, [one(d, rng, LOCATION)]),
    lambda d, rng: set_frames(d, d.selection.all, one(d, rng, FRAME)[1], rng.random() < 0.5),
    lambda d, rng: move_by(d, d.selection.all, rng.choice([-1, 1])),
    lambda d, rng: d.select(BODY, add_new_body(d, "fixtures", "box")),
    lambda d, rng: d.looks.hide([one(d, rng, BODY)]),
    lambda d, rng: d.looks.show_all(),
)


def outlined(made) -> set[str]:
    return set(made.viewport.scene.marks.selected)


def expected_outlines(document) -> set[str]:
    robot = document.cell.robot
    names = set()
    for kind, name in document.selection.all:
        if kind == BODY:
            names.add(name)
        if kind == ROBOT:
            names |= {f"{robot.name}.{body}" for body in robot.body_names}
        if kind == TOOL:
            names |= {f"{robot.name}.{finger.name}" for finger in robot.fingers}
    return names


def rows_in(item) -> list[object]:
    """What is seen and heard of the rows below a row; which are open, the user decides."""
    return [
        (
            *(row.data(0, role) for role in (DISPLAY, SPOKEN, KEY_ROLE, ABOUT_ROLE, ROW_ROLE)),
            *(row.toolTip(column) for column in (NAME, LOCK, EYE)),
            row.flags(),
            row.isHidden(),
            row.icon(EYE).isNull(),
            rows_in(row),
        )
        for row in items_in(item)
    ]


def agrees_with_a_new_tree(made) -> None:
    """Rows that an edit changed are those of a tree that is made anew."""
    fresh = CellTree(made.document, DARK)
    fresh.show_by_frame(made.tree.is_by_frame)
    assert rows_in(made.tree.invisibleRootItem()) == rows_in(fresh.invisibleRootItem())
    assert list(made.tree._items) == list(fresh._items)
    fresh.deleteLater()


def agree(made) -> None:
    agrees_with_a_new_tree(made)
    document, tree = made.document, made.tree
    selected = document.selection.all
    rows = {item.data(0, KEY_ROLE) for item in tree.selectedItems()}
    assert rows == set(selected)
    assert len(set(selected)) == len(selected)
    assert outlined(made) == expected_outlines(document)
    every = keys_of(document, BODY, FRAME, ROBOT, TOOL, LOCATION)
    assert set(tree._items) >= set(every)
    assert {key for key in tree._items if key[0] in (BODY, FRAME) and "." not in key[1]} == {
        key for key in every if key[0] in (BODY, FRAME)
    }


@pytest.mark.parametrize("seed", range(SEEDS))
def test_tree_document_and_view_agree_after_random_edits_clicks_undo_and_redo(made, seed) -> None:
    rng, document = random.Random(seed), made.document
    before = (document.cell_file.text, document.active.text)
    done = 0
    for _ in range(STEPS):
        if rng.random() < 0.2:
            click_row(made, rng)
        else:
            try:
                rng.choice(EDITS)(document, rng)
                done += 1
            except SceneError:
                pass  # an edit that the cell cannot take changes nothing
        if rng.random() < 0.1:
            made.tree.show_by_frame(not made.tree.is_by_frame)
        agree(made)
    assert done > STEPS / 3
    while document.cell_commands.canUndo():
        undo(document, rng)
        agree(made)
    assert (document.cell_file.text, document.active.text) == before


def test_what_an_undo_brings_back_is_selected_again(made) -> None:
    document = made.document
    document.select_all([(BODY, "table"), (FRAME, "rack"), (BODY, "BLOCK")])
    remove_all(document, [(BODY, "table")])
    assert document.selection.all == ((FRAME, "rack"), (BODY, "BLOCK"))
    undo(document, None)
    assert document.selection.all == ((BODY, "table"), (FRAME, "rack"), (BODY, "BLOCK"))
    rename(document, BODY, "table", "desk")
    assert document.selection.all[0] == (BODY, "desk")
    undo(document, None)
    assert document.selection.all[0] == (BODY, "table")
    agree(made)


def test_several_things_are_removed_as_one_step(made) -> None:
    document = made.document
    before = document.cell_file.text
    remove_all(document, [(BODY, "table"), (BODY, "BLOCK"), (BODY, "PEG")])
    assert document.cell_commands.count() == 1
    assert document.cell_commands.undoText() == "Remove 3 things"
    assert "parts" not in document.cell_file.data
    undo(document, None)
    assert document.cell_file.text == before


def test_a_frame_in_use_is_not_removed_but_offers_to_keep_what_stands_in_it(made) -> None:
    document, told = made.document, []
    document.noticed.connect(told.append)
    before = {body.name: body.T_world_body for body in document.cell.fixtures}
    remove_all(document, [(FRAME, "bench"), (FRAME, "rack")])
    assert document.cell_commands.count() == 0
    assert "stand in bench and rack" in told[0].text
    told[0].offers[0].action()
    assert set(document.cell.frames) == {"world", "bushing"}
    for body in document.cell.fixtures:
        assert body.T_world_body == pytest.approx(before[body.name], abs=1e-6)


def test_the_robot_and_its_links_stay_with_a_reason(made) -> None:
    document, told = made.document, []
    document.noticed.connect(told.append)
    remove_all(document, [(ROBOT, "puma")])
    remove_all(document, [(ROBOT, "puma"), (LOCATION, "P")])
    remove_all(document, [(BODY, "puma.base")])
    assert document.cell_commands.count() == 0
    assert all("stays" in notice.text for notice in told) and len(told) == 3
    assert "needs its robot" in told[0].text and "robot's file" in told[2].text


def test_locked_things_are_not_removed(made) -> None:
    document, told = made.document, []
    document.noticed.connect(told.append)
    document.looks.lock([(BODY, "table")], True)
    remove_all(document, [(BODY, "table"), (BODY, "BLOCK")])
    assert [part.name for part in document.cell.parts] == ["PEG"]
    assert "table" in [body.name for body in document.cell.fixtures]
    assert told[0].text == "table is locked: unlock it to remove it."
