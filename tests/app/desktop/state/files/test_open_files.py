"""Dialogs start in a folder of the user, whatever shipped file is open."""

from pathlib import Path

import pytest

from app.desktop.looks.settings import SettingsStore, documents_folder
from app.desktop.state.files.open_files import FileDesk
from scenes.library import cell_path, is_shipped, program_path

pytestmark = pytest.mark.window


@pytest.fixture
def desk(document, answers, tmp_path) -> FileDesk:
    return FileDesk(document, SettingsStore(tmp_path / "config"), answers)


def test_at_first_dialogs_start_among_the_documents_of_the_user(desk) -> None:
    assert desk.folder == documents_folder()
    assert desk.folder.is_dir()


def test_a_shipped_file_leaves_the_folder_of_the_dialogs(desk, tmp_path) -> None:
    mine = tmp_path / "work" / "mine.val"
    mine.parent.mkdir()
    mine.write_bytes(program_path("figure5").read_bytes())
    assert desk.open_program(mine)
    assert desk.folder == mine.parent
    assert desk.open_cell("kakazu1985")
    assert desk.open_program("into_table")
    assert desk.folder == mine.parent
    assert desk.preferences.recent[0] == str(program_path("into_table"))


def test_a_folder_of_the_package_or_one_that_is_gone_is_not_offered(desk, tmp_path) -> None:
    for last in (cell_path("kakazu1985").parent, tmp_path / "gone"):
        desk.remember(last_folder=str(last))
        assert desk.folder == documents_folder()


def test_every_file_of_the_package_counts_as_shipped(tmp_path) -> None:
    import resources

    package = Path(resources.__file__).parent
    assert is_shipped(package / "examples" / "1_reach.cell.yaml")
    assert is_shipped(program_path("figure5"))
    assert not is_shipped(tmp_path / "figure5.val")
