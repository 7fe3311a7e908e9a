"""Unsaved work after a crash is offered and restored or discarded; files stay untouched."""

from pathlib import Path

import pytest
from PySide6.QtGui import QCloseEvent

from app.desktop.journal.folder import JournalFolder
from app.desktop.looks.dialogs import Unsaved
from app.desktop.modelling.edits.placing import move_to, placed_in
from app.desktop.state.files.open_files import NEW_PROGRAM
from scenes.library import cell_path

pytestmark = [pytest.mark.window, pytest.mark.long]
TEXT = "10 READY\n20 END\n"


@pytest.fixture
def start(qtbot, tmp_path, worker, answers):
    """start(): a window on the cell of the paper; start.crash(window): kills it without
    a shutdown.
    """
    from app.desktop.looks.settings import SettingsStore
    from app.desktop.runs.analyst import Analyst
    from app.desktop.window.main_window import MainWindow

    cell = tmp_path / "own.cell.yaml"
    cell.write_bytes(cell_path("kakazu1985").read_bytes())
    opened = []

    def make(*programs: Path):
        window = MainWindow(SettingsStore(tmp_path / "config"), Analyst(process=worker))
        window.desk.dialogs = answers
        opened.append(window)
        window.desk.open_cell(cell)
        for program in programs:
            window.desk.open_program(program)
        if not programs:
            window.desk.new_program()
        return window

    def crash(window) -> None:
        """Leaves on the disk what a killed process leaves; its lock becomes free."""
        assert window.keeping.keeper.write_now()
        window.keeping.keeper._journal.release()
        window.keeping.keeper._is_ended = True
        window.keeping.keeper._look.stop()
        window.keeping.keeper._journal = None
        window.keeping._release()
        window.close()

    make.crash, make.cell = crash, cell
    yield make
    answers.unsaved_answer = Unsaved.DISCARD
    for window in opened:
        window.close()
        window.deleteLater()


def offered(window) -> str:
    """The text of the strip, "" where it is hidden."""
    bar = window.restore_bar
    return bar.text.text() if bar.isVisibleTo(window.host) else ""


def said(window) -> str:
    return window.host.messages.text.text()


def own(tmp_path: Path, text: str = TEXT) -> Path:
    path = tmp_path / "own.val"
    path.write_text(text, encoding="utf-8")
    return path


def begun(text: str) -> str:
    """A new program in which a text was typed at once."""
    return NEW_PROGRAM.replace("\n\n", f"\n{text}\n")


def type_in(window, text: str) -> None:
    window.editor.current.textCursor().insertText(text)


def titles(window) -> list[str]:
    return [source.title for source in window.editor.in_order()]


def test_three_unsaved_tabs_and_a_moved_table_come_back(start, tmp_path) -> None:
    path = own(tmp_path)
    window = start(path)
    type_in(window, "; one\n")
    window.document.active.set_breakpoint(2, "N > 1")
    for number in (2, 3):
        window.desk.new_program()
        type_in(window, f"; {number}\n")
    move_to(window.document, "TR2", [0.0, 0.0, 100.0], [0.0, 0.0, 0.0])
    window.document.activate(window.document.sources[1])
    before = {s.title: s.text for s in window.document.sources}
    cell_text = window.document.cell_file.text
    start.crash(window)

    window = start()
    window.keeping.offer()
    assert all(name in offered(window) for name in (*before, "cell own.cell.yaml"))
    assert window.document.sources[0].text == NEW_PROGRAM, "nothing is opened before it is wanted"
    window.restore_bar.restore.click()
    assert {s.title: s.text for s in window.document.sources} == before
    assert titles(window) == list(before)
    assert window.document.active.title == list(before)[1]
    assert all(source.is_modified for source in window.document.sources)
    assert window.document.sources[0].conditions() == {2: "N > 1"}
    assert window.document.cell_file.text == cell_text
    assert window.document.cell_is_modified
    assert path.read_text(encoding="utf-8") == TEXT
    assert start.cell.read_bytes() == cell_path("kakazu1985").read_bytes()


def test_undo_after_a_restore_shows_the_content_of_the_files(start, tmp_path) -> None:
    window = start(own(tmp_path))
    type_in(window, "; typed\n")
    move_to(window.document, "TR2", [0.0, 0.0, 100.0], [0.0, 0.0, 0.0])
    start.crash(window)
    window = start()
    window.keeping.offer()
    window.keeping.restore()
    window.document.active.text_document.undo()
    window.document.cell_commands.undo()
    assert window.document.active.text == TEXT
    assert placed_in(window.document.cell_file, "TR2")[1] != [0.0, 0.0, 100.0]


