"""The worker reads a cell that is opened; the window answers meanwhile."""

from pathlib import Path

import pytest

from app.desktop.looks.dialogs import Unsaved
from app.desktop.looks.settings import SettingsStore
from app.desktop.modelling.edits.placing import move_to
from app.desktop.state.files import open_files as files
from app.desktop.state.files.open_files import FileDesk
from scenes.library import cell_path

pytestmark = pytest.mark.window


@pytest.fixture
def asked(analyst) -> list:
    """The requests to the worker without an answer."""
    waiting: list = []
    analyst.ask = lambda kind, function, *given, then: waiting.append((function, given, then))
    return waiting


@pytest.fixture
def desk(document, answers, tmp_path, asked) -> FileDesk:
    made = FileDesk(document, SettingsStore(tmp_path / "config"), answers)
    assert made.open_cell("kakazu1985")
    return made


@pytest.fixture
def other(tmp_path) -> Path:
    path = tmp_path / "other.cell.yaml"
    text = cell_path("kakazu1985").read_text(encoding="utf-8")
    path.write_text(text.replace("title: Kakazu 1985", "title: Another"))
    return path


def answer(asked: list) -> None:
    function, given, then = asked.pop(0)
    then(function(*given))


def test_the_window_reads_nothing_itself(desk, document, asked, other, monkeypatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("read by the window")

    monkeypatch.setattr(files, "read_document", refuse)
    monkeypatch.setattr(files, "whole_cell", refuse)
    before = document.cell
    assert desk.open_any(other)
    assert document.cell is before
    answer(asked)
    assert document.cell.title.startswith("Another")
    assert desk.preferences.recent[0] == str(other)
    other.write_text(other.read_text().replace("Another", "A third"))
    desk.check_disk()
    answer(asked)
    assert document.cell.title.startswith("A third")


def test_an_unreadable_cell_is_reported_and_the_open_cell_stays(
    desk, document, asked, tmp_path
) -> None:
    notices = []
    document.noticed.connect(notices.append)
    broken = tmp_path / "broken.cell.yaml"
    broken.write_text("cell: 1\nrobots: {\n")
    before = document.cell
    desk.open_any(broken)
    answer(asked)
    assert document.cell is before
    assert notices[-1].severity == "error"
    assert "broken.cell.yaml:" in notices[-1].text


def test_of_two_cells_asked_for_the_later_is_opened(desk, document, asked, other, tmp_path) -> None:
    later = tmp_path / "later.cell.yaml"
    later.write_text(other.read_text().replace("Another", "Later"))
    desk.open_any(other)
    desk.open_any(later)
    for _ in range(2):
        answer(asked)
    assert document.cell.title.startswith("Later")


def test_an_edit_made_meanwhile_is_asked_about(desk, document, asked, other, answers) -> None:
    desk.open_any(other)
    move_to(document, "TR2", [10, 0, 0], [0, 0, 0])
    answers.unsaved_answer = Unsaved.CANCEL
    answer(asked)
    assert len(answers.asked) == 1
    assert not document.cell.title.startswith("Another")
    assert document.cell_commands.undoText() == "Move TR2"
