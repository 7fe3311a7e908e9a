"""From the gallery of robots to a cell: filters, a new cell, another robot, a crash."""

import pytest
from PySide6.QtCore import Qt

from app.desktop.looks.notice import ROBOT, Selection
from app.desktop.modelling.edits.placing import move_to
from app.desktop.state.files.open_files import NEW_PROGRAM
from app.desktop.welcome.robot_facts import TEXTBOOK, joints_in_words, shipped_robots
from scenes import load_robot
from scenes.library import robot_names, robot_path

pytestmark = [pytest.mark.window, pytest.mark.gl]


def has_robot(qtbot, window, name: str) -> None:
    title = load_robot(name).title
    document = window.document
    qtbot.waitUntil(lambda: document.cell is not None and document.cell.robot.title == title)


def test_every_shipped_robot_has_a_card_with_its_facts() -> None:
    facts = {robot.card.name: robot for robot in shipped_robots()}
    assert sorted(facts) == list(robot_names())
    for name in ("ur5e", "adept_cobra600", "textbook_delta"):
        robot, card = load_robot(name), facts[name].as_card()
        assert card.title == robot.title
        assert card.badge == ("schematic" if robot.schematic else "")
        assert facts[name].card.kinds == robot.mechanism.kinds
        if robot.rated.reach_mm:
            assert f"{robot.rated.reach_mm:g} mm" in card.figures
            assert f"{robot.rated.payload_kg:g} kg" in card.figures
    assert facts["ur5e"].maker == "Universal Robots"
    assert facts["textbook_delta"].maker == facts["gantry_6axis"].maker == TEXTBOOK
    assert "closed form (three parallel axes)" in facts["ur5e"].as_card().sentence


@pytest.mark.parametrize(
    ("kinds", "words"),
    [
        ("RRRRRR", "6 turning joints"),
        ("RRPR", "4 joints, 2 turning, 1 sliding, 1 turning"),
        ("PPPRRR", "6 joints, 3 sliding, 3 turning"),
    ],
)
def test_joints_are_told_in_words(kinds: str, words: str) -> None:
    assert joints_in_words(kinds) == words


def test_filters_narrow_the_gallery_down(fresh) -> None:
    fresh.actions_by_key["new_cell"].trigger()
    robots = fresh.welcome.robots
    assert len(robots.fitting()) == len(robot_names())
    robots.text.setText("kuka lbr")
    assert {robot.card.name for robot in robots.fitting()} == {
        "kuka_lbr_iiwa_7_r800",
        "kuka_lbr_iiwa_14_r820",
    }
    robots.payload.setValue(10)
    assert [robot.card.name for robot in robots.fitting()] == ["kuka_lbr_iiwa_14_r820"]
    robots.reach.setValue(2000)
    assert robots.fitting() == []
    assert "No robot fits" in robots.found.text()
    robots.text.clear()
    robots.maker.setCurrentText("ABB")
    assert [robot.card.name for robot in robots.fitting()] == ["abb_irb6700_200_260"]


def test_typing_and_enter_make_a_cell_whose_robot_can_be_placed_at_once(qtbot, fresh) -> None:
    fresh.actions_by_key["new_cell"].trigger()
    field = fresh.welcome.robots.text
    qtbot.waitUntil(lambda: fresh.focusWidget() is field)
    qtbot.keyClicks(field, "ur5e")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    has_robot(qtbot, fresh, "ur5e")
    document = fresh.document
    assert not fresh.welcome.is_shown
    qtbot.waitUntil(lambda: document.selection == Selection(ROBOT, "arm"))
    assert [source.text for source in document.sources] == [NEW_PROGRAM]
    assert fresh.isWindowModified()
    qtbot.waitUntil(lambda: document.is_checked)
    assert not document.collisions


def test_escape_leads_back_to_the_page_that_asked(qtbot, fresh) -> None:
    fresh.actions_by_key["new_cell"].trigger()
    qtbot.keyClick(fresh.welcome.robots, Qt.Key.Key_Escape)
    assert fresh.welcome.page.isVisible()
    fresh.welcome.leave()
    fresh.actions_by_key["new_cell"].trigger()
    qtbot.keyClick(fresh.welcome.robots, Qt.Key.Key_Escape)
    assert not fresh.welcome.is_shown


def test_a_robot_file_of_the_user_makes_a_cell(qtbot, fresh, answers, tmp_path) -> None:
    answers.path = tmp_path / "arms" / "mine.robot.yaml"
    answers.path.parent.mkdir()
    answers.path.write_bytes(robot_path("adept_cobra600").read_bytes())
    fresh.actions_by_key["new_cell"].trigger()
    fresh.welcome.robots.from_file.click()
    has_robot(qtbot, fresh, "adept_cobra600")
    assert "use: arms/mine.robot.yaml" in fresh.document.cell_file.text


def test_another_robot_is_chosen_in_the_same_gallery(qtbot, fresh) -> None:
    fresh.welcome.ask_new_cell()
    fresh.welcome.take_robot("ur5e")
    has_robot(qtbot, fresh, "ur5e")
    fresh.actions_by_key["change_robot"].trigger()
    assert "Universal Robots UR5e" in fresh.welcome.robots.heading.text()
    fresh.welcome.take_robot("ur10e")
    has_robot(qtbot, fresh, "ur10e")
    assert not fresh.welcome.is_shown
    fresh.document.cell_commands.undo()
    has_robot(qtbot, fresh, "ur5e")


def test_without_a_cell_there_is_no_robot_to_change(fresh) -> None:
    fresh.actions_by_key["change_robot"].trigger()
    assert "no cell" in fresh.host.messages.text.text()


def test_a_new_cell_comes_back_after_a_crash_and_still_asks_for_a_file(
    qtbot, begin, answers, tmp_path
) -> None:
    window = begin()
    window.welcome.ask_new_cell()
    window.welcome.take_robot("ur5e")
    has_robot(qtbot, window, "ur5e")
    move_to(window.document, "arm", [0, 0, 250], [0, 0, 0], ROBOT)
    text = window.document.cell_file.text
    assert window.keeping.keeper.write_now()
    window.keeping.keeper._journal.release()  # what a killed process leaves: a free lock
    window.keeping.keeper._is_ended, window.keeping.keeper._journal = True, None
    window.keeping.keeper._look.stop()
    window.close()
    after = begin()
    assert "new cell" in after.restore_bar.text.text()
    assert "its file is gone" not in after.restore_bar.text.text()
    after.restore_bar.restore.click()
    assert after.document.cell_file.text == text
    assert after.desk.cell_is_new
    assert not after.welcome.is_shown
    answers.path = tmp_path / "kept.cell.yaml"
    assert after.desk.save_cell()
    assert answers.path.read_text() == text


def test_the_message_after_new_cell_names_next_steps_that_the_menus_have(qtbot, fresh) -> None:
    fresh.welcome.ask_new_cell()
    fresh.welcome.take_robot("ur5e")
    has_robot(qtbot, fresh, "ur5e")
    qtbot.waitUntil(lambda: "Next:" in fresh.host.messages.text.text())
    message = fresh.host.messages.text.text()
    for key, menu in (("change_hand", "Tools"), ("add_fixture", "Cell")):
        assert f"{menu} > {fresh.actions_by_key[key].text()}" in message
