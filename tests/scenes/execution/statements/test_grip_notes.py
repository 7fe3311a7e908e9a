"""A hand that grips nothing, and a part left behind, are said so in the run and in the check."""

from pathlib import Path

import pytest

from scenes import Cell, Run, analyse, load_cell, simulate

CELL = """cell: 1
robots:
  arm: {use: ur5e, hand: HAND}
parts:
  BLOCK:
    at: [-450, 180, 80]
    present: true
    grasp: {at: [0, 0, 30], rpy: [180, 0, 0], open: 40}
    solid: [{add: {box: [200, 40, 60], at: [0, 0, 30]}}]
"""
PICK = """;! dialect val
POINT P1 -450 Y Z -90 90 0
OPENI 80
APPRO P1 80
MOVES P1
CLOSEI 40
HAND
DEPARTS 100
RELEAS
END
"""


def cell_with(folder: Path, hand: str) -> Cell:
    path = folder / "a.cell.yaml"
    path.write_text(CELL.replace("HAND", hand), encoding="utf-8")
    return load_cell(path)


def told(run: Run) -> list[tuple[str, int]]:
    return [(p.code, p.line) for p in run.problems if p.code in ("N311", "N312", "E403", "E402")]


def program(y: float = 180, z: float = 110, **changes: str) -> str:
    text = PICK.replace("Y Z", f"{y} {z}")
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.fixture
def gripper(tmp_path: Path) -> Cell:
    return cell_with(tmp_path, "two_finger_85")


def test_a_sound_pick_gets_no_note(gripper: Cell) -> None:
    run = simulate(gripper, program())
    assert told(run) == []
    assert run.steps[-3].after.held.part == "BLOCK"


def test_fingers_that_close_beside_a_part_are_told_with_the_distance(gripper: Cell) -> None:
    """The block ends at y = 200; the nearer finger is 20 + 18 mm deep behind its pad at y = 300."""
    run = simulate(gripper, program(y=300, HAND="", RELEAS=""))
    assert told(run) == [("N311", 6)]
    message = run.problems[0].message
    assert message == "CLOSEI grips nothing: the nearest part, BLOCK, is 56 mm from the fingers"


def test_the_same_is_said_by_the_check(gripper: Cell) -> None:
    report = analyse(gripper, program(y=300, HAND="", RELEAS=""))
    assert [p.code for p in report.problems if p.code == "N311"] == ["N311"]
    assert report.ok


def test_one_cause_gets_one_message_where_hand_finds_nothing(gripper: Cell) -> None:
    run = simulate(gripper, program(y=300))
    assert told(run) == [("E403", 7)]
    assert "the nearest part, BLOCK, is 56 mm from the fingers" in run.problems[0].message


def test_an_opening_that_is_too_wide_is_told_with_the_gap(gripper: Cell) -> None:
    run = simulate(gripper, program(**{"CLOSEI 40": "CLOSEI 50"}))
    assert told(run) == [("N311", 6)]
    assert run.problems[0].figures["gap_mm"] == pytest.approx(5.0, abs=1e-6)


def test_a_part_that_is_gripped_and_not_taken_along_is_told(gripper: Cell) -> None:
    run = simulate(gripper, program(HAND="", RELEAS=""))
    assert told(run) == [("N312", 6)]
    assert "HAND is left out: BLOCK" in run.problems[0].message
    assert "in line 8" in run.problems[0].message


def test_a_loop_gets_one_note_a_line(gripper: Cell) -> None:
    body = program(y=300, HAND="", RELEAS="").replace("OPENI 80", "FOR I = 1 TO 3\nOPENI 80")
    run = simulate(gripper, body.replace("DEPARTS 100", "DEPARTS 100\nEND"))
    assert told(run) == [("N311", 7)]


def test_a_tool_that_holds_nothing_says_so_and_the_run_goes_on(tmp_path: Path) -> None:
    run = simulate(cell_with(tmp_path, "pen"), program(z=250, HAND="", RELEAS=""))
    assert told(run) == [("N311", 3), ("N311", 6)]
    assert "OPENI does nothing: Pen holds no parts" in run.problems[0].message
    taken = simulate(cell_with(tmp_path, "pen"), program(z=250))
    assert ("E403", 7) in told(taken)


def test_an_arm_without_a_hand_is_told_how_to_get_one(tmp_path: Path) -> None:
    run = simulate(cell_with(tmp_path, "none"), program())
    assert told(run)[0] == ("E402", 3)
    assert "`hand: two_finger_85`" in run.problems[0].message


def test_a_suction_hand_takes_with_closei_and_lets_go_with_openi(tmp_path: Path) -> None:
    cell = cell_with(tmp_path, "suction_cup")
    text = program(z=140, HAND="", RELEAS="OPENI")
    run = simulate(cell, text)
    assert told(run) == []
    held = [step.after.held and step.after.held.part for step in run.steps]
    assert held == [None, None, None, None, "BLOCK", "BLOCK", None, None]
    lifted = run.end_state.parts["BLOCK"]
    assert lifted[2, 3] == pytest.approx(180.0)
    also = simulate(cell, program(z=140))
    assert told(also) == []
    assert also.end_state.parts["BLOCK"][2, 3] == pytest.approx(180.0)


@pytest.mark.parametrize(
    ("y", "z", "hand", "why"),
    [
        (180, 150, "suction_cup", "is 10 mm from the suction cups"),
        (195, 140, "suction_cup", "has no flat face there that covers the suction cups"),
        (180, 140, "suction_four", "is 35 mm from the suction cups"),
    ],
)
def test_cups_that_suck_at_nothing_are_told_why(
    tmp_path: Path, y: float, z: float, hand: str, why: str
) -> None:
    """The second cup lies over the edge of the block, the plate's cups stand beside it."""
    run = simulate(cell_with(tmp_path, hand), program(y=y, z=z, HAND="", RELEAS="OPENI"))
    assert told(run) == [("N311", 6)]
    assert why in run.problems[0].message


@pytest.mark.parametrize("statement", ["OPEN 40", "CLOSE 40", "GRASP 20"])
def test_statements_that_need_fingers_are_refused_for_cups(tmp_path: Path, statement: str) -> None:
    run = simulate(cell_with(tmp_path, "suction_cup"), program(z=140, HAND=statement, RELEAS=""))
    assert told(run) == [("E402", 7)]
    assert "has no fingers with an opening" in run.problems[0].message


def test_a_run_without_parts_is_not_told_of_a_hand_that_closes(tmp_path: Path) -> None:
    run = simulate(load_cell("kakazu1985"), "OPENI 60\nCLOSEI 10\nDRAW 0 0 20\nEND")
    assert told(run) == []
