"""Several selected things are dragged together, and a new body that is placed is one undo step."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.desktop.looks.notice import BODY, FRAME
from app.desktop.modelling.edits.movable import Thing, pose_of_thing, selected_things
from app.desktop.modelling.edits.new_things import add_new_body
from app.desktop.view3d.handles.body_task import PlaceBody
from app.desktop.view3d.handles.pointed_tool import PointedTool

pytestmark = [pytest.mark.window, pytest.mark.gl]
UP = QPoint(0, -40)
TABLE, FEEDER, RACK = Thing(BODY, "table"), Thing(BODY, "feeder"), Thing(FRAME, "rack")


def poses(shown, *things):
    return [np.array(pose_of_thing(shown.document.cell, thing)) for thing in things]


def test_all_selected_things_move_by_the_same_way_as_one_undo_step(shown) -> None:
    document, text = shown.document, shown.document.cell_file.text
    document.select_all([TABLE, FEEDER])
    before = poses(shown, TABLE, FEEDER)
    shown.drag(shown.place_of((0, 0, 80)), UP)
    ways = [b[:3, 3] - a[:3, 3] for a, b in zip(before, poses(shown, TABLE, FEEDER), strict=True)]
    assert ways[0][2] > 10.0
    assert ways[1] == pytest.approx(ways[0], abs=1e-5)
    assert document.cell_commands.count() == 1
    assert document.cell_commands.undoText() == "Move 2 things"
    document.cell_commands.undo()
    assert document.cell_file.text == text


def test_what_stands_in_a_selected_frame_goes_along_once(shown) -> None:
    document = shown.document
    data = document.cell_file.data
    inside = next(
        n for s in ("fixtures", "parts") for n, e in data[s].items() if e.get("in") == "rack"
    )
    thing = Thing(BODY, inside)
    document.select_all([RACK, thing])
    assert selected_things(document) == (RACK,)
    before = poses(shown, RACK, thing)
    shown.drag(shown.place_of((0, 0, 80)), UP)
    ways = [b[:3, 3] - a[:3, 3] for a, b in zip(before, poses(shown, RACK, thing), strict=True)]
    assert ways[0][2] > 10.0
    assert ways[1] == pytest.approx(ways[0], abs=1e-5)


def test_locked_things_stay_and_a_message_names_them(shown) -> None:
    document, said = shown.document, []
    document.noticed.connect(lambda notice: said.append(notice.text))
    document.select_all([TABLE, FEEDER])
    document.looks.lock([FEEDER], True)
    before = poses(shown, TABLE, FEEDER)
    shown.drag(shown.place_of((0, 0, 80)), UP)
    after = poses(shown, TABLE, FEEDER)
    assert after[0][2, 3] > before[0][2, 3] + 10.0
    assert np.array_equal(after[1], before[1])
    assert said[0] == "feeder is locked: unlock it to move it."


def test_a_new_body_that_a_click_places_is_one_undo_step(shown) -> None:
    document = shown.document
    text = document.cell_file.text
    tool = PointedTool(document, shown.viewport, shown.jog_settings, shown.pointing)
    name = add_new_body(document, "fixtures", "box")
    document.select(BODY, name)
    shown.settle()
    tool.begin(PlaceBody(document, shown.stage, name, -30.0))
    before = pose_of_thing(document.cell, Thing(BODY, name))[:3, 3].copy()
    low = shown.viewport.scene.points().min(axis=0)
    place = shown.seen([low[0] + 60.0, low[1] + 60.0, 0.0])
    QTest.mouseMove(shown.viewport, place)
    QTest.mouseClick(shown.viewport, Qt.MouseButton.LeftButton, pos=place)
    assert pose_of_thing(document.cell, Thing(BODY, name))[:3, 3] != pytest.approx(before, abs=1.0)
    placed = document.cell_file.text
    assert document.cell_commands.count() == 1
    assert document.cell_commands.undoText() == f"Add {name}"
    document.cell_commands.undo()
    assert document.cell_file.text == text
    document.cell_commands.redo()
    assert document.cell_file.text == placed
