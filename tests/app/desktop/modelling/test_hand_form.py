"""Changing the hand and the tool of a robot: one undo step each, and the text stays tidy."""

import random
from pathlib import Path

import pytest

from app.desktop.looks.notice import BODY, ROBOT, TOOL
from app.desktop.modelling.edits.hand_edits import set_hand, set_tool
from app.desktop.modelling.hand_form import robot_of_selection
from app.desktop.modelling.properties_panel import PropertiesPanel
from scenes import SceneError, hand_names
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import read_document

FLOW = """# A bench.
cell: 1
robots: # the one arm
  arm: {use: ur5e, at: [0, 0, 0]} # stands on the floor
parts:
  BLOCK: {at: [400, 0, 20], present: true, solid: [{add: {box: [40, 40, 40]}}]}
"""
BLOCK = """cell: 1
robots:
  arm: # the one arm
    use: puma560 # with a hand of its own
    tool: {at: [0, 0, 155]} # measured

    at: [0, 0, 0]
check: {margin: 1}
"""


@pytest.fixture(params=[FLOW, BLOCK], ids=["in braces", "in lines"])
def opened(request, qtbot, document, tmp_path: Path):
    """A document with a cell whose robot's entry stands in braces, or in lines of its own."""
    return shown(document, tmp_path, request.param)


def shown(document, folder: Path, text: str):
    path = folder / "a.cell.yaml"
    path.write_text(text, encoding="utf-8")
    file = read_document(path, "cell file")
    document.show_cell(cell_from_document(file), file)
    return document


def test_every_hand_is_given_and_taken_back_with_the_comments(opened) -> None:
    before = opened.cell_file.text
    comments = [line.partition("#")[2] for line in before.splitlines() if "#" in line]
    for name in hand_names():
        set_hand(opened, "arm", name)
        assert opened.cell.robot.hand.name == name
        text = opened.cell_file.text
        kept = [line.partition("#")[2] for line in text.splitlines() if "#" in line]
        assert set(comments) - set(kept) <= {" measured"}, "only the tool's own comment may go"
        assert len(text.splitlines()) <= len(before.splitlines()) + 1
        opened.cell_commands.undo()
        assert opened.cell_file.text == before


def test_random_edits_and_undoing_them_all_give_the_first_text(opened) -> None:
    before, rng = opened.cell_file.text, random.Random(7)
    for _ in range(12):
        if rng.random() < 0.6:
            set_hand(opened, "arm", rng.choice([None, "none", *hand_names()]))
        else:
            at = [float(rng.randrange(-90, 90)) for _ in range(3)]
            set_tool(opened, "arm", rng.choice([None, at]), [0.0, 45.0, 0.0])
    after = opened.cell_file.text
    steps = opened.cell_commands.count()
    for _ in range(steps):
        opened.cell_commands.undo()
    assert opened.cell_file.text == before
    for _ in range(steps):
        opened.cell_commands.redo()
    assert opened.cell_file.text == after


def test_an_unknown_hand_changes_nothing(opened) -> None:
    before = opened.cell_file.text
    with pytest.raises(SceneError, match="no shipped hand"):
        set_hand(opened, "arm", "two_finger_58")
    assert opened.cell_file.text == before
    assert opened.cell_commands.count() == 0


@pytest.fixture
def panel(qtbot, document, tmp_path: Path) -> PropertiesPanel:
    shown(document, tmp_path, FLOW)
    panel = PropertiesPanel(document)
    qtbot.addWidget(panel)
    document.select(ROBOT, "arm")
    return panel


def choose(panel: PropertiesPanel, value: str) -> None:
    choice = panel._hand.choice
    index = choice.findData(value)
    choice.setCurrentIndex(index)
    choice.activated.emit(index)


def test_the_panel_gives_a_hand_and_shows_its_stroke_and_tool_frame(panel, document) -> None:
    form = panel._hand
    assert form.stroke.text() == "No hand: the flange is bare"
    choose(panel, "two_finger_85")
    assert panel._hand is form, "the list stays while its hand changes"
    assert form.stroke.text() == "2 fingers, opening 0 to 85 mm"
    assert [field.value() for field in form.fields] == [0, 0, 142, 0, 0, 0]
    choose(panel, "suction_four")
    assert form.stroke.text() == "4 suction cups of 40 mm"
    choose(panel, "pen")
    assert form.stroke.text() == "A tool: it holds no parts"
    choose(panel, "none")
    assert document.cell.robot.hand is None
    document.cell_commands.undo()
    assert form.choice.currentData() == "pen"


def test_a_typed_tool_frame_is_that_of_the_cell_until_it_is_reset(panel, document) -> None:
    choose(panel, "welding_torch")
    form = panel._hand
    assert form.reset.isHidden()
    form.fields[2].setValue(360.0)
    assert document.cell_file.data["robots"]["arm"]["tool"]["at"][2] == 360.0
    assert document.cell_file.data["robots"]["arm"]["tool"]["rpy"] == [0, 45, 0]
    assert document.cell.robot.T_flange_tool[2, 3] == 360.0
    assert not form.reset.isHidden()
    form.reset.click()
    assert "tool" not in document.cell_file.data["robots"]["arm"]
    assert document.cell.robot.T_flange_tool[2, 3] == pytest.approx(351.185)


def test_the_form_stands_with_the_robot_its_tool_and_the_bodies_of_its_hand(
    panel, document
) -> None:
    set_hand(document, "arm", "two_finger_85")
    for kind, name, wanted in (
        (ROBOT, "arm", "arm"),
        (TOOL, "arm", "arm"),
        (BODY, "arm.finger_left", "arm"),
        (BODY, "arm.gripper_palm", "arm"),
        (BODY, "arm.wrist_3", ""),
        (BODY, "BLOCK", ""),
        (ROBOT, "other", ""),
    ):
        document.select(kind, name)
        assert robot_of_selection(document) == wanted
        assert (panel._hand is not None) == bool(wanted)


def test_the_selection_moves_to_the_tool_when_the_selected_finger_goes(panel, document) -> None:
    set_hand(document, "arm", "two_finger_85")
    document.select(BODY, "arm.finger_left")
    choose(panel, "pen")
    assert (document.selection.kind, document.selection.name) == (TOOL, "arm")
    assert panel._hand.stroke.text() == "A tool: it holds no parts"


def test_typing_one_number_of_the_tool_frame_keeps_all_digits_of_the_others(
    panel, document
) -> None:
    set_tool(document, "arm", [1.23456, 0.0, 80.0], [0.0, 35.2644, 0.0])
    panel._hand.fields[1].setValue(12.5)
    tool = document.cell_file.data["robots"]["arm"]["tool"]
    assert tool["at"] == [1.23456, 12.5, 80]
    assert tool["rpy"] == pytest.approx([0, 35.2644, 0], abs=1e-9)


def test_a_jogged_hand_is_as_wide_as_the_next_hand_can_be(
    document, source_of, analyst, tmp_path: Path
) -> None:
    """Also before the run in the cell with the other hand is there."""
    shown(document, tmp_path, FLOW)
    set_hand(document, "arm", "two_finger_140")
    source_of("END\n")
    analyst.answer()
    document.jog_hand(130.0)
    for hand, widest in (("two_finger_85", 85.0), ("pen", 0.0), ("none", 0.0)):
        set_hand(document, "arm", hand)
        assert document.state.opening == widest
        document.analyse_now()  # which the window does in the event after an edit
        analyst.answer()
        assert document.state.opening == widest
    for _ in range(3):
        document.cell_commands.undo()
    assert document.state.opening == 130.0
