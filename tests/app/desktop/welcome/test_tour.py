"""The tour ticks a step when the user has done it, points at things, and is taken up again."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from app.desktop.welcome.tour_steps import BROKEN_LINE, BROKEN_WORD, COLLIDING, STEPS
from scenes.library import program_path
from tests.app.desktop.exported import exported

pytestmark = [pytest.mark.window, pytest.mark.gl]
README = Path(__file__).parents[4] / "README.md"


@pytest.fixture
def touring(qtbot, fresh):
    """The window in the tour, with the example run and checked."""
    fresh.actions_by_key["tour"].trigger()
    qtbot.waitUntil(lambda: fresh.document.is_checked, timeout=240_000)
    qtbot.waitUntil(lambda: fresh.viewport is not None, timeout=240_000)
    return fresh


def ticks(qtbot, window, key: str) -> None:
    qtbot.waitUntil(lambda: key in window.welcome.tour.done, timeout=240_000)


def test_every_step_is_ticked_by_doing_it(qtbot, touring, tmp_path) -> None:
    window, document, actions = touring, touring.document, touring.actions_by_key
    tour = window.welcome.tour
    assert tour.done == ()
    assert document.active.path == program_path("figure5")
    actions["run"].trigger()
    ticks(qtbot, window, "run")
    actions["pause"].trigger()
    actions["back"].trigger()
    ticks(qtbot, window, "back")
    text = document.active.text
    assert BROKEN_WORD in text.splitlines()[BROKEN_LINE - 1]
    document.active.replace_text(text.replace(BROKEN_WORD, "MOVS LOC2"))
    ticks(qtbot, window, "break")
    window.editor.go_to(BROKEN_LINE)
    window.editor.apply_fix(window.editor.fixes_here()[0][1])
    ticks(qtbot, window, "fix")
    assert document.active.text == text
    qtbot.waitUntil(lambda: document.has_fresh_run, timeout=240_000)
    document.seek(3.0)
    document.jog(document.state.q + 0.05)
    ticks(qtbot, window, "jog")
    actions["teach"].trigger()
    ticks(qtbot, window, "teach")
    qtbot.waitUntil(lambda: document.is_checked, timeout=240_000)
    exported(qtbot, window, tmp_path / "figure5.csv")
    ticks(qtbot, window, "export")
    window.desk.open_program(COLLIDING)
    ticks(qtbot, window, "collide")
    assert "contact" not in tour.done
    window.show_collision(document.collisions[0])
    ticks(qtbot, window, "contact")
    assert set(tour.done) == {step.key for step in STEPS}
    qtbot.waitUntil(lambda: tour.bar.step is None)
    assert not tour.bar.show_me.isVisible()
    tour.bar.next.click()
    assert tour.done == ()
    assert tour.bar.step is STEPS[0]
    assert document.active.path == program_path("figure5")


def test_a_teach_alone_ticks_no_fault_and_no_fix(qtbot, touring) -> None:
    document = touring.document
    document.jog(document.state.q + 0.05)
    touring.actions_by_key["teach"].trigger()
    ticks(qtbot, touring, "teach")
    assert not {"break", "fix", "run", "export"} & set(touring.welcome.tour.done)


def test_show_me_points_at_something_in_the_window(touring) -> None:
    tour = touring.welcome.tour
    light = tour.spotlight
    for step in STEPS:
        tour.bar.show_step(step)
        tour.bar.show_me.click()
        assert light.isVisible(), step.key
        assert touring.rect().contains(light.geometry()), step.key
        assert light.width() > 10, step.key
        assert light.height() > 10, step.key
        assert light.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        tour.leave()
        assert not light.isVisible(), step.key
        touring.actions_by_key["tour"].trigger()


def test_the_tour_is_left_and_taken_up_where_it_was(qtbot, begin) -> None:
    window = begin()
    window.actions_by_key["tour"].trigger()
    qtbot.waitUntil(lambda: window.document.has_fresh_run, timeout=240_000)
    window.actions_by_key["run"].trigger()
    ticks(qtbot, window, "run")
    window.welcome.tour.bar.close_button.click()
    assert not window.welcome.tour.is_shown
    window.actions_by_key["step"].trigger()
    window.close()
    again = begin()
    names = [button.text() for button in again.welcome.page.buttons]
    assert f"Tour, 1 of {len(STEPS)}" in names
    again.actions_by_key["tour"].trigger()
    assert again.welcome.tour.bar.step is STEPS[1]
    assert "done" in again.welcome.tour.bar.marks[0].toolTip()
    assert "not done" in again.welcome.tour.bar.marks[1].toolTip()


def test_show_me_brings_the_program_of_the_step_to_the_front(touring) -> None:
    touring.desk.open_program("into_table")
    touring.welcome.tour.bar.show_step(STEPS[2])
    touring.welcome.tour.bar.show_me.click()
    assert touring.document.active.path == program_path("figure5")
    assert touring.editor.current.line == BROKEN_LINE


def test_the_tour_leaves_the_work_of_the_user_alone(qtbot, fresh) -> None:
    fresh.document.active.replace_text("10 READY\n20 END\n; mine\n")
    fresh.actions_by_key["tour"].trigger()
    assert any(source.text.endswith("; mine\n") for source in fresh.document.sources)


def test_the_tour_is_what_the_readme_walks_through() -> None:
    """Every action of "Five minutes" is a step: the words that a user looks for are in both."""
    readme = README.read_text(encoding="utf-8")
    five = readme.partition("## Five minutes")[2].partition("```")[0]
    told = " ".join(step.text for step in STEPS)
    for word in ("F5", "F10", "Shift+F10", "MOVS LOC2", "Ctrl+.", "Ctrl+T", "into_table"):
        assert word in five, word
        assert word in told, word
    assert re.search(r"File > Export trajectory", told)
