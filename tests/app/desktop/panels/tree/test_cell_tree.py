"""The rows of the tree: names are edited, rows dropped, things hidden and filtered in place."""

import gc
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QTreeWidgetItem

from app.desktop.looks.notice import BODY, FRAME, LOCATION, ROBOT, TOOL
from app.desktop.looks.settings import SettingsStore
from app.desktop.looks.theme import DARK
from app.desktop.modelling.edits.locking import is_locked
from app.desktop.modelling.edits.placing import placed_in
from app.desktop.panels.tree.cell_tree import EYE, KEY_ROLE, LOCK
from app.desktop.panels.tree.name_field import NameField
from app.desktop.panels.tree.tree_panel import TreePanel
from app.desktop.state.document import Document
from app.desktop.state.source import Source
from app.programs.text_files import TextFile
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import read_document
from scenes.library import cell_path

pytestmark = pytest.mark.window

NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
BOTH = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction


@pytest.fixture
def document(qapp, analyst, tmp_path: Path):
    path = tmp_path / "copy.cell.yaml"
    path.write_text(cell_path("puma_bench").read_text(encoding="utf-8"), encoding="utf-8")
    document = Document(analyst)
    document.looks.keep_in(SettingsStore(tmp_path / "config"))
    file = read_document(path, "cell file")
    document.show_cell(cell_from_document(file), file)
    text = "10 POINT P 400 0 600 0 90 0\n20 FEED PEG\n30 END\n"
    document.add_source(Source(TextFile(text), None, "test.val", document))
    yield document
    document.stop_timers()


@pytest.fixture
def panel(qtbot, document) -> TreePanel:
    made = TreePanel(document, DARK)
    qtbot.addWidget(made)
    made.resize(300, 700)
    made.show()
    return made


@pytest.fixture
def tree(panel):
    return panel.tree


def click(tree, key, column: int, modifier=NONE) -> None:
    row = tree.visualItemRect(tree._items[key])
    place = QPoint(tree.columnViewportPosition(column) + 8, row.center().y())
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, modifier, place)


def drop(tree, target: QPoint, modifier=NONE) -> bool:
    """Drops the selected rows at a place of the tree; whether it took them."""
    mime = tree.model().mimeData(tree.selectedIndexes())
    given = (BOTH, mime, Qt.MouseButton.LeftButton, modifier)

    class Move(QDragMoveEvent):
        def source(self):
            return tree

    class Drop(QDropEvent):
        def source(self):
            return tree

    move, dropped = Move(target, *given), Drop(QPointF(target), *given)
    tree.dragMoveEvent(move)
    tree.dropEvent(dropped)
    return move.isAccepted() and dropped.isAccepted()


def middle(tree, key) -> QPoint:
    return tree.visualItemRect(tree._items[key]).center()


def upper_edge(tree, key) -> QPoint:
    return tree.visualItemRect(tree._items[key]).topLeft() + QPoint(40, 1)


def field_of(tree) -> NameField:
    return next(f for f in tree.findChildren(NameField) if f.isVisible())


def test_a_name_that_is_taken_is_refused_in_place_and_another_one_is_taken(
    qtbot, document, tree
) -> None:
    tree.edit_name((BODY, "PEG"))
    field = field_of(tree)
    assert field.text() == field.selectedText() == "PEG"
    field.setText("table")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.isVisible() and field.message.isVisible()
    assert field.message.text() == '"table" is a fixture.'
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert not field.message.isVisible()
    field.setText("Pin")
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: (BODY, "Pin") in tree._items)
    assert document.active.text.splitlines()[1] == "20 FEED Pin"
    assert "Pin" in document.cell_file.data["parts"]


def test_a_refused_name_is_dropped_with_the_field_and_esc_changes_nothing(
    qtbot, document, tree
) -> None:
    before = document.cell_file.text

    def leave_field(field) -> None:
        QTest.keyClick(field, Qt.Key.Key_Tab)
        assert field.isVisible()  # the name is refused
        tree.setFocus()
        QApplication.sendEvent(field, QFocusEvent(QEvent.Type.FocusOut))

    for text, leave in (
        ("table", leave_field),
        ("Pin", lambda field: QTest.keyClick(field, Qt.Key.Key_Escape)),
    ):
        tree.edit_name((BODY, "PEG"))
        field = field_of(tree)
        field.setText(text)
        leave(field)
        qtbot.waitUntil(lambda: not any(f.isVisible() for f in tree.findChildren(QLineEdit)))
        assert document.cell_file.text == before


