"""The collisions of a dragged thing come while it is dragged, and the newest place counts."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.desktop.looks.notice import BODY
from app.desktop.view3d.handles.displacing import Displacement
from app.desktop.view3d.handles.live_check import LiveCheck
from app.desktop.view3d.handles.red_lines import red_lines, red_lines_after, told
from app.desktop.view3d.views import Mark
from app.programs.findings import Finding, from_problems
from geometry import VerdictKind, check_pair
from scenes import analyse, load_cell, start_state
from scenes.rearranging.standing_together import Together
from scenes.world.placement import bodies_of, placement

PROGRAMS = Path(__file__).parents[5] / "resources" / "programs"
TABLE = Together(bodies=frozenset({"table"}))


def lifted(cell, by_mm: float) -> Displacement:
    motion = np.eye(4)
    motion[2, 3] = by_mm
    return Displacement(cell, start_state(cell), TABLE, motion)


@pytest.fixture
def check(qapp, worker):
    made = LiveCheck(process=worker)
    yield made
    made.close()


def test_the_verdict_names_what_the_dragged_body_meets(qtbot, check) -> None:
    cell = load_cell("puma_bench")
    moved = lifted(cell, 20.0)
    bodies = moved.bodies()
    assert bodies == {"table"}
    check.begin(lifted(cell, 0.0), bodies)
    check.ask(moved, bodies)
    qtbot.waitUntil(lambda: not check.is_busy)
    after, state = moved.shown()
    poses, solids = placement(after, state), bodies_of(after)
    for other in ("feeder", "socket", "puma.pedestal"):
        pair = (solids["table"].solid, poses["table"], solids[other].solid, poses[other])
        is_hit = check_pair(*pair, after.chord).kind is VerdictKind.HIT
        assert (("table", other) in check.pairs) == is_hit, other
    assert any("table" in pair for pair in check.pairs)


def test_of_many_places_the_first_and_the_newest_are_looked_at(check, fake_process) -> None:
    live, cell = LiveCheck(process=fake_process), load_cell("puma_bench")
    places = [lifted(cell, float(z)) for z in range(9)]
    bodies, told_of = frozenset({"table"}), []
    live.found.connect(told_of.append)
    live.begin(places[0], bodies)
    fake_process.answer(())
    for place in places:
        live.ask(place, bodies)
    for _ in range(4):
        fake_process.answer(())
        live.poll()
    assert told_of == [places[0], places[-1]]
    assert not live.is_busy


def test_fixtures_that_overlapped_before_are_not_reported(fake_process) -> None:
    live, cell = LiveCheck(process=fake_process), load_cell("puma_bench")
    live.begin(lifted(cell, 0.0), frozenset({"table"}))
    fake_process.answer((("table", "feeder"), ("table", "BLOCK")))
    live.poll()
    live.ask(lifted(cell, 1.0), frozenset({"table"}))
    fake_process.answer((("table", "feeder"), ("table", "socket"), ("table", "BLOCK")))
    live.poll()
    assert live.pairs == (("table", "socket"), ("table", "BLOCK"))


@pytest.mark.window
@pytest.mark.gl
def test_a_dragged_body_turns_red_in_the_view_and_the_words_say_why(shown) -> None:
    shown.document.select(BODY, "feeder")
    shown.drag(shown.place_of((0, 0, 80)), QPoint(0, 8), release=False)
    shown.bot.waitUntil(lambda: bool(shown.live_check.pairs))
    shown.bot.waitUntil(lambda: "feeder in table" in label(shown))
    assert shown.viewport.scene.marks.of("feeder") & Mark.HIT_MOVING
    QTest.keyClick(shown.viewport, Qt.Key.Key_Escape)
    assert not shown.viewport.scene.marks.of("feeder") & Mark.HIT_MOVING


def label(shown) -> str:
    return shown.handles.actors._label.text


@pytest.mark.window
@pytest.mark.gl
def test_a_rest_asks_for_the_red_lines_and_moving_on_forgets_them(shown) -> None:
    shown.document.select(BODY, "table")
    shown.red_lines._timer.setInterval(0)
    start = shown.place_of((0, 0, 80))
    shown.drag(start, QPoint(0, -60), release=False)
    asked = shown.red_lines._analyst.wanted_lines
    shown.bot.waitUntil(lambda: len(asked) == 1)
    then = asked[0][-1]
    then(frozenset({("", 3), ("", 4)}))
    assert "turns 2 lines red: 3, 4" in label(shown)
    shown.bot.mouseMove(shown.viewport, start + QPoint(0, -70))
    assert "red" not in label(shown)
    then(frozenset({("", 3)}))
    assert "red" not in label(shown)
    QTest.keyClick(shown.viewport, Qt.Key.Key_Escape)


def test_the_red_lines_are_those_of_the_check_in_the_moved_cell(document) -> None:
    cell = load_cell("puma_bench")
    text = (PROGRAMS / "puma_pick.val").read_text(encoding="utf-8")
    moved = lifted(cell, 60.0)
    found = red_lines_after(cell, TABLE, moved.motion, text, "", document.inputs)
    expected = red_lines(from_problems(analyse(moved.shown()[0], text).problems))
    assert found == expected
    assert not red_lines(from_problems(analyse(cell, text).problems))
    assert found


def test_the_change_of_the_lines_is_told_in_words() -> None:
    lines = [frozenset({("", n) for n in numbers}) for numbers in ((), (4,), (4, 9), range(1, 9))]
    assert told(lines[1], lines[1]) == "no line turns red"
    assert told(lines[0], lines[1]) == "turns 1 line red: 4"
    assert told(lines[2], lines[1]) == "mends 1 line: 9"
    assert told(lines[0], lines[3]) == "turns 8 lines red: 1, 2, 3, 4, 5 and 3 more"
    assert told(lines[0], frozenset({("sub.val", 7)})) == "turns 1 line red: 7 of sub.val"


def test_lines_are_red_by_errors_of_the_run_only() -> None:
    findings = (
        Finding("E501", "error", 3, "", proven=True),
        Finding("W501", "warning", 4, "", proven=True),
        Finding("E101", "error", 5, ""),
    )
    assert red_lines(findings) == {("", 3)}
