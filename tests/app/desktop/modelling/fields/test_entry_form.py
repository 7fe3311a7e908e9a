"""The form of a shape: what is refused stays at its field, and goes when it is mended."""

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.desktop.modelling.fields.entry_form import WIDE
from app.desktop.modelling.fields.fault_mark import FaultFrame
from app.desktop.modelling.shape_form import ShapeForm
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import parse_document
from tests.app.desktop.in_front import is_in_front

pytestmark = pytest.mark.window

HEAD = "cell: 1\nrobots:\n  arm: {use: puma560}\nfixtures:\n  feeder:\n    at: [900, 0, 0]\n"
SOLID = HEAD + "    solid:\n      - add: {box: [200, 200, 40]}\n      - OPERATION: SHAPE\n"
PATH = ("fixtures", "feeder", "solid", 1)


@pytest.fixture
def form_of(qtbot, document, tmp_path):
    """form_of(operation, kind, shape): the shown form of the second step of a feeder."""

    def make(operation: str, kind: str, shape: str, width: int = 250) -> ShapeForm:
        text = SOLID.replace("OPERATION", operation).replace("SHAPE", shape)
        file = parse_document(Path(tmp_path / "a.cell.yaml"), text, "cell file")
        document.show_cell(cell_from_document(file), file)
        form = ShapeForm(document, (*PATH, operation), kind)
        document.cellChanged.connect(form.refresh)
        qtbot.addWidget(form)
        form.resize(width, 500)
        with qtbot.waitExposed(form):
            form.show()
        return form

    return make


def enter(form: ShapeForm, key: str, text: str, element: int = 0) -> None:
    field = form.rows[key].fields[element]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def shape_in(document, operation: str = "add"):
    return document.cell_file.data["fixtures"]["feeder"]["solid"][1][operation]


def test_what_was_refused_is_taken_when_another_number_makes_it_valid(form_of, document) -> None:
    form = form_of("add", "torus", "{torus: {d: 80, tube: 20}}")
    enter(form, "torus.tube", "90")
    assert form.faults == ["The tube of 90 must be thinner than the d of 80."]
    assert shape_in(document) == {"torus": {"d": 80, "tube": 20}}
    enter(form, "torus.d", "100")
    assert form.faults == []
    assert shape_in(document) == {"torus": {"d": 100, "tube": 90}}
    assert [document.cell_commands.text(i) for i in range(2)] == [
        "Diameter of feeder",
        "Tube Ø of feeder",
    ]


def test_a_cutter_that_misses_is_said_where_it_was_moved_and_esc_brings_it_back(
    form_of, document
) -> None:
    form = form_of("cut", "cylinder", "{cylinder: {d: 10, h: 90}, at: [20, 0, 0]}")
    before = document.cell_file.text
    enter(form, "at", "2000")
    row = form.rows["at"]
    assert row.faults == ["This cutter misses the solid: it removes nothing."]
    frames = [frame for frame in form.findChildren(FaultFrame) if frame.isVisible()]
    assert [frame.parent() for frame in frames] == [row.fields[0]]
    assert row.sentence.isVisible()
    QTest.keyClick(row.fields[0], Qt.Key.Key_Escape)
    assert row.faults == []
    assert not row.sentence.isVisible()
    assert row.fields[0].text() == "20 mm"
    assert document.cell_file.text == before
    assert document.cell_commands.count() == 0


def test_a_fault_stays_through_an_edit_elsewhere_and_goes_with_another_value(
    form_of, document
) -> None:
    form = form_of("add", "box", "{box: [60, 60, 60]}")
    enter(form, "box", "70", 2)
    enter(form, "box", "-1", 2)
    enter(form, "at", "5")
    assert form.faults == ["Should be above 0, not -1."]
    assert form.rows["box"].fields[2].text() == "-1 mm"
    document.cell_commands.undo()
    assert form.faults, "undo of the position says nothing about the size"
    document.cell_commands.undo()
    assert form.faults == []
    assert form.rows["box"].fields[2].text() == "60 mm"


