"""Pointing at a line or at a location shows where the arm will be."""

import numpy as np
import pytest

from app.desktop.editor.line_ghost import LineGhost
from app.desktop.editor.location_notes import Spoken
from app.desktop.runs.run_control import Command
from app.desktop.runs.tool_pose import tool_pose
from app.programs.program_facts import location_notes

pytestmark = pytest.mark.window


@pytest.fixture
def ghost(checked_document):
    return LineGhost(checked_document)


def test_a_motion_line_previews_where_it_ends(qtbot, ghost, document) -> None:
    ghost.point(7)
    qtbot.waitUntil(lambda: document.preview.state is not None)
    step = next(s for s in document.run.steps if s.line == 7)
    assert np.array_equal(document.preview.state.q, step.after.q)
    ghost.point(0)
    assert document.preview.state is None


def test_a_point_line_previews_the_arm_at_the_location(qtbot, ghost, document, cell) -> None:
    ghost.point(2)
    qtbot.waitUntil(lambda: document.preview.state is not None)
    reached = tool_pose(cell.robot, document.preview.state.q)
    assert reached[:3, 3] == pytest.approx([700.0, 0.0, 280.0], abs=1e-6)


@pytest.mark.parametrize("line", [13, 14])
def test_a_line_without_motion_previews_nothing(qtbot, ghost, document, line) -> None:
    ghost.point(line)
    qtbot.wait(200)
    assert document.preview.state is None


def test_nothing_is_previewed_while_the_run_moves(qtbot, ghost, document) -> None:
    document.press(Command.RUN)
    ghost.point(7)
    qtbot.wait(200)
    assert document.preview.state is None


def test_a_location_shows_its_pose_and_its_solutions(ghost, document) -> None:
    notes = location_notes(Spoken(document))
    assert "X 450.00  Y 450.00  Z 370.00" in notes["LOC2"]
    assert "8 solutions, 4 within the limits" in notes["LOC2"]
    assert notes.get("NOWHERE", "") == ""


def test_a_location_out_of_reach_says_by_how_much(document, source_of, analyst, cell) -> None:
    document.show_cell(cell, None)
    source_of("10 POINT FAR 9000 0 0 0 0 0\n20 END\n")
    assert "too far" in location_notes(Spoken(document))["FAR"]
