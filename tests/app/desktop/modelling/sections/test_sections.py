"""The sections of the panel Properties for each kind of selected thing."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.desktop.looks.notice import BODY, FRAME, LOCATION, ROBOT, Selection
from app.desktop.modelling.properties_panel import PropertiesPanel
from app.desktop.modelling.sections.body_sections import BodyFacts, PartSection, SolidSection
from app.desktop.modelling.sections.cell_section import AddSection, CellSection
from app.desktop.modelling.sections.frame_section import FrameFacts, RemoveFrame
from app.desktop.modelling.sections.location_section import LocationFacts
from app.desktop.modelling.sections.place_section import PlaceSection
from app.desktop.modelling.sections.robot_section import ReadySection, RobotFacts, RobotSource
from app.desktop.modelling.sections.several_section import SEVERAL, SeveralFacts, SeveralSection
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import read_document
from scenes.library import cell_path

pytestmark = pytest.mark.window


@pytest.fixture
def panel(qtbot, document, tmp_path: Path) -> PropertiesPanel:
    """The properties in a copy of the drilling cell."""
    path = tmp_path / "copy.cell.yaml"
    path.write_text(cell_path("drilling").read_text(encoding="utf-8"), encoding="utf-8")
    file = read_document(path, "cell file")
    document.show_cell(cell_from_document(file), file)
    made = PropertiesPanel(document)
    qtbot.addWidget(made)
    return made


def enter(field, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def select_all(document, *things: tuple[str, str]) -> None:
    document.select_all(things)


def test_a_robot_shows_its_facts_and_its_base_can_be_moved(panel, document) -> None:
    robot = document.cell.robot
    document.select(ROBOT, robot.name)
    facts = panel.section(RobotFacts)
    assert facts.text_of("Robot") == robot.title
    assert facts.text_of("Reach") == f"{robot.rated.reach_mm:g} mm"
    assert facts.text_of("Payload") == f"{robot.rated.payload_kg:g} kg"
    assert panel.section(RobotSource).text_of("Source") == robot.source
    enter(panel.section(PlaceSection).fields[2], "150")
    assert document.cell.robot.T_world_base[2, 3] == 150
    assert document.cell_commands.text(0) == f"Move {robot.name}"


def test_the_ready_pose_is_typed_or_taken_from_the_shown_pose(panel, document) -> None:
    robot = document.cell.robot
    document.select(ROBOT, robot.name)
    before = document.cell_file.text
    ready = panel.section(ReadySection)
    row = ready.form.rows["ready"]
    assert [n.value() for n in row.numbers] == pytest.approx(np.degrees(robot.ready), abs=1e-4)
    enter(row.numbers[0], "12.5")
    assert np.degrees(document.cell.robot.ready[0]) == pytest.approx(12.5)
    assert panel.section(ReadySection) is ready, "what is typed into stays"
    q = np.array(document.state.q) + 0.1
    document.jog(q)
    ready.take_shown.click()
    assert document.cell.robot.ready == pytest.approx(q, abs=1e-6)
    document.cell_commands.undo()
    document.cell_commands.undo()
    assert document.cell_file.text == before
    assert row.numbers[0].value() == pytest.approx(np.degrees(robot.ready[0]), abs=1e-4)


def test_a_ready_pose_beyond_a_limit_is_said_at_the_row(panel, document) -> None:
    document.select(ROBOT, document.cell.robot.name)
    row = panel.section(ReadySection).form.rows["ready"]
    enter(row.numbers[1], "5000")
    assert len(row.faults) == 1
    assert document.cell_commands.count() == 0


def test_a_frame_shows_what_stands_in_it_and_stays_while_something_does(panel, document) -> None:
    told = []
    document.noticed.connect(lambda notice: told.append(notice.text))
    document.select(FRAME, "bench")
    assert panel.section(FrameFacts).text_of("Holds") == "stand, plate, table"
    panel.section(RemoveFrame).away.click()
    assert told == [
        "bench cannot be removed: stand, plate, table stand in it. Place them elsewhere first."
    ]
    panel.add_frame()
    assert document.selection == Selection(FRAME, "frame1")
    assert panel.section(FrameFacts).text_of("Holds") == "nothing"
    before = document.cell.frames["frame1"]
    place = panel.section(PlaceSection)
    assert "frame1" not in [place.frame.itemText(i) for i in range(place.frame.count())]
    place.frame.setCurrentText("bench")
    place.frame.activated.emit(place.frame.currentIndex())
    assert document.cell.frames["frame1"] == pytest.approx(before, abs=1e-9)
    assert document.cell_file.data["frames"]["frame1"]["in"] == "bench"
    panel.section(RemoveFrame).away.click()
    assert "frame1" not in document.cell.frames
    assert panel.section(AddSection) is not None, "nothing is selected that is there"


def test_a_frame_that_would_stand_in_itself_is_refused_at_the_list(panel, document) -> None:
    document.select(FRAME, "bench")
    place = panel.section(PlaceSection)
    before = document.cell_file.text
    place.frame.setCurrentText("stand")
    place.frame.activated.emit(place.frame.currentIndex())
    assert len(place._choice.faults) == 1
    assert document.cell_file.text == before
    place.frame.setCurrentText("world")
    place.frame.activated.emit(place.frame.currentIndex())
    assert place._choice.faults == []


def test_a_link_shows_the_joint_that_moves_it(panel, document) -> None:
    robot = document.cell.robot
    link = next(body for body in robot.bodies if body.link == 2)
    document.select(BODY, f"{robot.name}.{link.name}")
    facts, joint = panel.section(BodyFacts), robot.mechanism.joints[1]
    assert facts.text_of("Moves with") == joint.name
    lower, upper = np.degrees([joint.lower, joint.upper])
    assert facts.text_of("Limits") == f"{lower:g} to {upper:g}°"
    assert panel.section(PlaceSection) is None


def test_the_size_follows_every_edit_undo_redo_and_removal(panel, document) -> None:
    document.select(BODY, "table")
    size = lambda: panel.section(BodyFacts).text_of("Size")  # noqa: E731
    first = size()
    panel._solid.add_shape("add", "box", [10, 10, 4000])
    second = size()
    assert second.endswith("4000 mm")
    panel._solid.remove.click()
    assert size() == first
    document.cell_commands.undo()
    assert size() == second
    document.cell_commands.undo()
    assert size() == first
    document.cell_commands.redo()
    assert size() == second


def test_a_body_that_undo_removes_leaves_the_panel_of_no_selection_and_redo_shows_it(
    panel, document
) -> None:
    panel.add_body("fixtures", "cylinder")
    texts = panel.texts()
    assert "cylinder1" in texts
    document.cell_commands.undo()
    assert panel.section(AddSection) is not None
    assert "cylinder1" not in panel.texts()
    document.cell_commands.redo()
    document.select(BODY, "cylinder1")
    assert panel.texts() == texts


def test_a_part_has_a_grasp_and_waits_for_feed(panel, document) -> None:
    name = document.cell.parts[0].name
    document.select(BODY, name)
    form = panel.section(PartSection).form
    is_there = document.cell.part_called(name).T_world_start is not None
    form.rows["present"].box.click()
    assert (document.cell.part_called(name).T_world_start is not None) is not is_there
    enter(form.rows["grasp.open"].fields[0], "35")
    enter(form.rows["grasp.at"].fields[2], "120")
    part = document.cell.part_called(name)
    assert part.grasp_opening == 35
    assert part.T_part_grasp[2, 3] == 120
    assert [document.cell_commands.text(i) for i in range(3)] == [
        f"Presence of {name}",
        f"Grasp opening of {name}",
        f"Grasp position of {name}",
    ]


def test_the_settings_of_the_cell_are_fields_while_nothing_is_selected(panel, document) -> None:
    document.select("", "")
    form = panel.section(CellSection).form
    enter(form.rows["check.margin"].fields[0], "3")
    enter(form.rows["check.chord"].fields[0], "0.2")
    enter(form.rows["title"].field, "A new title")
    assert (document.cell.margin, document.cell.chord) == (3, 0.2)
    assert document.cell.title == "A new title"
    enter(form.rows["check.chord"].fields[0], "70")
    assert form.faults == ["Should be at most 50, not 70."]


def test_several_things_move_together_in_one_step_and_not_twice(panel, document) -> None:
    cell = document.cell
    table, bench = cell.fixtures[0].name, "bench"
    assert document.cell_file.data["fixtures"][table]["in"] == bench
    before = {name: cell.frames[name] for name in cell.frames}
    stood = cell.fixtures[0].T_world_body
    text = document.cell_file.text
    select_all(document, (BODY, table), (FRAME, bench))
    assert panel.section(SeveralFacts).text_of("Selected") == "1 body, 1 frame"
    several = panel.section(SeveralSection)
    several.numbers[0].setValue(25.0)
    several.numbers[2].setValue(-5.0)
    several.mover.click()
    shift = np.array([25.0, 0.0, -5.0])
    now = document.cell
    assert now.frames[bench][:3, 3] == pytest.approx(before[bench][:3, 3] + shift)
    assert now.fixtures[0].T_world_body[:3, 3] == pytest.approx(stood[:3, 3] + shift)
    assert document.cell_commands.count() == 1
    assert [number.value() for number in several.numbers] == [0, 0, 0]
    document.cell_commands.undo()
    assert document.cell_file.text == text


def test_several_bodies_take_one_colour(panel, document) -> None:
    names = [body.name for body in document.cell.fixtures][:2]
    text = document.cell_file.text
    select_all(document, *((BODY, name) for name in names))
    several = panel.section(SeveralSection)
    assert several.colour.button.text() == SEVERAL
    several.colour.button._on_chosen("#102030")
    assert [document.cell.fixtures[i].colour for i in range(2)] == ["#102030"] * 2
    assert several.colour.button.text() == "#102030"
    assert document.cell_commands.text(0) == "Colour of 2 bodies"
    document.cell_commands.undo()
    assert document.cell_file.text == text
    assert panel.section(SeveralSection).colour.button.text() == SEVERAL


def test_the_figures_of_a_location_follow_the_program(panel, document, source_of) -> None:
    source = source_of("10 POINT P 400 0 400 0 90 0\n20 END\n")
    document.check_syntax(at_once=True)
    document.select(LOCATION, "P")
    facts = panel.section(LocationFacts)
    assert facts.text_of("X") == "400.000 mm"
    source.replace_text("10 POINT P 450 0 400 0 90 0\n20 END\n")
    document.check_syntax(at_once=True)
    assert facts.text_of("X") == "450.000 mm"


def test_each_section_of_a_fixture_is_there_once(panel, document) -> None:
    document.select(BODY, "table")
    kinds = [type(section) for section in panel.sections]
    assert kinds.count(SolidSection) == kinds.count(PlaceSection) == 1
    assert len(kinds) == len(set(kinds))


def test_a_fault_below_the_edge_of_the_panel_comes_into_view(qtbot, panel, document) -> None:
    document.select(BODY, "table")
    panel.resize(250, 300)
    with qtbot.waitExposed(panel):
        panel.show()
    row = panel._solid.form.rows["at"]
    bar = panel.verticalScrollBar()
    panel.ensureWidgetVisible(row.fields[2], 0, 0)
    enter(row.fields[2], "4+")
    sentence = row.sentence
    qtbot.waitUntil(lambda: sentence.isVisible() and not sentence.visibleRegion().isEmpty())
    below = sentence.mapTo(panel.viewport(), sentence.rect().bottomLeft()).y()
    assert below <= panel.viewport().height()
    assert bar.value() > 0


def test_a_locked_thing_says_so_at_the_field_and_stays(panel, document) -> None:
    document.looks.lock([(BODY, "table")], True)
    document.select(BODY, "table")
    place = panel.section(PlaceSection)
    before = document.cell_file.text
    enter(place.fields[0], "7")
    assert place.form.faults == ["table is locked: unlock it to change it."]
    assert document.cell_file.text == before
