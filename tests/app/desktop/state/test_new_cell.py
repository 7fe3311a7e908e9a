"""A new cell is unsaved work from its first moment: it is saved, taken back and read as any other.

The law holds for every shipped robot.
"""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.desktop.looks.dialogs import Unsaved
from app.desktop.looks.notice import ROBOT
from app.desktop.looks.settings import SettingsStore
from app.desktop.modelling.edits.new_things import add_new_body
from app.desktop.modelling.edits.placing import move_to
from app.desktop.modelling.edits.robot_choice import change_robot
from app.desktop.state.files.open_files import NEW_PROGRAM, FileDesk
from scenes import analyse, load_cell, load_robot
from scenes.files.cells.unchanged_parts import content_of
from scenes.files.text.documents import parse_document
from scenes.library import cell_path, program_path, robot_names, robot_path

pytestmark = pytest.mark.window


@pytest.fixture
def desk(document, answers, tmp_path) -> FileDesk:
    made = FileDesk(document, SettingsStore(tmp_path / "config"), answers)
    made.remember(last_folder=str(tmp_path))
    return made


def new_cell(desk: FileDesk, use: str = "ur5e") -> None:
    shown = []
    desk.bring_new_cell(use, then=lambda: shown.append(True))
    QApplication.processEvents()
    assert shown == [True]


@pytest.mark.parametrize("name", robot_names())
def test_a_new_cell_of_every_robot_is_checked_saved_and_read_back_the_same(
    desk, document, answers, tmp_path, name: str
) -> None:
    new_cell(desk, name)
    cell = document.cell
    assert cell.robot.title == load_robot(name).title
    assert analyse(cell, NEW_PROGRAM).ok
    answers.path = tmp_path / "saved" / "mine.cell.yaml"
    answers.path.parent.mkdir()
    assert desk.save_cell()
    assert content_of(load_cell(answers.path)) == content_of(cell)
    assert answers.path.read_text() == document.cell_file.text
    assert not document.cell_is_modified


def test_a_new_cell_has_no_file_and_asks_for_one(desk, document, answers, tmp_path) -> None:
    new_cell(desk)
    file = document.cell_file
    assert file.path == tmp_path / "new cell.cell.yaml"
    assert not file.path.exists()
    assert document.cell_is_modified
    assert desk.cell_is_new
    answers.path = None
    assert not desk.save_cell(), "the user has cancelled"
    answers.unsaved_answer = Unsaved.CANCEL
    assert not desk.may_quit()
    assert answers.asked == [["new cell.cell.yaml"]]
    answers.path, answers.unsaved_answer = tmp_path / "mine.cell.yaml", Unsaved.SAVE
    assert desk.may_quit()
    assert answers.path.exists()
    assert not desk.cell_is_new
    assert document.cell_file.path == answers.path
    assert desk.preferences.recent[0] == str(answers.path)


def test_the_next_new_cell_takes_no_name_of_a_file(desk, document, tmp_path) -> None:
    (tmp_path / "new cell.cell.yaml").write_text("mine")
    new_cell(desk)
    assert document.cell_file.path.name == "new cell 2.cell.yaml"


def test_edits_of_a_new_cell_are_undone_also_after_it_was_saved(
    desk, document, answers, tmp_path
) -> None:
    new_cell(desk)
    first = document.cell_file.text
    move_to(document, "arm", [100, 0, 50], [0, 0, 90], ROBOT)
    add_new_body(document, "fixtures", "box")
    last = document.cell_file.text
    assert "at: [100, 0, 50] # its base" in last
    answers.path = tmp_path / "there" / "mine.cell.yaml"
    answers.path.parent.mkdir()
    assert desk.save_cell()
    document.cell_commands.undo()
    document.cell_commands.undo()
    assert document.cell_file.text == first
    assert document.cell_file.path == document.cell.path == answers.path
    assert document.cell_is_modified
    for _ in range(2):
        document.cell_commands.redo()
    assert document.cell_file.text == last
    assert not document.cell_is_modified
    assert desk.save_cell()
    assert answers.path.read_text() == last


def test_the_folder_of_a_new_cell_is_left_alone_by_the_watch_of_the_disk(
    desk, document, tmp_path
) -> None:
    new_cell(desk)
    notices = []
    document.noticed.connect(notices.append)
    desk.check_disk()
    (tmp_path / "other.txt").write_text("")
    desk.check_disk()
    assert notices == []


def test_a_robot_file_beside_a_new_cell_goes_with_it_to_another_folder(
    desk, document, answers, tmp_path
) -> None:
    (tmp_path / "mine.robot.yaml").write_bytes(robot_path("puma560").read_bytes())
    new_cell(desk, "mine.robot.yaml")
    cell, notices = document.cell, []
    document.noticed.connect(notices.append)
    answers.path = tmp_path / "there" / "a.cell.yaml"
    answers.path.parent.mkdir()
    assert desk.save_cell()
    assert notices[-1].text == "Saved a.cell.yaml, with mine.robot.yaml."
    (tmp_path / "mine.robot.yaml").unlink()
    assert content_of(load_cell(answers.path)) == content_of(cell)


