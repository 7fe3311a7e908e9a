"""The real window on a virtual screen: the acts of a user's first minutes."""

import os
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor

from app.desktop.looks.dialogs import Unsaved
from app.desktop.looks.notice import BODY
from app.desktop.panels.plotting.plots import PlotsPanel
from app.desktop.runs.run_control import Command, RunState
from app.desktop.view3d.views import ViewMode
from tests.app.desktop.exported import exported

pytestmark = [pytest.mark.window, pytest.mark.gl, pytest.mark.long]


def act(window, key: str) -> None:
    window.actions_by_key[key].trigger()


def checked(qtbot, window) -> None:
    qtbot.waitUntil(lambda: window.document.is_checked, timeout=240_000)


def type_over(qtbot, window, line: int, text: str) -> None:
    """Replaces a line by typing."""
    editor = window.editor.current
    editor.go_to(line)
    cursor = editor.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)
    qtbot.keyClicks(editor, text)
    qtbot.keyClick(editor, Qt.Key.Key_Escape)


def red_pixels(image) -> int:
    red, green, blue = (image[..., i].astype(int) for i in range(3))
    return int(((red > 180) & (green < 110) & (blue < 120)).sum())


def test_the_program_is_stepped_line_by_line_and_back(qtbot, window) -> None:
    document = window.document
    document.set_speed(4.0)
    lines = [window.editor.current.execution_line]
    while document.control.state is not RunState.FINISHED:
        act(window, "step")
        qtbot.waitUntil(lambda: not document.control.is_moving, timeout=240_000)
        lines.append(window.editor.current.execution_line)
    assert lines[:-1] == list(range(1, 14))
    act(window, "back")
    act(window, "back")
    assert window.editor.current.execution_line == 12
    assert window.viewport.scene.bodies["arm.G1"].T_world_body is not None


def test_a_mistake_is_underlined_listed_and_corrected(qtbot, window) -> None:
    type_over(qtbot, window, 8, "80 APROS LOC3 30")
    qtbot.waitUntil(lambda: window.editor.current.severity_of(8) == "error")
    assert "E110" in [row.cells[0] for row in window.problems.list.rows.rows]
    titles = [fix.title for _, fix in window.editor.fixes_here()]
    assert titles[0] == "write  APPROS"
    window.editor.apply_fix(window.editor.fixes_here()[0][1])
    checked(qtbot, window)
    assert [f.code for f in window.document.findings] == ["W301"]


def test_a_collision_is_listed_coloured_and_jumped_to(qtbot, window) -> None:
    type_over(qtbot, window, 9, "90 DRAW 0 0 -560")
    checked(qtbot, window)
    document = window.document
    assert document.collisions
    hit = document.collisions[0]
    window.show_collision(hit)
    assert document.time == pytest.approx(hit.time)
    assert window.editor.current.line == hit.line
    window.view.set_mode(ViewMode.COLLISION)
    document.seek(0.0)
    free = red_pixels(window.viewport.grab_image())
    document.seek(hit.time)
    qtbot.waitUntil(lambda: red_pixels(window.viewport.grab_image()) > free + 50, timeout=60_000)
    window.editor.current.undo()


def test_moving_the_table_is_one_named_undo_step_and_checked_anew(qtbot, window) -> None:
    document = window.document
    document.select("body", "TR2")
    field = window.properties._fields[2]
    window.docks["Properties"].raise_()
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "300")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    checked(qtbot, window)
    assert document.collisions
    assert document.cell_commands.undoText() == "Move TR2"
    document.cell_commands.undo()
    checked(qtbot, window)
    assert not document.collisions


def test_the_export_is_what_the_command_line_writes(qtbot, window, tmp_path) -> None:
    from app.cli import main

    for suffix in ("csv", "json"):
        written = exported(qtbot, window, tmp_path / f"window.{suffix}")
        other = tmp_path / f"line.{suffix}"
        assert main(["run", "kakazu1985", "figure5", "--export", str(other)]) == 0
        assert written.read_bytes() == other.read_bytes()
    beside = [(tmp_path / f"{name}.csv.json").read_bytes() for name in ("window", "line")]
    assert beside[0] == beside[1]