def test_two_faults_of_one_vector_are_both_told_one_after_the_other(form_of) -> None:
    form = form_of("add", "box", "{box: [60, 60, 60]}")
    enter(form, "box", "-1", 0)
    enter(form, "box", "4+", 2)
    row = form.rows["box"]
    assert row.sentence.text().startswith("“4+” is no number")
    enter(form, "box", "70", 2)
    assert row.sentence.text() == "Should be above 0, not -1."
    assert row.sentence.isVisible()
    enter(form, "box", "60", 0)
    assert not row.sentence.isVisible()


def test_two_shapes_of_one_name_are_refused_at_the_name(form_of) -> None:
    form = form_of("add", "box", "{box: [60, 60, 60], name: pad}")
    enter(form, "name", "no name")
    assert form.faults == [
        "'no name' is no name: letters, digits and _, not starting with a digit."
    ]
    assert form.rows["name"].field.text() == "no name"
    QTest.keyClick(form.rows["name"].field, Qt.Key.Key_Escape)
    assert form.faults == []
    assert form.rows["name"].field.text() == "pad"


def test_a_refused_text_stays_when_a_button_adds_or_removes_other_rows(form_of, document) -> None:
    form = form_of("add", "torus", "{torus: {d: 80, tube: 20}}")
    enter(form, "torus.tube", "90")
    refused = form.rows["torus.tube"].texts()
    form.adders["repeat"].click()
    assert "repeat.n" in form.rows
    assert form.rows["torus.tube"].texts() == refused
    form.removers["repeat"].click()
    assert "repeat.n" not in form.rows
    assert form.rows["torus.tube"].texts() == refused
    enter(form, "torus.d", "100")
    assert form.faults == []
    assert shape_in(document) == {"torus": {"d": 100, "tube": 90}}


@pytest.mark.parametrize("key", ["rpy", "mirror", "repeat"])
def test_optional_entries_are_added_and_taken_away(form_of, document, key) -> None:
    form = form_of("add", "box", "{box: [60, 60, 60]}")
    before = document.cell_file.text
    form.adders[key].click()
    assert key in shape_in(document)
    assert key not in form.adders
    assert any(shown.split(".")[0] == key for shown in form.rows)
    form.removers[key].click()
    assert document.cell_file.text == before
    assert key in form.adders


def test_a_repetition_goes_round_an_axis_and_back(form_of, document) -> None:
    form = form_of("cut", "cylinder", "{cylinder: {d: 8, h: 90}, repeat: {n: 4, step: [20, 0, 0]}}")
    combo = form.rows["repeat.way"].combo
    combo.setCurrentText("round an axis")
    combo.activated.emit(combo.currentIndex())
    enter(form, "at", "50")
    enter(form, "repeat.about", "-10", 1)
    assert shape_in(document, "cut")["repeat"] == {"turn": 360, "n": 4, "about": [0, -10, 0]}
    assert document.cell_commands.text(0) == "Hole pattern of feeder"
    enter(form, "repeat.n", "0")
    assert form.faults == ["Should be at least 1, not 0."]


def test_a_number_that_the_file_shares_with_another_entry_is_not_changed_behind_its_back(
    form_of, document
) -> None:
    form = form_of("add", "box", "{box: &size [60, 60, 60], at: *size}")
    enter(form, "box", "70")
    assert len(form.faults) == 1
    assert "*name" in form.faults[0]
    assert shape_in(document) == {"box": [60, 60, 60], "at": [60, 60, 60]}
    enter(form, "name", "pad")
    assert shape_in(document)["name"] == "pad"


PRISM = "{prism: {points: [[0, 0], [60, 0], [0, 60]], h: 40}}"


