"""The window at its first start, and its small questions: size, contour spacing, file names."""

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox

from app.desktop.looks.dialogs import TRAJECTORY_FILTER, Dialogs

pytestmark = [pytest.mark.window, pytest.mark.gl]


def test_the_first_window_lies_on_the_screen(window) -> None:
    free = QGuiApplication.primaryScreen().availableGeometry()
    assert free.contains(window.geometry())


def test_a_small_window_still_shows_text_and_the_teach_button(qtbot, window) -> None:
    window.resize(1280, 800)
    window.docks.restore()
    editor = window.editor.current
    width = editor.fontMetrics().horizontalAdvance("9")
    qtbot.waitUntil(lambda: editor.viewport().width() >= 45 * width)
    qtbot.waitUntil(lambda: not window.joints._teach.visibleRegion().isEmpty())


def test_the_contour_spacing_is_chosen_in_the_menu_and_kept(window) -> None:
    action = next(a for a in window.contour_menu.actions() if a.text() == "50 mm")
    action.trigger()
    assert window.viewport.scene.contours.spacing == 50.0
    assert window.store.load().contour_mm == 50.0
    assert action.isChecked()


def test_saving_onto_a_file_of_another_tab_is_refused(unseen, answers, tmp_path) -> None:
    path = tmp_path / "mine.val"
    path.write_text("10 READY\n20 END\n")
    unseen.desk.open_program(path)
    first = unseen.document.active
    unseen.desk.new_program()
    second = unseen.document.active
    notices = []
    unseen.document.noticed.connect(notices.append)
    answers.path = path
    assert not unseen.desk.save_as(second)
    assert second.path is None
    assert notices[-1].severity == "warning"
    notices[-1].offers[0].action()
    assert unseen.document.active is first
    assert unseen.desk.save_as(first)


@pytest.mark.parametrize("says_yes", [True, False])
def test_a_name_without_suffix_asks_before_the_suffixed_file_is_replaced(
    unseen, tmp_path, monkeypatch, says_yes
) -> None:
    buttons, asked = QMessageBox.StandardButton, []

    def answer(*arguments) -> QMessageBox.StandardButton:
        asked.append(arguments[2])
        return buttons.Yes if says_yes else buttons.No

    chosen = (str(tmp_path / "out"), "CSV table (*.csv)")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: chosen)
    monkeypatch.setattr(QMessageBox, "warning", answer)
    dialogs = Dialogs(unseen)
    assert dialogs.save_path("Export", "", TRAJECTORY_FILTER, ".csv") == tmp_path / "out.csv"
    assert not asked
    (tmp_path / "out.csv").write_text("1\n")
    kept = dialogs.save_path("Export", "", TRAJECTORY_FILTER, ".csv")
    assert kept == (tmp_path / "out.csv" if says_yes else None)
    assert "out.csv is there already" in asked[0]


def test_a_tip_stands_beside_the_verdict(window) -> None:
    said = window.status.verdict.text()
    window.actions_by_key["run"].hover()
    window.status.showMessage("There is nothing to undo.")
    assert not window.status.verdict.isHidden()
    assert window.status.verdict.text() == said
    assert window.status.under.text() == "There is nothing to undo."


def test_a_message_lies_over_the_view_and_leaves_its_size(qtbot, window) -> None:
    before = window.viewport.size()
    window.document.notify("Mind the table.", "warning")
    qtbot.wait(50)
    assert window.host.messages.isVisible()
    assert window.viewport.size() == before
