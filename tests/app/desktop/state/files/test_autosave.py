"""Saving by itself: only changed files of the user are written, and nobody's work is replaced."""

import pytest
from PySide6.QtGui import QTextCursor

from app.desktop.looks.settings import SettingsStore
from app.desktop.state.files.autosave import Autosave
from app.desktop.state.files.open_files import FileDesk
from scenes.library import cell_path, program_path

pytestmark = pytest.mark.window
TEXT = "10 READY\n20 END\n"


@pytest.fixture
def desk(document, answers, tmp_path) -> FileDesk:
    return FileDesk(document, SettingsStore(tmp_path / "config"), answers)


@pytest.fixture
def mine(desk, document, tmp_path):
    """An open program of the user."""
    path = tmp_path / "mine.val"
    path.write_text(TEXT)
    assert desk.open_program(path)
    return document.active


def edit(source) -> None:
    QTextCursor(source.text_document).insertText("5 REMARK\n")


def test_a_changed_program_is_written_and_an_unchanged_one_is_left(desk, document, mine) -> None:
    saving, before = Autosave(document, desk), mine.stamp
    saving.save_all()
    assert mine.stamp == before
    edit(mine)
    saving.save_all()
    assert mine.path.read_text() == "5 REMARK\n" + TEXT and not mine.is_modified


def test_shipped_files_and_new_programs_ask_nothing_and_stay(desk, document, answers) -> None:
    shipped = program_path("figure5").read_bytes()
    assert desk.open_program("figure5")
    edit(document.active)
    desk.new_program()
    edit(document.active)
    answers.path = None
    Autosave(document, desk).save_all()
    assert all(source.is_modified for source in document.sources)
    assert program_path("figure5").read_bytes() == shipped


@pytest.mark.parametrize("is_gone", [True, False])
def test_what_others_have_written_or_removed_is_left_to_the_user(
    desk, document, mine, is_gone
) -> None:
    saving = Autosave(document, desk)
    edit(mine)
    if is_gone:
        mine.path.unlink()
    else:
        mine.path.write_text("10 DRAW 1 2 3\n")
    saving.save_all()
    desk.check_disk()  # the window tells the user
    saving.save_all()
    assert mine.path.exists() != is_gone
    assert is_gone or mine.path.read_text() == "10 DRAW 1 2 3\n"
    assert desk.save(mine)  # the user decides
    edit(mine)
    saving.save_all()
    assert not mine.is_modified


def test_an_answered_question_about_another_text_ends_the_waiting(desk, document, mine) -> None:
    notices = []
    document.noticed.connect(notices.append)
    edit(mine)
    mine.path.write_text("10 DRAW 1 2 3\n")
    desk.check_disk()
    keep = next(o for o in notices[-1].offers if o.text == "Keep mine")
    keep.action()
    Autosave(document, desk).save_all()
    assert mine.path.read_text() == "5 REMARK\n" + TEXT


def test_a_changed_cell_of_the_user_is_written(desk, document, tmp_path) -> None:
    from app.desktop.modelling.edits.placing import move_to

    path = tmp_path / "mine.cell.yaml"
    path.write_bytes(cell_path("kakazu1985").read_bytes())
    assert desk.open_cell(path, waits=False)
    saving = Autosave(document, desk)
    move_to(document, document.cell.fixtures[0].name, (900.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    assert document.cell_is_modified
    saving.save_all()
    assert not document.cell_is_modified
    assert path.read_text(encoding="utf-8") == document.cell_file.text


def test_the_minutes_start_and_stop_the_clock(desk, document) -> None:
    saving = Autosave(document, desk)
    assert saving.minutes == 0
    saving.set_minutes(7)
    assert saving.minutes == 7
    saving.set_minutes(0)
    assert saving.minutes == 0
