"""The pane of studies in the real window: a study is opened, run, shown, stopped and left."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QSpinBox, QWidget

from app.desktop.menus.file_menu import open_file
from app.desktop.panels.studies.study_words import next_step
from tests.app.background.test_study_process import is_alive, wait_until_gone
from tests.app.desktop.window.legible import cut_texts, nameless

pytestmark = [pytest.mark.window, pytest.mark.gl]

STUDY = """study: 1
title: Where the arm reaches
cell: kakazu1985
reach:
  box: {from: [200, -300, 100], to: [500, 300, 700]}
  step: 100
  directions: 5
  measures: [manipulability]
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "small.study.yaml"
    path.write_text(STUDY)
    return path


@pytest.fixture
def panel(shared_window):
    """The panel, without a study at the end."""
    yield shared_window.study
    shared_window.study.study.close()
    shared_window.view.show_study_map(None)
    shared_window.docks["Study"].hide()


def is_ready(panel) -> bool:
    if panel.study.message:
        pytest.fail(panel.study.message)
    return panel.study.is_estimated


def press(button: QWidget) -> None:
    """Presses a button by the keyboard."""
    button.setFocus()
    assert button.isEnabled()
    QTest.keyClick(button, Qt.Key.Key_Space)


def test_a_study_is_opened_run_and_shown_with_its_map(
    qtbot, shared_window, panel, file, monkeypatch
) -> None:
    open_file(shared_window.parts, file)
    body = panel.body
    assert shared_window.desk.preferences.recent[0] == str(file)
    qtbot.waitUntil(lambda: is_ready(panel))
    assert body.isVisible() and body.question.text().startswith("Which poses does")
    assert "980 poses in 1 chunk" in body.amount.text() and body.start.text() == "Start"
    body.workers.setValue(1)
    press(body.start)
    assert body.cancel.isEnabled() and not body.start.isEnabled() and body.bar.isVisible()
    qtbot.waitUntil(lambda: not panel.study.is_running)
    assert panel.study.message == "" and body.start.text() == "Show result"
    found = np.load(file.with_name("small.results") / "result.npz")
    reached = int((found["solutions"] > 0).sum())
    assert f"{reached:,} of 980 poses" in body.results.answer.text()
    rows = {
        body.results.table.item(k, 0).text(): body.results.table.item(k, 1).text()
        for k in range(body.results.table.rowCount())
    }
    assert rows["poses reached"] == f"{reached:,}"
    no_cell_is_cut(body.results.table)
    drawn = shared_window.view.study_map
    places = (found["solutions"].reshape(-1, 5) > 0).any(axis=1)
    assert drawn.faces.GetVisibility() and len(drawn.shapes.triangles) == 12 * places.sum()
    assert drawn.legend.isVisible() and f"{places.sum()} reached" in drawn.note.text()
    check_choices(qtbot, shared_window, panel)
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    press(body.page)
    press(body.shows)
    assert [name.rpartition("/")[2] for name in opened] == ["result.html", "small.results"]


def no_cell_is_cut(table) -> None:
    for column in range(table.columnCount()):
        assert table.columnWidth(column) >= table.sizeHintForColumn(column)


def check_choices(qtbot, window, panel) -> None:
    """Each table and picture can be chosen, and each map; Esc in the view hides the map."""
    body, drawn = panel.body, window.view.study_map
    choice = body.results.choice
    for index in range(choice.count()):
        choice.setCurrentIndex(index)
        page = body.results.pages.currentWidget()
        no_cell_is_cut(body.results.table)
        assert page.accessibleDescription().startswith(choice.currentText()) or index == 0
    body.shown_map.setCurrentIndex(2)
    body.shown_map.activated.emit(2)
    qtbot.waitUntil(lambda: drawn.shapes.title == "Manipulability")
    assert drawn.legend.words.startswith("Manipulability")
    assert drawn._end() and not body.has_map.isChecked() and not drawn.legend.isVisible()
    body.has_map.setChecked(True)
    qtbot.waitUntil(lambda: drawn.shapes is not None)
    assert [body.layer.itemText(i) for i in (0, 1)] == ["All heights", "100 mm"]
    body.layer.setCurrentIndex(3)
    body.layer.activated.emit(3)
    qtbot.waitUntil(lambda: "z = 300 mm" in drawn.note.text())
    np.testing.assert_allclose(drawn.shapes.points[:, 2].mean(), 300.0)


