"""Everything that can be opened is found by a few letters of its name."""

import pytest
from PySide6.QtCore import Qt

from app.desktop.state.files.open_files import NEW_PROGRAM
from app.desktop.welcome.quick_open import QuickOpen
from scenes.library import cell_names, cell_path, load_cell, program_names, program_path

pytestmark = [pytest.mark.window, pytest.mark.gl]


@pytest.fixture
def opened(fresh):
    """opened(text): types a text into the list, and takes what stands first."""

    def take(qtbot, text: str) -> None:
        fresh.actions_by_key["quick_open"].trigger()
        shown = fresh.findChildren(QuickOpen)[-1]
        qtbot.keyClicks(shown.field, text)
        qtbot.keyClick(shown.field, Qt.Key.Key_Return)

    return take


def names_in(window) -> list[str]:
    window.actions_by_key["quick_open"].trigger()
    shown = window.findChildren(QuickOpen)[-1]
    rows = [
        shown.list.item(row).data(Qt.ItemDataRole.UserRole) for row in range(shown.list.count())
    ]
    shown.close()
    return [row.name for row in rows]


def test_every_shipped_cell_and_program_is_listed_once(fresh) -> None:
    names = [name.split()[0] for name in names_in(fresh)]
    for name in cell_names():
        assert names.count(f"{name}.cell.yaml") == 1
    for name in program_names():
        assert names.count(f"{name}.val") == 1


def test_a_program_is_opened_by_letters_of_its_name(qtbot, fresh, opened) -> None:
    opened(qtbot, "into")
    assert fresh.document.active.path == program_path("into_table")
    assert not fresh.welcome.is_shown


def test_a_shipped_cell_is_found_by_its_title_and_brings_its_program(qtbot, fresh, opened) -> None:
    opened(qtbot, "conveyor")
    title = load_cell("kakazu1985").title
    document = fresh.document
    qtbot.waitUntil(lambda: document.cell is not None and document.cell.title == title)
    assert document.active.path == program_path("figure5")


def test_a_recent_cell_is_still_found_by_its_title(qtbot, fresh, opened) -> None:
    fresh.desk.open_cell("puma_bench")
    fresh.desk.open_cell("kakazu1985")
    opened(qtbot, "at a bench")
    title = load_cell("puma_bench").title
    qtbot.waitUntil(lambda: fresh.document.cell.title == title)


def test_a_shipped_cell_leaves_the_program_that_is_being_worked_on(qtbot, fresh, opened) -> None:
    fresh.document.active.replace_text(NEW_PROGRAM + "; mine\n")
    opened(qtbot, "kakazu")
    qtbot.waitUntil(lambda: fresh.document.cell is not None)
    assert [source.path for source in fresh.document.sources] == [None]


def test_files_beside_recent_ones_are_found_too(qtbot, fresh, opened, tmp_path) -> None:
    first, second = tmp_path / "first.val", tmp_path / "second_part.val"
    cell = tmp_path / "my bench.cell.yaml"
    for path in (first, second):
        path.write_bytes(program_path("figure5").read_bytes())
    cell.write_bytes(cell_path("puma_bench").read_bytes())
    (tmp_path / "notes.txt").write_text("")
    fresh.desk.open_program(first)
    names = names_in(fresh)
    assert names[0] == "first.val"
    assert {"second_part.val", "my bench.cell.yaml"} <= set(names)
    assert "notes.txt" not in names
    opened(qtbot, "secondp")
    assert fresh.document.active.path == second


def test_a_whole_path_is_opened(qtbot, fresh, opened, tmp_path) -> None:
    path = tmp_path / "far" / "away.val"
    path.parent.mkdir()
    path.write_bytes(program_path("figure5").read_bytes())
    opened(qtbot, str(path))
    assert fresh.document.active.path == path


def test_a_recent_file_that_is_gone_is_listed_with_the_reason_and_does_nothing(
    qtbot, fresh, opened, tmp_path
) -> None:
    gone = tmp_path / "gone.val"
    gone.write_bytes(program_path("figure5").read_bytes())
    fresh.desk.open_program(gone)
    fresh.document.remove_source(fresh.document.active)
    gone.unlink()
    fresh.welcome.show_page()
    opened(qtbot, "gone")
    assert fresh.welcome.is_shown


def test_the_file_choosers_stand_below_whatever_is_typed(fresh, answers, tmp_path) -> None:
    fresh.actions_by_key["quick_open"].trigger()
    shown = fresh.findChildren(QuickOpen)[-1]
    shown.field.setText("zzzz no such name")
    texts = [shown.list.item(row).text() for row in range(shown.list.count())]
    shown.close()
    assert [text.split("…")[0] for text in texts] == ["Open program", "Open cell"]