def test_a_field_that_was_out_of_sight_refuses_again(qtbot, tree) -> None:
    """The row of an open field may be scrolled or folded away, and come back."""
    tree.edit_name((BODY, "PEG"))
    field = field_of(tree)
    field.setText("table")
    QTest.keyClick(field, Qt.Key.Key_Return)
    field.hide()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not field.message.isVisible()
    field.show()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.message.isVisible()
    field.hide()


def test_a_refusal_ends_with_its_field(qtbot, tree) -> None:
    tree.edit_name((BODY, "PEG"))
    field = field_of(tree)
    message = field.message
    QTest.keyClick(field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not shiboken6.isValid(message))


def test_the_eye_hides_and_shows_and_that_is_kept_for_the_cell(document, tree, tmp_path) -> None:
    before = document.cell_file.text
    click(tree, (BODY, "table"), EYE)
    assert document.looks.hidden == {(BODY, "table")}
    assert document.selection.kind == ""  # the eye selects nothing
    click(tree, (ROBOT, "puma"), EYE)
    robot = {(BODY, f"puma.{name}") for name in document.cell.robot.body_names}
    assert document.looks.hidden == {(BODY, "table")} | robot
    click(tree, (ROBOT, "puma"), EYE)
    document.looks.fade(["socket"], 0.25)
    document.looks.lock([(BODY, "feeder")], True)
    other = Document(document._analyst)
    other.looks.keep_in(SettingsStore(tmp_path / "config"))
    other.show_cell(document.cell, document.cell_file)
    assert other.looks.hidden == {(BODY, "table")} and other.looks.opacity == {"socket": 0.25}
    assert is_locked(other, BODY, "feeder") and not is_locked(other, BODY, "table")
    other.stop_timers()
    click(tree, (BODY, "table"), EYE)
    assert document.looks.hidden == frozenset()
    assert document.cell_file.text == before and not document.cell_commands.canUndo()


def test_a_click_on_the_lock_unlocks_and_the_robot_locks_its_bodies(document, tree) -> None:
    document.looks.lock([(ROBOT, "puma"), (BODY, "table")], True)
    assert all(is_locked(document, BODY, f"puma.{n}") for n in document.cell.robot.body_names)
    click(tree, (BODY, "table"), LOCK)
    assert document.looks.locked == {(ROBOT, "puma")}


def test_an_isolation_is_left_as_it_was_entered(document) -> None:
    looks = document.looks
    looks.hide([(BODY, "PEG")])
    looks.isolate([(BODY, "table"), (BODY, "socket")])
    looks.isolate([(BODY, "table"), (BODY, "PEG")])
    assert looks.is_isolated
    looks.end_isolation()
    assert looks.hidden == {(BODY, "PEG")} and not looks.is_isolated


def test_the_filter_keeps_matches_and_the_rows_above_them(panel, tree) -> None:
    panel.filter.setText("bush")
    shown = {key for key, item in tree._items.items() if not item.isHidden()}
    assert shown == {(FRAME, "bench"), (FRAME, "bushing")}
    panel.filter.clear()
    assert not any(item.isHidden() for item in tree._items.values())


def test_by_frame_each_thing_stands_under_its_frame(panel, document, tree) -> None:
    panel.by_frame.click()
    for (kind, name), item in tree._items.items():
        place = placed_in(document.cell_file, name, kind)
        if place is not None:
            above = item.parent()
            assert above.text(0) == place.frame
    assert tree._items[(TOOL, "puma")].parent().data(0, KEY_ROLE) == (ROBOT, "puma")
    assert (LOCATION, "P") in tree._items