def test_points_are_typed_added_moved_removed_and_pasted(form_of, document) -> None:
    form = form_of("add", "prism", PRISM)
    row = form.rows["prism.points"]
    table = row.table
    table.item(1, 0).setText("120/2+5")
    table.setCurrentCell(0, 0)
    row.add()
    assert shape_in(document)["prism"]["points"] == [[0, 0], [32.5, 0], [65, 0], [0, 60]]
    assert table.currentRow() == 1
    row.remove()
    row.move_by(1)
    assert shape_in(document)["prism"]["points"] == [[0, 0], [0, 60], [65, 0]]
    table.setCurrentCell(1, 0)
    QGuiApplication.clipboard().setText("10\t0\n70,5\t0\n70\t80\n")
    QTest.keyClick(table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert shape_in(document)["prism"]["points"] == [[0, 0], [10, 0], [70.5, 0], [70, 80]]
    assert {document.cell_commands.text(i) for i in range(5)} == {"Corners of feeder"}
    assert document.cell_commands.count() == 5
    assert row.copied() == "0\t0\n10\t0\n70.5\t0\n70\t80"


@pytest.mark.parametrize(
    ("text", "part"),
    [("a\t1", "line 1 of the clipboard"), ("1\t2\n3", "line 2 of the clipboard"), ("", "is empty")],
)
def test_a_paste_that_is_no_table_of_numbers_says_the_line(form_of, document, text, part) -> None:
    form = form_of("add", "prism", PRISM)
    form.rows["prism.points"].paste(text)
    assert part in form.faults[0]
    assert document.cell_commands.count() == 0


def test_a_corner_that_is_no_number_stays_red_until_it_is_mended(form_of, document) -> None:
    form = form_of("add", "prism", PRISM)
    item = form.rows["prism.points"].table.item(2, 1)
    item.setText("sixty")
    assert "“sixty” is no number" in form.faults[0]
    assert item.text() == "sixty"
    item.setText("0")
    assert form.faults, "three corners in a line make no prism"
    item.setText("60")
    assert form.faults == []
    assert document.cell_commands.count() == 0


def test_a_hull_keeps_its_steps_or_its_points(form_of, document) -> None:
    form = form_of("add", "hull", "{hull: {of: [{add: {sphere: {d: 30}}}]}}")
    form.adders["hull.points"].click()
    assert len(shape_in(document)["hull"]["points"]) == 4
    form.removers["hull.of"].click()
    assert list(shape_in(document)["hull"]) == ["points"]


def test_the_numbers_of_a_vector_share_a_line_where_the_form_is_wide(form_of) -> None:
    form = form_of("add", "box", "{box: [60, 60, 60]}")
    for width, lines in ((WIDE - 1, 3), (WIDE, 1), (240, 3)):
        form.resize(width, 500)
        QApplication.processEvents()
        fields = form.rows["box"].fields
        assert len({field.mapTo(form, QPoint()).y() for field in fields}) == lines, width
        assert form.minimumSizeHint().width() <= width


def test_the_wheel_steps_only_the_field_that_has_the_keyboard(qtbot, form_of, document) -> None:
    form = form_of("add", "box", "{box: [60, 60, 60]}")
    field = form.rows["box"].fields[0]
    qtbot.waitUntil(partial(is_in_front, form))
    form.rows["name"].field.setFocus()
    roll(field)
    assert document.cell_commands.count() == 0
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    roll(field)
    roll(field)
    qtbot.waitUntil(lambda: document.cell_commands.count() > 0)
    assert shape_in(document)["box"] == [62, 60, 60]
    assert document.cell_commands.count() == 1, "steps without a pause are one edit"
    assert document.cell_commands.text(0) == "Width of feeder"


def roll(field) -> None:
    none, nothing = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    phase = Qt.ScrollPhase.NoScrollPhase
    where = QPointF(field.rect().center())
    turn = QPoint(0, 120)
    event = QWheelEvent(
        where, field.mapToGlobal(where), QPoint(), turn, none, nothing, phase, False
    )
    QApplication.sendEvent(field, event)
