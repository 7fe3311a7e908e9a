"""A scenario file and answers to PROMPT, chosen in the window for one program."""

from pathlib import Path

import pytest

from app.desktop.panels.time.timeline import Timeline
from app.desktop.state.chosen_scenario import (
    ChosenScenario,
    answers_in,
    remembered,
    with_remembered,
)
from scenes.library import program_path

PROGRAM = 'POINT A 700 0 280 0 90 0\nMOVE A\nWAIT SIG(3)\nPROMPT "HOW FAR", D\nDRAW 0, D, 0\nEND\n'
SCENARIO = "signals:\n  - {at: 2.0, on: 3}\nanswers: [40]\n"


@pytest.fixture
def files(tmp_path):
    program, scenario = tmp_path / "sig.val", tmp_path / "around.yaml"
    program.write_text(PROGRAM, encoding="utf-8")
    scenario.write_text(SCENARIO, encoding="utf-8")
    return program, scenario


def test_answers_take_the_place_of_those_of_the_file(files):
    scenario, fault = ChosenScenario(files[1], (7.0, 8.0)).read()
    assert (scenario.answers, len(scenario.events), fault) == ((7.0, 8.0), 1, "")


def test_a_file_that_is_no_scenario_is_named_with_the_reason(tmp_path):
    path = tmp_path / "other.yaml"
    path.write_text("title: cell\n", encoding="utf-8")
    scenario, fault = ChosenScenario(path).read()
    assert scenario.events == () and "other.yaml" in fault and "signals:" in fault
    assert "cannot be used" in ChosenScenario(tmp_path / "missing.yaml").read()[1]


@pytest.mark.parametrize(
    ("text", "numbers"), [("1, 2.5 -3", (1.0, 2.5, -3.0)), ("", ()), ("two", None)]
)
def test_answers_are_numbers_in_a_line(text, numbers):
    assert answers_in(text) == numbers


def test_each_program_remembers_its_own_scenario():
    a, b, around = Path("/p/a.val"), Path("/p/b.val"), Path("/p/around.yaml")
    pairs = with_remembered(with_remembered((), a, around), b, Path("/p/other.yaml"))
    assert remembered(pairs, a) == around
    assert remembered(with_remembered(pairs, a, None), a) is None
    assert remembered(pairs, None) is None


def errors(document):
    return [f for f in document.findings if f.severity == "error"]


@pytest.mark.window
@pytest.mark.gl
def test_a_program_runs_with_the_scenario_that_was_chosen_for_it(qtbot, window, answers, files):
    program, scenario = files
    document = window.document
    window.desk.open_program(program)
    qtbot.waitUntil(lambda: document.is_checked, timeout=240_000)
    assert [f.code for f in errors(document)] == ["E602"]
    answers.path = scenario
    window.actions_by_key["scenario"].trigger()
    qtbot.waitUntil(lambda: document.is_checked, timeout=240_000)
    assert errors(document) == []
    assert document.run.end_state.variables["D"] == 40.0
    assert "with scenario around.yaml" in window.findChild(Timeline).text_at(100.0)
    assert window.status.verdict.toolTip().startswith("Scenario around.yaml\n")
    assert remembered(window.desk.preferences.scenarios, program) == scenario
    window.desk.close_program(document.active)
    window.desk.open_program(program)
    qtbot.waitUntil(lambda: document.is_checked, timeout=240_000)
    assert errors(document) == []
    window.actions_by_key["no_scenario"].trigger()
    qtbot.waitUntil(lambda: document.is_checked, timeout=240_000)
    assert [f.code for f in errors(document)] == ["E602"]


@pytest.mark.window
@pytest.mark.gl
def test_a_scenario_that_cannot_be_read_is_a_finding(qtbot, window, answers, tmp_path):
    answers.path = tmp_path / "broken.yaml"
    answers.path.write_text("signals: [", encoding="utf-8")
    window.actions_by_key["scenario"].trigger()
    qtbot.waitUntil(lambda: window.document.is_checked, timeout=240_000)
    (finding,) = errors(window.document)
    assert (finding.code, finding.file) == ("scenario", "broken.yaml")


@pytest.mark.window
@pytest.mark.gl
def test_a_collision_in_a_called_file_is_shown_with_its_file(qtbot, window, tmp_path):
    """The Collisions panel names the file, and a click on the row opens it."""
    (tmp_path / "main.val").write_text("CALL DOWN\nEND\n", encoding="utf-8")
    shipped = program_path("into_table").read_text(encoding="utf-8")
    (tmp_path / "down.val").write_text(f".PROGRAM DOWN\n{shipped}.END\n", encoding="utf-8")
    window.desk.open_program(tmp_path / "main.val")
    qtbot.waitUntil(lambda: window.document.is_checked, timeout=240_000)
    hit = window.document.collisions[0]
    assert (hit.file, hit.line) == ("down.val", 10)
    assert window.collisions.list.rows.rows[0].cells[2] == "down.val:10"
    window.show_collision(hit)
    assert window.editor.current.source.title == "down.val"
    assert window.editor.current.line == 10
