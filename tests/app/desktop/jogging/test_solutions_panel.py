"""The panel of all solutions, on a document without a process."""

import re
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from app.desktop.jogging.arm_pictures import Picture, convex_outline
from app.desktop.jogging.solution_card import ERROR, GOOD, UNKNOWN
from app.desktop.jogging.solutions_panel import SolutionsPanel
from app.desktop.looks.theme import DARK, LIGHT
from app.desktop.runs.lines.arm_lines import arm_curves
from app.desktop.runs.run_control import Command, RunState
from app.desktop.runs.run_jobs import colliding_in
from app.desktop.runs.tool_pose import tool_pose
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import read_document
from scenes.library import cell_path

pytestmark = pytest.mark.window


@pytest.fixture
def panel(qtbot, checked_document, analyst):
    made = SolutionsPanel(checked_document, DARK, analyst)
    qtbot.addWidget(made)
    made.resize(270, 500)
    with qtbot.waitExposed(made):
        made.show()
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


def test_a_card_says_what_the_check_of_its_pose_says(panel, document, cell) -> None:
    """The words come from one look at all solutions; each pose alone is another way to them."""
    for card, q in zip(panel.cards, panel.known.q, strict=True):
        pairs = colliding_in(cell, replace(document.state, q=q))
        assert (card.verdict.kind == ERROR) == bool(pairs)
        if pairs:
            assert pairs[0][1].removeprefix("arm.") in card.verdict.words
    free = [card.verdict.words for card in panel.cards if card.verdict.kind == GOOD]
    assert free
    assert all(re.fullmatch(r"[0-9.]+ mm to \w+", words) for words in free)


def test_a_pose_that_is_not_looked_at_yet_is_neither_good_nor_bad(panel) -> None:
    card = panel.cards[0]
    card.show_text(card.card)
    assert card.verdict == UNKNOWN
    assert "not looked at yet" in card.toolTip()


def test_pictures_differ_where_the_arm_stands_elsewhere(panel, cell) -> None:
    pictures = [card._picture for card in panel.cards]
    assert all(pictures)
    for picture in pictures:
        corners = np.concatenate([piece.outline for piece in picture])
        assert corners.min() >= 0.0 and corners.max() <= 1.0
    lines = [arm_curves(cell.robot, q) for q in panel.known.q]
    for a, b in combinations(range(len(lines)), 2):
        is_same_place = np.allclose(lines[a], lines[b], atol=0.1)
        assert is_same_place == (difference(pictures[a], pictures[b]) < FACET)
    assert not np.allclose(lines[0], lines[2], atol=0.1)


# Outlines of one place differ by so much of the picture's width: a turned round body shows other
# facets. Those of other places differ by more than a third.
FACET = 0.02


def difference(a: Picture, b: Picture) -> float:
    """How far the outlines of two pictures lie apart, whatever the order of bodies and corners."""
    turns = np.linspace(0.0, 2.0 * np.pi, 24, endpoint=False)
    ways = np.stack([np.cos(turns), np.sin(turns)])
    reach_a, reach_b = ([(piece.outline @ ways).max(axis=0) for piece in p] for p in (a, b))
    apart = np.abs(np.array(reach_a)[:, None] - np.array(reach_b)[None]).max(axis=2)
    return float(max(apart.min(axis=0).max(), apart.min(axis=1).max()))


@pytest.mark.parametrize("seed", range(5))
def test_an_outline_holds_all_points_and_turns_one_way(seed) -> None:
    points = np.random.default_rng(seed).normal(size=(60, 2))
    corners = convex_outline(points)
    sides = np.roll(corners, -1, axis=0) - corners
    away = points[:, None] - corners[None]
    cross = sides[None, :, 0] * away[..., 1] - sides[None, :, 1] * away[..., 0]
    assert (cross > -1e-5).all()
    assert all(np.abs(points - corner).max(axis=1).min() < 1e-5 for corner in corners)


def test_solutions_of_another_arm_are_neither_named_nor_taken(panel, document) -> None:
    """Another cell may come while the panel is out of sight, or before it has solved anew."""
    seven, four = (
        cell_from_document(read_document(cell_path(name), "cell file"))
        for name in ("tight_place", "scara_assembly")
    )
    document.show_cell(seven, None)
    panel.refresh()
    assert panel.known.loose
    assert "more joints" in panel.remark.text()
    document.show_cell(four, None)
    before = document.state.q.copy()
    panel.set_theme(LIGHT)
    panel.cards[0].pointed.emit(True)
    panel.cards[0].clicked.emit()
    assert not panel.remark.isVisible()
    assert document.preview.state is None
    assert np.array_equal(document.state.q, before)
    panel.refresh()
    assert panel.known.q.shape[1] == len(before)


def test_a_card_of_a_solution_that_is_gone_can_take_no_key(panel, document) -> None:
    """Qt deletes it in a later turn; a key in between asked for a solution that is not there."""
    last = panel.cards[-1]
    panel.known = replace(panel.known, q=panel.known.q[:0])
    panel._show_cards(document.cell)
    assert not panel.cards
    assert not last.isVisible()
