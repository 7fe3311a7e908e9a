"""Ghosts of grasps in the real window: found by the worker, clicked, and ended by Esc."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.desktop.looks.notice import BODY
from app.desktop.modelling.edits.hand_edits import set_hand
from app.desktop.view3d.drawing.camera import project
from app.desktop.view3d.tools.grasp_ghosts import hit_by
from geometry import Box
from kinematics import rotation_z, translation
from scenes.connecting.grasp_verdicts import Reach

CELL = """cell: 1
robots:
  arm: {use: ur5e, hand: two_finger_85}
fixtures:
  table: {at: [-450, 130, 70], solid: [{add: {box: [500, 500, 20]}}]}
parts:
  BLOCK: {at: [-450, 180, 110], present: true, solid: [{add: {box: [60, 40, 60]}}]}
"""
PROGRAM = ";! dialect val\nEND\n"


def test_a_sight_meets_a_turned_box_where_geometry_says() -> None:
    box = Box((20.0, 40.0, 60.0))
    T = translation(100.0, 0.0, 0.0) @ rotation_z(np.pi / 2.0)
    eye, sight = np.zeros(3), np.array([1.0, 0.0, 0.0])
    assert hit_by(eye, sight, [("box", box, T)]) == pytest.approx(80.0)
    assert hit_by(eye, -sight, [("box", box, T)]) == np.inf
    aside = translation(100.0, 10.5, 0.0) @ rotation_z(np.pi / 2.0)
    assert hit_by(eye, sight, [("box", box, aside)]) == np.inf
    assert hit_by(np.array([100.0, 0, 0]), sight, [("box", box, T)]) == 0.0


@pytest.fixture
def opened(window, qtbot, tmp_path: Path):
    """The window on a UR5e with a block on a table, and an empty program."""
    window.viewport.flight_ms = 0
    (tmp_path / "a.cell.yaml").write_text(CELL, encoding="utf-8")
    (tmp_path / "a.val").write_text(PROGRAM, encoding="utf-8")
    window.desk.open_cell(str(tmp_path / "a.cell.yaml"))
    qtbot.waitUntil(lambda: window.document.cell.robot.name == "arm")
    window.desk.open_program(tmp_path / "a.val")
    qtbot.waitUntil(lambda: window.document.is_checked)
    window.document.select(BODY, "BLOCK")
    window.actions_by_key["show_grasps"].trigger()
    qtbot.waitUntil(lambda: window.view.grasps.is_on)
    return window


@pytest.mark.window
@pytest.mark.gl
def test_a_click_on_a_free_ghost_writes_the_pick_as_one_step(opened, qtbot) -> None:
    tool, viewport = opened.view.grasps, opened.viewport
    handles = opened.view.things.body_handles
    assert handles.actors.T_world_frame is None, "handles would lie over the ghosts"
    free = tool.ghosts.judged(0)
    assert free.reach is Reach.FREE
    place = free.T_world_flange[:3, 3] + 60.0 * free.T_world_flange[:3, 2]
    x, y = project(viewport.scene.camera, place, *viewport.scene.size)
    assert tool.hover(x, y)
    assert tool.ghosts.words == "free"
    none = Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, none, QPoint(round(x), round(y)))
    qtbot.waitUntil(lambda: "HAND" in opened.document.program.text)
    words = [line.split()[0] for line in opened.document.program.text.splitlines()[1:]]
    assert words == ["POINT", "OPENI", "APPRO", "MOVES", "CLOSEI", "HAND", "DEPARTS", "END"]
    assert not tool.is_on
    assert handles.actors.T_world_frame is not None
    qtbot.waitUntil(lambda: opened.document.is_checked)
    assert [f for f in opened.document.findings if f.severity == "error"] == []
    opened.actions_by_key["undo"].trigger()
    qtbot.waitUntil(lambda: opened.document.program.text == PROGRAM)


@pytest.mark.window
@pytest.mark.gl
def test_esc_and_another_hand_end_the_ghosts(opened, qtbot) -> None:
    tool = opened.view.grasps
    QTest.keyClick(opened.viewport, Qt.Key.Key_Escape)
    assert not tool.is_on
    opened.actions_by_key["show_grasps"].trigger()
    qtbot.waitUntil(lambda: tool.is_on)
    set_hand(opened.document, "arm", "pen")
    assert not tool.is_on
    opened.actions_by_key["show_grasps"].trigger()
    assert not tool.is_on
    assert "holds no parts" in opened.host.messages.text.text()


@pytest.mark.window
@pytest.mark.gl
def test_what_comes_of_a_grasp_is_seen_without_its_colour(opened) -> None:
    ghosts = opened.view.grasps.ghosts
    forms = {}
    for judged, _, actors in ghosts._ghosts:
        look = actors[0].GetProperty()
        forms.setdefault(judged.reach, set()).add(look.GetRepresentationAsString())
    assert len(forms) >= 2
    assert all(len(own) == 1 for own in forms.values())
    assert len(set().union(*forms.values())) == len(forms)
