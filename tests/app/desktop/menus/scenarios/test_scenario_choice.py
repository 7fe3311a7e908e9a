"""Scenarios in the window: new, saved, saved elsewhere, taken back, kept through a crash."""

from pathlib import Path

import pytest

from app.desktop.journal.folder import Kept, Left
from app.desktop.journal.pages import ScenarioPage, page_bytes, read_page
from app.desktop.journal.recovery import Recovery, left_work
from app.desktop.journal.taking import pages_of
from app.desktop.looks.dialogs import Unsaved
from app.desktop.menus.editing.undoing import place_in_focus, undo
from app.desktop.state.chosen_scenario import remembered

pytestmark = pytest.mark.window
TEXT = "# around\nsignals:\n  - {at: 1, on: 5}\n"


@pytest.fixture
def own(unseen, tmp_path: Path):
    """The window on a program of the user's own."""
    (tmp_path / "own.val").write_text("WAIT SIG(5)\nEND\n", encoding="utf-8")
    unseen.desk.open_program(tmp_path / "own.val")
    return unseen


def do(window, key: str) -> None:
    window.actions_by_key[key].trigger()


def scenario_of(window):
    return window.document.scenarios.current


def test_a_new_scenario_stands_beside_its_program_and_is_saved_there(
    own, answers, tmp_path
) -> None:
    do(own, "new_scenario")
    made = scenario_of(own)
    assert made.path == tmp_path / "own.scenario.yaml" and not made.path.exists()
    own.signals.add_change(5, 1.5, True)
    answers.path = made.path
    do(own, "save_scenario")
    assert made.path.read_text(encoding="utf-8") == made.text and not made.is_modified
    assert "{at: 1.5, on: 5}" in made.text
    assert remembered(own.desk.preferences.scenarios, tmp_path / "own.val") == made.path
    own.signals.add_change(5, 2.5, False)
    answers.path = None  # a second save asks for no file
    do(own, "save_scenario")
    assert "off: 5" in made.path.read_text(encoding="utf-8")


def test_save_as_lets_the_program_follow_to_the_other_file(own, answers, tmp_path) -> None:
    answers.path = tmp_path / "a.scenario.yaml"
    answers.path.write_text(TEXT, encoding="utf-8")
    do(own, "scenario")
    answers.path = tmp_path / "b.scenario.yaml"
    do(own, "save_scenario_as")
    assert own.document.active.scenario.path == answers.path
    assert answers.path.read_text(encoding="utf-8") == TEXT
    assert remembered(own.desk.preferences.scenarios, tmp_path / "own.val") == answers.path


def test_unsaved_events_are_asked_for_before_another_scenario_and_at_the_end(own, answers) -> None:
    do(own, "new_scenario")
    made = scenario_of(own)
    own.signals.add_change(5, 1.0, True)
    answers.unsaved_answer = Unsaved.CANCEL
    do(own, "no_scenario")
    assert scenario_of(own) is made and answers.asked[-1] == ["own.scenario.yaml"]
    assert not own.desk.may_quit()
    answers.unsaved_answer = Unsaved.DISCARD
    do(own, "no_scenario")
    assert scenario_of(own) is None and own.document.scenarios.all == ()


def test_undo_in_the_panel_takes_back_an_event_and_not_the_program(own, tmp_path) -> None:
    do(own, "new_scenario")
    own.document.active.replace_text("WAIT SIG(6)\nEND\n")
    own.signals.add_change(5, 1.0, True)
    own.signals.lanes.setFocus()
    assert place_in_focus(own.parts) is scenario_of(own)
    undo(own.parts)
    assert "at: 1" not in scenario_of(own).text
    assert own.document.active.text == "WAIT SIG(6)\nEND\n"


def test_a_file_changed_by_others_is_read_again(own, answers, tmp_path) -> None:
    answers.path = tmp_path / "a.scenario.yaml"
    answers.path.write_text(TEXT, encoding="utf-8")
    do(own, "scenario")
    answers.path.write_text(TEXT.replace("on: 5", "on: 55"), encoding="utf-8")
    own.desk.check_disk()
    assert "on: 55" in scenario_of(own).text and not scenario_of(own).is_modified


def test_unsaved_events_outlive_a_crash(own, answers, tmp_path) -> None:
    answers.path = path = tmp_path / "a.scenario.yaml"
    path.write_text(TEXT, encoding="utf-8")
    do(own, "scenario")
    own.signals.add_change(7, 3.0, True)
    text = scenario_of(own).text
    kept = [page for page in pages_of(own.parts).values() if isinstance(page, ScenarioPage)]
    assert [page.text for page in kept] == [text]
    assert read_page(page_bytes(kept[0])) == kept[0]
    own.document.scenarios.remove(scenario_of(own))
    left = Left(pages=(Kept(None, "scenario", kept[0], 0.0),))
    restored = Recovery(own.document, own.desk).restore(left_work(left), with_cell=False)
    again = scenario_of(own)
    assert restored.names == ["a.scenario.yaml"] and again.text == text and again.is_modified
    assert path.read_text(encoding="utf-8") == TEXT
    own.document.history.undo(again, lambda source, back: source.text_document.undo())
    assert again.text == TEXT


def test_the_scenario_beside_a_program_is_offered_and_taken_by_the_button(unseen, tmp_path) -> None:
    beside = tmp_path / "own.scenario.yaml"
    beside.write_text(TEXT, encoding="utf-8")
    (tmp_path / "own.val").write_text("WAIT SIG(5)\nEND\n", encoding="utf-8")
    offered = []
    unseen.document.noticed.connect(lambda notice: offered.extend(notice.offers))
    unseen.desk.open_program(tmp_path / "own.val")
    assert [offer.text for offer in offered] == ["Run with own.scenario.yaml"]
    assert unseen.document.active.scenario.path is None
    unseen.desk.new_program()
    offered[0].action()
    assert unseen.document.active.path == tmp_path / "own.val"
    assert scenario_of(unseen).path == beside
    assert remembered(unseen.desk.preferences.scenarios, tmp_path / "own.val") == beside


def test_no_scenario_is_offered_where_one_was_chosen_or_none_lies_there(
    own, answers, tmp_path
) -> None:
    offered = []
    own.document.noticed.connect(lambda notice: offered.extend(notice.offers))
    answers.path = tmp_path / "other.scenario.yaml"
    answers.path.write_text(TEXT, encoding="utf-8")
    do(own, "scenario")
    (tmp_path / "own.scenario.yaml").write_text(TEXT, encoding="utf-8")
    own.desk.close_program(own.document.active)
    own.desk.open_program(tmp_path / "own.val")
    (tmp_path / "lone.val").write_text("END\n", encoding="utf-8")
    own.desk.open_program(tmp_path / "lone.val")
    assert not offered
