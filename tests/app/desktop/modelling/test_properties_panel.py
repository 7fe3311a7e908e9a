"""The cell modeller: every shape, step and colour from the panel, each as one undo step."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from app.desktop.modelling.edits.solid_edits import NEW_SHAPES, set_entry
from app.desktop.modelling.properties_panel import PropertiesPanel
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import read_document
from scenes.library import cell_path

TABLE = ("fixtures", "TR2", "solid")
COUNT = 3


@pytest.fixture
def panel(qtbot, document, tmp_path: Path) -> PropertiesPanel:
    """The properties of the table in a copy of the shipped cell."""
    path = tmp_path / "copy.cell.yaml"
    path.write_text(cell_path("kakazu1985").read_text(encoding="utf-8"))
    file = read_document(path, "cell file")
    document.show_cell(cell_from_document(file), file)
    panel = PropertiesPanel(document)
    qtbot.addWidget(panel)
    document.select("body", "TR2")
    return panel


def steps(document) -> list:
    return document.cell_file.data["fixtures"]["TR2"]["solid"]


@pytest.mark.parametrize("kind", NEW_SHAPES)
def test_every_shape_can_be_added_and_taken_back(panel, document, kind) -> None:
    before = document.cell_file.text
    operation = "cut" if kind == "half_space" else "add"
    shape = {"normal": [0, 0, 1], "offset": -150} if kind == "half_space" else NEW_SHAPES[kind]
    panel._solid.add_shape(operation, kind, shape)
    assert steps(document)[COUNT] == {operation: {kind: shape}}
    assert len(document.cell.fixtures) == 2
    assert len(document.cell_file.text.splitlines()) == len(before.splitlines()) + 1
    document.cell_commands.undo()
    assert document.cell_file.text == before


def test_a_mesh_can_be_added(panel, document, tmp_path) -> None:
    import trimesh

    trimesh.creation.box((40, 30, 20)).export(tmp_path / "block.stl")
    panel._solid.add_shape("add", "mesh", {"file": "block.stl", "unit": "mm"})
    assert "mesh" in steps(document)[COUNT]["add"]
    assert any("block.stl" in finding.message for finding in document.findings)


def enter(form, key: str, text: str, element: int = 0) -> None:
    """Types a text into a field of a form and presses Enter."""
    field = form.rows[key].fields[element]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_every_entry_of_a_shape_can_be_typed(qtbot, panel, document) -> None:
    panel._solid.add_shape("cut", "cylinder", {"d": 60, "h": 400})
    form = panel._solid.form
    enter(form, "cylinder.d", "50/2")
    enter(form, "at", "1 cm", 0)
    enter(form, "at", "-20", 1)
    form.adders["repeat"].click()
    enter(form, "repeat.n", "4")
    enter(form, "name", "hole")
    assert steps(document)[COUNT]["cut"] == {
        "cylinder": {"d": 25, "h": 400},
        "at": [10, -20, 0],
        "repeat": {"step": [40, 0, 0], "n": 4},
        "name": "hole",
    }
    commands = document.cell_commands
    assert [commands.text(i) for i in range(1, commands.count())] == [
        "Diameter of TR2",
        "Position of TR2",
        "Position of TR2",
        "Add repeat of TR2",
        "Hole pattern of TR2",
        "Name of a shape of TR2",
    ]
    assert panel._solid.form is form, "what is typed into stays"
    form.removers["repeat"].click()
    assert "repeat" not in steps(document)[COUNT]["cut"]


def test_a_new_cut_begins_at_the_step_before_where_the_origin_of_the_body_is_empty(
    panel, document
) -> None:
    set_entry(document, (*TABLE, 0, "add", "at"), [0, 0, -900])
    panel._solid.choose((*TABLE, 0))
    panel._solid._add_new("cut", "cylinder")
    assert steps(document)[1] == {"cut": {"cylinder": {"d": 60, "h": 80}, "at": [0, 0, -900]}}


def test_a_row_of_copies_is_turned_from_x_to_y_number_by_number(panel, document) -> None:
    panel._solid.add_shape("add", "box", [10, 10, 10])
    form = panel._solid.form
    form.adders["repeat"].click()
    enter(form, "repeat.step", "0", 0)
    assert form.rows["repeat.step"].faults
    enter(form, "repeat.step", "30", 1)
    assert steps(document)[COUNT]["add"]["repeat"]["step"] == [0, 30, 0]
    assert not form.rows["repeat.step"].faults


def test_numbers_that_make_a_cell_only_together_are_taken_together(panel, document) -> None:
    set_entry(document, (*TABLE, 0, "add"), {"box": [60, 60, 60], "at": [900, 0, 950]})
    panel._solid.add_shape("add", "box", [60, 60, 60])
    panel._solid.add_shape("cut", "sphere", {"d": 20})
    form, count = panel._solid.form, document.cell_commands.count()
    enter(form, "at", "900", 0)
    assert form.rows["at"].faults == ["This cutter misses the solid: it removes nothing."]
    assert document.cell_commands.count() == count
    enter(form, "at", "950", 2)
    assert not form.rows["at"].faults
    assert steps(document)[COUNT + 1]["cut"]["at"] == [900, 0, 950]
    assert document.cell_commands.count() == count + 1


def test_a_value_that_makes_no_cell_is_said_at_its_field_and_changes_nothing(
    panel, document
) -> None:
    told = []
    document.noticed.connect(lambda notice: told.append(notice.text))
    before = document.cell_file.text
    form = panel._solid.form
    enter(form, "box", "-5", 1)
    row = form.rows["box"]
    assert document.cell_file.text == before
    assert row.faults == ["Should be above 0, not -5."]
    assert row.fields[1].accessibleDescription() == "Should be above 0, not -5."
    assert row.fields[1].text() == "-5 mm", "what was typed stays, so that it can be mended"
    assert not told, "it is said once"
    panel.refresh()
    assert row.faults
    enter(form, "box", "90", 1)
    assert not form.faults
    assert row.fields[1].accessibleDescription() == ""
    panel._solid.add_shape("cut", "half_space", {"normal": [0, 0, 1], "offset": 900})
    assert "nothing of the solid is left" in told[-1]


def test_an_operation_can_be_changed_and_a_step_removed(panel, document) -> None:
    panel._solid.add_shape("add", "box", [50, 50, 900])
    panel._solid.operation.setCurrentText("cut")
    panel._solid._change_operation()
    assert list(steps(document)[COUNT]) == ["cut"]
    panel._solid.remove.click()
    assert len(steps(document)) == COUNT
    assert [document.cell_commands.text(i) for i in range(3)] == [
        "Add box",
        "cut instead of add",
        "Remove shape",
    ]


def test_colours_are_of_the_body_or_of_one_shape(panel, document) -> None:
    panel._colour._on_chosen("#112233")
    assert document.cell.fixtures[1].colour == "#112233"
    panel._solid.form.colour._on_chosen("#445566")
    assert document.cell.fixtures[1].colours == (None, None, "#445566")
    assert panel._solid.form.colour.text() == "#445566"


@pytest.mark.parametrize(("group", "name"), [("fixtures", "torus1"), ("parts", "RING1")])
def test_a_body_can_be_added_and_removed(panel, document, group, name) -> None:
    before = document.cell_file.text
    document.select("", "")
    panel.add_body(group, "torus")
    assert document.selection.name == name
    assert name in document.cell_file.data[group]
    assert panel._solid is not None
    panel._solid.add_shape("add", "box", [20, 20, 20])
    assert len(document.cell_file.data[group][name]["solid"]) == 2
    for _ in range(2):
        document.cell_commands.undo()
    assert document.cell_file.text == before


def test_steps_inside_a_group_are_shown_and_added_to(panel, document) -> None:
    panel._solid.add_shape("add", "group", NEW_SHAPES["group"])
    inner = (*TABLE, COUNT, "add", "group", 1)
    panel._solid.choose(inner)
    panel._solid.add_shape("cut", "sphere", {"d": 70})
    assert len(steps(document)[COUNT]["add"]["group"]) == 3
    texts = [item.text(0) for item in panel._solid._items()]
    assert texts == ["+ Box", "+ Box", "+ Box", "+ Group", "+ Box", "− Cylinder", "− Sphere"]


def test_a_step_goes_up_and_down_with_its_remarks(panel, document) -> None:
    before = document.cell_file.text
    panel._solid.add_shape("cut", "cylinder", {"d": 60, "h": 400})
    panel._solid.up.click()
    assert [next(iter(step)) for step in steps(document)] == ["add", "add", "cut", "add"]
    assert panel._solid._chosen() == (*TABLE, 2)
    panel._solid.down.click()
    assert [next(iter(step)) for step in steps(document)] == ["add", "add", "add", "cut"]
    assert not panel._solid.down.isEnabled()
    for _ in range(3):
        document.cell_commands.undo()
    assert document.cell_file.text == before


def test_a_body_is_placed_in_another_frame_and_stays_where_it_stands(
    qtbot, document, tmp_path
) -> None:
    path = tmp_path / "copy.cell.yaml"
    path.write_text(cell_path("drilling").read_text(encoding="utf-8"))
    file = read_document(path, "cell file")
    document.show_cell(cell_from_document(file), file)
    panel = PropertiesPanel(document)
    qtbot.addWidget(panel)
    document.select("body", "stand")
    stood = document.cell.fixtures[1].T_world_body
    assert panel._frame.currentText() == "stand"
    panel._frame.setCurrentText("bench")
    panel._frame.activated.emit(panel._frame.currentIndex())
    entry = document.cell_file.data["fixtures"]["stand"]
    assert (entry["in"], entry["at"]) == ("bench", [-40, 200, 0])
    assert document.cell.fixtures[1].T_world_body == pytest.approx(stood, abs=1e-9)
    assert "# the spindle hangs in it on its shoulder" in document.cell_file.text
    assert panel._fields[1].value() == 200
    document.cell_commands.undo()
    assert document.cell_file.text == file.text


def test_a_part_file_is_included_once_and_used_twice(panel, document, tmp_path) -> None:
    (tmp_path / "foot-pad.part.yaml").write_text(
        "part: 1\nsolid:\n  - add: {cylinder: {d: 40, h: 20}}\n"
    )
    before = document.cell_file.text
    panel._solid.use_file("add", "foot-pad.part.yaml")
    panel._solid.use_file("add", "foot-pad.part.yaml")
    assert document.cell_file.data["include"] == {"foot_pad": "foot-pad.part.yaml"}
    assert steps(document)[COUNT:] == [{"add": {"use": "foot_pad"}}] * 2
    document.cell_commands.undo()
    document.cell_commands.undo()
    assert document.cell_file.text == before


def test_contacts_are_allowed_and_forbidden(panel, document) -> None:
    before = document.cell_file.text
    contacts = panel._contacts
    contacts.others.setCurrentText("TR1")
    contacts.allow.click()
    assert ("TR1", "TR2") in {tuple(sorted(pair)) for pair in document.cell.allowed}
    assert "TR1" not in [contacts.others.itemText(i) for i in range(contacts.others.count())]
    contacts.removers[-1].click()
    assert ("TR1", "TR2") not in {tuple(sorted(pair)) for pair in document.cell.allowed}
    document.cell_commands.undo()
    document.cell_commands.undo()
    assert document.cell_file.text == before


def test_a_part_file_changed_on_disk_is_read_again_after_an_edit(panel, document, tmp_path) -> None:
    part = tmp_path / "post.part.yaml"
    text = "part: 1\nsolid:\n  - add: {box: [40, 40, 300]}\n"
    part.write_text(text)
    panel._solid.use_file("add", "post.part.yaml")
    low = document.cell.fixtures[1].solid.bounds()[1][2]
    part.write_text(text.replace("300", "900"))
    panel._solid.add_shape("add", "sphere", {"d": 60})
    assert document.cell.fixtures[1].solid.bounds()[1][2] > low + 200


def test_a_used_file_that_has_become_invalid_is_reported(panel, document, tmp_path) -> None:
    part = tmp_path / "post.part.yaml"
    part.write_text("part: 1\nsolid:\n  - add: {box: [40, 40, 300]}\n")
    panel._solid.use_file("add", "post.part.yaml")
    part.write_text("part: 1\nsolid:\n  - add: {box: [40, 40]}\n")
    document.select("body", "TR1")
    set_entry(document, ("fixtures", "TR1", "colour"), "#112233")
    assert any(finding.severity == "error" for finding in document.findings), document.findings


def test_a_selected_body_missing_from_another_cell_leaves_the_panel_of_no_selection(
    panel, document
) -> None:
    document.select("", "")
    unselected = panel.widget().findChildren(QPushButton)
    document.select("body", "TR2")
    file = read_document(cell_path("puma_bench"), "cell file")
    document.show_cell(cell_from_document(file), file)
    shown = panel.widget().findChildren(QPushButton)
    assert [b.text() for b in shown] == [b.text() for b in unselected] != []


def test_a_panel_is_made_where_each_section_takes_all_the_time(
    qtbot, panel, document, monkeypatch
) -> None:
    import app.desktop.modelling.properties_panel as module

    monkeypatch.setattr(module, "MAKING_S", -1.0)
    document.select("robot", document.cell.robot.name)
    qtbot.waitUntil(lambda: not panel._rebuilding.isActive())
    made = panel.texts()
    other = PropertiesPanel(document)  # this one is made at once
    qtbot.addWidget(other)
    assert made
    assert made == other.texts()