def test_the_shown_cell_and_the_selected_body_are_exported_by_the_worker(
    qtbot, window, answers, tmp_path
) -> None:
    import trimesh

    answers.path = tmp_path / "cell.glb"
    act(window, "export_cell")
    qtbot.waitUntil(lambda: answers.path.exists(), timeout=240_000)
    assert "TR2" in trimesh.load_scene(answers.path).geometry
    answers.path = tmp_path / "table.part.yaml"
    act(window, "export_body")
    assert not answers.path.exists()
    window.document.select("body", "TR2")
    act(window, "export_body")
    qtbot.waitUntil(lambda: answers.path.exists(), timeout=240_000)
    assert "box: [420, 1200, 200]" in answers.path.read_text()


def test_teaching_inserts_the_pose_that_is_shown(qtbot, window) -> None:
    document = window.document
    document.seek(3.0)
    q = document.state.q + 0.05
    document.jog(q)
    act(window, "teach")
    checked(qtbot, window)
    assert "POINT LOC4" in document.active.text.splitlines()[4]
    assert document.control.state is RunState.JOG
    act(window, "end_jog")
    window.editor.current.undo()


def test_the_console_edits_through_the_undo_of_the_editor(qtbot, window) -> None:
    before = window.document.active.text
    window.console.input.setText("DRAW 0 0 -10")
    qtbot.keyClick(window.console.input, Qt.Key.Key_Return)
    assert "DRAW 0 0 -10" in window.document.active.text
    window.editor.current.undo()
    assert window.document.active.text == before


def test_a_selection_in_the_tree_is_one_in_the_view_and_back(window) -> None:
    window.tree.tree._items[("body", "TR2")].setSelected(True)
    assert window.document.selection.name == "TR2"
    assert window.viewport.scene.marks.selected == {"TR2"}
    window.viewport.bodyPicked.emit("arm.BF")
    assert [item.text(0) for item in window.tree.tree.selectedItems()] == ["BF"]


def test_every_view_is_one_click_away_and_remembered(window) -> None:
    for mode in (*ViewMode, *reversed(ViewMode)):
        act(window, f"view_{mode.value}")
        assert window.viewport.scene.mode is mode
        assert window.desk.preferences.view == mode.value
        ticked = [m for m in ViewMode if window.actions_by_key[f"view_{m.value}"].isChecked()]
        assert ticked == [mode]


def test_the_chosen_plots_are_remembered(unseen) -> None:
    unseen.docks["Plots"].raise_()
    unseen.plots.buttons["jerks"].click()
    unseen.plots.buttons["joints"].click()
    assert unseen.store.load().plots == ("jerks",)
    again = PlotsPanel(unseen.document, unseen.analyst, unseen.theme, unseen.store.load().plots)
    assert [key for key, each in again.buttons.items() if each.isChecked()] == ["jerks"]
    again.deleteLater()


def test_closing_asks_about_unsaved_work_and_cancel_keeps_the_window(
    qtbot, window, answers, tmp_path
) -> None:
    type_over(qtbot, window, 5, "50 READY ; mine")
    answers.unsaved_answer = Unsaved.CANCEL
    assert not window.close()
    assert answers.asked == [["figure5.val"]]
    answers.unsaved_answer, answers.path = Unsaved.SAVE, tmp_path / "mine.val"
    assert window.desk.may_quit()
    assert "; mine" in answers.path.read_text()


def test_a_file_replaced_on_disk_is_loaded_again(qtbot, unseen, tmp_path) -> None:
    path = tmp_path / "disk.val"
    path.write_text("10 READY\n20 END\n")
    unseen.desk.open_program(path)
    for text in ("10 READY\n15 DRAW 0 0 -10\n20 END\n", "10 READY\n15 DRAW 0 0 -20\n20 END\n"):
        other = tmp_path / "other"
        other.write_text(text)
        os.replace(other, path)
        qtbot.waitUntil(lambda text=text: unseen.document.active.text == text, timeout=10_000)
    assert not unseen.document.active.is_modified