def test_a_robot_that_cannot_be_read_leaves_the_shown_cell(desk, document, tmp_path) -> None:
    assert desk.open_cell("kakazu1985")
    before, notices = document.cell, []
    document.noticed.connect(notices.append)
    (tmp_path / "bad.robot.yaml").write_text("robot: 1\ntitle: bad\n")
    desk.bring_new_cell("bad.robot.yaml", then=lambda: pytest.fail("shown"))
    assert document.cell is before
    assert notices[-1].severity == "error"
    assert "bad.robot.yaml" in notices[-1].text


# Another robot in the cell.


def test_another_robot_is_one_undo_step(desk, document) -> None:
    new_cell(desk)
    move_to(document, "arm", [0, 0, 300], [0, 0, 0], ROBOT)
    first, place = document.cell_file.text, document.cell.robot.T_world_base
    change_robot(document, "kuka_kr6_r900_2")
    changed = document.cell_file.text
    assert changed == first.replace("use: ur5e", "use: kuka_kr6_r900_2")
    assert document.cell.robot.title == load_robot("kuka_kr6_r900_2").title
    assert (document.cell.robot.T_world_base == place).all()
    assert document.cell_commands.undoText().startswith("Change robot to KUKA")
    document.cell_commands.undo()
    assert document.cell_file.text == first
    assert document.cell.robot.title == load_robot("ur5e").title
    document.cell_commands.redo()
    assert document.cell_file.text == changed
    assert document.cell.robot.title == load_robot("kuka_kr6_r900_2").title


def test_the_ready_pose_of_the_former_robot_goes_with_it(desk, document, tmp_path) -> None:
    path = tmp_path / "bench.cell.yaml"
    path.write_bytes(cell_path("puma_bench").read_bytes())
    assert desk.open_cell(path)
    change_robot(document, "yaskawa_sia5d")
    assert "ready" not in document.cell_file.data["robots"]["puma"]
    assert document.cell.robot.mechanism.n == 7
    assert parse_document(path, document.cell_file.text, "cell file").data["fixtures"]


def test_a_robot_that_does_not_fit_the_cell_is_refused_with_the_reason(desk, document) -> None:
    assert desk.open_cell("puma_bench")
    before, notices = document.cell_file.text, []
    document.noticed.connect(notices.append)
    change_robot(document, "nosuch_robot")
    assert document.cell_file.text == before
    assert notices[-1].severity == "error"
    assert "nosuch_robot" in notices[-1].text
    change_robot(document, "puma560")
    assert "already" in notices[-1].text
    assert not document.cell_commands.count()


# Shipped files saved elsewhere.


def test_a_shipped_cell_is_saved_beside_the_user_never_into_the_package(
    desk, document, answers, tmp_path
) -> None:
    assert desk.open_cell("kakazu1985")
    before = cell_path("kakazu1985").read_bytes()
    move_to(document, "TR2", [500, 0, 200], [0, 0, 0])
    answers.path = tmp_path / "mine.cell.yaml"
    assert desk.save_cell()
    assert cell_path("kakazu1985").read_bytes() == before
    assert document.cell.path == answers.path
    assert load_cell(answers.path).frames.keys() == document.cell.frames.keys()


def test_a_program_takes_its_scenario_and_the_programs_that_it_calls_along(
    desk, document, answers, tmp_path
) -> None:
    from dataclasses import replace

    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    (old / "main.val").write_text("10 CALL grip\n20 CALL place\n30 END\n")
    (old / "grip.val").write_text(".PROGRAM grip\n10 CLOSEI\n.END\n")
    (old / "place.val").write_text(".PROGRAM place\n10 OPENI\n.END\n")
    (new / "place.val").write_text(".PROGRAM place\n10 OPENI 50\n.END\n")
    (old / "signals.yaml").write_text("signals: []\n")
    assert desk.open_program(old / "main.val")
    source, notices = document.active, []
    source.scenario = replace(source.scenario, path=old / "signals.yaml")
    document.noticed.connect(notices.append)
    answers.path = new / "main.val"
    assert desk.save_as(source)
    assert sorted(path.name for path in new.iterdir()) == [
        "grip.val",
        "main.val",
        "place.val",
        "signals.yaml",
    ]
    assert source.scenario.path == new / "signals.yaml"
    assert "50" in (new / "place.val").read_text()
    files, _, rest = notices[-1].text.partition(";")
    assert "grip.val" in files
    assert "signals.yaml" in files
    assert "place.val was there already with other content and stays" in rest
    assert [Path(pair.split("\t")[1]) for pair in desk.preferences.scenarios] == [
        new / "signals.yaml"
    ]


def test_a_shipped_program_is_saved_alone_where_it_needs_nothing(
    desk, document, answers, tmp_path
) -> None:
    assert desk.open_program("figure5")
    answers.path = tmp_path / "work" / "mine.val"
    answers.path.parent.mkdir()
    assert desk.save(document.active)
    assert answers.path.read_bytes() == program_path("figure5").read_bytes()
    assert [path.name for path in answers.path.parent.iterdir()] == ["mine.val"]
    assert document.active.path == answers.path
