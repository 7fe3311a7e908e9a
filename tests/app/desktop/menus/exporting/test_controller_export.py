"""The program for a controller in the window: what is shown, refused, written and remembered."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt

from app.cli import main
from app.desktop.looks.settings import Preferences
from app.desktop.menus.exporting.controller_export import (
    export_program,
    kept_output,
    with_output,
)
from app.desktop.state.source import Source
from app.programs.text_files import read_text_file
from scenes import load_cell
from tests.app.desktop.spoken import (
    letters_for_two,
    missed_by_tab,
    nameless,
    spoken_alike,
    unlettered,
)

pytestmark = pytest.mark.window
CELL = "cell: 1\nrobots: {arm: {use: ROBOT, hand: two_finger_85}}\n"
PROGRAM = "OPENI 60\nDRAW 0, 0, -40\nCLOSEI 30\nREADY\nEND\n"


@pytest.fixture
def asked(qtbot, document, analyst, answers, tmp_path):
    """asked(robot, program): the dialog over the checked run; None where it is refused."""
    made = []

    def ask(robot: str, program: str = PROGRAM, preferences: Preferences | None = None):
        cell, file = tmp_path / "one.cell.yaml", tmp_path / "mine.val"
        cell.write_text(CELL.replace("ROBOT", robot), encoding="utf-8")
        file.write_text(program, encoding="utf-8")
        document.show_cell(load_cell(cell), None)
        document.add_source(Source(read_text_file(file), file, file.name, document))
        analyst.answer()
        desk = SimpleNamespace(
            dialogs=answers, folder=tmp_path, preferences=preferences or Preferences()
        )

        def remember(**choices) -> None:
            desk.preferences = replace(desk.preferences, **choices)

        desk.remember = remember
        parts = SimpleNamespace(
            window=None, document=document, desk=desk, analyst=SimpleNamespace(is_busy=False)
        )
        dialog = export_program(parts)
        if dialog is not None:
            dialog.desk = desk
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
            made.append(dialog)
            qtbot.addWidget(dialog)
            settle(qtbot, dialog)
        return dialog

    yield ask
    for dialog in made:
        dialog.close()


def settle(qtbot, dialog) -> None:
    """Waits until the text of the dialog is that of its choices."""
    qtbot.waitUntil(
        lambda: not dialog.later.isActive() and not dialog._work._wanted, timeout=60_000
    )


@pytest.mark.parametrize(
    ("robot", "language", "suffix"),
    [
        ("kuka_kr6_r900_2", "krl", ".src"),
        ("ur5e", "urscript", ".script"),
        ("abb_irb120", "rapid", ".mod"),
        ("yaskawa_gp8", "jbi", ".jbi"),
    ],
)
def test_the_window_writes_what_the_command_line_writes(
    robot, language, suffix, qtbot, asked, tmp_path, monkeypatch
) -> None:
    dialog = asked(robot)
    dialog.hand.setValue(3)
    settle(qtbot, dialog)
    assert "nothing is left out" in dialog.losses.text() and "✔" in dialog.verdict.text()
    seen = dialog.preview.toPlainText()
    dialog.export()
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=60_000)
    data = (tmp_path / f"mine{suffix}").read_bytes()
    assert seen.splitlines() == data.decode("ascii").splitlines()
    monkeypatch.chdir(tmp_path)
    (tmp_path / f"mine{suffix}").unlink()
    words = ["export", "one.cell.yaml", "mine.val", "--to", language, "--hand-output", "3"]
    assert main(words) == 0
    assert (tmp_path / f"mine{suffix}").read_bytes() == data


def test_the_window_writes_a_program_with_the_files_beside_it(qtbot, asked, tmp_path) -> None:
    dialog = asked("staubli_tx2_60")
    dialog.hand.setValue(3)
    settle(qtbot, dialog)
    assert "With it are written mine.pjx, mine.dtx" in dialog.facts.text()
    assert dialog.path == tmp_path / "mine" / "mine.pgx"
    dialog.export()
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=60_000)
    for name in ("mine.pgx", "mine.pjx", "mine.dtx", "start.pgx", "stop.pgx"):
        assert (tmp_path / "mine" / name).is_file()
    assert dialog.desk.preferences.trajectory_folder == str(tmp_path)


def test_a_program_of_several_files_takes_no_file_of_another_one(qtbot, asked, tmp_path) -> None:
    dialog = asked("staubli_tx2_60")
    dialog.hand.setValue(3)
    dialog.file.setText(str(tmp_path / "mine.pgx"))
    settle(qtbot, dialog)
    own = tmp_path / "start.pgx"
    own.write_text("of another application", encoding="utf-8")
    dialog.export()
    told = "start.pgx is there already, of another program: choose another folder"
    qtbot.waitUntil(lambda: told in dialog.message.text(), timeout=60_000)
    assert own.read_text("utf-8") == "of another application"
    assert not (tmp_path / "mine.pgx").exists()
    own.unlink()
    dialog.export()
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=60_000)
    assert (tmp_path / "mine.pgx").is_file() and own.read_text("utf-8").startswith("<?xml")


CALLING = """\
;! language 2
.PROGRAM MAIN
  CALL PICK
  CALL PICK