def test_a_file_changed_on_disk_and_here_is_asked_about(qtbot, window, tmp_path) -> None:
    path = tmp_path / "both.val"
    path.write_text("10 READY\n20 END\n")
    window.desk.open_program(path)
    source = window.document.active
    type_over(qtbot, window, 1, "10 REMARK mine")
    path.write_text("10 REMARK theirs\n20 END\n")
    window.desk.check_disk()
    assert "changed on disk" in window.host.messages.text.text()
    assert "mine" in source.text
    window.host.messages._offers.itemAt(0).widget().click()
    assert source.text == "10 REMARK theirs\n20 END\n"
    source.text_document.undo()
    assert "mine" in source.text


BROKEN_CELL = "cell: 1\nrobots:\n  arm: {use: hokkaido1986}\nfixtures:\n  T: {at: [0, 0]}\n"


def test_bad_files_give_one_message_and_lose_nothing(qtbot, window, tmp_path) -> None:
    document, text = window.document, window.document.active.text
    binary, broken = tmp_path / "a.val", tmp_path / "b.cell.yaml"
    binary.write_bytes(b"\x00\x01\x02")
    broken.write_text(BROKEN_CELL)
    for open_it, path, words in (
        (window.desk.open_program, binary, "not a text file"),
        (window.desk.open_program, tmp_path / "none.val", "none.val"),
        (window.desk.open_program, tmp_path, "directory"),
        (window.desk.open_cell, broken, "b.cell.yaml:"),
        (window.desk.open_cell, tmp_path / "none.cell.yaml", "none.cell.yaml"),
    ):
        assert not open_it(path)
        assert words in window.host.messages.text.text()
        assert window.host.messages.isVisible()
        assert document.active.text == text
        assert document.cell.title.startswith("Kakazu")


def test_a_broken_cell_lists_every_fault_with_its_line(unseen, tmp_path) -> None:
    broken = tmp_path / "b.cell.yaml"
    broken.write_text(BROKEN_CELL)
    unseen.desk.open_cell(broken)
    listed = [f for f in unseen.document.findings if f.file]
    assert {f.line for f in listed} >= {5}
    unseen.desk.open_cell("kakazu1985")
    assert not [f for f in unseen.document.findings if f.file]


def test_an_empty_program_and_one_of_ten_thousand_lines_open(qtbot, window, tmp_path) -> None:
    empty, long = tmp_path / "empty.val", tmp_path / "long.val"
    empty.write_text("")
    long.write_text("".join(f"{10 * i} REMARK {i}\n" for i in range(1, 10_000)) + "99999 END\n")
    assert window.desk.open_program(empty)
    act(window, "run")
    qtbot.waitUntil(window.host.messages.isVisible, timeout=240_000)
    assert window.desk.open_program(long)
    checked(qtbot, window)
    assert window.editor.current.blockCount() >= 10_000


def test_saving_keeps_a_backup_and_puts_the_file_among_the_recent(qtbot, window, tmp_path) -> None:
    path = tmp_path / "mine.val"
    path.write_text("10 READY\n20 END\n")
    window.desk.open_program(path)
    type_over(qtbot, window, 1, "10 REMARK changed")
    act(window, "save")
    assert path.read_text() == "10 REMARK changed\n20 END\n"
    assert Path(f"{path}~").read_text() == "10 READY\n20 END\n"
    assert window.desk.preferences.recent[0] == str(path)


def test_the_layout_gives_half_of_the_width_to_the_view_and_is_kept(qtbot, window) -> None:
    window.resize(1600, 960)
    window.docks.restore()
    qtbot.wait(50)
    assert window.host.width() >= 0.48 * window.width()
    window.docks["Console"].hide()
    window.docks.restore()
    assert not window.docks["Console"].isHidden()