def test_no_text_is_cut_and_each_widget_is_named_and_reached_by_tab(
    qtbot, shared_window, panel, file
) -> None:
    shared_window.resize(1366, 768)
    shared_window.docks.bring("Study")
    panel.open(file)
    qtbot.waitUntil(lambda: is_ready(panel))
    qtbot.wait(100)
    dock = shared_window.docks["Study"]
    qtbot.waitUntil(lambda: cut_texts(dock) == [])
    assert nameless(dock) == []
    for kind in (QAbstractButton, QComboBox, QSpinBox):
        for widget in panel.body.findChildren(kind):
            if widget.isVisible() and not widget.objectName().startswith("qt_"):
                assert widget.focusPolicy() & Qt.FocusPolicy.TabFocus, widget.accessibleName()


def test_a_study_that_is_cancelled_goes_on_from_there(qtbot, shared_window, panel, file) -> None:
    file.write_text(STUDY.replace("step: 100", "step: 6").replace("[manipulability]", "[]"))
    panel.open(file)
    qtbot.waitUntil(lambda: is_ready(panel))
    panel.study.set_workers(1)
    panel.body.start.click()
    qtbot.waitUntil(lambda: panel.study.progress is not None and panel.study.progress.done > 0)
    view = shared_window.view
    qtbot.waitUntil(lambda: view.study_map is not None and view.study_map.shapes is not None)
    panel.body.cancel.click()
    qtbot.waitUntil(lambda: not panel.study.is_running)
    done = panel.study.standing.done
    assert 0 < done < panel.study.asked.chunks and next_step(panel.study) == "Resume"
    counted = panel.study.progress.counts
    panel.study.begin()
    qtbot.waitUntil(lambda: panel.study.progress is not None)
    assert panel.study.progress.done >= done and panel.study.progress.counts and counted
    pid = panel.study._process.pid
    panel.close_study()
    wait_until_gone([pid])


def test_what_cannot_be_is_said_in_the_panel(qtbot, shared_window, panel, file) -> None:
    file.write_text(STUDY.replace("step: 100", "step: 0.001"))
    panel.open(file)
    qtbot.waitUntil(lambda: bool(panel.study.message))
    body = panel.body
    assert "too large" in body.message.text() and not body.start.isEnabled()
    assert body._sign.accessibleName() == "error"


def test_the_map_is_shown_only_in_the_cell_of_the_study(qtbot, shared_window, panel, file) -> None:
    cell = file.with_name("one.cell.yaml")
    cell.write_text("cell: 1\nrobots: {arm: {use: abb_irb120}}\n")
    file.write_text(STUDY.replace("kakazu1985", "one.cell.yaml"))
    panel.open(file)
    qtbot.waitUntil(lambda: is_ready(panel))
    assert not panel.is_of_shown_cell
    shared_window.docks.bring("Study")
    assert panel.body.cell.isVisible() and not panel.body.shown_map.isVisible()


def test_a_dropped_file_and_one_of_the_dialog_are_opened(qtbot, unseen, answers, file) -> None:
    unseen.imports.take([file])
    qtbot.waitUntil(lambda: is_ready(unseen.study))
    unseen.study.close_study()
    answers.path = file
    unseen.actions_by_key["study"].trigger()
    qtbot.waitUntil(lambda: is_ready(unseen.study))
    assert unseen.study.study.asked.path == file
    answers.path = file.with_name("one.cell.yaml")
    answers.path.write_text("cell: 1\nrobots: {arm: {use: abb_irb120}}\n")
    unseen.actions_by_key["study"].trigger()
    qtbot.waitUntil(lambda: bool(unseen.study.study.message))
    assert "this is a cell file, not a study file" in unseen.study.study.message


def test_a_closed_window_leaves_no_process(qtbot, unseen, file) -> None:
    unseen.study.open(file)
    pid = unseen.study.study._process.pid
    assert is_alive(pid)
    unseen.close()
    wait_until_gone([pid])
