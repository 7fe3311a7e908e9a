"""The panel of all solutions, on a document without a process."""

import numpy as np
import pytest

from app.desktop.jogging.solutions_panel import SolutionsPanel
from app.desktop.looks.theme import DARK, LIGHT
from app.desktop.runs.run_control import Command, RunState
from app.desktop.runs.tool_pose import tool_pose

pytestmark = pytest.mark.window


@pytest.fixture
def panel(qtbot, checked_document):
    made = SolutionsPanel(checked_document, DARK)
    qtbot.addWidget(made)
    made.resize(270, 500)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_each_solution_is_a_card_and_the_present_one_is_marked(panel) -> None:
    assert len(panel.cards) == 8
    assert [card.card.is_present for card in panel.cards].count(True) == 1
    assert "8 solutions" in panel.heading.text()
    assert "spherical wrist" in panel.heading.text()


def test_a_card_beyond_a_limit_marks_the_joint_and_says_the_figures(panel) -> None:
    beyond = [card.card for card in panel.cards if card.card.beyond]
    assert beyond
    assert "limit" in beyond[0].tip


def test_no_card_shows_a_zero_with_a_sign(panel, document) -> None:
    start = document.state.q
    for turn in (0.0, -1e-9, 1e-9):
        document.jog(start + turn)
        panel.refresh()
        shown = [text for card in panel.cards for _, text in card.card.values]
        assert shown and "-0.00" not in shown


def test_pointing_at_a_card_previews_it_and_leaving_ends_that(panel, document) -> None:
    other = next(i for i, card in enumerate(panel.cards) if not card.card.is_present)
    panel.cards[other].pointed.emit(True)
    ghost = document.preview.state
    assert np.array_equal(ghost.q, panel.known.q[other])
    panel.cards[other].pointed.emit(False)
    assert document.preview.state is None


def test_a_click_jogs_to_the_solution_and_the_tool_stays(qtbot, panel, document, cell) -> None:
    before = tool_pose(cell.robot, document.state.q)
    other = next(i for i, card in enumerate(panel.cards) if not card.card.is_present)
    panel.cards[other].click()
    assert document.control.state is RunState.JOG
    assert tool_pose(cell.robot, document.state.q) == pytest.approx(before, abs=1e-6)
    qtbot.waitUntil(lambda: panel.cards[other].card.is_present)


def test_nothing_is_solved_while_the_run_moves(qtbot, panel, document, clock, monkeypatch) -> None:
    solved: list[object] = []
    monkeypatch.setattr(
        "app.desktop.jogging.solutions_panel.tool_solutions", lambda robot, q: solved.append(q)
    )
    document.press(Command.RUN)
    for _ in range(5):
        clock.now += 0.1
        document.tick()
    qtbot.wait(120)
    assert document.control.is_moving
    assert not solved
    assert not panel.cards[0].isEnabled()


def test_a_hidden_panel_solves_nothing_until_it_is_seen(qtbot, panel, document) -> None:
    panel.hide()
    known = panel.known
    document.seek(2.0)
    qtbot.wait(100)
    assert panel.known is known
    panel.show()
    qtbot.waitUntil(lambda: panel.known is not known)


def test_a_singular_pose_says_that_there_is_a_range(qtbot, panel, document) -> None:
    q = np.array(document.state.q)
    q[4] = 0.0
    document.jog(q)
    qtbot.waitUntil(panel.remark.isVisible)
    assert "range of solutions" in panel.remark.text()
    panel.set_theme(LIGHT)