def test_a_new_verdict_has_its_room_before_it_is_painted(window) -> None:
    label = window.status.verdict
    for text in (
        "free",
        "proven free, 1 warning",
        "free as drawn; the arm is schematic, 2 warnings",
    ):
        window.status._show(label, text, window.theme.good)
        assert label.width() >= label.sizeHint().width(), text


def test_everything_in_a_panel_fits_or_can_be_scrolled_to(qtbot, window) -> None:
    window.resize(1600, 960)
    window.docks.restore()
    window.docks.bring("Properties")
    for name in ("arm.B", "TR1", "TR2", "WORK"):
        window.document.select(BODY, name)
        qtbot.wait(50)
        inside, shown = window.properties.widget(), window.properties.viewport()
        assert inside.minimumSizeHint().width() <= shown.width(), name
    never = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    for panel in (window.joints, window.solutions, window.properties):
        assert panel.horizontalScrollBarPolicy() is not never, "a narrow panel can be scrolled"


def test_the_reason_of_a_stop_disappears_when_the_run_goes_on_or_is_replaced(qtbot, window) -> None:
    document, said = window.document, window.status.under
    document.active.set_breakpoint(6, "")
    document.press(Command.TO_LINE, 6)
    qtbot.waitUntil(lambda: "Stopped: breakpoint in line 6" in said.text(), timeout=240_000)
    document.press(Command.RUN)
    assert said.text() == ""
    document.press(Command.STOP)
    document.press(Command.TO_LINE, 6)
    qtbot.waitUntil(lambda: "Stopped:" in said.text(), timeout=240_000)
    document.active.replace_text("READY\nEND\n")
    qtbot.waitUntil(lambda: document.has_fresh_run, timeout=240_000)
    assert said.text() == ""


def test_the_palette_finds_and_runs_a_command(qtbot, window) -> None:
    from app.desktop.menus.palette import Palette, listed

    palette = Palette(window, listed(window.menuBar()))
    palette.open_above(window)
    qtbot.keyClicks(palette.field, "wirefr")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.viewport.scene.mode is ViewMode.WIREFRAME


def test_a_theme_colours_the_editor_and_the_view(qtbot, window) -> None:
    for name in ("light", "dark"):
        window.set_theme(name)
        qtbot.waitUntil(lambda: not window.dressing.is_busy)
        assert window.editor.current.theme.name == name
        assert window.viewport.scene.theme.name == name


def test_two_files_that_fail_at_the_start_are_both_named(window, tmp_path) -> None:
    window.desk.open_cell("nosuchcell")
    window.desk.open_program(tmp_path / "nosuch.val")
    text = window.host.messages.text.text()
    assert "nosuchcell" in text
    assert "nosuch.val" in text


def test_menu_panel_and_handles_share_one_choice_of_axes(window) -> None:
    act(window, "tool_axes")
    axes = window.joints.tool.axes
    assert axes.currentText() == "Tool"
    axes.setCurrentText("Base")
    axes.activated.emit(axes.currentIndex())
    assert not window.actions_by_key["tool_axes"].isChecked()
    assert window.view.handles.actors.T_world_frame[:3, :3] == pytest.approx(np.eye(3))
    act(window, "handles")
    assert window.view.handles.actors.T_world_frame is None


def test_the_section_bar_makes_moves_and_removes_a_cut(window) -> None:
    bar = window.host.section_bar
    act(window, "section")
    assert bar.isVisible()
    assert window.view.section.cut.axis == 1
    bar.axes.button(2).click()
    bar.slider.setValue(300)
    assert (window.view.section.cut.axis, window.view.section.cut.offset) == (2, 300)
    bar.flip.click()
    assert window.view.section.cut.flipped
    act(window, "section")
    assert window.view.section.cut is None
    assert not bar.isVisible()


def test_a_crash_of_the_worker_is_reported_and_the_next_check_works(qtbot, window) -> None:
    checked(qtbot, window)
    document = window.document
    document._outdated()
    window.analyst.failed.emit(document.revision, "the worker process ended")
    assert "not computed" in window.transport.state.text()
    document.check_again()
    checked(qtbot, window)
    assert "not computed" not in window.transport.state.text()