def test_a_file_changed_since_is_opened_beside_the_kept_text(start, tmp_path) -> None:
    path = own(tmp_path)
    window = start(path)
    type_in(window, "; typed\n")
    start.crash(window)
    path.write_text("10 READY\n15 ABORT\n20 END\n", encoding="utf-8")
    window = start()
    window.keeping.offer()
    assert "changed since" in offered(window)
    window.keeping.restore()
    assert titles(window) == ["own.val", "own kept.val"]
    disk, kept = window.editor.in_order()
    assert disk.text == path.read_text(encoding="utf-8") and not disk.is_modified
    assert kept.text == "; typed\n" + TEXT and kept.is_modified and kept.path is None
    assert "own kept.val" in said(window)


def test_a_file_removed_since_is_still_the_file_of_its_text(start, tmp_path) -> None:
    path = own(tmp_path)
    window = start(path)
    type_in(window, "; typed\n")
    start.crash(window)
    path.unlink()
    window = start()
    window.keeping.offer()
    window.keeping.restore()
    (source,) = window.document.sources
    assert (source.path, source.text, source.is_modified) == (path, "; typed\n" + TEXT, True)
    assert window.desk.save(source)
    assert path.read_text(encoding="utf-8") == "; typed\n" + TEXT


def test_a_cell_changed_on_disk_since_is_one_undo_away(start) -> None:
    window = start()
    move_to(window.document, "TR2", [0.0, 0.0, 100.0], [0.0, 0.0, 0.0])
    start.crash(window)
    there = start.cell.read_text(encoding="utf-8") + "# by somebody else\n"
    start.cell.write_text(there, encoding="utf-8")
    window = start()
    window.keeping.offer()
    window.keeping.restore()
    assert placed_in(window.document.cell_file, "TR2")[1] == [0.0, 0.0, 100.0]
    window.document.cell_commands.undo()
    assert window.document.cell_file.text == there
    assert start.cell.read_text(encoding="utf-8") == there


def test_a_cell_whose_file_is_gone_comes_back_and_can_be_saved(start) -> None:
    window = start()
    move_to(window.document, "TR2", [0.0, 0.0, 100.0], [0.0, 0.0, 0.0])
    text = window.document.cell_file.text
    start.crash(window)
    start.cell.unlink()
    window = start()
    window.keeping.offer()
    window.keeping.restore()
    assert window.document.cell_is_modified
    assert window.desk.save_cell()
    assert start.cell.read_text(encoding="utf-8") == text


def test_a_cell_still_being_read_does_not_replace_a_restored_one(start, monkeypatch) -> None:
    window = start()
    move_to(window.document, "TR2", [0.0, 0.0, 100.0], [0.0, 0.0, 0.0])
    start.crash(window)
    window = start()
    waiting: list = []
    monkeypatch.setattr(
        "app.desktop.state.files.open_files.unread_meshes", lambda file: ("large.stl",)
    )
    monkeypatch.setattr(window.desk._meshes, "read", lambda _, then: waiting.append(then))
    monkeypatch.setattr(window.desk._meshes, "close", waiting.clear)
    window.desk.open_cell("kakazu1985")  # opens when its meshes have been read
    window.keeping.offer()
    window.keeping.restore()
    assert placed_in(window.document.cell_file, "TR2")[1] == [0.0, 0.0, 100.0]
    assert not waiting


def test_a_cell_whose_meshes_come_late_asks_before_it_replaces_edits(
    start, answers, monkeypatch
) -> None:
    window = start()
    waiting: list = []
    monkeypatch.setattr(
        "app.desktop.state.files.open_files.unread_meshes", lambda file: ("large.stl",)
    )
    monkeypatch.setattr(window.desk._meshes, "read", lambda _, then: waiting.append(then))
    window.desk.open_cell("kakazu1985")
    move_to(window.document, "TR2", [0.0, 0.0, 100.0], [0.0, 0.0, 0.0])
    answers.unsaved_answer = Unsaved.CANCEL
    waiting[0]()
    assert placed_in(window.document.cell_file, "TR2")[1] == [0.0, 0.0, 100.0]


def test_a_clean_exit_leaves_no_journal(start, answers, tmp_path) -> None:
    window = start()
    type_in(window, "; typed\n")
    assert window.keeping.keeper.write_now()
    answers.unsaved_answer = Unsaved.DISCARD
    window.close()
    window = start()
    window.keeping.offer()
    assert not offered(window)
    assert not list((tmp_path / "config" / "journal").glob("*/*.page"))


def test_a_close_that_is_called_off_keeps_the_journal(start, answers, tmp_path) -> None:
    window = start()
    type_in(window, "; typed\n")
    assert window.keeping.keeper.write_now()
    answers.unsaved_answer = Unsaved.CANCEL
    window.closeEvent(QCloseEvent())
    assert list((tmp_path / "config" / "journal").glob("*/program-*.page"))