.END
.PROGRAM PICK
  DRAW 0, 0, -40
  DRAW 0, 0, 40
.END
"""


@pytest.mark.parametrize(
    ("robot", "suffix"), [("fanuc_lrmate200id", ".ls"), ("yaskawa_gp8", ".jbi")]
)
def test_called_programs_are_written_beside_and_what_they_replace_is_told(
    robot, suffix, qtbot, asked, tmp_path
) -> None:
    dialog = asked(robot, CALLING)
    main, called = tmp_path / f"mine{suffix}", tmp_path / f"PICK{suffix}"
    assert dialog.path == main and f"With it are written {called.name}." in dialog.facts.text()
    assert "1 called program kept" in dialog.facts.text() and not dialog.message.text()
    called.write_text("of another program", encoding="ascii")
    dialog.export()
    told = f"{called.name} is there already, of another program: choose another folder"
    qtbot.waitUntil(lambda: told in dialog.message.text(), timeout=60_000)
    assert called.read_text("ascii") == "of another program" and not main.exists()
    called.unlink()
    dialog.export()
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=60_000)
    assert "CALL" in main.read_text("ascii") and "PICK" in called.read_text("ascii")
    again = asked(robot, CALLING)
    assert again.message.text() == f"{main.name}, {called.name} are there already and are replaced."


def test_what_is_left_out_must_be_accepted_first(qtbot, asked) -> None:
    dialog = asked("ur5e")
    assert "Line 1: OPENI 60" in dialog.losses.text()
    assert dialog.accept_losses.isEnabled() and not dialog.export_button.isEnabled()
    dialog.accept_losses.setChecked(True)
    assert dialog.export_button.isEnabled()
    dialog.accept_losses.setChecked(False)
    dialog.hand.setValue(0)
    settle(qtbot, dialog)
    assert dialog.export_button.isEnabled() and not dialog.accept_losses.isEnabled()
    assert "set_standard_digital_out(0, True)" in dialog.preview.toPlainText()


def test_the_output_of_the_hand_is_remembered_for_the_robot(qtbot, asked, tmp_path) -> None:
    dialog = asked("ur5e")
    dialog.hand.setValue(4)
    settle(qtbot, dialog)
    (tmp_path / "kept").mkdir()
    dialog.file.setText(str(tmp_path / "kept" / "other"))
    settle(qtbot, dialog)
    assert dialog.preview.toPlainText().startswith("def other():")
    dialog.export()
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=60_000)
    assert (tmp_path / "kept" / "other.script").exists()
    kept = dialog.desk.preferences
    assert asked("ur5e", preferences=kept).hand.value() == 4
    again = asked("kuka_kr6_r900_2", preferences=kept)
    assert again.choice.hand_output is None and again.path.parent == tmp_path / "kept"


def test_a_robot_without_a_controller_is_refused_with_its_reason(asked, document) -> None:
    told = []
    document.noticed.connect(lambda notice: told.append(notice.text))
    assert asked("puma560") is None
    assert "does not say how its controller counts" in told[-1]


@pytest.mark.parametrize(
    ("name", "words"), [("gone/a.script", "gone"), ("a.src", "is a file .script"), ("", "no name")]
)
def test_a_fault_is_told_in_the_dialog_and_nothing_is_lost(
    name, words, qtbot, asked, tmp_path
) -> None:
    dialog = asked("ur5e", "READY\nDRAW 0, 0, -10\nEND\n")
    dialog.file.setText(str(tmp_path / name) if name else "")
    settle(qtbot, dialog)
    dialog.export()
    qtbot.waitUntil(lambda: not dialog.is_writing, timeout=60_000)
    assert dialog.isVisible() and words in dialog.message.text()
    assert not list(tmp_path.glob("a.*"))


def test_an_edit_takes_the_text_away_until_the_new_run_is_there(
    qtbot, asked, document, analyst
) -> None:
    dialog = asked("ur5e", "READY\nDRAW 0, 0, -10\nEND\n")
    assert dialog.export_button.isEnabled()
    document.active.replace_text("READY\nDRAW 0, 0, -20\nEND\n")
    qtbot.waitUntil(lambda: not dialog.export_button.isEnabled())
    document.check_again()
    analyst.answer()
    settle(qtbot, dialog)
    qtbot.waitUntil(dialog.export_button.isEnabled)
    assert "DRAW 0 0 -20" in dialog.preview.toPlainText()


def test_remembered_outputs_are_one_a_robot() -> None:
    pairs = with_output(with_output((), "UR5e", 3), "KR 6", 9)
    assert kept_output(pairs, "UR5e") == 3 and kept_output(pairs, "KR 6") == 9
    assert kept_output(with_output(pairs, "UR5e", 5), "UR5e") == 5
    assert kept_output(with_output(pairs, "UR5e", None), "UR5e") is None
    assert kept_output(("broken", "a\tb"), "a") is None


def test_another_language_is_chosen_written_and_remembered_for_the_robot(
    qtbot, asked, tmp_path
) -> None:
    dialog = asked("ur5e")
    keys = [dialog.language.itemData(i) for i in range(dialog.language.count())]
    assert keys == ["urscript", "ros", "ros-goal"] and dialog.choice.language == "urscript"
    dialog.language.setCurrentIndex(2)
    settle(qtbot, dialog)
    assert dialog.windowTitle() == "Export program: ROS 2 FollowJointTrajectory"
    assert dialog.path == tmp_path / "mine.yaml" and not dialog.hand.isEnabled()
    assert "points in" in dialog.facts.text() and "the arm stands" in dialog.losses.text()
    seen = dialog.preview.toPlainText()
    assert "ros2 action send_goal" in seen and not dialog.export_button.isEnabled()
    dialog.accept_losses.setChecked(True)
    dialog.export()
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=60_000)
    assert (tmp_path / "mine.yaml").read_text().splitlines() == seen.splitlines()
    again = asked("ur5e", preferences=dialog.desk.preferences)
    assert again.choice.language == "ros-goal" and again.path == tmp_path / "mine.yaml"
    other = asked("abb_irb120", preferences=dialog.desk.preferences)
    assert other.choice.language == "rapid" and not other.language.isEnabled()


def test_a_language_of_the_users_own_is_offered_and_a_faulty_one_is_told(
    qtbot, asked, tmp_path, monkeypatch, document
) -> None:
    from scenes.makers.own.own_files import own_folder

    for name in ("XDG_CONFIG_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    own_folder().mkdir(parents=True)
    (own_folder() / "house.py").write_text(
        "from dataclasses import replace\n"
        "from scenes.makers.maker_languages import LANGUAGES\n"
        "MAKER = replace(LANGUAGES['rapid'], title='House', counts_as='rapid')\n"
    )
    (own_folder() / "broken.py").write_text("MAKER = 1 / 0\n")
    told = []
    document.noticed.connect(lambda notice: told.append(notice.text))
    dialog = asked("abb_irb120")
    names = [dialog.language.itemText(i) for i in range(dialog.language.count())]
    assert names == ["ABB RAPID", "House"]
    assert any("broken.py:1: this fails: ZeroDivisionError" in text for text in told)
    dialog.language.setCurrentIndex(1)
    dialog.hand.setValue(1)
    settle(qtbot, dialog)
    assert dialog.windowTitle() == "Export program: House"
    assert "nothing is left out" in dialog.losses.text()
    assert "MODULE" in dialog.preview.toPlainText()


def test_the_dialog_can_be_used_by_keys_and_by_ear(asked) -> None:
    dialog = asked("ur5e")
    assert not nameless(dialog) and not spoken_alike(dialog)
    assert not letters_for_two(dialog) and not unlettered(dialog)
    assert not missed_by_tab(dialog)