def test_rows_dropped_on_a_frame_stand_in_it_and_with_shift_take_their_numbers(
    document, tree
) -> None:
    document.select_all([(BODY, "table"), (BODY, "BLOCK")])
    stood = document.cell.fixtures[0].T_world_body
    assert drop(tree, middle(tree, (FRAME, "rack")))
    assert document.cell_commands.count() == 1
    assert placed_in(document.cell_file, "BLOCK").frame == "rack"
    assert document.cell.fixtures[0].T_world_body == pytest.approx(stood)
    assert document.selection.all == ((BODY, "table"), (BODY, "BLOCK"))
    numbers = placed_in(document.cell_file, "table")
    document.select(BODY, "table")
    assert drop(tree, middle(tree, (FRAME, "bench")), SHIFT)
    assert placed_in(document.cell_file, "table") == numbers._replace(frame="bench")


def test_rows_dropped_between_others_of_their_section_change_the_order(document, tree) -> None:
    document.select(BODY, "socket")
    assert drop(tree, upper_edge(tree, (BODY, "table")))
    assert list(document.cell_file.data["fixtures"]) == ["socket", "table", "feeder"]
    document.select(BODY, "PEG")
    assert not drop(tree, upper_edge(tree, (BODY, "table")))  # a part is no fixture


def test_what_cannot_be_dropped_stays(document, tree) -> None:
    told = []
    document.noticed.connect(told.append)
    document.select(FRAME, "bench")
    drop(tree, middle(tree, (FRAME, "rack")))  # which stands in the bench
    assert "circle" in told[-1].text
    document.looks.lock([(BODY, "BLOCK")], True)
    document.select(BODY, "BLOCK")
    drop(tree, middle(tree, (FRAME, "rack")))
    assert told[-1].text == "BLOCK is locked: unlock it to move it."
    document.select(TOOL, "puma")
    assert not drop(tree, middle(tree, (FRAME, "rack")))
    assert not document.cell_commands.canUndo()


def test_every_tip_wraps_its_lines(tree) -> None:
    tips = [item.toolTip(0) for item in tree._items.values()]
    assert any(len(tip) > 100 for tip in tips)
    assert all(tip.startswith("<p>") for tip in tips if tip)


def test_esc_and_a_click_beside_the_rows_select_nothing(document, tree) -> None:
    for leave in (
        lambda: QTest.keyClick(tree, Qt.Key.Key_Escape),
        lambda: QTest.mouseClick(
            tree.viewport(), Qt.MouseButton.LeftButton, NONE, QPoint(40, tree.height() - 20)
        ),
    ):
        document.select_all([(BODY, "table"), (FRAME, "rack")])
        leave()
        assert document.selection.all == () and not tree.selectedItems()


def test_ctrl_and_shift_select_several_rows(document, tree) -> None:
    click(tree, (BODY, "table"), 0)
    click(tree, (BODY, "socket"), 0, SHIFT)
    assert [name for _, name in document.selection.all] == ["socket", "table", "feeder"]
    click(tree, (FRAME, "rack"), 0, Qt.KeyboardModifier.ControlModifier)
    assert document.selection.all[0] == (FRAME, "rack") and len(document.selection.all) == 4
    tree.selectAll()
    assert {(BODY, "PEG"), (ROBOT, "puma"), (LOCATION, "P")} <= set(document.selection.all)


def test_rows_of_cells_that_were_shown_before_are_freed(document, tree) -> None:
    files = [read_document(cell_path(name), "cell file") for name in ("kakazu1985", "drilling")]
    cells = [(cell_from_document(file), file) for file in files]

    def shown_in_turn(times: int) -> int:
        """Shows both cells so often; how many rows exist then."""
        for cell, file in cells * times:
            document.show_cell(cell, file)
            tree.filter_rows("")  # asks for the rows below the root, as locations that change do
            QApplication.processEvents()
        gc.collect()
        # The type is asked for: `isinstance` would ask what a dead weak proxy stands for.
        return sum(issubclass(type(each), QTreeWidgetItem) for each in gc.get_objects())

    before = shown_in_turn(2)
    assert shown_in_turn(8) <= before


def test_the_app_asks_no_tree_for_its_root() -> None:
    """PySide does not hear that Qt's root is gone with its tree: it gives the object that it kept
    for the root out for another one at the same address, and the process ends."""
    files = sorted((Path(__file__).resolve().parents[5] / "app").rglob("*.py"))
    assert len(files) > 100
    asking = [path.name for path in files if "invisibleRootItem()" in path.read_text("utf-8")]
    assert asking == []
