"""Definition, uses, renaming, outline and links in an editor with two files."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor

from app.desktop.editor.names.names import Names
from app.desktop.editor.names.outline_model import ITEM, OutlineModel
from app.desktop.editor.program_dock import EditorPanel
from app.desktop.looks.settings import SettingsStore
from app.desktop.looks.theme import DARK, LIGHT
from app.desktop.state.files.open_files import FileDesk
from language.editing.outline import outline

pytestmark = pytest.mark.window

MAIN = """POINT LOC1 600 0 400 0 90 0
POINT LOC2 500 0 400 0 90 0
MOVE loc1
CALL PICK
20 SIGNAL 5
IF SIG(5) GOTO 20
END
"""
PICK = ".PROGRAM PICK\nMOVE LOC1\nMOVE LOC3\n.END\n"


@pytest.fixture
def names(qtbot, document, answers, tmp_path):
    """The editor with names, on main.val; pick.val, which it calls, is on disk."""
    (tmp_path / "main.val").write_text(MAIN)
    (tmp_path / "pick.val").write_text(PICK)
    desk = FileDesk(document, SettingsStore(tmp_path / "config"), answers)
    panel = EditorPanel(document, DARK, 11)
    qtbot.addWidget(panel)
    made = Names(panel, document, panel, desk, DARK)
    for part in (made.uses, made.outline):
        qtbot.addWidget(part)
    desk.open_program(tmp_path / "main.val")
    panel.resize(700, 400)
    with qtbot.waitExposed(panel):
        panel.show()
    made.panel = panel
    made.said = []
    document.noticed.connect(lambda notice: made.said.append(notice.text))
    return made


def place(names) -> tuple[str, int, int]:
    editor = names.panel.current
    return editor.source.title, editor.line, editor.column


def test_definitions_are_found_for_locations_labels_signals_and_programs(names) -> None:
    ways = {
        (3, 6): ("main.val", 1, 7),
        (6, 17): ("main.val", 5, 1),
        (6, 8): ("main.val", 5, 11),
        (4, 7): ("pick.val", 1, 10),
    }
    main = names.panel.current.source
    for (line, column), goal in ways.items():
        names.panel.show_source(main)
        names.panel.go_to(line, column)
        names.go_to_definition()
        assert place(names) == goal
    names.panel.go_to(2, 6)  # from the called file to its caller
    names.go_to_definition()
    assert place(names) == ("main.val", 1, 7)


def test_what_has_no_definition_is_said_and_nothing_moves(names, document) -> None:
    names.panel.go_to(4, 7)
    names.go_to_definition()
    names.panel.go_to(3, 7)
    names.go_to_definition()
    assert names.said == ["Location LOC3 is defined in no program of this run."]
    names.panel.go_to(4, 1)
    names.go_to_definition()
    assert "No name" in names.said[-1]
    assert place(names) == ("pick.val", 4, 1)


def test_the_definition_itself_leads_to_its_uses_and_a_click_goes_there(names) -> None:
    names.panel.go_to(1, 8)
    names.go_to_definition()
    assert names.uses.head.text() == "Location LOC1: 3 places in 2 files"
    rows = names.uses.list.rows.rows
    assert [(row.cells[0], row.cells[1], row.cells[2]) for row in rows] == [
        ("main.val", "1", "defines"), ("main.val", "3", ""), ("pick.val", "2", ""),
    ]  # fmt: skip
    names.panel.current.source.insert_line(1, "; a new line")
    names.uses.chosen.emit(rows[1].value)
    assert place(names) == ("main.val", 4, 6)
    names.uses.chosen.emit(rows[2].value)
    assert place(names) == ("pick.val", 2, 6)


def test_renaming_changes_all_files_and_undo_takes_it_back_in_all(qtbot, names, document) -> None:
    names.panel.go_to(3, 7)
    names.rename()
    field = names.rename_field
    assert "3 places in 2 files: main.val 2, pick.val 1" in field.words.text()
    for bad, why in (
        ("MOVE", "word of the language"),
        ("loc2", "another location"),
        ("", "letter"),
    ):
        field.field.setText(bad)
        qtbot.keyClick(field.field, Qt.Key.Key_Return)
        assert why in field.words.text()
        assert document.active.text == MAIN
    field.field.setText("Pick_1")
    qtbot.keyClick(field.field, Qt.Key.Key_Return)
    texts = {source.title: source.text for source in document.sources}
    assert texts["main.val"] == MAIN.replace("LOC1", "Pick_1").replace("loc1", "Pick_1")
    assert texts["pick.val"] == PICK.replace("LOC1", "Pick_1")

    def in_text(source, is_back):
        source.text_document.undo() if is_back else source.text_document.redo()

    assert document.history.undo(document.active, in_text).is_done
    texts = {source.title: source.text for source in document.sources}
    assert texts == {"main.val": MAIN, "pick.val": PICK}


def test_escape_leaves_the_name_and_gives_the_keyboard_back(qtbot, names, document) -> None:
    names.panel.go_to(3, 7)
    names.rename()
    qtbot.keyClicks(names.rename_field.field, "X9")
    qtbot.keyClick(names.rename_field.field, Qt.Key.Key_Escape)
    assert document.active.text == MAIN
    qtbot.waitUntil(lambda: names.rename_field is None)


def test_the_way_back_leads_over_files_and_forward_again(names) -> None:
    names.panel.go_to(4, 7)
    names.go_to_definition()
    assert place(names)[0] == "pick.val"
    names.go(-1)
    assert place(names) == ("main.val", 4, 7)
    names.go(1)
    assert place(names) == ("pick.val", 1, 10)
    names.go(1)
    assert "no other place" in names.said[-1]


def spot(editor, line: int, column: int) -> QPoint:
    cursor = QTextCursor(editor.document().findBlockByNumber(line - 1))
    cursor.movePosition(QTextCursor.MoveOperation.Right, n=column - 1)
    return editor.cursorRect(cursor).center()


def test_a_name_under_the_pointer_is_a_link_while_ctrl_is_held(qtbot, names) -> None:
    editor = names.panel.current
    at = spot(editor, 3, 7)
    qtbot.mouseMove(editor.viewport(), at)
    assert editor.link is None
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QApplication

    none = Qt.MouseButton.NoButton
    moved = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(at), editor.viewport().mapToGlobal(QPointF(at)),
        none, none, Qt.KeyboardModifier.ControlModifier,
    )  # fmt: skip
    QApplication.sendEvent(editor.viewport(), moved)
    assert editor.toPlainText()[slice(*editor.link)] == "loc1"
    ctrl = Qt.KeyboardModifier.ControlModifier
    qtbot.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton, ctrl, at)
    assert place(names) == ("main.val", 1, 7)
    assert editor.link is None


def test_the_outline_follows_the_text_and_letters_narrow_it(qtbot, names, document) -> None:
    panel = names.outline
    with qtbot.waitExposed(panel):
        panel.show()

    def rows() -> list[str]:
        return [panel.shown.index(i, 0).data(ITEM).name for i in range(panel.shown.rowCount())]

    assert rows() == ["LOC1 … LOC2", "20"]
    document.active.insert_line(3, "N = 1")
    panel.refresh()
    assert rows() == ["LOC1 … LOC2", "N", "20"]
    names.set_theme(LIGHT)
    names.panel.go_to(4, 1)
    assert panel.tree.currentIndex().data(ITEM).name == "N"
    panel.field.setText("loc2")
    assert rows() == ["LOC1 … LOC2"]
    qtbot.keyClick(panel.field, Qt.Key.Key_Return)
    assert place(names) == ("main.val", 2, 1)


def test_the_outline_is_a_sound_model_of_qt(qtmodeltester) -> None:
    model = OutlineModel(DARK)
    model.show(outline(MAIN.replace("MOVE loc1", "FOR I = 1 TO 3\nMOVE loc1\nEND")))
    qtmodeltester.check(model)
