"""One key writes a motion to the shown pose, or the work of the hand, in the real window."""

import numpy as np
import pytest

from app.desktop.runs.run_control import RunState
from app.desktop.runs.tool_pose import tool_pose
from language import parse
from scenes import simulate

pytestmark = pytest.mark.window
# A motion of figure5.val, behind which lines are taught.
LINE = 13


@pytest.fixture
def taught(qtbot, shared_window):
    """The window with the arm jogged beside the end of a motion; the text is put back later."""
    window, document = shared_window, shared_window.document
    before = document.active.text
    step = next(step for step in document.run.steps if step.line == LINE)
    document.seek(step.end_time)
    document.jog(step.after.q + 0.02)
    yield window
    document.end_jog()
    if document.active.text != before:
        document.active.replace_text(before)
        document.check_syntax(at_once=True)


def act(window, key: str) -> None:
    window.actions_by_key[key].trigger()


def lines(window):
    return window.document.active.text.split("\n")


def new_lines(before, after):
    left = list(before)
    return [line for line in after if not (line in left and left.remove(line) is None)]


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("teach_move", ["MOVE LOC4"]),
        ("teach_straight", ["MOVES LOC4"]),
        ("teach_approach", ["APPRO LOC4 50", "MOVES LOC4"]),
    ],
)
def test_a_motion_is_written_with_its_point_as_one_undo_step(taught, key, words) -> None:
    document, before = taught.document, lines(taught)
    taught.editor.go_to(LINE)
    wanted = tool_pose(document.cell.robot, document.state.q)
    act(taught, key)
    new = new_lines(before, lines(taught))
    assert "POINT LOC4" in new[0]
    assert [line.split(" ", 1)[1] for line in new[1:]] == words
    assert not parse(document.active.text).errors
    assert taught.editor.current.line == lines(taught).index(new[-1]) + 1
    assert document.control.state is RunState.JOG
    run = simulate(document.cell, document.active.text)
    goals = [step.after.q for step in run.steps if step.statement.shown == words[-1]]
    np.testing.assert_allclose(tool_pose(document.cell.robot, goals[0]), wanted, atol=2e-3)
    taught.editor.current.undo()
    assert lines(taught) == before


def test_a_second_motion_to_the_same_pose_uses_the_same_location(taught) -> None:
    taught.editor.go_to(LINE)
    act(taught, "teach_move")
    once = lines(taught)
    act(taught, "teach_straight")
    (new,) = new_lines(once, lines(taught))
    assert new.endswith("MOVES LOC4")
    assert lines(taught).index(new) == once.index(next(t for t in once if "MOVE LOC4" in t)) + 1


def test_the_hand_opens_as_it_was_jogged(taught) -> None:
    document = taught.document
    taught.editor.go_to(LINE)
    before, hand = lines(taught), document.cell.robot.hand
    in_run = document.state_in_run.opening
    wide = 0.5 * (in_run + hand.opening_max) if in_run < hand.opening_max else hand.opening_max
    document.jog_hand(wide)
    assert document.state.opening == wide
    act(taught, "teach_open")
    (new,) = new_lines(before, lines(taught))
    assert f"OPENI {wide:.12g}" in new


def test_closing_on_nothing_is_said(taught) -> None:
    said = []
    taught.document.noticed.connect(lambda notice: said.append(notice.text))
    taught.editor.go_to(LINE)
    act(taught, "teach_close")
    assert "closes on nothing" in said[-1]


def test_the_buttons_of_the_panel_write_too(qtbot, taught) -> None:
    from PySide6.QtWidgets import QToolButton

    buttons = [b for b in taught.joints.findChildren(QToolButton) if b.defaultAction() is not None]
    names = [button.defaultAction().objectName() for button in buttons]
    assert names[:2] == ["teach_move", "teach_straight"] and len(names) == 8
    before = lines(taught)
    taught.editor.go_to(LINE)
    buttons[3].click()
    (new,) = new_lines(before, lines(taught))
    assert new.endswith("DEPARTS 50")


@pytest.mark.parametrize("width", [250, 300, 420])
def test_the_bars_of_the_joints_can_be_dragged_at_every_width(qtbot, taught, width) -> None:
    panel = taught.joints
    panel.resize(width, 700)
    qtbot.waitUntil(lambda: panel.viewport().width() <= width)
    qtbot.waitUntil(lambda: all(row.bar.width() >= 90 for row in panel._rows))