def test_work_without_an_answer_is_offered_again(start) -> None:
    window = start()
    type_in(window, "; typed\n")
    start.crash(window)
    for _ in range(2):
        window = start()
        window.keeping.offer()
        assert "new program" in offered(window)
        window.restore_bar.later.click()
        assert not offered(window)
        window.close()


def test_discarded_work_is_erased_only_when_the_window_closes(start) -> None:
    window = start()
    type_in(window, "; typed\n")
    start.crash(window)
    window = start()
    window.keeping.offer()
    window.restore_bar.discard.click()
    window.keeping._keep_instead()
    window.close()
    window = start()
    window.keeping.offer()
    assert offered(window), "the user had thought again"
    window.restore_bar.discard.click()
    window.close()
    window = start()
    window.keeping.offer()
    assert not offered(window)


def test_a_crash_while_work_is_brought_back_offers_each_program_once(start, monkeypatch) -> None:
    window = start()
    type_in(window, "; typed\n")
    start.crash(window)
    window = start()
    window.keeping.offer()
    # The crash comes while both journals hold the program: before the old one is erased.
    monkeypatch.setattr("app.desktop.journal.keeping.settle", lambda *_: None)
    window.keeping.restore()
    monkeypatch.undo()
    type_in(window, "; later\n")
    start.crash(window)
    window = start()
    window.keeping.offer()
    assert offered(window).count("new program") == 1
    window.keeping.restore()
    (source,) = window.document.sources
    assert source.text == begun("; typed\n; later\n")


def test_saved_tabs_with_breakpoints_come_back_too(start, tmp_path) -> None:
    window = start(own(tmp_path))
    window.document.active.toggle_breakpoint(2)
    start.crash(window)
    window = start()
    window.keeping.offer()
    assert "all saved" in offered(window)
    window.keeping.restore()
    (source,) = window.document.sources
    assert source.breakpoints() == {2} and not source.is_modified


def test_a_crash_with_nothing_to_lose_asks_nothing(start) -> None:
    start.crash(start())
    window = start()
    window.keeping.offer()
    assert not offered(window)


def test_a_file_named_at_the_start_stays_open_beside_restored_work(start, tmp_path) -> None:
    window = start()
    type_in(window, "; typed\n")
    start.crash(window)
    window = start(own(tmp_path))
    window.keeping.offer(chose_program=True)
    window.keeping.restore()
    assert titles(window) == ["own.val", "new program"]


def test_an_unreadable_page_is_reported_once_and_kept(start, tmp_path) -> None:
    window = start()
    type_in(window, "; typed\n")
    start.crash(window)
    (page,) = (tmp_path / "config" / "journal").glob("*/program-*.page")
    page.write_bytes(page.read_bytes()[:-5])
    window = start()
    window.keeping.offer()
    assert "cut short" in said(window)
    (kept,) = (tmp_path / "config" / "journal" / "aside").iterdir()
    assert str(kept) in said(window)


def test_a_folder_that_cannot_be_written_is_reported_once(qtbot, start, tmp_path) -> None:
    told: list[str] = []
    window = start()
    window.document.noticed.connect(lambda notice: told.append(notice.text))
    (tmp_path / "config" / "journal").mkdir(parents=True, exist_ok=True)
    keeper = window.keeping.keeper
    keeper._folder = JournalFolder(tmp_path / "own.cell.yaml" / "journal")
    keeper._journal = None
    for text in ("; a\n", "; b\n"):
        type_in(window, text)
        assert not keeper.write_now()
        keeper._take_end()
    assert len([text for text in told if "cannot be kept" in text]) == 1
    keeper._folder = JournalFolder(tmp_path / "config" / "journal")
    assert keeper.write_now()


def test_only_what_changed_is_written(start) -> None:
    window = start()
    window.desk.new_program()
    keeper = window.keeping.keeper
    assert keeper.write_now()
    written: list[str] = []
    journal = keeper._journal
    journal.write = lambda name, page: written.append(name)
    type_in(window, "; typed\n")
    keeper.write_now()
    assert written == [f"program-{window.document.active.key}"]
    keeper.write_now()
    assert len(written) == 1


def test_constant_typing_is_written_too(qtbot, start, tmp_path) -> None:
    window = start()
    keeper, rounds = window.keeping.keeper, []
    keeper.written.connect(rounds.append)
    # Keys come faster than the delay: if each restarted the delay, nothing would be written.
    qtbot.waitUntil(lambda: type_in(window, "x") or len(rounds) > 2, timeout=60_000)


def test_two_windows_keep_journals_of_their_own(start, tmp_path) -> None:
    first, second = start(), start()
    for window, text in ((first, "; first\n"), (second, "; second\n")):
        type_in(window, text)
        assert window.keeping.keeper.write_now()
    start.crash(first)
    third = start()
    third.keeping.offer()
    third.keeping.restore()
    assert [s.text for s in third.document.sources] == [begun("; first\n")]
